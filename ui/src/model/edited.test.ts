import { describe, expect, it } from 'vitest';
import type { Game } from './api';
import { emptied, pictureOf, settingsOf, withFact } from './edited';

const cell = (name: string) => ({
  facts: ['x', 'o'].map((content) => ({ fact: `(cell ${name} ${content})`, content })),
});
const game = {
  variables: [
    { name: 'cell 1', facts: ['(cell 1 x)', '(cell 1 o)'], exhaustive: false },
    { name: 'control', facts: ['(control x)', '(control o)'], exhaustive: true },
  ],
  board: { cells: [cell('1'), cell('2')], counters: [], empty: null },
} as unknown as Game;

describe('a position put together by hand', () => {
  it('has one fact of each variable', () => {
    const facts = withFact(game, new Set(['(cell 1 x)', '(control x)']), '(cell 1 o)');
    expect([...facts].sort()).toEqual(['(cell 1 o)', '(control x)']);
    expect([...emptied(game, facts, 0)]).toEqual(['(control x)']);
  });

  it('is drawn, and what is not on the board can be set', () => {
    const picture = pictureOf(game, new Set(['(cell 2 o)', '(control o)']));
    expect(picture.contents).toEqual([[], ['o']]);
    expect(picture.rest).toEqual(['(control o)']);
    expect(settingsOf(game).map(({ name, none }) => [name, none])).toEqual([['control', false]]);
  });
});
