/** How far a solve is: a share and the time that is left, once all states are found and only values are missing. */

import type { Job, Progress, SolveRequest } from './api';
import { counted } from './words';

/** What a solve may take unless the reader says otherwise. */
export const LIMITS = { seconds: 600, memory: 1024 * 1024 * 1024 };

/** Less than that says too little about the speed. */
const LEAST_SECONDS = 1;

/** The share of the states that are solved, in per cent; null while states are still being found. */
export function percentage(progress: Progress | null): number | null {
  if (progress?.phase !== 'backward' || progress.found === 0) return null;
  return Math.min(100, Math.floor((100 * progress.solved) / progress.found));
}

/** Seconds until all states are solved, at the speed since the first of them was. */
export function secondsLeft(history: Progress[]): number | null {
  const last = history.at(-1);
  if (last?.phase !== 'backward') return null;
  const before = history.findLastIndex(({ phase }) => phase !== 'backward');
  const first = history[before + 1] ?? last;
  const [seconds, states] = [last.seconds - first.seconds, last.solved - first.solved];
  if (seconds < LEAST_SECONDS || states <= 0) return null;
  return Math.max(0, last.found - last.solved) * (seconds / states);
}

/** "about 40 s", "about 3 min", "about 2 h". */
export function roughly(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}

/** "5 of 21 layers solved", "7 layers found". */
export function layersDone({ phase, finished, layers }: Progress): string {
  const verb = phase === 'backward' ? 'solved' : phase === 'distances' ? 'with distances' : 'found';
  return layers === null
    ? `${counted(finished, 'layer')} ${verb}`
    : `${finished} of ${counted(layers, 'layer')} ${verb}`;
}

/** The request that resumes a job, or that begins anew where there is nothing to resume. */
export function solveRequest(game: string, job: Job | null, limits: { seconds: number; memory: number }): SolveRequest {
  const earlier = job?.request;
  return earlier?.kind === 'solve' && job?.resumable ? { ...earlier, ...limits } : { kind: 'solve', game, ...limits };
}
