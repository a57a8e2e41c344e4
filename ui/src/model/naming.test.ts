import { describe, expect, it } from 'vitest';
import type { Game } from './api';
import { isPlainNumber, moveName } from './naming';

/** As much of a game as names of moves need. */
function game(parts: object): Game {
  return { hints: null, places: {}, start: { moves: [] }, board: null, ...parts } as unknown as Game;
}

const place = (words: string, counter: number | null = null) => ({ cells: [], counter, to: null, words });

describe('names of moves', () => {
  it('are those of the server, of any role where none is known', () => {
    const named = game({ places: { a: {}, b: { '(mark 1 2)': place('mark column 1, row 2') } } });
    expect(moveName(named, 'b', '(mark 1 2)')).toBe('mark column 1, row 2');
    expect(moveName(named, null, '(mark 1 2)')).toBe('mark column 1, row 2');
    expect(moveName(named, 'a', '(mark 1 2)')).toBe('mark 1 2');
  });

  it('say what is taken from a heap', () => {
    const board = { panes: [], cells: [], counters: [{ label: 'heap 4', values: [] }] };
    const reduce = { '(reduce 4 0)': place('take heap 4 down to 0', 0) };
    const heaps = game({ board, hints: { counters: 'heaps' }, places: { a: reduce } });
    const change = { counter: 0, from: '5', to: '0' };
    expect(moveName(heaps, 'a', '(reduce 4 0)', [change])).toBe('take 5 from heap 4, leave 0');
    const several = [change, { counter: 1, from: '1', to: '2' }];
    expect(moveName(heaps, 'a', '(reduce 4 0)', several)).toBe('take heap 4 down to 0');
  });

  it('of heaps are not taken for those of a counter of steps', () => {
    const counters = ['place 1', 'place 2', 'step'].map((label) => ({ label, values: [] }));
    const stack = game({ board: { counters }, places: { cook: { '(turn 2)': place('turn 2', 1) } } });
    expect([0, 1, 2].map((index) => isPlainNumber(stack, index))).toEqual([false, false, true]);
    const told = game({ board: { counters }, hints: { numbers: ['place'] } });
    expect([0, 1, 2].map((index) => isPlainNumber(told, index))).toEqual([true, true, false]);
    expect(isPlainNumber(game({ board: { counters } }), 2)).toBe(false);
  });
});
