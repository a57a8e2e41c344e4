/**
 * Literals of a rule as conditions on the cells and counters of a board, and back. What is not on the board stays a
 * literal.
 */

import type { Board } from '../model/api';
import { negated, plainLiteral } from '../model/words';

/** What a rule asks of a cell or counter: to be something, or not to be some things. */
export interface Condition {
  is: string | null;
  not: string[];
}

export interface Pattern {
  cells: Map<number, Condition>;
  counters: Map<number, Condition>;
  rest: string[];
}

/** A place of the board with the facts that may hold there. */
export interface Spot {
  label: string;
  facts: { fact: string; name: string }[];
}

export function cellSpot(board: Board, cell: number): Spot {
  const found = board.cells[cell];
  return {
    label: `Place ${found?.name ?? ''}`,
    facts: (found?.facts ?? []).map(({ fact, content }) => ({ fact, name: content })),
  };
}

export function counterSpot(board: Board, counter: number): Spot {
  const found = board.counters[counter];
  return {
    label: found?.label ?? '',
    facts: (found?.values ?? []).map(({ fact, value }) => ({ fact, name: value })),
  };
}

export function patternOf(board: Board | null, when: string[]): Pattern {
  const pattern: Pattern = { cells: new Map(), counters: new Map(), rest: [] };
  const places = board ? placesOf(board) : new Map<string, Place>();
  for (const literal of when) {
    const inner = negated(literal);
    const place = places.get(inner ?? literal);
    if (!place) {
      pattern.rest.push(literal);
      continue;
    }
    const on = place.kind === 'cell' ? pattern.cells : pattern.counters;
    const condition = on.get(place.index) ?? { is: null, not: [] };
    if (inner === null) condition.is = place.name;
    else condition.not.push(place.name);
    on.set(place.index, condition);
  }
  return pattern;
}

/** A condition in words: `(not (cell 1 1 x))` is `column 1, row 1 is not x`, if the board has such a place. */
export function conditionName(board: Board | null, literal: string): string {
  const inner = negated(literal);
  const words = board ? placesOf(board).get(inner ?? literal)?.words : undefined;
  return words?.[inner === null ? 0 : 1] ?? plainLiteral(literal);
}

/** The choice a reader has for a place: anything, one fact, or not one fact. */
export type Choice = { kind: 'any' } | { kind: 'is' | 'not'; fact: string };

export function choiceAt(spot: Spot, when: string[]): Choice {
  for (const { fact } of spot.facts) {
    if (when.includes(fact)) return { kind: 'is', fact };
  }
  for (const { fact } of spot.facts) {
    if (when.includes(`(not ${fact})`)) return { kind: 'not', fact };
  }
  return { kind: 'any' };
}

/** The literals with the choice for one place in place of what was said about it before. */
export function withChoice(spot: Spot, when: string[], choice: Choice): string[] {
  const facts = new Set(spot.facts.map(({ fact }) => fact));
  const others = when.filter((literal) => !facts.has(negated(literal) ?? literal));
  if (choice.kind === 'any') return others;
  return [...others, choice.kind === 'is' ? choice.fact : `(not ${choice.fact})`];
}

interface Place {
  kind: 'cell' | 'counter';
  index: number;
  name: string;
  words: string[];
}

const known = new WeakMap<Board, Map<string, Place>>();

function placesOf(board: Board): Map<string, Place> {
  let places = known.get(board);
  if (!places) {
    places = new Map();
    for (const [index, cell] of board.cells.entries()) {
      for (const { fact, content, words } of cell.facts) {
        places.set(fact, { kind: 'cell', index, name: content, words });
      }
    }
    for (const [index, counter] of board.counters.entries()) {
      for (const { fact, value, words } of counter.values) {
        places.set(fact, { kind: 'counter', index, name: value, words });
      }
    }
    known.set(board, places);
  }
  return places;
}
