/** The one place that talks to the server: a function for each of its addresses. */

import type {
  Checked,
  Database,
  Decision,
  ErrorBody,
  Explanation,
  FindConditions,
  Found,
  Game,
  Job,
  JobRequest,
  LibraryEntry,
  MatchRecord,
  Minimised,
  ParsedStrategy,
  PlayedMatch,
  Position,
  PositionName,
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
  if (answer.ok && answer.headers.get('content-type')?.startsWith('text/')) return (await answer.text()) as T;
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
  check: (text: string, signal?: AbortSignal) => call<Checked>('POST', 'check', { text }, signal),
  addGame: (name: string, text: string) => call<LibraryEntry>('POST', 'games', { name, text }),
  changeGame: (id: string, name: string, text: string) => call<LibraryEntry>('PUT', game(id), { name, text }),
  removeGame: (id: string) => call<undefined>('DELETE', game(id)),
  database: (id: string) => call<Database>('GET', `databases/${id}`),
  removeDatabase: (id: string) => call<undefined>('DELETE', `databases/${id}`),

  positions: (id: string, positions: PositionName[]) =>
    call<{ positions: (Position | ErrorBody)[] }>('POST', `${game(id)}/positions`, { positions }).then(
      (answer) => answer.positions,
    ),
  review: (id: string, moves: string[], from: string | null = null) =>
    call<Review>('POST', `${game(id)}/review`, { moves, from }),
  find: (id: string, conditions: FindConditions, signal?: AbortSignal) =>
    call<Found>('POST', `${game(id)}/find`, conditions, signal),

  reviewPage: (id: string, moves: string[], players: string[], from: string | null) =>
    call<string>('POST', `${game(id)}/review/page`, { moves, players, from }),
  readMatch: (id: string, text: string) => call<PlayedMatch>('POST', `${game(id)}/matches/read`, { text }),
  writeMatch: (id: string, moves: string[], players: string[]) =>
    call<MatchRecord>('POST', `${game(id)}/matches/write`, { moves, players }),

  jobs: () => call<{ jobs: Job[] }>('GET', 'jobs').then((answer) => answer.jobs),
  job: (id: string, signal?: AbortSignal) => call<Job>('GET', `jobs/${id}`, undefined, signal),
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
