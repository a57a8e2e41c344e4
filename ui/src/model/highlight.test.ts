import { describe, expect, it } from 'vitest';
import type { Diagnostic } from './api';
import { piecesOf } from './highlight';

const problem = (start: number, length: number, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  severity,
  code: '',
  message: '',
  help: null,
  label: null,
  line: 1,
  end_line: 1,
  end_column: 1,
  column: 1,
  start,
  length,
});

describe('colouring a rule sheet', () => {
  const sheet = '(<= (goal ?p 100) ; done\n  (line ?p))';

  it('keeps every character', () => {
    for (const diagnostics of [[], [problem(4, 3)], [problem(0, sheet.length)], [problem(sheet.length, 1)]]) {
      expect(
        piecesOf(sheet, diagnostics)
          .map(({ text }) => text)
          .join(''),
      ).toBe(sheet);
    }
  });

  it('tells kinds of words apart', () => {
    const kind = (text: string) => piecesOf(sheet, []).find((piece) => piece.text === text)?.kind;
    expect([kind('goal'), kind('?p'), kind('100'), kind('; done')]).toEqual([
      'keyword',
      'variable',
      'number',
      'comment',
    ]);
  });

  it('underlines exactly what a problem names, inside a word too', () => {
    const underlined = (diagnostics: Diagnostic[]) =>
      piecesOf(sheet, diagnostics)
        .filter(({ severity }) => severity === 'error')
        .map(({ text }) => text)
        .join('');
    expect(underlined([problem(28, 4)])).toBe('line');
    expect(underlined([problem(29, 2)])).toBe('in');
    expect(underlined([problem(28, 4, 'warning')])).toBe('');
  });
});
