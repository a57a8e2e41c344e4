import { describe, expect, it } from 'vitest';
import type { Game } from '../model/api';
import { towersOf } from './towers';

const counter = (label: string) => ({
  label,
  values: ['1', '2', '3'].map((value) => ({ fact: '', value, number: 1 })),
});

describe('towers', () => {
  const board = { counters: [counter('on 10'), counter('on 2'), counter('step')] };

  it('are the counters that begin with the word of the hints, by size', () => {
    const towers = towersOf({ hints: { towers: 'on' }, board } as unknown as Game);
    expect(towers?.pegs).toEqual(['1', '2', '3']);
    expect(towers?.discs).toEqual([
      { counter: 1, name: '2', size: 1 },
      { counter: 0, name: '10', size: 2 },
    ]);
  });

  it('are nowhere else', () => {
    expect(towersOf({ hints: null, board } as unknown as Game)).toBeNull();
  });
});
