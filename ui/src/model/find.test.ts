import { describe, expect, it } from 'vitest';
import { conditionsOf, orderOf, queryOf, searchOf } from './find';

describe('a search for positions', () => {
  it('travels in the address and back', () => {
    const query = { value: 'win', distance: '3..5', only: '1', seed: '7' };
    const search = searchOf(new URLSearchParams(query));
    expect(queryOf(search)).toEqual(query);
    expect(queryOf(searchOf(new URLSearchParams('foreign=1')))).toEqual({});
  });

  it('becomes conditions, and empty fields ask for nothing', () => {
    const conditions = conditionsOf(searchOf(new URLSearchParams('holds= b2 x &over=no&only=1&order=random')), true);
    expect(conditions).toMatchObject({ holds: ['b2 x'], fails: [], over: false, optimal_moves: '1', order: 'random' });
    expect(conditionsOf(searchOf(new URLSearchParams()), true)).toMatchObject({
      values: [],
      distance: null,
      over: null,
    });
  });

  it('has no order by length where lengths are not stored', () => {
    const search = searchOf(new URLSearchParams('order=longest'));
    expect([orderOf(search, true), orderOf(search, false)]).toEqual(['longest', 'random']);
    expect(orderOf(searchOf(new URLSearchParams('order=nonsense')), true)).toBe('longest');
  });
});
