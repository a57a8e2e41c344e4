/** Cells that are halves of one piece, such as the two of a domino. */

import type { Hints } from '../model/api';

/** Where the other half of a cell's piece is. */
export type Side = 'up' | 'down' | 'left' | 'right';

interface Placed {
  index: number;
  x: number;
  y: number;
}

/**
 * The halves among cells: those with a content that is joined down or across, two by two from the upper or left end of
 * each row of them. A row of pieces that all lie along it can be divided in no other way.
 */
export function halves(cells: Placed[], contents: string[][], joined: Hints['joined']): Map<number, Side> {
  const found = new Map<number, Side>();
  const at = new Map(cells.map(({ index, x, y }) => [`${x} ${y}`, index]));
  const inOrder = [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const [content, way] of Object.entries(joined ?? {})) {
    const [dx, dy] = way === 'down' ? [0, 1] : [1, 0];
    const [back, forth]: [Side, Side] = way === 'down' ? ['up', 'down'] : ['left', 'right'];
    for (const { index, x, y } of inOrder) {
      const other = at.get(`${x + dx} ${y + dy}`);
      const holds = (cell: number) => contents[cell]?.includes(content) && !found.has(cell);
      if (other === undefined || !holds(index) || !holds(other)) continue;
      found.set(index, forth).set(other, back);
    }
  }
  return found;
}
