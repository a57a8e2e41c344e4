import { describe, expect, it } from 'vitest';
import { ARROWS, nextSpot } from './walk';

const RIGHT = ARROWS['ArrowRight'] ?? { x: 1, y: 0 };
const DOWN = ARROWS['ArrowDown'] ?? { x: 0, y: 1 };

describe('walking over a board', () => {
  const grid = [0, 50, 100].flatMap((y) => [0, 50, 100].map((x) => ({ x, y })));

  it('goes to the next cell of a row or a column, and stops at the edge', () => {
    expect(nextSpot(grid, { x: 0, y: 0 }, RIGHT)).toBe(1);
    expect(nextSpot(grid, { x: 50, y: 0 }, DOWN)).toBe(4);
    expect(nextSpot(grid, { x: 100, y: 0 }, RIGHT)).toBe(-1);
  });

  it('finds what is ahead where rows are shifted, but nothing that is rather aside', () => {
    const shifted = [
      { x: 25, y: 50 },
      { x: 75, y: 50 },
      { x: 30, y: 10 },
    ];
    expect(nextSpot(shifted, { x: 0, y: 0 }, DOWN)).toBe(0);
    expect(nextSpot([{ x: 40, y: 10 }], { x: 0, y: 0 }, DOWN)).toBe(-1);
  });
});
