/**
 * Moves in the words of the board. `(mark 1 2)` says nothing to whoever has not read the rules; that it is about column 1
 * and row 2 is known from where the cells are drawn, and that `(reduce 4 0)` takes five from a heap from what it changes.
 */

import type { Change, Game, Place } from './api';
import { plain } from './words';

/** Surfaces whose columns and rows have their names beside them. */
const RULED = new Set(['squares', 'checkered', 'holes', 'points', 'pits']);

/**
 * A move of a role, or of whichever role has it where that is not known; with what it changes in a state it can say
 * more.
 */
export function moveName(game: Game, role: string | null, move: string, changes: Change[] = []): string {
  const [verb = '', ...rest] = plain(move).split(' ');
  const told = fromHint(game, verb, rest);
  if (told) return told;
  const place = (role === null ? Object.values(game.places) : [game.places[role]]).find((own) => own?.[move])?.[move];
  if (!place) return plain(move);
  const fromHeap = changes.length > 0 ? taken(game, place, changes) : left(game, place);
  return fromHeap ?? placed(game, verb, rest, place) ?? plain(move);
}

/** `move disc {1} to peg {2}`: words of the hints, with the arguments of the move. */
function fromHint(game: Game, verb: string, rest: string[]): string | null {
  const words = game.hints?.moves?.[verb];
  return words ? words.replace(/\{(\d)\}/g, (_, number: string) => rest[Number(number) - 1] ?? '') : null;
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
  return taken > 0 ? `${game.board?.counters[counter ?? 0]?.label}: take ${taken}, leave ${only.to}` : null;
}

/** What a move leaves of a heap, whatever was there. */
function left(game: Game, { cells, counter, to }: Place): string | null {
  if (counter === null || to === null || cells.length > 0 || counterStyle(game) !== 'heaps') return null;
  return `take ${game.board?.counters[counter]?.label} down to ${to}`;
}

/** Where a move acts, if its arguments are nothing but that. */
function placed(game: Game, verb: string, rest: string[], { cells }: Place): string | null {
  const all = cells.flatMap((cell) => game.board?.cells[cell] ?? []);
  const isAll = all.length > 0 && rest.join(' ') === all.map(({ label }) => label).join(' ');
  const [first, second] = all;
  if (!first) return null;
  if (isAll && all.length === 2 && second) return `${verb} from ${first.label} to ${second.label}`;
  const pane = game.board?.panes[first.pane];
  if (!pane || game.board?.panes.length !== 1 || pane.width < 2 || pane.height < 2) return null;
  if (!RULED.has(game.hints?.surface ?? 'squares')) return null;
  const column = `column ${pane.columns[first.x]}`;
  if (isAll && all.length === 1) return `${verb} ${column}, row ${pane.rows[first.y]}`;
  const isColumn = rest.length === 1 && all.length === pane.height && all.every(({ x }) => x === first.x);
  return isColumn ? `${verb} in ${column}` : null;
}
