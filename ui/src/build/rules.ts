/** The list of rules that is being built, as plain values: every change gives a new list, which makes undo trivial. */

import type { Rule } from '../model/api';

export interface DraftRule {
  /** Tells rules apart while they move and change. */
  key: number;
  when: string[];
  /** Empty as long as none is picked; such a rule is not verified yet. */
  move: string;
  /** The meta-rule it is locked into. */
  group: string | null;
  /** Came with the last completion. */
  fresh: boolean;
}

/** A rule of its own, or the rules of a meta-rule, which move and go together. */
export interface Block {
  group: string | null;
  rules: DraftRule[];
}

let lastKey = 0;

export function draftRule(rule: Rule, fresh = false): DraftRule {
  lastKey += 1;
  return { key: lastKey, when: rule.when, move: rule.move, group: rule.group ?? null, fresh };
}

export function draftRules(list: Rule[], added: number[] = []): DraftRule[] {
  return list.map((rule, index) => draftRule(rule, added.includes(index + 1)));
}

/** What is sent to the server: rules with a move, in order. */
export function ready(rules: DraftRule[]): DraftRule[] {
  return rules.filter((rule) => rule.move !== '');
}

export function toRule({ when, move, group }: DraftRule): Rule {
  return group === null ? { when, move } : { when, move, group };
}

export function blocksOf(rules: DraftRule[]): Block[] {
  const blocks: Block[] = [];
  for (const rule of rules) {
    const before = blocks.at(-1);
    if (before && rule.group !== null && before.group === rule.group) before.rules.push(rule);
    else blocks.push({ group: rule.group, rules: [rule] });
  }
  return blocks;
}

const flat = (blocks: Block[]): DraftRule[] => blocks.flatMap((block) => block.rules);

/** Puts a block where another one stands, which makes room. */
export function moveBlock(rules: DraftRule[], from: number, to: number): DraftRule[] {
  const blocks = blocksOf(rules);
  const target = Math.max(0, Math.min(to, blocks.length - 1));
  const [moved] = blocks.splice(from, 1);
  if (!moved) return rules;
  blocks.splice(target, 0, moved);
  return flat(blocks);
}

export function removeRule(rules: DraftRule[], key: number): DraftRule[] {
  return rules.filter((rule) => rule.key !== key);
}

export function changeRule(
  rules: DraftRule[],
  key: number,
  change: Partial<Pick<DraftRule, 'when' | 'move'>>,
): DraftRule[] {
  return rules.map((rule) => (rule.key === key && rule.group === null ? { ...rule, ...change, fresh: false } : rule));
}

/** Puts a rule before the block that holds `before`, or at the end. */
export function insertRule(rules: DraftRule[], rule: DraftRule, before: number | null): DraftRule[] {
  const blocks = blocksOf(rules);
  const at = blocks.findIndex((block) => block.rules.some(({ key }) => key === before));
  blocks.splice(at < 0 ? blocks.length : at, 0, { group: rule.group, rules: [rule] });
  return flat(blocks);
}

/** Locks rules into a meta-rule at the place of the first of them. */
export function lock(rules: DraftRule[], keys: Set<number>): DraftRule[] {
  const inside = rules.filter((rule) => keys.has(rule.key) && rule.group === null && rule.move !== '');
  const [first] = inside;
  if (!first) return rules;
  const name = freeName(rules);
  const chosen = new Set(inside.map(({ key }) => key));
  return rules.flatMap((rule) => {
    if (rule.key === first.key) return inside.map((each) => ({ ...each, group: name }));
    return chosen.has(rule.key) ? [] : [rule];
  });
}

export function unlock(rules: DraftRule[], group: string): DraftRule[] {
  return rules.map((rule) => (rule.group === group ? { ...rule, group: null } : rule));
}

function freeName(rules: DraftRule[]): string {
  const taken = new Set(rules.map(({ group }) => group));
  let number = 1;
  while (taken.has(`group-${number}`)) number += 1;
  return `group-${number}`;
}
