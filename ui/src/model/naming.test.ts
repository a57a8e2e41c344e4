import { describe, expect, it } from 'vitest';
import type { Game } from './api';
import { isPlainNumber, moveName } from './naming';

/** As much of a game as names of moves need. */
function game(parts: object): Game {
  return { hints: null, places: {}, start: { moves: [] }, board: null, ...parts } as unknown as Game;
}

const cell = (x: number, y: number) => ({ pane: 0, x, y, label: `${x + 1} ${y + 1}`, facts: [] });
const square = {
  panes: [{ title: null, width: 2, height: 2, columns: ['1', '2'], rows: ['1', '2'] }],
  cells: [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)],
  counters: [],
};
const place = (cells: number[], counter: number | null = null) => ({ cells, counter, to: null });

describe('names of moves', () => {
  it('say column and row, and from where to where', () => {
    const places = { x: { '(mark 1 2)': place([1]), '(move 1 1 2 2)': place([0, 3]), '(drop 2)': place([2, 3]) } };
    const board = game({ board: square, places });
    expect(moveName(board, 'x', '(mark 1 2)')).toBe('mark column 1, row 2');
    expect(moveName(board, 'x', '(move 1 1 2 2)')).toBe('move from 1 1 to 2 2');
    expect(moveName(board, 'x', '(drop 2)')).toBe('drop in column 2');
  });

  it('stay as they are where the board does not show what they mean', () => {
    const places = { x: { '(mark 1 2 now)': place([1]), '(mark 1 2)': place([1]) } };
    expect(moveName(game({ board: square, places }), 'x', '(mark 1 2 now)')).toBe('mark 1 2 now');
    const hexagons = game({ board: square, places, hints: { surface: 'hexagons' } });
    expect(moveName(hexagons, 'x', '(mark 1 2)')).toBe('mark 1 2');
    expect(moveName(hexagons, null, 'noop')).toBe('noop');
  });

  it('say what is taken from a heap', () => {
    const board = { panes: [], cells: [], counters: [{ label: 'heap 4', values: [] }] };
    const heaps = game({ board, hints: { counters: 'heaps' }, places: { a: { '(reduce 4 0)': place([], 0) } } });
    const change = { counter: 0, from: '5', to: '0' };
    expect(moveName(heaps, 'a', '(reduce 4 0)', [change])).toBe('heap 4: take 5, leave 0');
    expect(moveName(heaps, 'a', '(reduce 4 0)', [change, { counter: 1, from: '1', to: '2' }])).toBe('reduce 4 0');
  });

  it('say what is left of a heap where nothing is known of what was there', () => {
    const board = { panes: [], cells: [], counters: [{ label: 'heap 4', values: [] }] };
    const reduce = { '(reduce 4 0)': { cells: [], counter: 0, to: '0' } };
    const heaps = game({ board, hints: { counters: 'heaps' }, places: { a: {}, b: reduce } });
    expect(moveName(heaps, 'b', '(reduce 4 0)')).toBe('take heap 4 down to 0');
    expect(moveName(heaps, 'a', '(reduce 4 0)')).toBe('reduce 4 0');
    expect(moveName(heaps, null, '(reduce 4 0)')).toBe('take heap 4 down to 0');
  });

  it('are those of the hints where there are some', () => {
    const towers = game({ hints: { moves: { move: 'move disc {1} to peg {2}' } } });
    expect(moveName(towers, 'player', '(move 1 3)')).toBe('move disc 1 to peg 3');
  });

  it('of heaps are not taken for those of a counter of steps', () => {
    const counters = ['place 1', 'place 2', 'step'].map((label) => ({ label, values: [] }));
    const stack = game({ board: { ...square, counters }, places: { cook: { '(turn 2)': place([], 1) } } });
    expect([0, 1, 2].map((index) => isPlainNumber(stack, index))).toEqual([false, false, true]);
    const told = game({ board: { ...square, counters }, hints: { numbers: ['place'] } });
    expect([0, 1, 2].map((index) => isPlainNumber(told, index))).toEqual([true, true, false]);
    expect(isPlainNumber(game({ board: { ...square, counters } }), 2)).toBe(false);
  });
});
