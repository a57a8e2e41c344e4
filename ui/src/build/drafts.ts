/**
 * The drafts of a game's strategies in this browser, one for each list that is not saved as it stands. A draft belongs
 * to one tab at a time, so that two tabs never write over each other's work.
 */

import { forget, recallAll, recallHere, remember, rememberHere } from '../model/memory';
import type { DraftRule } from './rules';

export interface KeptDraft {
  key: string;
  /** The stored strategy that it changes; null for a new one. */
  id: string | null;
  name: string;
  role: string;
  rules: DraftRule[];
  definitions: string[];
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
  /** Whether it differs from what the server has. */
  unsaved: boolean;
}

/** A tab that is loaded again may find its draft still held by the page that goes. */
const PATIENCE = 500;

/** The drafts that this tab holds, with what lets go of them. */
const held = new Map<string, () => void>();

export class Drafts {
  constructor(private readonly game: string) {}

  /** The newest first. */
  all(): KeptDraft[] {
    return recallAll(this.#place(''))
      .flatMap(read)
      .sort((a, b) => b.changed - a.changed);
  }

  find(key: string): KeptDraft | undefined {
    return this.all().find((draft) => draft.key === key);
  }

  keep(draft: KeptDraft): void {
    remember(this.#place(draft.key), JSON.stringify(draft));
  }

  forget(key: string): void {
    forget(this.#place(key));
  }

  /** The draft that this tab shows. */
  get here(): string | null {
    return recallHere(`backsolve-draft-here ${this.game}`);
  }

  set here(key: string) {
    rememberHere(`backsolve-draft-here ${this.game}`, key);
  }

  /** Takes a draft for this tab; says whether no other tab has it. */
  claim(key: string, wait = false): Promise<boolean> {
    const place = this.#place(key);
    // Browsers that know no locks, or give none on this address, can't tell.
    if (held.has(place) || !('locks' in navigator)) return Promise.resolve(true);
    const options = wait ? { signal: AbortSignal.timeout(PATIENCE) } : { ifAvailable: true };
    return new Promise((answer) => {
      navigator.locks
        .request(place, options, (lock) => {
          answer(lock !== null);
          return lock && new Promise<void>((release) => held.set(place, release));
        })
        .catch(() => answer(false));
    });
  }

  /** Lets other tabs have a draft. */
  release(key: string): void {
    const place = this.#place(key);
    held.get(place)?.();
    held.delete(place);
  }

  #place(key: string): string {
    return `backsolve-draft ${this.game} ${key}`;
  }
}

export function freshKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** What an older page or somebody else has left may be anything. */
function read(text: string): KeptDraft[] {
  try {
    const draft = JSON.parse(text) as KeptDraft;
    return typeof draft.key === 'string' && Array.isArray(draft.rules) ? [draft] : [];
  } catch {
    return [];
  }
}
