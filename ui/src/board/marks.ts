/** What can be drawn on top of a cell, a token of a heap or a counter. */

import type { Game, Move, Outcome } from '../model/api';
import { moveName } from '../model/naming';
import { sign, verdict } from '../model/words';

export interface Mark {
  /** Can be clicked. */
  pickable?: boolean;
  /** Tint of the outcome of moving here. */
  outcome?: Outcome | null;
  /** The sign that says the same, or points. */
  sign?: string;
  /** Turns to the end, or ∞. */
  turns?: string;
  /** The move of a strategy: blue. */
  strategy?: boolean;
  /** A cell that a move only touches: where it comes from, or one of those where it may end. */
  touched?: boolean;
  /** A wrong move. */
  wrong?: boolean;
  selected?: boolean;
  /** Changed by the last move. */
  last?: boolean;
  /** A click here means another cell: any cell of a column into which a piece drops. */
  proxy?: boolean;
  /** Said to people who can't see the mark. */
  says?: string;
  /** Said of a cell in which nothing stands, where that does not mean that it is empty. */
  vacant?: string;
}

export type Marks = Map<number, Mark>;

/** The mark for the best of the moves that begin at a place; without values only that it can be clicked. */
export function markFor(game: Game, moves: Move[], values: boolean): Mark {
  const [best] = moves;
  if (!best) return {};
  const name = moves.length === 1 ? moveName(game, best.move) : `${moves.length} moves`;
  if (!values || best.outcome === null) return { pickable: true, says: name };
  return {
    pickable: true,
    outcome: best.outcome,
    sign: sign(best),
    turns: best.endless ? '∞' : best.distance === null ? '' : String(best.distance),
    says: `${name}: ${moves.length > 1 ? 'at best ' : ''}${verdict(best)}`,
  };
}

/** Marks of the objects of each counter, by how many are left when an object and those after it go. */
export type ObjectMarks = Map<number, Map<number, Mark>>;

/** The cells of a strategy's move: the one it goes to in full blue, others lighter. */
export function moveMarks(cells: number[]): [number, Mark][] {
  const several = cells.length > 2;
  return cells.map((cell, index) => [cell, { strategy: true, touched: several || index < cells.length - 1 }]);
}

/** Moves in blue where they are on the board, whatever the state. */
export function strategyMarks(game: Game, role: string, moves: string[]): { cells: Marks; objects: ObjectMarks } {
  const cells: Marks = new Map();
  const objects: ObjectMarks = new Map();
  for (const move of moves) {
    const place = game.places[role]?.[move];
    if (!place) continue;
    for (const [cell, mark] of moveMarks(place.cells)) cells.set(cell, mark);
    if (place.counter === null) continue;
    const here = objects.get(place.counter) ?? new Map<number, Mark>();
    objects.set(place.counter, here.set(Number(place.to ?? 0), { strategy: true }));
  }
  return { cells, objects };
}
