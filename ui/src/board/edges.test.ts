import { describe, expect, it } from 'vitest';
import type { Cell } from '../model/api';
import { inGrid, onCircle } from './edges';

const cells = (...labels: string[]): Cell[] =>
  labels.map((label, x) => ({ pane: 0, x, y: 0, label, name: label, facts: [] }));

describe('lines between points', () => {
  it('stand on a circle by the names of their ends', () => {
    const { points, edges, ratio } = onCircle(cells('1 2', '2 10', '1 10'));
    expect(points.map(({ name }) => name)).toEqual(['1', '2', '10']);
    expect(ratio).toBe(1);
    expect(edges[1]?.a).toBe(points[1]);
    expect(edges[1]?.b).toBe(points[2]);
  });

  it('stand in a grid with the first row at the bottom', () => {
    const { points, edges, ratio } = inGrid(
      cells('horizontal 1 1', 'horizontal 2 1', 'horizontal 1 2', 'horizontal 2 2', 'vertical 1 1', 'vertical 3 1'),
    );
    expect(points).toHaveLength(6);
    expect(ratio).toBeGreaterThan(1);
    const [lower, , upper, , left, right] = edges;
    expect(lower?.y).toBeGreaterThan(upper?.y ?? Infinity);
    expect(lower?.a.y).toBe(lower?.b.y);
    expect(left?.a.x).toBe(left?.b.x);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
  });
});
