/** Where cells are drawn if not in the columns and rows of their coordinates. */

import type { Cell, Hints } from '../model/api';

export interface Layout {
  width: number;
  height: number;
  /** Per cell, in the order given, its column and row. */
  at: { x: number; y: number }[];
  /** From where to where lines go, in columns and rows. */
  lines: [number, number, number, number][];
}

/** The points of a square, all the way round from a corner on, in steps from its middle. */
const ROUND = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;

/**
 * Squares inside each other, the outermost first, of eight points each, whose middles are joined: `2 1` is the first
 * corner of the second square.
 */
export function inRings(cells: Cell[]): Layout {
  const squares = Math.max(1, ...cells.map(({ x }) => x + 1));
  const point = (square: number, place: number) => {
    const [dx, dy] = ROUND[place % ROUND.length] ?? ROUND[0];
    return { x: squares + dx * (squares - square), y: squares + dy * (squares - square) };
  };
  const line = (square: number, place: number, toSquare: number, toPlace: number): Layout['lines'][number] => {
    const [from, to] = [point(square, place), point(toSquare, toPlace)];
    return [from.x, from.y, to.x, to.y];
  };
  const lines = Array.from({ length: squares }, (_, square) =>
    [0, 2, 4, 6].map((corner) => line(square, corner, square, corner + 2)),
  ).flat();
  if (squares > 1) lines.push(...[1, 3, 5, 7].map((middle) => line(0, middle, squares - 1, middle)));
  const size = 2 * squares + 1;
  return { width: size, height: size, at: cells.map(({ x, y }) => point(x, y)), lines };
}

/** Points where the sheet says that they are, joined by its lines; what it forgets stands in a row below. */
export function inGraph(cells: Cell[], { points, lines = [] }: NonNullable<Hints['graph']>): Layout {
  const told = Object.values(points);
  const below = Math.max(0, ...told.map(([, y]) => y + 1));
  const forgotten = cells.filter(({ label }) => !points[label]);
  const at = cells.map((cell) => {
    const [x, y] = points[cell.label] ?? [forgotten.indexOf(cell), below];
    return { x, y };
  });
  const between = lines.flatMap(([from, to]): Layout['lines'] => {
    const [a, b] = [points[from], points[to]];
    return a && b ? [[...a, ...b]] : [];
  });
  const size = (of: 'x' | 'y') => Math.max(1, ...at.map((place) => place[of] + 1));
  return { width: size('x'), height: size('y'), at, lines: between };
}

/** Things that stand on each other: a cell holds the name of what its thing stands on, or of the ground. */
export function inStacks(cells: Cell[], contents: string[][]): Layout {
  const height = cells.length;
  const at = cells.map((_, cell) => {
    let [ground, depth] = [cell, 0];
    // What stands on itself in the end, in rules that allow it, has no ground to count from.
    while (depth < height - 1) {
      const below = cells.findIndex(({ label }) => contents[ground]?.includes(label));
      if (below < 0) break;
      [ground, depth] = [below, depth + 1];
    }
    return { x: ground, y: height - 1 - depth };
  });
  return { width: cells.length, height, at, lines: [] };
}
