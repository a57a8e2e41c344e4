/**
 * Lines of play from the same start: the first is the main line, the others are variations. No line is the beginning of
 * another, so each has a move of its own.
 */

export type Line = readonly string[];

/** Whether a line begins with these moves. */
export function begins(line: Line, moves: Line): boolean {
  return moves.length <= line.length && moves.every((move, ply) => move === line[ply]);
}

/** The lines with one more; a line that it continues is replaced by it. */
export function withLine(lines: Line[], added: Line): Line[] {
  if (added.length === 0 || lines.some((line) => begins(line, added))) return lines;
  const continued = lines.findIndex((line) => begins(added, line));
  return continued < 0 ? [...lines, added] : lines.map((line, index) => (index === continued ? added : line));
}

/** The lines without those that begin with these moves; what is left of the first of them stays. */
export function without(lines: Line[], beginning: Line): Line[] {
  const left = lines.filter((line) => !begins(line, beginning));
  const rest = beginning.slice(0, -1);
  if (left.length === lines.length || rest.length === 0 || left.some((line) => begins(line, rest))) return left;
  const place = lines.findIndex((line) => begins(line, beginning));
  return [...left.slice(0, place), rest, ...left.slice(place)];
}

/** The lines with those that begin with these moves first. */
export function promoted(lines: Line[], beginning: Line): Line[] {
  const chosen = lines.filter((line) => begins(line, beginning));
  return [...chosen, ...lines.filter((line) => !chosen.includes(line))];
}

/** The part of a line that it does not share with the one it branches off from. */
export interface Branch {
  /** All moves from the start. */
  moves: Line;
  /** The first own ply. */
  from: number;
  /** For each ply the branches that play something else there. */
  branches: Map<number, Branch[]>;
}

/** The lines as a tree: those that share a beginning of `from` moves. */
export function branchOf(lines: Line[], from = 0): Branch {
  const [moves = [], ...others] = lines;
  const groups = new Map<number, Map<string, Line[]>>();
  for (const line of others) {
    const ply = line.findIndex((move, index) => move !== moves[index]);
    const move = line[ply];
    if (move === undefined) continue;
    const here = groups.get(ply) ?? new Map<string, Line[]>();
    here.set(move, [...(here.get(move) ?? []), line]);
    groups.set(ply, here);
  }
  const branches = [...groups].map(
    ([ply, here]) => [ply, [...here.values()].map((group) => branchOf(group, ply))] as const,
  );
  return { moves, from, branches: new Map(branches) };
}
