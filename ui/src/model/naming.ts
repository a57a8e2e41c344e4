/** Moves in the words of the board, and what its counters are. */

import type { Game } from './api';
import { plain } from './words';

/** A move as people write it: `mark a2` for `(mark 1 2)`. Several moves at once have no name of their own. */
export function moveName(game: Game, move: string): string {
  return game.names[move] ?? plain(move);
}

/** Whether counters are heaps of things: so the hints say, or moves act on them and there is no board beside them. */
export function counterStyle(game: Game): 'heaps' | 'columns' | 'numbers' {
  const heaps = game.board?.cells.length === 0 && game.start.moves.some(({ counter }) => counter !== null);
  return game.hints?.counters ?? (heaps ? 'heaps' : 'numbers');
}

/**
 * Whether a counter is a plain number and not a heap of things: so the hints say, or moves act on other counters and
 * never on one of this name, as on a counter of steps.
 */
export function isPlainNumber(game: Game, counter: number): boolean {
  const first = (index: number) => game.board?.counters[index]?.label.split(' ')[0] ?? '';
  if (game.hints?.numbers) return game.hints.numbers.includes(first(counter));
  const places = Object.values(game.places).flatMap((moves) => Object.values(moves));
  const acted = new Set(places.flatMap(({ counter }) => (counter === null ? [] : first(counter))));
  return acted.size > 0 && !acted.has(first(counter));
}
