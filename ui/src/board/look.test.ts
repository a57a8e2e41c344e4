import { describe, expect, it } from 'vitest';
import type { Game } from '../model/api';
import { lookOf } from './look';

const game = (...roles: string[]) => ({ roles, hints: null }) as unknown as Game;

describe('pieces', () => {
  it('are blocks where a cell is only empty or not', () => {
    const board = (...contents: string[]) =>
      ({ ...game('left', 'right'), board: { contents, empty: 'empty' } }) as Game;
    expect(lookOf(board('empty', 'full'), 'full').shape).toBe('block');
    expect(lookOf(board('empty', 'king', 'rook'), 'king').shape).toBe('glyph');
  });

  it('are told apart by more than their colour', () => {
    const hex = game('red', 'blue');
    expect([lookOf(hex, 'red').marked, lookOf(hex, 'blue').marked]).toEqual([false, true]);
    const plain = game('left', 'right');
    expect([lookOf(plain, 'left').marked, lookOf(plain, 'right').marked]).toEqual([false, true]);
  });

  it('need no mark where one is light and the other dark', () => {
    expect(lookOf(game('white', 'black'), 'black').marked).toBe(false);
    expect(lookOf(game('red', 'yellow'), 'yellow').marked).toBe(false);
    expect(lookOf(game('x', 'o'), 'blank').marked).toBe(false);
  });
});
