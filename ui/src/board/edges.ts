/** Where cells that are lines between points lie: on a circle of points, or in a grid of them. */

import type { Cell } from '../model/api';

export interface Point {
  x: number;
  y: number;
  /** Nothing where points have no names. */
  name: string;
}

export interface Edge {
  cell: number;
  label: string;
  a: Point;
  b: Point;
  /** Where to click. */
  x: number;
  y: number;
}

export interface EdgeDrawing {
  points: Point[];
  edges: Edge[];
  /** Width over height. */
  ratio: number;
}

const RADIUS = 41;
/** Long diagonals meet in the middle, so their places to click lie nearer to one end. */
const OFF_CENTRE = 0.36;
/** Room around a grid, in steps of it. */
const MARGIN = 0.35;

/** Lines such as those of Sim, `1 4`: the points stand on a circle, in a square of 100. */
export function onCircle(cells: Cell[]): EdgeDrawing {
  const ends = cells.map(({ label }) => label.split(' '));
  const names = [...new Set(ends.flat())].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const points = names.map((name, index) => {
    const angle = (2 * Math.PI * index) / names.length - Math.PI / 2;
    return { x: 50 + RADIUS * Math.cos(angle), y: 50 + RADIUS * Math.sin(angle), name };
  });
  const edges = cells.flatMap(({ label }, cell) => {
    const [from = 0, to = 0] = (ends[cell] ?? []).map((name) => names.indexOf(name));
    const [a, b] = [points[from], points[to]];
    if (!a || !b) return [];
    const at = Math.abs(from - to) * 2 === names.length ? OFF_CENTRE : 0.5;
    return [{ cell, label, a, b, x: a.x + at * (b.x - a.x), y: a.y + at * (b.y - a.y) }];
  });
  return { points, edges, ratio: 1 };
}

/**
 * Lines such as those of Dots and Boxes, `horizontal 1 2` and `vertical 1 2`: each begins at the point of its column
 * and row, the first row at the bottom. Measures are hundredths of the width and of the height.
 */
export function inGrid(cells: Cell[]): EdgeDrawing {
  const lines = cells.map(({ label }, cell) => {
    const [kind = '', column = '1', row = '1'] = label.split(' ');
    const [x, y] = [Number(column) - 1, Number(row) - 1];
    const [dx, dy] = kind === 'vertical' ? [0, 1] : [1, 0];
    return { cell, label, from: [x, y] as const, to: [x + dx, y + dy] as const };
  });
  const width = Math.max(1, ...lines.map(({ to }) => to[0]));
  const height = Math.max(1, ...lines.map(({ to }) => to[1]));
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const at = ([x, y]: readonly [number, number]): Point => ({
    x: (100 * (x + MARGIN)) / across,
    y: (100 * (height - y + MARGIN)) / down,
    name: '',
  });
  const points = Array.from({ length: (width + 1) * (height + 1) }, (_, index) =>
    at([index % (width + 1), Math.floor(index / (width + 1))]),
  );
  const edges = lines.map(({ cell, label, from, to }) => {
    const [a, b] = [at(from), at(to)];
    return { cell, label, a, b, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  });
  return { points, edges, ratio: across / down };
}
