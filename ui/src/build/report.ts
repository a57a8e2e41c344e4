/** What completing and minimising did, in the words and numbers of the list on the page. */

import type { Minimised } from '../model/api';
import { counted, plainLiteral, ranges, unbroken } from '../model/words';
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
  return told(`${counted(added.length, 'rule')} added: ${ranges(added)}. Your own stay as they were.`);
}

/** `rules` is the list as it was; the server numbers only those that had a move. */
export function minimised(rules: DraftRule[], { before, after, removed }: Minimised): Report {
  if (removed.length === 0) return told('Nothing is superfluous.');
  const sent = ready(rules);
  const gone = new Set(removed.filter(({ literals }) => literals === null).map(({ rule }) => rule));
  const details = removed.flatMap(({ rule, literals }) => {
    const old = sent[rule - 1];
    if (!old) return [];
    const name = `Rule ${rules.indexOf(old) + 1}`;
    if (literals === null) return [`${name} went: ${inWords(old)}.`];
    // What is left keeps its order, so that its new number is told by how many went before it.
    const now = rule - [...gone].filter((other) => other < rule).length;
    return [
      `${name}${now === rule ? '' : `, now ${now},`} no longer asks for ${literals.map(literalInWords).join(', ')}.`,
    ];
  });
  const summary = [
    `${counted(before.rules, 'rule')} → ${after.rules}`,
    `${counted(before.literals, 'condition')} → ${after.literals}`,
  ];
  return { summary: `${summary.join(', ')}.`, details };
}

const literalInWords = (literal: string) => plainLiteral(literal).replaceAll(' ', '\u00a0');

function inWords({ when, move }: DraftRule): string {
  const conditions = when.map(literalInWords).join(', ');
  return conditions === '' ? `always ${unbroken(move)}` : `with ${conditions} play ${unbroken(move)}`;
}
