/** A line of play: moves from the start, the ply that is looked at, and the position there; and the other lines tried. */

import { untrack } from 'svelte';
import { api, type Game, type Position } from './api';
import { sentence } from './problem';
import { begins, promoted, withLine, without } from './variations';

export class Line {
  moves: string[] = $state.raw([]);
  /** All lines that were played, the main line first. */
  lines: readonly (readonly string[])[] = $state.raw([]);
  at = $state(0);
  position: Position | null = $state.raw(null);
  /** The state in which the lines begin, by its name; null is the start of the game. */
  start: string | null = $state(null);
  problem = $state('');
  #known = new Map<string, Position>();
  #wanted = '';
  /** The line that was seen to end the game. */
  #ended = $state('');

  constructor(readonly game: string) {}

  get played(): string[] {
    return this.moves.slice(0, this.at);
  }

  /** Whether the line, wherever in it one looks, ends the game. */
  get ended(): boolean {
    return this.moves.length > 0 && this.#ended === this.#key(this.moves);
  }

  /** Looks at a line after `at` of its moves. */
  async show(moves: string[], at = moves.length): Promise<void> {
    const before = { moves: this.moves, at: this.at };
    this.moves = moves;
    this.at = Math.max(0, Math.min(at, moves.length));
    this.problem = '';
    const key = this.#key(this.played);
    this.#wanted = key;
    // What is asked before a refresh belongs to what was known before it.
    const known = this.#known;
    try {
      const position = await this.#position(known, this.played);
      // A slow answer must not replace what has been asked for since.
      if (this.#wanted !== key || this.#known !== known) return;
      this.position = position;
      this.lines = withLine([...this.lines], this.moves);
      if (isOver(position) && this.at === this.moves.length) this.#ended = key;
    } catch (reason) {
      if (this.#wanted !== key) return;
      this.problem = sentence(reason);
      // The board still shows where one was.
      if (this.position) ({ moves: this.moves, at: this.at } = before);
    }
  }

  /** Plays a move here: on along a line that has it, or a new line. */
  play(move: string): Promise<void> {
    return this.open([...this.played, move]);
  }

  /** Looks at the position after these moves, in a line that goes on from there if there is one. */
  open(moves: string[]): Promise<void> {
    const known = [this.moves, ...this.lines].find((line) => begins(line, moves));
    return this.show(known ? [...known] : moves, moves.length);
  }

  /** Begins anew with these moves, without the lines of before. */
  restart(moves: string[] = [], start: string | null = null): Promise<void> {
    this.lines = [];
    this.start = start;
    return this.show(moves);
  }

  /** Forgets these moves and what follows from them. */
  remove(moves: readonly string[]): Promise<void> {
    this.lines = without([...this.lines], moves);
    if (!begins(this.moves, moves)) return Promise.resolve();
    const left = this.moves.slice(0, Math.min(this.at, moves.length - 1));
    this.moves = left;
    return this.open(left);
  }

  /** Makes the line with these moves the main line. */
  promote(moves: readonly string[]): void {
    this.lines = promoted([...this.lines], moves);
  }

  goTo(at: number): Promise<void> {
    return this.show(this.moves, at);
  }

  /** Asks again for everything, since values are known now. */
  refresh(): Promise<void> {
    this.#known = new Map();
    return this.show(this.moves, this.at);
  }

  /** The position after so many moves, without going there. */
  peek(at: number): Promise<Position> {
    return this.#position(this.#known, this.moves.slice(0, at));
  }

  async #position(known: Map<string, Position>, moves: string[]): Promise<Position> {
    const key = this.#key(moves);
    const position = known.get(key) ?? (await this.#ask(moves));
    known.set(key, position);
    return position;
  }

  #key(moves: string[]): string {
    return [this.start ?? '', ...moves].join(' ');
  }

  async #ask(moves: string[]): Promise<Position> {
    const [answer] = await api.positions(this.game, [this.start === null ? { moves } : { moves, from: this.start }]);
    if (!answer || 'error' in answer) throw new Error(answer?.error ?? 'The server gave no position.');
    return answer;
  }
}

/** Whether nothing is left to be played: the game is over, or somebody is stuck. */
export function isOver(position: Position): boolean {
  return position.terminal || position.stuck !== null;
}

/** The numbers of the roles that have a choice. */
export function choosing(position: Position): number[] {
  return [...position.legal.keys()].filter((role) => (position.legal[role]?.length ?? 0) > 1);
}

/** The role to move. */
export function roleToAct(position: Position): number | null {
  return isOver(position) ? null : position.mover;
}

/** Asks anew for the positions of a line once its game is solved: then they have values. */
export function refreshWhenSolved(line: Line, game: () => Game): void {
  let seen = untrack(game);
  $effect(() => {
    const now = game();
    if (now !== seen) untrack(() => void line.refresh());
    seen = now;
  });
}
