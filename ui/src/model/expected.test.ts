import { describe, expect, it } from 'vitest';
import type { MixedMove } from './api';
import { amount, draw, ofPlayers, percent, promised } from './expected';

const half = { exact: '1/2', lower: 0.5, upper: 0.5 };
const moves: MixedMove[] = [
  { move: 'rock', probability: 0.5, expected: half },
  { move: 'paper', probability: 0.25, expected: half },
  { move: 'scissors', probability: 0.25, expected: half },
  { move: 'well', probability: 0, expected: half },
];

describe('expected rewards', () => {
  it('draws moves by their probabilities, and never one that is not played', () => {
    expect([0, 0.49, 0.5, 0.74, 0.75, 0.999].map((point) => draw(moves, point))).toEqual([
      'rock',
      'rock',
      'paper',
      'paper',
      'scissors',
      'scissors',
    ]);
    expect(draw([], 0.5)).toBeUndefined();
  });
  it('shows as many digits as one looks at', () => {
    expect(amount({ exact: '601/12', lower: 50.08333, upper: 50.08334 })).toBe('50.08');
    expect(amount({ exact: '0', lower: -0, upper: -0 })).toBe('0');
    expect([1, 1 / 3, 0.004, 0].map(percent)).toEqual(['100 %', '33.3 %', '< 1 %', '0 %']);
    expect(promised(['a', 'b'], [half, half])).toBe('a 0.5, b 0.5');
  });
  it('leaves chance out', () => {
    expect(ofPlayers({ random: 1 }, [100, 7, 0])).toEqual([100, 0]);
    expect(ofPlayers({ random: null }, [100, 0])).toEqual([100, 0]);
  });
});
