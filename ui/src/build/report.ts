/** What completing and minimising did, in the words and numbers of the list on the page. */

import { conditionName } from '../board/pattern';
import type { Game, Minimised } from '../model/api';
import { moveName } from '../model/naming';
import { counted, ranges, unbroken } from '../model/words';
import { type DraftRule, ready } from './rules';

export interface Report {
  summary: string;
  /** One line per rule. */
  details: string[];
}

export const told = (summary: string): Report => ({ summary, details: [] });

/** `added` are the numbers of the new rules in the list as it is now. */
export function completed(added: number[]): Report {
  if (added.length === 0) return told('Nothing was missing.');
  return told(`${counted(added.length, 'rule')} added: ${ranges(added)}. Your own rules are unchanged.`);
}

/** `rules` is the list as it was; the server numbers only those that had a move. */
export function minimised(game: Game, rules: DraftRule[], { before, after, removed }: Minimised): Report {
  if (removed.length === 0) return told('Nothing is superfluous.');
  const sent = ready(rules);
  const gone = new Set(removed.filter(({ literals }) => literals === null).map(({ rule }) => rule));
  const details = removed.flatMap(({ rule, literals }) => {
    const old = sent[rule - 1];
    if (!old) return [];
    const name = `Rule ${rules.indexOf(old) + 1}`;
    if (literals === null) return [`${name} removed: ${inWords(game, old)}.`];
    // What is left keeps its order, so that its new number is told by how many went before it.
    const now = rule - [...gone].filter((other) => other < rule).length;
    return [`${name}${now === rule ? '' : `, now ${now},`} no longer requires that ${conditions(game, literals)}.`];
  });
  const summary = [
    `${counted(before.rules, 'rule')} → ${after.rules}`,
    `${counted(before.literals, 'condition')} → ${after.literals}`,
  ];
  return { summary: `${summary.join(', ')}.`, details };
}

function conditions(game: Game, literals: string[]): string {
  return literals.map((literal) => unbroken(conditionName(game.board, literal))).join(', ');
}

function inWords(game: Game, { when, move }: DraftRule): string {
  return `${when.length === 0 ? 'whenever you can' : `if ${conditions(game, when)}`}: ${unbroken(moveName(game, move))}`;
}
