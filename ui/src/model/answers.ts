/**
 * What the server takes and gives. `openapi.ts` is made from the server's own description (`npm run types`); here are
 * the few names that mean something else on a page. Field names are kept as they travel, so that an answer in the
 * browser's network panel reads like the code.
 */

import type { paths, PieceHint } from './openapi';

export type {
  Board,
  Cell,
  Change,
  Checked,
  Counter,
  CounterExample,
  Database,
  DatabaseLayer,
  Decision,
  Diagnostic,
  Error as ErrorBody,
  Example,
  ExplainedRule,
  ExpectedReward,
  Explanation,
  Found,
  FoundPosition,
  Game,
  Hints,
  Job,
  JobRequest,
  JudgedChoice,
  LayerShare,
  LibraryEntry,
  MatchRecord,
  Minimised,
  MixedMove,
  Move,
  Outcome,
  Pane,
  Parameter,
  ParsedStrategy,
  PieceHint,
  PlayedMatch,
  Place as PositionName,
  Position,
  Progress,
  Reach as Place,
  Review,
  ReviewedPly,
  Rule,
  Share as OutcomeShare,
  SolveRequest,
  Stored,
  Strategy,
  StrategyInput,
  StrategyResult,
  Verdict,
  Verification,
  View as Picture,
} from './openapi';

export type FindConditions = NonNullable<
  paths['/api/games/{game}/find']['post']['requestBody']
>['content']['application/json'];
export type Shape = PieceHint['shape'];
/** One reward per role. */
export type Rewards = number[];
