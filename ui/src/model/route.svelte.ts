/**
 * Where the reader is, kept in the part of the address after `#`, so that every view can be shared as a link and the
 * browser's back button works: `#/tic-tac-toe/play?moves=(mark 2 2);(mark 1 1)`.
 */

export const VIEWS = ['play', 'explore', 'strategy', 'build', 'solve', 'rules', 'edit'] as const;
export type View = (typeof VIEWS)[number];

export type Route =
  | { page: 'library' }
  | { page: 'jobs' }
  | { page: 'new'; from: string | null; edit: string | null }
  | { page: 'game'; game: string; view: View; query: URLSearchParams };

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', second = ''] = path.split('/');
  if (first === '') return { page: 'library' };
  const query = new URLSearchParams(search);
  if (first === 'jobs') return { page: 'jobs' };
  if (first === 'new') return { page: 'new', from: query.get('from'), edit: query.get('edit') };
  const view = VIEWS.find((name) => name === second) ?? 'play';
  return { page: 'game', game: decoded(first), view, query };
}

/** An address that somebody cut short may end within a sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function gameLink(game: string, view: View = 'play', query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${encodeURIComponent(game)}/${view}${search ? `?${search}` : ''}`;
}

/** Where a game of one's own is changed. */
export function editLink(game: string): string {
  return `#/new?edit=${encodeURIComponent(game)}`;
}

class Router {
  current: Route = $state.raw(parseRoute(location.hash));

  constructor() {
    addEventListener('hashchange', () => this.reread());
  }

  /** Takes the address as it is now: a view may have written into it what it shows. */
  reread(): void {
    this.current = parseRoute(location.hash);
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const router = new Router();
