/** Scrolls a list, and nothing else, so far that one of its parts can be seen. */
export function reveal(list: HTMLElement, part: HTMLElement): void {
  const above = part.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  const hidden = above < list.scrollTop || above + part.offsetHeight > list.scrollTop + list.clientHeight;
  if (hidden) list.scrollTop = above - list.clientHeight / 3;
}
