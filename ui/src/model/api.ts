/** The one place that talks to the server: a function for each of its addresses. */

import type {
  Database,
  Decision,
  Diagnostic,
  ErrorBody,
  Explanation,
  Game,
  Job,
  JobRequest,
  LayerShare,
  LibraryEntry,
  Minimised,
  ParsedStrategy,
  Position,
  PositionName,
  Progress,
  Review,
  Stored,
  StrategyInput,
  Verification,
} from './answers';

import { connection } from './connection.svelte';
import { told, Unanswered } from './problem';

export type * from './answers';

/** An answer that says no, with the server's sentence for the reader. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(told(body));
  }
}

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, init);
  } catch (reason) {
    if (reason instanceof DOMException) throw reason;
    connection.report();
    throw new Unanswered();
  }
  if (answer.status === 204) return undefined as T;
  if (answer.headers.get('content-type')?.startsWith('text/plain')) return (await answer.text()) as T;
  let value: unknown;
  try {
    value = await answer.json();
  } catch (reason) {
    if (reason instanceof DOMException) throw reason;
    throw new ApiError(answer.status, { error: `The answer ${answer.status} is not JSON.`, code: 'bug' });
  }
  if (!answer.ok) throw new ApiError(answer.status, value as ErrorBody);
  return value as T;
}

const game = (id: string) => `games/${encodeURIComponent(id)}`;

export const api = {
  library: () => call<{ games: LibraryEntry[] }>('GET', 'games').then((answer) => answer.games),
  game: (id: string) => call<Game>('GET', game(id)),
  sheet: (id: string) => call<string>('GET', `${game(id)}/sheet`),
  check: (text: string, signal?: AbortSignal) =>
    call<{ ok: boolean; errors: number; warnings: number; diagnostics: Diagnostic[] }>(
      'POST',
      'check',
      { text },
      signal,
    ),
  addGame: (name: string, text: string) => call<LibraryEntry>('POST', 'games', { name, text }),
  removeGame: (id: string) => call<undefined>('DELETE', game(id)),
  database: (id: string) => call<Database>('GET', `databases/${id}`),
  removeDatabase: (id: string) => call<undefined>('DELETE', `databases/${id}`),

  positions: (id: string, positions: PositionName[]) =>
    call<{ positions: (Position | ErrorBody)[] }>('POST', `${game(id)}/positions`, { positions }).then(
      (answer) => answer.positions,
    ),
  review: (id: string, moves: string[]) => call<Review>('POST', `${game(id)}/review`, { moves }),

  jobs: () => call<{ jobs: Job[] }>('GET', 'jobs').then((answer) => answer.jobs),
  job: (id: string) => call<Job>('GET', `jobs/${id}`),
  startJob: (request: JobRequest) => call<Job>('POST', 'jobs', request),
  forgetJob: (id: string) => call<undefined>('DELETE', `jobs/${id}`),
  stopJob: (id: string) => call<Job>('POST', `jobs/${id}/stop`, {}),

  parse: (id: string, strategy: StrategyInput) =>
    call<ParsedStrategy>('POST', `${game(id)}/strategies/parse`, { strategy }),
  verify: (id: string, strategy: StrategyInput, signal?: AbortSignal) =>
    call<Verification>('POST', `${game(id)}/strategies/verify`, { strategy }, signal),
  decide: (id: string, strategy: StrategyInput, positions: PositionName[]) =>
    call<{ decisions: Decision[] }>('POST', `${game(id)}/strategies/decide`, { strategy, positions }).then(
      (answer) => answer.decisions,
    ),
  explain: (id: string, strategy: StrategyInput) =>
    call<Explanation>('POST', `${game(id)}/strategies/explain`, { strategy }),
  minimise: (id: string, strategy: StrategyInput) =>
    call<Minimised>('POST', `${game(id)}/strategies/minimise`, { strategy }),
  strategies: (id: string) =>
    call<{ strategies: Stored[] }>('GET', `${game(id)}/strategies`).then((answer) => answer.strategies),
  storeStrategy: (id: string, name: string, strategy: StrategyInput) =>
    call<Stored>('POST', `${game(id)}/strategies`, { name, strategy }),
  changeStrategy: (id: string, stored: string, name: string, strategy: StrategyInput) =>
    call<Stored>('PUT', `${game(id)}/strategies/${stored}`, { name, strategy }),
  removeStrategy: (id: string, stored: string) => call<undefined>('DELETE', `${game(id)}/strategies/${stored}`),
};

export interface JobListener {
  job(job: Job): void;
  progress?(progress: Progress): void;
  layers?(layers: LayerShare[]): void;
  /** The stream ended for good, and not because the job did. */
  lost(): void;
}

/**
 * Follows a job until it ends; the function returned stops listening, not the job. A page that nobody sees does not
 * listen: a browser has few connections to a server, and every tab would take one.
 */
export function followJob(id: string, listener: JobListener): () => void {
  let source: EventSource | null = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const leave = () => {
    close();
    document.removeEventListener('visibilitychange', look);
  };
  const open = () => {
    const opened = new EventSource(`/api/jobs/${id}/events`);
    const on = <T>(name: string, take: (value: T) => void) =>
      opened.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
    on<Job>('job', (job) => {
      // The server ends the stream with the job; without this the browser would connect again for ever.
      if (job.state !== 'running' && job.state !== 'queued') leave();
      listener.job(job);
    });
    on<Progress>('progress', (progress) => listener.progress?.(progress));
    on<LayerShare[]>('layers', (layers) => listener.layers?.(layers));
    opened.onerror = () => {
      // A broken connection is made again by the browser; a refusal is not.
      if (opened.readyState !== EventSource.CLOSED) {
        connection.report();
        return;
      }
      leave();
      listener.lost();
    };
    source = opened;
  };
  const look = () => {
    if (document.hidden) close();
    else if (!source) open();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return leave;
}
