import { describe, expect, it } from 'vitest';
import { bytes, outcomeFor, plain, plainLiteral, result, sign, verdict } from './words';

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
    expect(result([100, 0], ['x', 'o'])).toBe('x wins');
    expect(result([50, 50], ['x', 'o'])).toBe('a draw');
    expect(result([10, 90, 90], ['a', 'b', 'c'])).toBe('b and c win');
    expect(result([40], ['robot'])).toBe('40 points');
    expect(outcomeFor([0, 40], 0, [0, 100])).toBe('loss');
    expect(outcomeFor([50], 0, [0, 50])).toBe('win');
    expect(outcomeFor([50], 0, [0, 100])).toBe('draw');
    expect(outcomeFor([10], 0, [10, 100])).toBe('loss');
  });

  it('says how far the end is', () => {
    const worth = { value: [50, 50], distance: null, endless: false };
    expect(verdict({ ...worth, outcome: 'win', distance: 5 })).toBe('win in 5');
    expect(verdict({ ...worth, outcome: 'draw', endless: true })).toBe('draw, without end');
    expect(verdict({ ...worth, outcome: 'loss' })).toBe('loss');
    expect(sign({ ...worth, outcome: 'loss' })).toBe('−');
  });

  it('counts points where one plays alone', () => {
    const worth = { outcome: 'draw' as const, value: [40], distance: 7, endless: false };
    expect(verdict(worth)).toBe('40 points in 7');
    expect(sign(worth)).toBe('40');
  });

  it('writes sizes of files', () => {
    expect([bytes(999), bytes(19_657), bytes(1_073_741_824)]).toEqual(['999 B', '19.7 kB', '1.1 GB']);
  });
});
