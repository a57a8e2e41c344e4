/**
 * Following a job. A browser has six connections to a server and every stream keeps one, so that a handful of tabs would
 * leave none for anything else. Of all tabs one at a time has a stream; the others ask every now and then, and a tab that
 * nobody sees does neither.
 */

import { api, ApiError, type Job, type LayerShare, type Progress } from './api';
import { connection } from './connection.svelte';

export interface JobListener {
  job(job: Job): void;
  progress?(progress: Progress): void;
  layers?(layers: LayerShare[]): void;
  /** Nothing more is to be heard, and not because the job is over. */
  lost(): void;
}

/** The lock of the tab that has the stream. */
const STREAM = 'backsolve-stream';
/** How often the other tabs ask, in milliseconds. */
const PAUSE = 700;

const isOver = (job: Job) => job.state !== 'running' && job.state !== 'queued';

/** Follows a job until it ends; the function returned stops listening, not the job. */
export function followJob(id: string, listener: JobListener): () => void {
  let watching: AbortController | null = null;
  const close = () => {
    watching?.abort();
    watching = null;
  };
  const leave = () => {
    close();
    document.removeEventListener('visibilitychange', look);
  };
  const told: JobListener = {
    ...listener,
    job: (job) => {
      if (isOver(job)) leave();
      listener.job(job);
    },
    lost: () => {
      leave();
      listener.lost();
    },
  };
  const look = () => {
    if (document.hidden) close();
    else if (!watching) {
      watching = new AbortController();
      watch(id, told, watching.signal);
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return leave;
}

/** Asks until it is this tab's turn to have the stream. Pages that are not from this machine have no locks and only ask. */
function watch(id: string, listener: JobListener, signal: AbortSignal): void {
  const turn = new AbortController();
  signal.addEventListener('abort', () => turn.abort());
  void ask(id, listener, turn.signal);
  navigator.locks
    ?.request(STREAM, { signal }, () => {
      turn.abort();
      return stream(id, listener, signal);
    })
    .catch(() => undefined);
}

async function ask(id: string, listener: JobListener, signal: AbortSignal): Promise<void> {
  while (await pause(signal)) {
    try {
      const job = await api.job(id, signal);
      if (!signal.aborted) listener.job(job);
    } catch (reason) {
      // A server that does not answer may be back; one that says no has no such job.
      if (reason instanceof ApiError && !signal.aborted) listener.lost();
    }
  }
}

/** Waits a moment; false if meanwhile there is nothing to wait for. */
function pause(signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    if (signal.aborted) done(false);
    const timer = setTimeout(() => done(true), PAUSE);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done(false);
    });
  });
}

/** Listens to the server's events until the signal; whoever ends the job ends that, too. */
function stream(id: string, listener: JobListener, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const source = new EventSource(`/api/jobs/${id}/events`);
  const on = <T>(name: string, take: (value: T) => void) =>
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
  on<Job>('job', (job) => listener.job(job));
  on<Progress>('progress', (progress) => listener.progress?.(progress));
  on<LayerShare[]>('layers', (layers) => listener.layers?.(layers));
  source.onerror = () => {
    // A broken connection is made again by the browser; a refusal is not.
    if (source.readyState === EventSource.CLOSED) listener.lost();
    else connection.report();
  };
  return new Promise((done) =>
    signal.addEventListener('abort', () => {
      source.close();
      done();
    }),
  );
}
