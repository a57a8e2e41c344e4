import { describe, expect, it } from 'vitest';
import { branchOf, promoted, withLine, without } from './variations';

const line = (text: string) => text.split('');
const texts = (lines: readonly (readonly string[])[]) => lines.map((each) => each.join(''));

describe('lines of play', () => {
  it('are added unless they are known, and replace what they continue', () => {
    expect(texts(withLine([line('abc')], line('ab')))).toEqual(['abc']);
    expect(texts(withLine([line('abc'), line('ax')], line('axy')))).toEqual(['abc', 'axy']);
    expect(texts(withLine([line('abc')], line('ad')))).toEqual(['abc', 'ad']);
    expect(texts(withLine([], []))).toEqual([]);
  });

  it('are deleted from a move on, and what came before it stays', () => {
    expect(texts(without([line('abc'), line('ax')], line('ax')))).toEqual(['abc']);
    expect(texts(without([line('abc')], line('abc')))).toEqual(['ab']);
    expect(texts(without([line('abcd'), line('x')], line('abc')))).toEqual(['ab', 'x']);
    expect(texts(without([line('abc'), line('abd')], line('ab')))).toEqual(['a']);
    expect(texts(without([line('a')], line('a')))).toEqual([]);
    expect(texts(without([line('abc')], line('zz')))).toEqual(['abc']);
  });

  it('become the main line', () => {
    expect(texts(promoted([line('abc'), line('ax'), line('axy')], line('ax')))).toEqual(['ax', 'axy', 'abc']);
  });

  it('are a tree', () => {
    const tree = branchOf([line('abcd'), line('abx'), line('abxy'.replace('xy', 'zw')), line('abzv')]);
    expect([tree.from, tree.moves.join('')]).toEqual([0, 'abcd']);
    const branches = tree.branches.get(2) ?? [];
    expect(branches.map(({ moves, from }) => [moves.join(''), from])).toEqual([
      ['abx', 2],
      ['abzw', 2],
    ]);
    expect(branches[1]?.branches.get(3)?.map(({ moves }) => moves.join(''))).toEqual(['abzv']);
  });
});
