/** A position that is put together by hand: a set of facts, of which the rules allow one per state variable. */

import type { Game, Picture } from './api';

/** Facts with one more, and without those that exclude it. */
export function withFact(game: Game, facts: ReadonlySet<string>, fact: string): Set<string> {
  const variable = game.variables.find((each) => each.facts.includes(fact));
  const next = new Set(facts);
  for (const other of variable?.facts ?? []) next.delete(other);
  return next.add(fact);
}

/** Facts with a cell of the board emptied. */
export function emptied(game: Game, facts: ReadonlySet<string>, cell: number): Set<string> {
  const here = game.board?.cells[cell]?.facts ?? [];
  const empty = here.find(({ content }) => content === game.board?.empty);
  if (empty) return withFact(game, facts, empty.fact);
  const next = new Set(facts);
  for (const { fact } of here) next.delete(fact);
  return next;
}

/** The picture of some facts, whether or not they are a position. */
export function pictureOf(game: Game, facts: ReadonlySet<string>): Picture {
  const { cells = [], counters = [] } = game.board ?? {};
  const drawn = new Set([
    ...cells.flatMap(({ facts }) => facts.map(({ fact }) => fact)),
    ...counters.flatMap(({ values }) => values.map(({ fact }) => fact)),
  ]);
  return {
    contents: cells.map((cell) => cell.facts.filter(({ fact }) => facts.has(fact)).map(({ content }) => content)),
    counters: counters.map(({ values }) => values.find(({ fact }) => facts.has(fact))?.value ?? null),
    rest: [...facts].filter((fact) => !drawn.has(fact)),
  };
}

/** What stands beside the cells of the board: whose turn it is, counters, and whatever else the rules remember. */
export interface Setting {
  name: string;
  facts: string[];
  /** Whether none of the facts may hold. */
  none: boolean;
}

export function settingsOf(game: Game): Setting[] {
  const onCells = new Set((game.board?.cells ?? []).flatMap(({ facts }) => facts.map(({ fact }) => fact)));
  return game.variables
    .filter(({ facts }) => facts.some((fact) => !onCells.has(fact)))
    .map(({ name, facts, exhaustive }) => ({ name, facts, none: !exhaustive }));
}
