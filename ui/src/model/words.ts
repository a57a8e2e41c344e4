/** How outcomes, moves and numbers are written on the page. */

import type { Example, Game, Move, Outcome, Rewards, Stored } from './api';

/** The signs that say the same as the colours. */
export const SIGN: Record<Outcome, string> = { win: '+', draw: '=', loss: '−' };

/**
 * `(mark 2 2)` as people read it: `mark 2 2`, and `(draw (line 1 2))`: `draw line 1 2`. Other inner brackets stay, they
 * tell apart what belongs together.
 */
export function plain(term: string): string {
  const inner = term.startsWith('(') && term.endsWith(')') ? term.slice(1, -1) : term;
  return inner.replace(/^(\S+) \(([^()]*)\)$/, '$1 $2');
}

/** A literal in words: `(not (cell 1 1 x))` is `not cell 1 1 x`. */
export function plainLiteral(literal: string): string {
  const inner = negated(literal);
  return inner === null ? plain(literal) : `not ${plain(inner)}`;
}

/** Words that a line break would tear apart. */
export function unbroken(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}

/** Numbers as a list with runs: `1, 3–5`. */
export function ranges(numbers: number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}${to - from > 1 ? '–' : ', '}${to}`)).join(', ');
}

/** The fact inside a negation, or null if the literal is not one. */
export function negated(literal: string): string | null {
  return /^\(not (.*)\)$/s.exec(literal)?.[1] ?? null;
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${whole(number)} ${number === 1 ? one : many}`;
}

export function whole(number: number): string {
  return number.toLocaleString('en-GB');
}

export function bytes(number: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let rest = number;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${rest >= 100 || unit === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`;
}

export function share(part: number, all: number): string {
  return all === 0 ? '' : `${((100 * part) / all).toFixed(1)} %`;
}

/** What a position or a move is worth to whoever moves. */
export type Worth = Pick<Move, 'outcome' | 'points' | 'distance' | 'endless'>;

/** The points of whoever moves, or the sign of the outcome where the game is only won, drawn and lost. */
export function sign({ outcome, points }: Pick<Worth, 'outcome' | 'points'>): string {
  return points !== null ? String(points) : outcome ? SIGN[outcome] : '';
}

/** "win in 5", "draw", "loss in 4", "draw, without end", "100 points in 7". */
export function verdict(worth: Worth): string {
  const what = worth.points === null ? (worth.outcome ?? '') : counted(worth.points, 'point');
  if (worth.endless) return `${what}, without end`;
  return worth.distance === null ? what : `${what} in ${worth.distance}`;
}

/** What a result means for the players: "x wins", "a draw", or the points of each, "x 55, o 45". */
export function result(rewards: Rewards, roles: string[], inPoints: boolean): string {
  if (roles.length === 1) return counted(rewards[0] ?? 0, 'point');
  if (inPoints) return roles.map((role, index) => `${role} ${rewards[index] ?? 0}`).join(', ');
  const best = Math.max(...rewards);
  const winners = roles.filter((_, index) => rewards[index] === best);
  return winners.length === 1 ? `${winners[0]} wins` : 'a draw';
}

/** Why a game has no values. */
export function unsolvable(game: Pick<Game, 'class'>): string {
  return game.class.turn_taking === 'refuted'
    ? 'This game has simultaneous moves of more than two roles or without a constant sum, so single moves have no value.'
    : 'This game has hidden information, so its states have no value.';
}

/** How a rule fits in an example, as it is written or through a symmetry, and what it plays. */
export function fits(beginning: string, example: Example, mirrored: string): string {
  const { moves, moves_in_words, images } = example;
  const named = (isMirrored: boolean) =>
    moves_in_words.filter((_, index) => example.mirrored.includes(moves[index] ?? '') === isMirrored).join(' or ');
  const [asWritten, through] = [named(false), named(true)];
  if (asWritten === '') return `${beginning}, ${mirrored}: ${images.length === 1 ? images[0] : `${through}.`}`;
  return `${beginning}: ${asWritten}.${through === '' ? '' : ` It also fits ${mirrored}: ${through}.`}`;
}

/** How a stored strategy stands in lists; the names of those that were found already say the rest. */
export function strategyTitle({ name, origin, strategy, rules }: Stored): string {
  return origin === 'synthesised' ? name : `${name} (${strategy.role}, ${counted(rules, 'rule')})`;
}
