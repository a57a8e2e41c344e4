import type { ErrorBody, Job } from './answers';

/** What the server says went wrong, with its advice, as sentences. */
export function told({ error, hint }: ErrorBody): string {
  return [error, hint].flatMap((part) => (part ? [asSentence(part)] : [])).join(' ');
}

function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Why a job has no result. */
export function failure(job: Job | null): string {
  return job?.state === 'failed' && job.error ? told(job.error) : '';
}

/** The sentence of anything that was thrown. */
export function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** A request that a newer one has replaced is no problem to tell of. */
export function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}
