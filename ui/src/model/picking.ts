/**
 * From clicks on cells to moves. A move names the cells to click in order: one for "put here", two for "from here to
 * there". A path is what has been clicked so far; the moves that still fit decide what can be clicked next.
 */

import type { Move } from './api';

/** The moves whose cells begin with the path. */
export function fitting(moves: Move[], path: number[]): Move[] {
  return moves.filter((move) => move.cells.length > 0 && path.every((cell, index) => move.cells[index] === cell));
}

/** For every cell that can be clicked next the moves it leads to, in the order of `moves`, best first. */
export function nextCells(moves: Move[], path: number[]): Map<number, Move[]> {
  const next = new Map<number, Move[]>();
  for (const move of fitting(moves, path)) {
    const cell = move.cells[path.length];
    if (cell === undefined) continue;
    const known = next.get(cell);
    if (known) known.push(move);
    else next.set(cell, [move]);
  }
  return next;
}

export type Picked = { play: Move } | { path: number[]; choose: Move[] };

/**
 * What a click does: play the only move left, or leave a longer path, with the moves to choose from where several
 * are at the same cells. A click that fits nothing begins anew; a second click on the same cell gives up.
 */
export function pick(moves: Move[], path: number[], cell: number): Picked {
  if (path.at(-1) === cell) return { path: [], choose: [] };
  const longer = [...path, cell];
  const left = fitting(moves, longer);
  if (left.length === 0) return path.length > 0 ? pick(moves, [], cell) : { path: [], choose: [] };
  const [only] = left;
  if (left.length === 1 && only && only.cells.length === longer.length) return { play: only };
  const complete = left.filter((move) => move.cells.length === longer.length);
  return { path: longer, choose: complete.length > 1 ? complete : [] };
}

/**
 * Cells that stand for another one: `(drop 3)` may end in any cell of column 3, so a click on any of them means the one
 * where it ends now, unless they have moves of their own or two moves could be meant.
 */
export function proxies(moves: Move[], reach: (move: Move) => number[]): Map<number, number> {
  const meant = new Map<number, number | null>();
  for (const move of moves) {
    const [end, ...others] = move.cells;
    const cells = reach(move);
    if (end === undefined || others.length > 0 || cells.length < 2 || !cells.includes(end)) continue;
    for (const cell of cells) meant.set(cell, meant.has(cell) ? null : end);
  }
  const own = new Set(moves.flatMap(({ cells }) => cells));
  return new Map([...meant].flatMap(([cell, end]) => (end === null || own.has(cell) ? [] : [[cell, end] as const])));
}

/** The move that leaves a counter at a number: clicking the fourth object of a heap leaves three. */
export function counterMoves(moves: Move[], counter: number): Map<number, Move> {
  const byNumber = new Map<number, Move>();
  for (const move of moves) {
    if (move.counter !== counter) continue;
    const change = move.changes.find((each) => each.counter === counter);
    const to = change?.to;
    if (to === null || to === undefined || !/^\d+$/.test(to)) continue;
    if (!byNumber.has(Number(to))) byNumber.set(Number(to), move);
  }
  return byNumber;
}
