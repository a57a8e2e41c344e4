import { describe, expect, it } from 'vitest';
import { firstSentence, sentence, told, Unanswered } from './problem';

describe('what went wrong', () => {
  it('is told in sentences, without the marks of a terminal', () => {
    expect(told({ error: 'there is no `x`', hint: 'its roles are `a` and `b`', code: 'bad-request' })).toBe(
      'There is no “x”. Its roles are “a” and “b”.',
    );
  });

  it('is one sentence where there is room for no more', () => {
    expect(firstSentence('The game is cyclic; these states come again: (a 1).')).toBe('The game is cyclic.');
    expect(firstSentence('It takes 3.5 GB. Allow more.')).toBe('It takes 3.5 GB.');
    expect(firstSentence('')).toBe('');
  });

  it('is not told by everybody where the server does not answer', () => {
    expect(sentence(new Unanswered())).toBe('');
    expect(sentence(new Error('No.'))).toBe('No.');
  });
});
