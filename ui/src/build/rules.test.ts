import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  changeRule,
  draftRule,
  draftRules,
  insertRule,
  lock,
  moveBlock,
  ready,
  removeRule,
  toRule,
  unlock,
} from './rules';

const names = (rules: { move: string }[]) => rules.map(({ move }) => move).join('');
const keyOf = (rules: { move: string; key: number }[], move: string) =>
  rules.find((rule) => rule.move === move)?.key ?? -1;
const list = (text: string) => draftRules([...text].map((move) => ({ when: [], move })));

describe('the list of rules', () => {
  it('orders blocks', () => {
    expect(names(moveBlock(list('abc'), 2, 0))).toBe('cab');
    expect(names(moveBlock(list('abc'), 0, 1))).toBe('bac');
    expect(names(moveBlock(list('abc'), 0, -1))).toBe('abc');
    expect(names(moveBlock(list('abc'), 2, 3))).toBe('abc');
  });

  it('locks rules into a group that moves as one', () => {
    const rules = list('abcd');
    const locked = lock(rules, new Set([keyOf(rules, 'b'), keyOf(rules, 'd')]));
    expect(names(locked)).toBe('abdc');
    expect(blocksOf(locked).map((block) => names(block.rules))).toEqual(['a', 'bd', 'c']);
    expect(names(moveBlock(locked, 1, 0))).toBe('bdac');
    expect(locked.map(({ group }) => group)).toEqual([null, 'group-1', 'group-1', null]);
  });

  it('gives groups different names, and unlocks one alone', () => {
    const rules = list('ab');
    const one = lock(rules, new Set([keyOf(rules, 'a')]));
    const two = lock(one, new Set([keyOf(rules, 'b')]));
    expect(two.map(({ group }) => group)).toEqual(['group-1', 'group-2']);
    expect(unlock(two, 'group-1').map(({ group }) => group)).toEqual([null, 'group-2']);
  });

  it('does not change a locked rule', () => {
    const rules = list('a');
    const key = keyOf(rules, 'a');
    expect(names(changeRule(rules, key, { move: 'z' }))).toBe('z');
    expect(names(changeRule(lock(rules, new Set([key])), key, { move: 'z' }))).toBe('a');
  });

  it('puts a rule before the block of the one that fails', () => {
    const rules = list('abc');
    const locked = lock(rules, new Set([keyOf(rules, 'b'), keyOf(rules, 'c')]));
    const fresh = draftRule({ when: [], move: 'n' });
    expect(names(insertRule(locked, fresh, keyOf(rules, 'c')))).toBe('anbc');
    expect(names(insertRule(locked, fresh, null))).toBe('abcn');
  });

  it('sends only rules that have a move', () => {
    const rules = [...list('a'), draftRule({ when: ['(p)'], move: '' })];
    expect(ready(rules).map(toRule)).toEqual([{ when: [], move: 'a' }]);
    expect(names(removeRule(rules, keyOf(rules, 'a')))).toBe('');
  });
});
