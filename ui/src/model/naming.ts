/**
 * Moves in the words of the board. The server knows what a move is called whatever the state, and that `(reduce 4 0)`
 * takes five from a heap is known from what it changes.
 */

import type { Change, Game, Place } from './api';
import { plain } from './words';

/**
 * A move of a role, or of whichever role has it where that is not known; with what it changes in a state it can say
 * more.
 */
export function moveName(game: Game, role: string | null, move: string, changes: Change[] = []): string {
  const place = (role === null ? Object.values(game.places) : [game.places[role]]).find((own) => own?.[move])?.[move];
  if (!place) return plain(move);
  return taken(game, place, changes) ?? place.words;
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

/** What is taken from a heap, where that is all that happens. */
function taken(game: Game, { counter }: Place, changes: Change[]): string | null {
  const [only, ...others] = changes.filter((change) => change.counter !== undefined || change.cell !== undefined);
  if (!only || others.length > 0 || only.counter !== counter || counterStyle(game) !== 'heaps') return null;
  const taken = Number(only.from) - Number(only.to);
  const label = game.board?.counters[counter ?? 0]?.label ?? '';
  return taken > 0 ? `take ${taken} from ${label.includes(' ') ? label : `the ${label}`}, leave ${only.to}` : null;
}
