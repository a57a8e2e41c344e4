/** Walking over a board with the arrow keys, by where things are drawn: cells of any shape, lines, objects of heaps. */

export interface Spot {
  x: number;
  y: number;
}

export const ARROWS: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How much more a step aside counts than one ahead: what lies straight ahead comes first. */
const ASIDE = 3;

/** The number of the next spot in a direction, or -1 at the edge. What is more aside than ahead is no next one. */
export function nextSpot(spots: Spot[], here: Spot, direction: Spot): number {
  let found = -1;
  let least = Infinity;
  spots.forEach(({ x, y }, index) => {
    const ahead = (x - here.x) * direction.x + (y - here.y) * direction.y;
    const aside = Math.abs((x - here.x) * direction.y) + Math.abs((y - here.y) * direction.x);
    const distance = ahead + ASIDE * aside;
    if (ahead > 1 && aside <= ahead && distance < least) [found, least] = [index, distance];
  });
  return found;
}

const PLACES = '[data-cell], [data-object]';

function middle(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The place of a board that has the focus, in words that outlive its element: a move may replace that. */
export function placeOf(element: EventTarget | null): string | null {
  const place = element instanceof Element ? element.closest<HTMLElement>(PLACES) : null;
  if (!place) return null;
  const { cell, object } = place.dataset;
  return cell === undefined ? `[data-object="${object}"]` : `[data-cell="${cell}"]`;
}

/** Moves the focus on a board by an arrow key. */
export function walk(board: HTMLElement, from: Element, direction: Spot): void {
  const places = [...board.querySelectorAll<HTMLElement>(PLACES)];
  places[nextSpot(places.map(middle), middle(from), direction)]?.focus();
}
