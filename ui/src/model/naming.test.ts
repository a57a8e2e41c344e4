import { describe, expect, it } from 'vitest';
import type { Game } from './api';
import { isPlainNumber, moveName } from './naming';

/** As much of a game as names of moves need. */
function game(parts: object): Game {
  return { hints: null, names: {}, places: {}, start: { moves: [] }, board: null, ...parts } as unknown as Game;
}

const cell = (x: number, y: number) => ({
  pane: 0,
  x,
  y,
  label: `${x + 1} ${y + 1}`,
  name: `${'ab'[x]}${y + 1}`,
  facts: [],
});
const square = {
  panes: [{ title: null, width: 2, height: 2, columns: ['1', '2'], rows: ['1', '2'] }],
  cells: [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)],
  counters: [],
};
const place = (cells: number[], counter: number | null = null) => ({ cells, counter, to: null });

describe('names of moves', () => {
  it('are those that the server gives, and else the words of the rules', () => {
    const board = game({ names: { '(mark 1 2)': 'mark a2' } });
    expect(moveName(board, '(mark 1 2)')).toBe('mark a2');
    expect(moveName(board, '(mark 2 2)')).toBe('mark 2 2');
    expect(moveName(board, 'noop')).toBe('noop');
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
