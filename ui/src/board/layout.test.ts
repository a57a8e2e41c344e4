import { describe, expect, it } from 'vitest';
import type { Cell } from '../model/api';
import { inGraph, inRings, inStacks } from './layout';

const cell = (x: number, y: number, label = `${x + 1} ${y + 1}`): Cell => ({
  pane: 0,
  x,
  y,
  label,
  name: label,
  facts: [],
});

describe('where cells are drawn', () => {
  it('is on squares inside each other, joined in the middle', () => {
    const one = inRings(Array.from({ length: 8 }, (_, place) => cell(0, place)));
    expect([one.width, one.at[0], one.at[1], one.at[4]]).toEqual([3, { x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 2 }]);
    expect(one.lines).toHaveLength(4);
    const three = inRings([0, 1, 2].flatMap((square) => Array.from({ length: 8 }, (_, place) => cell(square, place))));
    expect([three.width, three.at[0], three.at[23]]).toEqual([7, { x: 0, y: 0 }, { x: 2, y: 3 }]);
    expect(three.lines).toContainEqual([3, 0, 3, 2]);
    expect(three.lines).toHaveLength(16);
  });

  it('is where a sheet says, and below where it does not', () => {
    const towns = ['ulm', 'bonn', 'jena'].map((label, x) => cell(x, 0, label));
    const drawn = inGraph(towns, {
      points: { ulm: [1, 2], bonn: [0, 0] },
      lines: [
        ['ulm', 'bonn'],
        ['ulm', 'rome'],
      ],
    });
    expect(drawn).toEqual({
      width: 2,
      height: 4,
      at: [
        { x: 1, y: 2 },
        { x: 0, y: 0 },
        { x: 0, y: 3 },
      ],
      lines: [[1, 2, 0, 0]],
    });
  });

  it('is on top of each other, whatever the rules allow', () => {
    const blocks = ['a', 'b', 'c'].map((label, x) => cell(x, 0, label));
    const { at } = inStacks(blocks, [['table'], ['table'], ['a']]);
    expect(at).toEqual([
      { x: 0, y: 2 },
      { x: 1, y: 2 },
      { x: 0, y: 1 },
    ]);
    expect(inStacks(blocks, [['b'], ['a'], ['table']]).at).toHaveLength(3);
  });
});
