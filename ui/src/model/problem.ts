import type { ErrorBody, Job } from './answers';

/** Nobody answered. The page says so once, at its top, so whoever asked need not. */
export class Unanswered extends Error {}

/** What the server says went wrong, with its advice, as sentences. */
export function told({ error, hint }: ErrorBody): string {
  return [error, hint].flatMap((part) => (part ? [asSentence(quoted(part))] : [])).join(' ');
}

/** Names stand in backticks where they come from; readers of a page know quotation marks. */
function quoted(text: string): string {
  return text.replace(/`([^`]*)`/g, '“$1”');
}

function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** The first sentence, or as much of it as fits a line: what follows a colon or semicolon is details. */
export function firstSentence(text: string): string {
  const first = /^.*?[.!?:;](?=\s|$)/s.exec(text)?.[0] ?? text;
  return first.replace(/[:;]$/, '.');
}

/** Why a job has no result. */
export function failure(job: Job | null): string {
  return job?.state === 'failed' && job.error ? told(job.error) : '';
}

/** The sentence of anything that was thrown. */
export function sentence(reason: unknown): string {
  if (reason instanceof Unanswered) return '';
  return reason instanceof Error ? reason.message : String(reason);
}

/** A request that a newer one has replaced is no problem to tell of. */
export function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}
