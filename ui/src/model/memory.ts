/** What this browser remembers for the reader. It may refuse to, or have been given nonsense: then nothing is remembered. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works without.
  }
}
