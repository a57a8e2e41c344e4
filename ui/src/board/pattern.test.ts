import { describe, expect, it } from 'vitest';
import type { Board } from '../model/api';
import { cellSpot, choiceAt, conditionName, counterSpot, patternOf, withChoice } from './pattern';

const cell = (x: number) => ({
  pane: 0,
  x,
  y: 0,
  label: `cell ${x}`,
  name: `cell ${x}`,
  facts: ['x', 'o', 'blank'].map((content) => ({
    fact: `(cell ${x} ${content})`,
    content,
    words: [`cell ${x} is ${content}`, `cell ${x} is not ${content}`] as [string, string],
  })),
});
const board: Board = {
  panes: [{ title: null, width: 2, height: 1, columns: [], rows: [] }],
  cells: [cell(0), cell(1)],
  contents: ['x', 'o', 'blank'],
  empty: 'blank',
  counters: [
    {
      label: 'heap',
      values: [0, 1].map((n) => ({
        fact: `(heap ${n})`,
        value: String(n),
        number: n,
        words: [`the heap has ${n}`, `the heap does not have ${n}`] as [string, string],
      })),
    },
  ],
};

describe('what a rule asks, on the board', () => {
  it('is said of places as of things that are something', () => {
    expect(conditionName(board, '(cell 0 x)')).toBe('cell 0 is x');
    expect(conditionName(board, '(not (heap 1))')).toBe('the heap does not have 1');
    expect(conditionName(board, '(not (step 3))')).toBe('not step 3');
    expect(conditionName(null, '(cell 0 x)')).toBe('cell 0 x');
  });

  it('puts literals where their facts are', () => {
    const pattern = patternOf(board, ['(cell 0 x)', '(not (cell 1 o))', '(not (cell 1 x))', '(heap 1)', '(step 3)']);
    expect(pattern.cells).toEqual(
      new Map([
        [0, { is: 'x', not: [] }],
        [1, { is: null, not: ['o', 'x'] }],
      ]),
    );
    expect(pattern.counters).toEqual(new Map([[0, { is: '1', not: [] }]]));
    expect(pattern.rest).toEqual(['(step 3)']);
  });

  it('keeps everything as literals where there is no board', () => {
    expect(patternOf(null, ['(p)']).rest).toEqual(['(p)']);
  });

  it('replaces what was said of a place and nothing else', () => {
    const spot = cellSpot(board, 1);
    const when = ['(cell 0 x)', '(not (cell 1 o))'];
    expect(withChoice(spot, when, { kind: 'is', fact: '(cell 1 x)' })).toEqual(['(cell 0 x)', '(cell 1 x)']);
    expect(withChoice(spot, when, { kind: 'not', fact: '(cell 1 x)' })).toEqual(['(cell 0 x)', '(not (cell 1 x))']);
    expect(withChoice(spot, when, { kind: 'any' })).toEqual(['(cell 0 x)']);
  });

  it('reads the choice back', () => {
    expect(choiceAt(cellSpot(board, 1), ['(not (cell 1 o))'])).toEqual({ kind: 'not', fact: '(cell 1 o)' });
    expect(choiceAt(counterSpot(board, 0), ['(heap 0)'])).toEqual({ kind: 'is', fact: '(heap 0)' });
    expect(choiceAt(cellSpot(board, 0), ['(heap 0)'])).toEqual({ kind: 'any' });
  });
});
