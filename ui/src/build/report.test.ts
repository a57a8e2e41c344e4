import { describe, expect, it } from 'vitest';
import type { Game, Strategy } from '../model/api';
import { completed, minimised } from './report';
import { draftRules } from './rules';

const strategy = (rules: number, literals: number): Strategy => ({
  role: 'x',
  rules,
  length: rules,
  literals,
  text: '',
  list: [],
  definitions: [],
});
const cell = (place: string) => ({
  facts: ['x', 'o'].map((content) => ({
    fact: `(cell ${place} ${content})`,
    content,
    words: [`cell ${place} is ${content}`, `cell ${place} is not ${content}`],
  })),
});
const board = { cells: [cell('1 1'), cell('2 2')], counters: [] };
const game = { board, hints: null, names: {}, places: {} } as unknown as Game;
const spaced = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

describe('reports', () => {
  it('say where the new rules are', () => {
    expect(completed([12, 18, 22, 23, 24, 25]).summary).toContain('6 rules added: 12, 18, 22–25.');
    expect(completed([1]).summary).toContain('1 rule added: 1.');
    expect(completed([]).summary).toBe('Nothing was missing.');
  });

  it('give the size before and after, and the removed parts, by the old and the new numbers', () => {
    const rules = draftRules([
      { when: [], move: '' },
      { when: ['(cell 1 1 o)'], move: '(mark 2 2)' },
      { when: [], move: '(mark 1 1)' },
      { when: ['(cell 1 1 o)', '(not (cell 2 2 x))'], move: '(mark 3 3)' },
    ]);
    const report = minimised(game, rules, {
      before: strategy(3, 3),
      after: strategy(1, 1),
      removed: [
        { rule: 1, text: '', literals: null },
        { rule: 2, text: '', literals: null },
        { rule: 3, text: '', literals: ['(not (cell 2 2 x))'] },
      ],
    });
    expect(report.summary).toBe('3 rules → 1, 3 conditions → 1.');
    expect(spaced(report.details)).toEqual([
      'Rule 2 removed: if cell 1 1 is o: mark 2 2.',
      'Rule 3 removed: whenever you can: mark 1 1.',
      'Rule 4, now 1, no longer requires that cell 2 2 is not x.',
    ]);
  });
});
