/** A strategy in the making: its name, its rules, what was before, and a copy in this browser against accidents. */

import { api, type Game, type Stored, type StrategyInput } from '../model/api';
import { Drafts, freshKey, type KeptDraft } from './drafts';
import { type DraftRule, draftRules, ready, toRule } from './rules';

const UNNAMED = 'My strategy';

export class Draft {
  /** Tells drafts apart; another one is shown as soon as another strategy is opened. */
  key = $state(freshKey());
  id: string | null = $state(null);
  name = $state(UNNAMED);
  role = $state('');
  rules: DraftRule[] = $state.raw([]);
  definitions: string[] = $state.raw([]);
  selected: number | null = $state(null);
  /** Whether the server has it as it stands. */
  unsaved = $state(false);
  /** Further drafts that are not saved. */
  others: KeptDraft[] = $state.raw([]);
  #past: DraftRule[][] = $state.raw([]);
  #future: DraftRule[][] = $state.raw([]);
  readonly #drafts: Drafts;

  constructor(private readonly game: Game) {
    this.role = game.roles[0] ?? '';
    this.#drafts = new Drafts(game.id);
    const here = this.#drafts.here;
    const kept = here === null ? undefined : this.#drafts.find(here);
    if (kept) this.#restore(kept);
    this.#look();
  }

  /** Sees to it that no other tab works on the same draft; a tab that comes new takes up the latest that is free. */
  async settle(): Promise<void> {
    const { key } = this;
    if (this.#drafts.here === null) {
      for (const kept of this.others) {
        if (!(await this.#drafts.claim(kept.key))) continue;
        // Somebody may have begun meanwhile.
        if (this.key === key && !this.unsaved) this.#restore(kept);
        else this.#drafts.release(kept.key);
        break;
      }
    }
    if (this.key === key && !(await this.#drafts.claim(key, true)) && this.key === key) {
      this.key = freshKey();
      void this.#drafts.claim(this.key);
      if (this.unsaved) this.keep();
    }
    this.#drafts.here = this.key;
    this.#look();
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
    this.#change(rules);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.rules];
    this.#change(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.rules];
    this.#change(after);
  }

  /** An empty strategy; what was here stays a draft. */
  clear(): void {
    this.#leave();
    this.#begin(freshKey(), { id: null, name: UNNAMED, role: this.role, definitions: [], rules: [] });
  }

  /** Opens a stored strategy, with the changes that were not saved. */
  async open(stored: Stored): Promise<void> {
    const changed = this.#drafts.all().find(({ id, unsaved }) => unsaved && id === stored.id);
    if (changed && changed.key !== this.key && (await this.#drafts.claim(changed.key))) {
      this.#leave();
      this.#restore(changed);
      this.#arrive();
      return;
    }
    const parsed = await api.parse(this.game.id, stored.strategy);
    this.#leave();
    this.#begin(freshKey(), { ...parsed, id: stored.id, name: stored.name, rules: draftRules(parsed.list) });
  }

  /** Goes on with a draft; where another tab has it, with a copy. */
  async take(key: string): Promise<void> {
    const kept = this.#drafts.find(key);
    if (!kept || key === this.key) return;
    const free = await this.#drafts.claim(key);
    this.#leave();
    this.#restore(free ? kept : { ...kept, key: freshKey() });
    if (!free) {
      void this.#drafts.claim(this.key);
      this.keep();
    }
    this.#arrive();
  }

  async read(name: string, text: string): Promise<void> {
    const parsed = await api.parse(this.game.id, { text });
    this.#leave();
    this.#begin(freshKey(), { ...parsed, id: null, name, rules: draftRules(parsed.list) });
    this.touch();
  }

  /** Saves what has a move; the numbers of the rules that have none. */
  async save(): Promise<number[]> {
    const [name, { key, rules, input }] = [this.name.trim() || UNNAMED, this];
    const stored =
      this.id === null
        ? await api.storeStrategy(this.game.id, name, input)
        : await api.changeStrategy(this.game.id, this.id, name, input);
    const left = rules.flatMap(({ move }, index) => (move === '' ? [index + 1] : []));
    if (this.key === key) {
      this.id = stored.id;
      this.unsaved = left.length > 0 || rules !== this.rules;
      this.keep();
    } else this.#noteSaved(key, stored.id, left.length > 0 ? [] : rules);
    return left;
  }

  /** Another draft was opened while one was saved: the saved one gets its id, or goes if nothing of it is left to save. */
  #noteSaved(key: string, id: string, saved: DraftRule[]): void {
    const kept = this.#drafts.find(key);
    if (!kept) return;
    if (JSON.stringify(kept.rules) === JSON.stringify(saved)) this.#drafts.forget(key);
    else this.#drafts.keep({ ...kept, id });
    this.#look();
  }

  /** Throws away what is not saved. */
  drop(): void {
    this.unsaved = false;
    this.clear();
  }

  /** The stored strategy is gone: what is here is a new one. */
  orphan(): void {
    this.id = null;
    this.touch();
  }

  /** Notes that name, role or rules have changed. */
  touch(): void {
    this.unsaved = this.rules.length > 0 || this.id !== null;
    this.keep();
  }

  keep(): void {
    const { key, id, name, role, rules, definitions, unsaved } = this;
    this.#drafts.keep({ key, id, name, role, rules, definitions, unsaved, changed: Date.now() });
  }

  /** Lets go of what is here; a draft that is not saved is found again among the others. */
  #leave(): void {
    if (!this.unsaved) this.#drafts.forget(this.key);
    this.#drafts.release(this.key);
  }

  #begin(key: string, { id, name, role, definitions, rules }: Omit<KeptDraft, 'key' | 'changed' | 'unsaved'>): void {
    this.#restore({ key, id, name, role, definitions, rules, changed: 0, unsaved: false });
    void this.#drafts.claim(key);
    this.keep();
    this.#arrive();
  }

  #arrive(): void {
    this.#drafts.here = this.key;
    this.#look();
  }

  #look(): void {
    this.others = this.#drafts.all().filter(({ key, unsaved }) => unsaved && key !== this.key);
  }

  #change(rules: DraftRule[]): void {
    this.rules = rules;
    if (!rules.some(({ key }) => key === this.selected)) this.selected = rules.at(-1)?.key ?? null;
    this.touch();
  }

  #restore(kept: KeptDraft): void {
    this.key = kept.key;
    this.id = kept.id;
    this.name = kept.name;
    this.role = this.game.roles.includes(kept.role) ? kept.role : this.role;
    this.definitions = kept.definitions;
    this.rules = draftRules(kept.rules);
    this.selected = this.rules[0]?.key ?? null;
    this.unsaved = kept.unsaved;
    this.#past = [];
    this.#future = [];
  }
}
