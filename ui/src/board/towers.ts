/** Counters that say on which peg a disc is, as towers: which discs lie on each peg, the smallest on top. */

import type { Counter, Game } from '../model/api';

export interface Disc {
  counter: number;
  name: string;
  /** From 1, the smallest, to the number of discs. */
  size: number;
}

export interface Towers {
  pegs: string[];
  discs: Disc[];
}

/** The towers of a game whose hints name the word with which their counters begin. */
export function towersOf(game: Game): Towers | null {
  const word = game.hints?.towers;
  if (!word) return null;
  const all = (game.board?.counters ?? []).flatMap((counter, index) =>
    counter.label.startsWith(`${word} `) ? [{ counter, index, name: counter.label.slice(word.length + 1) }] : [],
  );
  const bySize = [...all].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const discs = bySize.map(({ index, name }, size) => ({ counter: index, name, size: size + 1 }));
  return { pegs: pegsOf(all.map(({ counter }) => counter)), discs };
}

function pegsOf(counters: Counter[]): string[] {
  const pegs = new Set(counters.flatMap(({ values }) => values.map(({ value }) => value)));
  return [...pegs].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}
