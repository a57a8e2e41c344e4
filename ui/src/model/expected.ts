/** Expected rewards and mixed strategies: games with chance or simultaneous moves. */

import type { ExpectedReward, Game, JudgedChoice, MixedMove, Position, Rewards } from './api';

/** Whether moves promise expected rewards: there is chance, or roles choose at once. */
export function isExpecting(game: Pick<Game, 'random' | 'class' | 'databases'>): boolean {
  const solved = game.databases.some(({ expected }) => expected !== null);
  return game.random !== null || game.class.turn_taking === 'refuted' || solved;
}

/** What is known of a role's moves; empty where nothing is. */
export function movesOf(position: Position, role: number | null): MixedMove[] {
  return position.expected?.roles.find((each) => each.role === role)?.moves ?? [];
}

/** What is known of a move of a role. */
export function mixedMove(position: Position, role: number | null, move: string): MixedMove | undefined {
  return movesOf(position, role).find((each) => each.move === move);
}

/** One of a role's moves by the probabilities of the stored strategy; `point` is from 0 to less than 1. */
export function draw(moves: MixedMove[], point = Math.random()): string | undefined {
  const possible = moves.filter(({ probability }) => probability > 0);
  const total = possible.reduce((sum, { probability }) => sum + probability, 0);
  let rest = point * total;
  for (const { move, probability } of possible) {
    rest -= probability;
    if (rest < 0) return move;
  }
  // Sums are rounded.
  return possible.at(-1)?.move;
}

/** `53.06`: two digits are enough to look at. */
export function amount({ lower, upper }: ExpectedReward): string {
  return String(Number(((lower + upper) / 2).toFixed(2)) + 0);
}

/** The number with its bounds or as a fraction, for who looks closer. */
export function exactly(reward: ExpectedReward): string {
  return reward.exact ?? `${reward.lower} to ${reward.upper}`;
}

/** `37 %`, and less than one where it is not zero. */
export function percent(probability: number): string {
  if (probability > 0 && probability < 0.01) return '< 1 %';
  return `${Number((100 * probability).toFixed(probability === 1 || probability === 0 ? 0 : 1))} %`;
}

/** "first 53.06, second 46.94": what each role can expect. */
export function promised(roles: string[], values: ExpectedReward[]): string {
  return roles.map((role, index) => `${role} ${values[index] ? amount(values[index]) : '?'}`).join(', ');
}

/** "first −2.5, second −0.07": the expected points that each choice cost. */
export function losses(choices: JudgedChoice[]): string {
  return choices
    .map(({ role, lost }) => `${role} −${lost < 0.01 ? lost.toExponential(1) : lost.toFixed(2)}`)
    .join(', ');
}

/** What each role can expect in a position. */
export function outlook(game: Game, position: Position): string {
  const known = (position.expected?.roles ?? []).flatMap(({ role, expected }) =>
    expected ? [{ role, expected }] : [],
  );
  return promised(
    known.map(({ role }) => game.roles[role] ?? ''),
    known.map(({ expected }) => expected),
  );
}

/** A list with an entry per role without that of the role that moves by chance. */
export function ofPlayers<T>({ random }: Pick<Game, 'random'>, list: T[]): T[] {
  return list.filter((_, role) => role !== random);
}

/** The rewards of the players, and their roles. */
export function playersOf(game: Game, rewards: Rewards): [Rewards, string[]] {
  return [ofPlayers(game, rewards), ofPlayers(game, game.roles)];
}
