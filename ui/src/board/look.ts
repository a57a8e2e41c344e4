/** How a content of a cell looks: by the game's hints, otherwise by its name. */

import type { Game, PieceHint } from '../model/api';

export interface Look {
  shape: PieceHint['shape'] | 'seeds';
  glyph: string;
  /** A class of `Piece.svelte` that gives the colour. */
  colour: string;
  name: string;
  /** Belongs to every second role and has a colour that not everybody can tell from the other's: then a mark tells. */
  marked: boolean;
}

/** So light or dark that nobody takes them for another colour. */
const PLAIN_TO_ALL = new Set(['white', 'black', 'yellow']);

/** Names of pieces that are colours are shown in them. */
const COLOURS = new Set(['white', 'black', 'red', 'yellow', 'blue', 'green']);

export function isColour(name: string): boolean {
  return COLOURS.has(name);
}

export function lookOf(game: Game, content: string): Look {
  const hint = game.hints?.pieces?.[content];
  const role = hint?.role ?? game.roles.indexOf(content);
  const owner = game.roles[role];
  const colour = colourOf(content, owner, role);
  const seeds = game.hints?.surface === 'pits' && /^\d+$/.test(content);
  const shape = seeds ? 'seeds' : (hint?.shape ?? shapeOf(game, content, role));
  const marked = role % 2 === 1 && !PLAIN_TO_ALL.has(colour);
  return { shape, glyph: hint?.glyph ?? hint?.name ?? content, colour, name: hint?.name ?? content, marked };
}

function colourOf(content: string, owner: string | undefined, role: number): string {
  if (COLOURS.has(content)) return content;
  if (owner !== undefined && COLOURS.has(owner)) return owner;
  return role >= 0 ? `role-${role % 4}` : 'plain';
}

function shapeOf(game: Game, content: string, role: number): PieceHint['shape'] {
  if (game.hints?.joined?.[content]) return 'block';
  if (content === 'x') return 'cross';
  if (content === 'o') return 'ring';
  if (role >= 0 || COLOURS.has(content)) return 'disc';
  if (/^\d+$/.test(content)) return 'tile';
  // Where a cell is either empty or not, the word for that tells nothing.
  const { contents, empty } = game.board ?? { contents: [], empty: null };
  return empty !== null && contents.length === 2 && contents.includes(content) ? 'block' : 'glyph';
}
