/** What this browser remembers for the reader. It may refuse to, or have been given nonsense: then nothing is remembered. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What this tab alone remembers, over a reload: other tabs have games of their own. */
export function recallHere(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberHere(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The page works without.
  }
}

export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works without.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it was not remembered either.
  }
}

/** All that is remembered under keys that begin alike. */
export function recallAll(prefix: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => localStorage.getItem(key) ?? []);
  } catch {
    return [];
  }
}
