/** Who moves for a role, and how the players that are no people choose. */

import { api, type Move, type Position, type StrategyInput } from './api';
import { draw, movesOf } from './expected';
import { choosing } from './line.svelte';

export type Player =
  { kind: 'human' } | { kind: 'perfect' } | { kind: 'random' } | { kind: 'strategy'; strategy: StrategyInput };

const any = <T>(items: T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** All moves as good as the first, which is the best: same value, and as fast or slow to the end. */
export function equallyGood(moves: Move[]): Move[] {
  const [first] = moves;
  if (!first) return [];
  if (first.value === null) return moves;
  const rewards = first.value.join(' ');
  return moves.filter((move) => move.best && move.distance === first.distance && move.value?.join(' ') === rewards);
}

/** What players that play perfectly draw from their strategies where several roles choose at once. */
export function drawn(position: Position, isPerfect: (role: number) => boolean): Map<number, string> {
  const choices = choosing(position).filter(isPerfect);
  return new Map(
    choices.flatMap((role): [number, string][] => {
      const move = draw(movesOf(position, role));
      return move === undefined ? [] : [[role, move]];
    }),
  );
}

/** A move in which the roles do what they have chosen, and the others anything. */
export function togetherWith(moves: Move[], choices: Map<number, string>): Move | undefined {
  return any(moves.filter(({ joint }) => [...choices].every(([role, choice]) => joint[role] === choice)));
}

/** The move a player makes, or undefined where a person has to choose. */
export async function moveOf(player: Player, game: string, position: Position): Promise<Move | undefined> {
  switch (player.kind) {
    case 'human':
      return undefined;
    case 'random':
      return any(position.moves);
    case 'perfect': {
      const move = draw(movesOf(position, position.mover));
      if (move !== undefined) return position.moves.find((each) => each.move === move);
      return any(equallyGood(position.moves)) ?? position.moves[0];
    }
    case 'strategy': {
      const [decision] = await api.decide(game, player.strategy, [{ state: position.state }]);
      const proposed = position.moves.filter((move) => decision?.moves.includes(move.move));
      // Where no rule applies any move may be played; the best one keeps an unfinished list worth watching.
      return any(proposed) ?? any(equallyGood(position.moves)) ?? position.moves[0];
    }
  }
}
