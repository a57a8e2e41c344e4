import { describe, expect, it } from 'vitest';
import type { Move } from './api';
import { counterMoves, nextCells, pick, proxies } from './picking';

function move(name: string, cells: number[], counter: number | null = null, to: string | null = null): Move {
  const changes = counter === null ? [] : [{ counter, from: '9', to }];
  return {
    move: name,
    joint: [],
    state: '',
    value: null,
    distance: null,
    endless: false,
    distance_unknown: false,
    best: false,
    outcome: null,
    points: null,
    cells,
    counter,
    changes,
  };
}

describe('picking a move on the board', () => {
  const put = move('put', [4]);
  const far = move('far', [0, 2]);
  const near = move('near', [0, 1]);

  it('plays the only move of a cell at once', () => {
    expect(pick([put, far], [], 4)).toEqual({ play: put });
  });

  it('waits for the second cell where a move goes from one to another', () => {
    expect(pick([far, near], [], 0)).toEqual({ path: [0], choose: [] });
    expect(pick([far, near], [0], 1)).toEqual({ play: near });
  });

  it('gives up on a second click on the same cell', () => {
    expect(pick([far, near], [0], 0)).toEqual({ path: [], choose: [] });
  });

  it('begins anew with a cell that does not fit', () => {
    expect(pick([far, put], [0], 4)).toEqual({ play: put });
  });

  it('lets the reader choose between moves at the same cell', () => {
    const moves = [move('three', [5]), move('five', [5])];
    expect(pick(moves, [], 5)).toEqual({ path: [5], choose: moves });
  });

  it('offers for each cell the moves that go on there', () => {
    expect(nextCells([far, near, put], [])).toEqual(
      new Map([
        [0, [far, near]],
        [4, [put]],
      ]),
    );
    expect(nextCells([far, near, put], [0])).toEqual(
      new Map([
        [2, [far]],
        [1, [near]],
      ]),
    );
  });

  it('finds the move that leaves a number of objects in a heap', () => {
    const all = move('all', [], 1, '0');
    const one = move('one', [], 1, '2');
    expect(counterMoves([all, one, put], 1)).toEqual(
      new Map([
        [0, all],
        [2, one],
      ]),
    );
    expect(counterMoves([all, one], 0)).toEqual(new Map());
  });

  it('takes a click anywhere in a column for the cell where the piece lands', () => {
    const drops = [move('(drop 1)', [0]), move('(drop 2)', [3])];
    const columns: Record<string, number[]> = { '(drop 1)': [0, 1], '(drop 2)': [2, 3], '(shift)': [1, 0] };
    const reach = ({ move }: Move) => columns[move] ?? [];
    expect(proxies(drops, reach)).toEqual(
      new Map([
        [1, 0],
        [2, 3],
      ]),
    );
    // Two moves that a cell could mean, or a move of its own, and it means neither.
    expect(proxies([...drops, move('(shift)', [0])], reach)).toEqual(new Map([[2, 3]]));
    expect(proxies([...drops, move('(put)', [1])], reach)).toEqual(new Map([[2, 3]]));
  });
});
