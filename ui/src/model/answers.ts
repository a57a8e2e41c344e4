/**
 * What the server takes and gives, as its OpenAPI document (`/api/openapi.json`) says. Field names are kept as they
 * travel, so that an answer in the browser's network panel reads like the code here.
 */

export type Rewards = number[];
export type Outcome = 'win' | 'draw' | 'loss';
export type Truth = 'proved' | 'refuted' | 'unknown';

export interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  help: string | null;
  label: string | null;
  line: number | null;
  column: number | null;
  start: number | null;
  length: number | null;
  rule?: number | null;
}

export interface Parameter {
  name: string;
  least: number;
  most: number;
  default: number | null;
}

export interface OutcomeShare {
  rewards: Rewards;
  states: number;
}

export interface Database {
  id: string;
  game: string;
  title: string;
  roles: string[];
  complete: boolean;
  class?: string | null;
  value: Rewards | null;
  in_points: boolean;
  states: number;
  terminal_states: number;
  bytes: number;
  model: 'own' | 'difference';
  algorithm: string;
  engine: string;
  why: string;
  infinite: Rewards | null;
  distances: boolean;
  origin: 'command-line' | 'job';
  outcomes: OutcomeShare[];
  layers?: DatabaseLayer[];
}

export interface DatabaseLayer {
  states: number;
  terminal_states: number;
  bytes: number;
  solved: boolean;
  outcomes: OutcomeShare[];
}

export interface LibraryEntry {
  id: string;
  name: string;
  title: string;
  origin: 'bundled' | 'uploaded' | 'database';
  roles: number;
  family: string | null;
  description: string | null;
  known: string | null;
  source: string | null;
  parameters: Parameter[];
  separator: string | null;
  longest: number | null;
  default_text: string;
  suggested: string[];
  databases: Database[];
}

export interface Pane {
  title: string | null;
  width: number;
  height: number;
  columns: string[];
  rows: string[];
}

export interface Cell {
  pane: number;
  x: number;
  y: number;
  label: string;
  facts: { fact: string; content: string }[];
}

export interface Counter {
  label: string;
  values: { fact: string; value: string; number: number | null }[];
}

export interface Board {
  panes: Pane[];
  cells: Cell[];
  contents: string[];
  empty: string | null;
  counters: Counter[];
}

export type Shape = 'cross' | 'ring' | 'disc' | 'peg' | 'tile' | 'block' | 'glyph' | 'lamp' | 'none';

export interface PieceHint {
  shape: Shape;
  role?: number;
  glyph?: string;
  name?: string;
}

/** How a sheet says that it is drawn (`docs/drawing.md`). */
export interface Hints {
  surface?: 'squares' | 'checkered' | 'holes' | 'points' | 'hexagons' | 'pits' | 'edges' | 'lines' | 'rings' | 'stacks';
  counters?: 'heaps' | 'columns' | 'numbers';
  pieces?: Record<string, PieceHint>;
  lines?: [number, number, number, number][];
  /** The counters that begin with this word are discs, and their values the pegs on which they are. */
  towers?: string;
  /** First words of counters that are shown as numbers only. */
  numbers?: string[];
  /** The sides of the board that belong to a piece's owner. */
  edges?: Partial<Record<'top' | 'bottom' | 'left' | 'right', string>>;
  /** Contents that fill two cells, one below the other or side by side. */
  joined?: Record<string, 'down' | 'across'>;
  /** Where cells are, in columns and rows, and which of them are joined by lines. */
  graph?: { points: Record<string, [number, number]>; lines?: [string, string][] };
  /** Cells by label that differ from the others whatever stands there, by what they are. */
  special?: Record<string, string[]>;
  /** Moves in words by their name, `{1}` for the first argument. */
  moves?: Record<string, string>;
}

/** What stands on the board in one state: contents per cell, a value per counter, the facts that are not drawn. */
export interface Picture {
  contents: string[][];
  counters: (string | null)[];
  rest: string[];
}

/** Where a move is on the board, whatever the state. */
export interface Place {
  cells: number[];
  counter: number | null;
  to: string | null;
}

export interface Game {
  id: string;
  title: string;
  origin: string;
  description: string | null;
  roles: string[];
  /** Per role the least and the most that it can get. */
  rewards: [number, number][];
  /** Whether values are told in points, and not as wins, draws and losses. */
  in_points: boolean;
  class: { text: string; turn_taking: Truth; alternating: Truth; constant_sum: number | null; acyclic: Truth };
  variables: { name: string; facts: string[]; exhaustive: boolean }[];
  moves: number;
  fluents: number;
  symmetries: string;
  facts: string[];
  move_names: string[][];
  /** By role, then by move. */
  places: Record<string, Record<string, Place>>;
  start: Position;
  /** Solves in a moment. */
  small: boolean;
  board: Board | null;
  hints: Hints | null;
  /** Why the drawing that the sheet itself describes cannot be read. */
  drawing_problem: string | null;
  databases: Database[];
  strategies_possible: boolean;
  why_no_strategies: string | null;
}

export interface Change {
  cell?: number;
  counter?: number;
  from: string | null;
  to: string | null;
}

export interface Move {
  move: string;
  joint: string[];
  state: string;
  value: Rewards | null;
  distance: number | null;
  endless: boolean;
  best: boolean;
  outcome: Outcome | null;
  /** What whoever moves gets, where the game is scored in points. */
  points: number | null;
  cells: number[];
  counter: number | null;
  changes: Change[];
}

export interface Position {
  game: string;
  state: string;
  facts: string[];
  moves_played: string[] | null;
  terminal: boolean;
  /** The role without a legal move where the game is not over: a defect of the rules, and nothing can be played. */
  stuck: string | null;
  rewards: Rewards | null;
  to_move: string | null;
  mover: number | null;
  /** Several roles choose at once: moves are joint moves then, and nobody is to move alone. */
  at_once: boolean;
  database: string | null;
  value: Rewards | null;
  distance: number | null;
  endless: boolean;
  outcome: Outcome | null;
  points: number | null;
  legal: string[][];
  moves: Move[];
  board: Picture | null;
}

export type PositionName = { moves: string[] } | { state: string } | { facts: string[] };

export interface Progress {
  seconds: number;
  phase: 'preparing' | 'forward' | 'backward' | 'distances' | 'mending' | 'searching';
  layer: number;
  layers: number | null;
  /** Layers that are found in the forward phase, or solved in the backward one. */
  finished: number;
  states: number;
  found: number;
  solved: number;
  nodes: number;
  bytes: number;
  rate: number;
  message: string;
}

export interface LayerShare {
  layer: number;
  states: number;
  solved: boolean;
  outcomes: OutcomeShare[];
}

export interface SolveRequest {
  kind: 'solve';
  game: string;
  engine?: string;
  algorithm?: string;
  model?: string;
  memory?: number;
  seconds?: number;
}

export interface SynthRequest {
  kind: 'synth';
  game: string;
  role?: string;
  seconds?: number;
  seed?: number;
  lifted?: boolean;
}

export interface CompleteRequest {
  kind: 'complete';
  game: string;
  seconds?: number;
  /** Whether exceptions go before rules that are wrong. */
  mend?: boolean;
  strategy: StrategyInput;
}

export type JobRequest = SolveRequest | SynthRequest | CompleteRequest;

export interface Job {
  id: string;
  kind: JobRequest['kind'];
  game: string;
  role: string | null;
  /** Left out in lists. */
  request?: JobRequest;
  /** Of the game; only in lists. */
  title?: string;
  state: 'queued' | 'running' | 'stopped' | 'done' | 'failed';
  /** Whether it is asked to stop and has not done so yet. */
  stopping: boolean;
  resumable: boolean;
  error: ErrorBody | null;
  created: number;
  seconds: number;
  database: string | null;
  progress: Progress | null;
  history?: Progress[];
  layers?: LayerShare[];
  result: Database | StrategyResult | null;
}

export interface StrategyResult {
  strategy: Strategy;
  optimal: boolean;
  value: number;
  /** Null where the server has no room for it. */
  saved: string | null;
  added: number[];
}

export interface Rule {
  when: string[];
  move: string;
  group?: string | null;
}

export type StrategyInput = { role?: string; text: string } | { role?: string; list: Rule[]; definitions?: string[] };

export interface Strategy {
  role: string;
  rules: number;
  length: number;
  literals: number;
  text: string;
  list: Rule[];
  definitions: string[];
}

export interface ParsedStrategy extends Strategy {
  words: string[];
}

export interface CounterExample {
  what: string;
  state: string;
  facts: string[];
  moves: string[];
  line: { role: string | null; move: string }[];
  rule: number | null;
  proposed: string[];
  wrong: string | null;
  value: number;
  value_after: number | null;
  best: string[];
  position: Position;
  rule_for_state: Rule | null;
}

export interface Verdict {
  optimal: boolean;
  reached: number;
  decided: number;
  counter_example: CounterExample | null;
}

export interface Verification {
  strategy: Strategy;
  strong: Verdict;
  weak: Verdict;
  /** Moves that the role never makes by choice. */
  idle_moves: string[];
  seconds: number;
}

export interface Decision {
  state: string;
  rule: number | null;
  moves: string[];
  own_turn: boolean;
  literals: string[];
  optimal: boolean | null;
}

export interface Example {
  state: string;
  facts: string[];
  board: Picture | null;
  moves: string[];
  cells: number[][];
  rule: number | null;
  why: string;
}

export interface ExplainedRule {
  number: number;
  text: string;
  group: string | null;
  words: string;
  states: number;
  share: number;
  forgotten_value: number;
  forgotten_states: number;
  example: Example | null;
  non_example: Example | null;
}

export interface Explanation {
  optimal: boolean;
  symmetries: string;
  strategy: Strategy;
  value: number;
  rules: ExplainedRule[];
}

export interface Minimised {
  before: Strategy;
  after: Strategy;
  removed: { rule: number; text: string; literals: string[] | null }[];
}

export interface Stored {
  id: string;
  name: string;
  game: string;
  origin: 'saved' | 'synthesised';
  changed: number;
  strategy: { role: string; text: string };
  rules: number;
  literals: number;
}

export interface ReviewedPly {
  ply: number;
  role: string | null;
  move: string;
  perfect: boolean | null;
  forced: boolean;
  outcome_before: Outcome | null;
  outcome_after: Outcome | null;
  points_before: number | null;
  points_after: number | null;
  slower: boolean;
  better: string[];
}

export interface Review {
  plies: ReviewedPly[];
  final: Position;
  mistakes: number[];
}

export interface ErrorBody {
  error: string;
  hint?: string | null;
  code: string;
  diagnostics?: Diagnostic[];
  job?: string;
}
