import { describe, expect, it } from 'vitest';
import { halves } from './joined';

/** A board of three columns and four rows, whose letters are contents. */
function board(...rows: string[]) {
  const cells = rows.flatMap((row, y) => [...row].map((_, x) => ({ index: y * row.length + x, x, y })));
  return { cells, contents: rows.flatMap((row) => [...row].map((letter) => (letter === '.' ? [] : [letter]))) };
}

describe('joined cells', () => {
  it('are the halves of dominoes, also of several in a line', () => {
    const { cells, contents } = board('v..', 'vhh', 'v.v', 'v.v');
    const found = halves(cells, contents, { v: 'down', h: 'across' });
    expect([...found].sort(([a], [b]) => a - b)).toEqual([
      [0, 'down'],
      [3, 'up'],
      [4, 'right'],
      [5, 'left'],
      [6, 'down'],
      [8, 'down'],
      [9, 'up'],
      [11, 'up'],
    ]);
  });

  it('are none where nothing says so', () => {
    const { cells, contents } = board('vv');
    expect(halves(cells, contents, undefined).size).toBe(0);
    expect(halves(cells, contents, { v: 'down' }).size).toBe(0);
  });
});
