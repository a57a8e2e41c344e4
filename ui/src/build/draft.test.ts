import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game, Stored } from '../model/api';

const answered: ((stored: Stored) => void)[] = [];
vi.mock('../model/api', () => ({
  api: { storeStrategy: () => new Promise<Stored>((answer) => answered.push(answer)) },
}));

const game = { id: 'nim', roles: ['first', 'second'] } as unknown as Game;
const locked = new Set<string>();

/** As much of a browser's locks as drafts need; they are those of all tabs. */
const locks = {
  async request(name: string, _: unknown, work: (lock: object | null) => Promise<void> | null): Promise<void> {
    if (locked.has(name)) return void work(null);
    locked.add(name);
    await work({});
    locked.delete(name);
  },
};

function storage(): Storage {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
  };
  Object.entries(methods).forEach(([name, value]) => Object.defineProperty(kept, name, { value }));
  return kept as unknown as Storage;
}

/** A tab: what all share is the same, and what it holds is its own. */
async function tab() {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage());
  const { Draft } = await import('./draft.svelte');
  return new Draft(game);
}

const rule = (move: string) => ({ key: 1, when: [], move, group: null, fresh: false });

describe('drafts', () => {
  beforeEach(() => {
    locked.clear();
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('navigator', { locks });
  });

  it('belong to one tab each, copies too', async () => {
    const first = await tab();
    await first.settle();
    first.edit([rule('(reduce 1 0)')]);
    const second = await tab();
    await second.take(first.key);
    expect(second.rules.map(({ move }) => move)).toEqual(['(reduce 1 0)']);
    expect(second.key).not.toBe(first.key);
    const third = await tab();
    await third.take(second.key);
    expect(third.key).not.toBe(second.key);
  });

  it('that are saved late do not lend their name to what was opened since', async () => {
    const draft = await tab();
    await draft.settle();
    draft.edit([rule('(reduce 1 0)')]);
    const saving = draft.save();
    draft.clear();
    draft.edit([rule('(reduce 2 0)')]);
    answered.pop()?.({ id: 'saved' } as Stored);
    await saving;
    expect([draft.id, draft.unsaved, draft.others]).toEqual([null, true, []]);
  });
});
