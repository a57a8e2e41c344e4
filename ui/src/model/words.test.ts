import { describe, expect, it } from 'vitest';
import type { Example } from './api';
import { bytes, fits, plain, plainLiteral, result, sign, verdict } from './words';

describe('words', () => {
  it('reads moves and literals plainly', () => {
    expect(plain('(mark 2 2)')).toBe('mark 2 2');
    expect(plain('noop')).toBe('noop');
    expect(plain('(draw (h 1 2))')).toBe('draw h 1 2');
    expect(plain('(move (a 1) (b 2))')).toBe('move (a 1) (b 2)');
    expect(plainLiteral('(not (cell 1 1 x))')).toBe('not cell 1 1 x');
    expect(plainLiteral('(nothing here)')).toBe('nothing here');
  });

  it('says what a result means', () => {
    expect(result([100, 0], ['x', 'o'], false)).toBe('x wins');
    expect(result([50, 50], ['x', 'o'], false)).toBe('a draw');
    expect(result([55, 45], ['x', 'o'], true)).toBe('x 55, o 45');
    expect(result([10, 90, 90], ['a', 'b', 'c'], true)).toBe('a 10, b 90, c 90');
    expect(result([40], ['robot'], true)).toBe('40 points');
  });

  it('says how far the end is', () => {
    const worth = { points: null, distance: null, endless: false };
    expect(verdict({ ...worth, outcome: 'win', distance: 5 })).toBe('win in 5');
    expect(verdict({ ...worth, outcome: 'draw', endless: true })).toBe('draw, without end');
    expect(verdict({ ...worth, outcome: 'loss' })).toBe('loss');
    expect(sign({ ...worth, outcome: 'loss' })).toBe('−');
  });

  it('counts points where winning is not all there is', () => {
    const worth = { outcome: 'draw' as const, points: 40, distance: 7, endless: false };
    expect(verdict(worth)).toBe('40 points in 7');
    expect(sign(worth)).toBe('40');
  });

  it('writes sizes of files', () => {
    expect([bytes(999), bytes(19_657), bytes(1_073_741_824)]).toEqual(['999 B', '19.7 kB', '1.1 GB']);
  });

  it('say how a rule fits, and call it mirrored where it fits through a symmetry', () => {
    const example = {
      moves: ['(a)', '(b)'],
      moves_in_words: ['go a', 'go b'],
      mirrored: ['(b)'],
      images: ['If c: go b.'],
    };
    const said = (parts: object) => fits('Here it fits', { ...example, ...parts } as unknown as Example, 'mirrored');
    expect(said({})).toBe('Here it fits: go a. It also fits mirrored: go b.');
    expect(said({ mirrored: [] })).toBe('Here it fits: go a or go b.');
    expect(said({ moves: ['(b)'], moves_in_words: ['go b'] })).toBe('Here it fits, mirrored: If c: go b.');
    expect(said({ mirrored: ['(a)', '(b)'], images: [] })).toBe('Here it fits, mirrored: go a or go b.');
  });
});
