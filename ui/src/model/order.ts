/**
 * Moves in board order: as one reads, row by row, then by what becomes of a counter, then by name. The server gives the
 * best first; whoever wants to find it without help must not see that, neither in a list nor by the order of focus.
 */

import type { Board, Move } from './api';

export function inBoardOrder(board: Board | null, moves: Move[]): Move[] {
  const placed = moves.map((move) => ({ move, place: placeOf(board, move) }));
  return placed
    .sort((a, b) => compare(a.place, b.place) || natural.compare(a.move.move, b.move.move))
    .map(({ move }) => move);
}

const natural = new Intl.Collator('en', { numeric: true });

/** Pane, row and column of each cell to click; moves of counters come after those on cells, and all others last. */
function placeOf(board: Board | null, { cells, counter }: Move): number[] {
  const places = cells.flatMap((index) => {
    const cell = board?.cells[index];
    return cell ? [[cell.pane, cell.y, cell.x]] : [];
  });
  if (places.length > 0) return places.flat();
  return [Infinity, counter ?? Infinity];
}

function compare(a: number[], b: number[]): number {
  const differs = a.findIndex((number, index) => number !== b[index]);
  if (differs < 0) return a.length - b.length;
  const other = b[differs];
  return other === undefined ? 1 : (a[differs] ?? 0) < other ? -1 : 1;
}
