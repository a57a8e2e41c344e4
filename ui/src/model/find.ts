/** What is asked of positions, as it stands in the address: `#/tic-tac-toe/explore?value=win&order=longest`. */

import type { FindConditions, Game } from './api';
import { result } from './words';

/** How many positions are shown. */
export const SHOWN = 24;

export const ORDERS = {
  longest: 'Longest play first',
  random: 'Random positions',
  'per-distance': 'One for each length',
  first: 'As they are stored',
} as const;
export type Order = keyof typeof ORDERS;

/** The fields of the form; an empty text asks for nothing. */
export interface Search {
  value: string;
  distance: string;
  layer: string;
  turn: string;
  over: string;
  holds: string;
  fails: string;
  /** "1" if exactly one move is optimal. */
  only: string;
  zugzwang: string;
  order: string;
  seed: string;
}

const NOTHING: Search = {
  value: '',
  distance: '',
  layer: '',
  turn: '',
  over: '',
  holds: '',
  fails: '',
  only: '',
  zugzwang: '',
  order: '',
  seed: '',
};

export function searchOf(query: URLSearchParams): Search {
  const entries = Object.keys(NOTHING).map((key) => [key, query.get(key) ?? ''] as const);
  return Object.fromEntries(entries) as unknown as Search;
}

/** The part of a search that an address tells. */
export function queryOf(search: Search): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value.trim() !== ''));
}

export function orderOf(search: Search, distances: boolean): Order {
  const order = Object.keys(ORDERS).find((name) => name === search.order) as Order | undefined;
  if (!distances && (order === 'longest' || order === 'per-distance')) return 'random';
  return order ?? (distances ? 'longest' : 'random');
}

export function conditionsOf(search: Search, distances: boolean): FindConditions {
  const list = (text: string) => (text.trim() === '' ? [] : [text.trim()]);
  return {
    values: list(search.value),
    distance: search.distance.trim() || null,
    layer: search.layer.trim() || null,
    to_move: search.turn || null,
    over: search.over === '' ? null : search.over === 'yes',
    holds: list(search.holds),
    fails: list(search.fails),
    optimal_moves: search.only ? '1' : null,
    zugzwang: search.zugzwang !== '',
    order: orderOf(search, distances),
    positions: SHOWN,
    seed: Number(search.seed) || 0,
  };
}

/** The results one may ask for: a value and its name. */
export function resultsOf(game: Game): [value: string, name: string][] {
  const solved = game.databases.find(({ complete }) => complete) ?? game.databases[0];
  const all = (solved?.outcomes ?? []).map(({ rewards }): [string, string] => [
    rewards.join(','),
    result(rewards, game.roles, game.in_points),
  ]);
  if (game.in_points || game.roles.length !== 2) return all;
  return [['win', 'won for the player to move'], ['loss', 'lost for the player to move'], ...all];
}
