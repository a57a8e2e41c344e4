import { describe, expect, it } from 'vitest';
import type { Board, Move } from './api';
import { inBoardOrder } from './order';

const cell = (pane: number, x: number, y: number) => ({ pane, x, y, label: `${x} ${y}`, facts: [] });
/** Cells column by column, so that their numbers are not the order in which one reads. */
const board = {
  cells: [cell(0, 0, 0), cell(0, 0, 1), cell(0, 1, 0), cell(0, 1, 1), cell(1, 0, 0)],
} as unknown as Board;
const move = (name: string, cells: number[] = [], counter: number | null = null) =>
  ({ move: name, cells, counter }) as unknown as Move;
const names = (moves: Move[]) => inBoardOrder(board, moves).map((each) => each.move);

describe('board order', () => {
  it('reads row by row, pane by pane', () => {
    expect(names([move('e', [4]), move('d', [3]), move('b', [2]), move('c', [1]), move('a', [0])])).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
  });

  it('goes by where a piece comes from, then by where it goes', () => {
    expect(names([move('1 to 0', [1, 0]), move('0 to 3', [0, 3]), move('0 to 2', [0, 2]), move('0', [0])])).toEqual([
      '0',
      '0 to 2',
      '0 to 3',
      '1 to 0',
    ]);
  });

  it('puts counters after cells, and what has no place last, by name', () => {
    const moves = [move('pass'), move('(take 10)', [], 1), move('(take 9)', [], 1), move('(take 3)', [], 0)];
    expect(names([...moves, move('put', [3])])).toEqual(['put', '(take 3)', '(take 9)', '(take 10)', 'pass']);
    expect(inBoardOrder(null, [move('b', [1]), move('a', [2])]).map((each) => each.move)).toEqual(['a', 'b']);
  });

  it('is the same whichever move is the best', () => {
    const moves = [move('a', [0]), move('b', [2]), move('c', [1])];
    expect(names(moves)).toEqual(names([...moves].reverse()));
  });
});
