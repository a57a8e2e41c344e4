/** The sentence of anything that was thrown. */
export function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** A request that a newer one has replaced is no problem to tell of. */
export function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}
