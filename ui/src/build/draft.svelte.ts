/** A strategy in the making: its name, its rules, what was before, and a copy in this browser against accidents. */

import { api, type Game, type Stored, type StrategyInput } from '../model/api';
import { recall, remember } from '../model/memory';
import { type DraftRule, draftRules, ready, toRule } from './rules';

interface Kept {
  id: string | null;
  name: string;
  role: string;
  rules: DraftRule[];
  definitions: string[];
}

export class Draft {
  id: string | null = $state(null);
  name = $state('My strategy');
  role = $state('');
  rules: DraftRule[] = $state.raw([]);
  definitions: string[] = $state.raw([]);
  selected: number | null = $state(null);
  #past: DraftRule[][] = $state.raw([]);
  #future: DraftRule[][] = $state.raw([]);

  constructor(private readonly game: Game) {
    this.role = game.roles[0] ?? '';
    const kept = recall(this.#place);
    if (kept === null) return;
    try {
      this.#restore(JSON.parse(kept) as Kept);
    } catch {
      this.clear();
    }
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** What the server is asked about: rules that still lack a move are left out. */
  get input(): StrategyInput {
    return { role: this.role, list: ready(this.rules).map(toRule), definitions: this.definitions };
  }

  get rule(): DraftRule | undefined {
    return this.rules.find(({ key }) => key === this.selected);
  }

  edit(rules: DraftRule[]): void {
    if (rules === this.rules) return;
    this.#past = [...this.#past, this.rules];
    this.#future = [];
    this.#show(rules);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.rules];
    this.#show(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.rules];
    this.#show(after);
  }

  /** An empty strategy. */
  clear(): void {
    this.id = null;
    this.name = 'My strategy';
    this.definitions = [];
    this.#begin([]);
  }

  async open(stored: Stored): Promise<void> {
    const parsed = await api.parse(this.game.id, stored.strategy);
    this.id = stored.id;
    this.name = stored.name;
    this.role = parsed.role;
    this.definitions = parsed.definitions;
    this.#begin(draftRules(parsed.list));
  }

  async read(name: string, text: string): Promise<void> {
    const parsed = await api.parse(this.game.id, { text });
    this.id = null;
    this.name = name;
    this.role = parsed.role;
    this.definitions = parsed.definitions;
    this.#begin(draftRules(parsed.list));
  }

  async save(): Promise<void> {
    const name = this.name.trim() || 'My strategy';
    const stored =
      this.id === null
        ? await api.storeStrategy(this.game.id, name, this.input)
        : await api.changeStrategy(this.game.id, this.id, name, this.input);
    this.id = stored.id;
    this.keep();
  }

  keep(): void {
    const kept: Kept = {
      id: this.id,
      name: this.name,
      role: this.role,
      rules: this.rules,
      definitions: this.definitions,
    };
    remember(this.#place, JSON.stringify(kept));
  }

  #begin(rules: DraftRule[]): void {
    this.#past = [];
    this.#future = [];
    this.#show(rules);
    this.selected = rules[0]?.key ?? null;
  }

  #show(rules: DraftRule[]): void {
    this.rules = rules;
    if (!rules.some(({ key }) => key === this.selected)) this.selected = rules.at(-1)?.key ?? null;
    this.keep();
  }

  #restore(kept: Kept): void {
    this.id = kept.id;
    this.name = kept.name;
    this.role = this.game.roles.includes(kept.role) ? kept.role : this.role;
    this.definitions = kept.definitions;
    this.rules = draftRules(kept.rules);
    this.selected = this.rules[0]?.key ?? null;
  }

  get #place(): string {
    return `backsolve-draft ${this.game.id}`;
  }
}
