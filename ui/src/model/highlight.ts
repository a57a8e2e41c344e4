/** A rule sheet cut into pieces for colouring and underlining, without changing a character of it. */

import type { Diagnostic } from './api';

export interface Piece {
  text: string;
  kind: 'comment' | 'keyword' | 'variable' | 'number' | 'plain';
  severity: Diagnostic['severity'] | null;
}

const KEYWORDS = new Set(
  '<= role init true does next legal goal terminal base input not or distinct => group define'.split(' '),
);
const TOKEN = /;[^\n]*|[()]|[^\s();]+|\s+/g;

function kindOf(token: string): Piece['kind'] {
  if (token.startsWith(';')) return 'comment';
  if (token.startsWith('?')) return 'variable';
  if (/^\d+$/.test(token)) return 'number';
  return KEYWORDS.has(token.toLowerCase()) ? 'keyword' : 'plain';
}

/** Where a diagnostic stands in the text; one without a length still underlines a character. */
export function rangeOf(diagnostic: Diagnostic): { start: number; end: number } | null {
  if (diagnostic.start === null) return null;
  return { start: diagnostic.start, end: diagnostic.start + Math.max(1, diagnostic.length ?? 1) };
}

/** Letters beyond which words are not coloured: that many elements would hold up every key. */
const COLOURED = 60_000;

export function piecesOf(text: string, diagnostics: Diagnostic[]): Piece[] {
  const underlined = severities(text.length, diagnostics);
  const pieces: Piece[] = [];
  let stretch = 0;
  const add = (from: number, to: number, kind: Piece['kind']) => {
    let at = from;
    while (at < to) {
      while ((underlined[stretch]?.end ?? Infinity) <= at) stretch += 1;
      const end = Math.min(to, underlined[stretch]?.end ?? to);
      pieces.push({ text: text.slice(at, end), kind, severity: underlined[stretch]?.severity ?? null });
      at = end;
    }
  };
  if (text.length > COLOURED) add(0, text.length, 'plain');
  else for (const match of text.matchAll(TOKEN)) add(match.index, match.index + match[0].length, kindOf(match[0]));
  return joined(pieces);
}

/** The text in stretches of one severity, in order: an error outweighs a warning where both stand. */
function severities(length: number, diagnostics: Diagnostic[]): { end: number; severity: Piece['severity'] }[] {
  const ranges = diagnostics.flatMap((diagnostic) => {
    const range = rangeOf(diagnostic);
    return range ? [{ ...range, severity: diagnostic.severity }] : [];
  });
  const cuts = [...new Set([0, ...ranges.flatMap(({ start, end }) => [start, end]), length])]
    .filter((cut) => cut <= length)
    .sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    const here = ranges.filter((range) => range.start <= start && start < range.end);
    const isError = here.some(({ severity }) => severity === 'error');
    return { end, severity: isError ? 'error' : here.length > 0 ? 'warning' : null };
  });
}

/** Neighbours that look the same become one: fewer elements on the page. */
function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    if (before && before.kind === piece.kind && before.severity === piece.severity) before.text += piece.text;
    else all.push(piece);
  }
  return all;
}
