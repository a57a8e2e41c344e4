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

export function piecesOf(text: string, diagnostics: Diagnostic[]): Piece[] {
  const ranges = diagnostics.flatMap((diagnostic) => {
    const range = rangeOf(diagnostic);
    return range ? [{ ...range, severity: diagnostic.severity }] : [];
  });
  const cuts = [...new Set(ranges.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const kind = kindOf(match[0]);
    const end = match.index + match[0].length;
    let from = match.index;
    for (const to of [...cuts.filter((cut) => cut > from && cut < end), end]) {
      pieces.push({ text: text.slice(from, to), kind, severity: severityAt(from) });
      from = to;
    }
  }
  return joined(pieces);

  function severityAt(at: number): Piece['severity'] {
    const here = ranges.filter(({ start, end }) => start <= at && at < end);
    if (here.some(({ severity }) => severity === 'error')) return 'error';
    return here.length > 0 ? 'warning' : null;
  }
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
