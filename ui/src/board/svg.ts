/**
 * A drawn board as an SVG file of its own: shapes and texts at the places where the browser has laid them out, in the
 * light colours that print well. So every kind of board can be saved, and there is one place that says how boards look.
 */

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Paper around the board. */
const MARGIN = 8;
/** What decides the looks of a shape inside a drawing. */
const SHAPE = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'paint-order',
  'transform',
  'transform-origin',
  'vector-effect',
  'text-anchor',
  'dominant-baseline',
  'font-family',
  'font-size',
  'font-weight',
];

export interface Drawn {
  svg: string;
  width: number;
  height: number;
}

export function svgOf(root: HTMLElement, title: string): Drawn {
  const page = document.documentElement;
  const theme = page.dataset['theme'];
  // Put back before the browser paints again.
  page.dataset['theme'] = 'light';
  try {
    return new Drawing(root).file(title);
  } finally {
    if (theme === undefined) delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
  }
}

class Drawing {
  readonly #box: DOMRect;
  readonly #drawn: Element;

  constructor(private readonly root: HTMLElement) {
    this.#box = root.getBoundingClientRect();
    this.#drawn = document.createElementNS(NAMESPACE, 'svg');
  }

  file(title: string): Drawn {
    const [width, height] = [this.#box.width + 2 * MARGIN, this.#box.height + 2 * MARGIN].map(Math.ceil);
    this.#drawn.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    this.#drawn.setAttribute('width', `${width}`);
    this.#drawn.setAttribute('height', `${height}`);
    this.#drawn.setAttribute('role', 'img');
    this.#add(this.#drawn, 'title', {}).textContent = title;
    this.#add(this.#drawn, 'rect', { x: -MARGIN, y: -MARGIN, width: '100%', height: '100%', fill: '#ffffff' });
    this.#element(this.root, this.#drawn);
    const svg = new XMLSerializer().serializeToString(this.#drawn);
    return { svg, width: width ?? 0, height: height ?? 0 };
  }

  #add(parent: Element, name: string, attributes: Record<string, string | number>): Element {
    const added = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes))
      added.setAttribute(key, typeof value === 'number' ? `${Math.round(100 * value) / 100}` : value);
    parent.append(added);
    return added;
  }

  #element(element: Element, into: Element): void {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || element.classList.contains('visually-hidden'))
      return;
    let parent = into;
    if (style.opacity !== '1') parent = this.#add(into, 'g', { opacity: style.opacity });
    if (element instanceof SVGSVGElement) return this.#drawing(element, style, parent);
    this.#background(element, style, parent);
    for (const child of element.childNodes) {
      if (child instanceof Element) this.#element(child, parent);
      else if (child instanceof Text) this.#text(child, style, parent);
    }
  }

  /** The background and the border of an element, and of what the style adds within it. */
  #background(element: Element, style: CSSStyleDeclaration, into: Element): void {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const at = { x: box.left - this.#box.left, y: box.top - this.#box.top, width: box.width, height: box.height };
    this.#frame(at, style, into);
    for (const name of ['::before', '::after']) {
      const inner = getComputedStyle(element, name);
      if (inner.content === 'none' || inner.content === 'normal' || inner.position !== 'absolute') continue;
      const [left, top, width, height] = [inner.left, inner.top, inner.width, inner.height].map(parseFloat);
      if (left === undefined || top === undefined || !width || !height) continue;
      this.#frame({ x: at.x + left, y: at.y + top, width, height }, inner, into);
    }
  }

  #frame(at: { x: number; y: number; width: number; height: number }, style: CSSStyleDeclaration, into: Element): void {
    const polygon = /^polygon\((.*)\)$/.exec(style.clipPath)?.[1];
    if (polygon) {
      const points = polygon.split(',').map((point) => {
        const [x = 0, y = 0] = point.trim().split(/\s+/).map(parseFloat);
        return `${(at.x + (at.width * x) / 100).toFixed(2)},${(at.y + (at.height * y) / 100).toFixed(2)}`;
      });
      this.#add(into, 'polygon', { points: points.join(' '), fill: style.backgroundColor });
      return;
    }
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
      width: style[`border${side}Style`] === 'none' ? 0 : parseFloat(style[`border${side}Width`]),
      colour: style[`border${side}Color`],
      dashed: style[`border${side}Style`] === 'dashed',
    }));
    const [top, right, bottom, left] = sides;
    if (!top || !right || !bottom || !left) return;
    const even = sides.every(({ width, colour }) => width === top.width && colour === top.colour);
    const line = even && isSeen(top.colour) ? top.width : 0;
    if (isSeen(style.backgroundColor) || line > 0) {
      const radius = style.borderTopLeftRadius;
      const most = Math.min(at.width, at.height) / 2;
      const round = parseFloat(radius) * (radius.includes('%') ? Math.min(at.width, at.height) / 100 : 1);
      this.#add(into, 'rect', {
        x: at.x + line / 2,
        y: at.y + line / 2,
        width: at.width - line,
        height: at.height - line,
        rx: Math.min(round, most),
        fill: isSeen(style.backgroundColor) ? style.backgroundColor : 'none',
        ...(line > 0 ? { stroke: top.colour, 'stroke-width': line } : {}),
        ...(line > 0 && top.dashed ? { 'stroke-dasharray': '4 3' } : {}),
      });
    }
    if (even) return;
    const [x2, y2] = [at.x + at.width, at.y + at.height];
    const ends = [
      [at.x, at.y + top.width / 2, x2, at.y + top.width / 2],
      [x2 - right.width / 2, at.y, x2 - right.width / 2, y2],
      [at.x, y2 - bottom.width / 2, x2, y2 - bottom.width / 2],
      [at.x + left.width / 2, at.y, at.x + left.width / 2, y2],
    ];
    for (const [index, side] of sides.entries()) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ends[index] ?? [];
      if (side.width > 0 && isSeen(side.colour))
        this.#add(into, 'line', {
          ...{ x1, y1, x2, y2, stroke: side.colour, 'stroke-width': side.width },
          ...(side.dashed ? { 'stroke-dasharray': '8 6' } : {}),
        });
    }
  }

  #text(text: Text, style: CSSStyleDeclaration, into: Element): void {
    if (text.data.trim() === '') return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    this.#add(into, 'text', {
      x: box.left + box.width / 2 - this.#box.left,
      // The baseline is about a third of the letters' size below their middle.
      y: box.top + box.height / 2 - this.#box.top + 0.355 * parseFloat(style.fontSize),
      fill: style.color,
      'text-anchor': 'middle',
      'font-family': 'Inter, system-ui, sans-serif',
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
    }).textContent = text.data.trim();
  }

  /** A drawing within the board, with its looks written into it. */
  #drawing(drawing: SVGSVGElement, style: CSSStyleDeclaration, into: Element): void {
    const box = drawing.getBoundingClientRect();
    const copy = this.#add(into, 'svg', {
      x: box.left - this.#box.left,
      y: box.top - this.#box.top,
      width: box.width,
      height: box.height,
      overflow: style.overflow,
    });
    for (const name of ['viewBox', 'preserveAspectRatio']) {
      const value = drawing.getAttribute(name);
      if (value !== null) copy.setAttribute(name, value);
    }
    for (const child of drawing.children) copy.append(withLooks(child));
  }
}

function withLooks(shape: Element): Element {
  const copy = shape.cloneNode(false) as Element;
  copy.removeAttribute('class');
  const style = getComputedStyle(shape);
  for (const name of SHAPE) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== 'none' && value !== 'normal' && value !== 'auto') copy.setAttribute(name, value);
    else if (name === 'fill' || name === 'stroke') copy.setAttribute(name, 'none');
  }
  for (const child of shape.childNodes)
    copy.append(child instanceof Element ? withLooks(child) : child.cloneNode(false));
  return copy;
}

function isSeen(colour: string): boolean {
  return !/^(transparent|rgba\(.*, 0\))$/.test(colour);
}

/** The same as pixels, twice as fine as on the page. */
export async function pngOf({ svg, width, height }: Drawn): Promise<Blob> {
  const FINER = 2;
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width * FINER, height * FINER];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!made) throw new Error('This browser made no picture.');
    return made;
  } finally {
    URL.revokeObjectURL(address);
  }
}
