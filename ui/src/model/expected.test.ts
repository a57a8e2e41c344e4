import { describe, expect, it } from 'vitest';
import type { Game, MixedMove } from './api';
import { amount, draw, isExpecting, losses, ofPlayers, percent, promised } from './expected';

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
  it('tells what mistakes cost', () => {
    const choice = {
      role: 'first',
      move: 'hold',
      probability: 0,
      expected: half,
      best: half,
      mistake: true,
      better: [],
    };
    expect(losses([{ ...choice, lost: 2.5 }])).toBe('first −2.50');
    expect(losses([{ ...choice, lost: 0.004 }])).toBe('first −4.0e-3');
    expect(losses([])).toBe('');
  });
  it('knows which games have expected rewards', () => {
    const turns = { random: null, class: { turn_taking: 'proved' }, databases: [] } as unknown as Game;
    expect(isExpecting(turns)).toBe(false);
    expect(isExpecting({ ...turns, random: 2 })).toBe(true);
    expect(isExpecting({ ...turns, class: { ...turns.class, turn_taking: 'refuted' } })).toBe(true);
  });
});
