/** The value over a game as points of a line, from the first role's side. */

import type { Game, Review } from './api';
import { moveName } from './naming';
import { result } from './words';

export interface Step {
  /** How good the position is for the first role, from 0 to 1; null where it is unknown. */
  share: number | null;
  /** Whether the move that leads here was a mistake. */
  mistake: boolean;
  /** The position in words: "3. mark b2, mistake: a draw". */
  says: string;
}

/** The position at the start, and that after each ply. */
export function steps(game: Game, review: Review): Step[] {
  const [low, high] = game.rewards[0] ?? [0, 100];
  const place = (value: number[]): number => {
    // With two roles that are only won and lost, the lead counts: a reward alone could be split in other ways.
    const own = value[0] ?? 0;
    const other = value[1];
    if (!game.in_points && game.roles.length === 2 && other !== undefined)
      return own > other ? 1 : own < other ? 0 : 0.5;
    return high > low ? Math.max(0, Math.min(1, (own - low) / (high - low))) : 0.5;
  };
  const step = (value: number[] | null, mistake: boolean, move: string): Step => {
    const worth = value ? result(value, game.roles, game.in_points) : 'unknown';
    return { share: value ? place(value) : null, mistake, says: `${move}${mistake ? ', mistake' : ''}: ${worth}` };
  };
  const first = review.plies[0] ? review.plies[0].value_before : review.final.value;
  return [
    step(first, false, 'Start'),
    ...review.plies.map((ply) =>
      step(ply.value_after, ply.perfect === false, `${ply.ply}. ${moveName(game, ply.move)}`),
    ),
  ];
}
