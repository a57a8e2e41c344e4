//! Lower bounds on the length of a list: a search that reaches one can stop.
//!
//! Up to symmetry a rule makes one move, so a list needs at least as many rules as different moves. Whether some moves
//! are enough is decided for a player with more freedom than any list: where a rule is needed, any optimal one of these
//! moves may be made, and elsewhere any move.

use crate::arena::{Arena, Turn};
use crate::follow::Optimality;
use crate::list::List;
use crate::rule::{Literal, Rule};

/// The maximum number of nodes and edges visited; beyond, the bound may be weaker.
const MOST_STEPS: usize = 20_000_000;

/// Lower bounds on the rules and literals of a strongly optimal list. `known` is the cost of one.
pub fn lower_bound(start: &List<'_>, known: (usize, usize)) -> (usize, usize) {
    if !start.entries.is_empty() {
        // Given rules stay.
        let (rules, literals) = start.fixed_cost();
        return (rules + usize::from(!start.is(Optimality::Strong)), literals);
    }
    let rules = fewest_moves(start, known.0);
    let literals = if rules == 1 && known.0 == 1 { fewest_literals(start, known.1) } else { 0 };
    (rules, literals)
}

/// The minimum number of moves, up to symmetry, that a list needs; `known` are enough.
fn fewest_moves(start: &List<'_>, known: usize) -> usize {
    let (arena, tables) = (start.arena(), start.cases().tables.len());
    let mut steps = 0;
    for number in 0..known {
        for moves in subsets(tables, number) {
            steps += arena.nodes.len() + arena.edges.len();
            if steps > MOST_STEPS || are_enough(start, &moves) {
                return number;
            }
        }
    }
    known
}

/// Whether a player who makes these moves wherever that helps keeps all values.
fn are_enough(start: &List<'_>, moves: &[usize]) -> bool {
    let (arena, tables) = (start.arena(), &start.cases().tables);
    let mut is_made = vec![false; arena.edges.len()];
    for &table in moves {
        tables[table].edges.iter().for_each(|&edge| is_made[edge as usize] = true);
    }
    let mut is_safe = vec![true; arena.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        // States are numbered in the order in which they are found, so going backwards settles most nodes at once.
        for node in (0..arena.nodes.len()).rev() {
            if is_safe[node] && !stays_safe(arena, node, &is_made, &is_safe) {
                (is_safe[node], changed) = (false, true);
            }
        }
    }
    is_safe[0]
}

fn stays_safe(arena: &Arena<'_>, node: usize, is_made: &[bool], is_safe: &[bool]) -> bool {
    let leads_on = |edge: usize| is_safe[arena.edges[edge].target as usize];
    let keeps = |edge: usize| arena.edges[edge].keeps;
    match arena.nodes[node].turn {
        Turn::End => true,
        Turn::Other => arena.edges_of(node).all(leads_on),
        Turn::Own => {
            arena.edges_of(node).any(|edge| is_made[edge] && keeps(edge) && leads_on(edge))
                || arena.edges_of(node).all(|edge| keeps(edge) && leads_on(edge))
        }
    }
}

/// The minimum number of literals of a single rule; `known` are enough for one.
fn fewest_literals(start: &List<'_>, known: usize) -> usize {
    let arena = start.arena();
    let both = |&fluent: &u32| [false, true].map(|positive| Literal { fluent, positive });
    let literals: Vec<Literal> = start.cases().telling.iter().flat_map(both).collect();
    let mut steps = 0;
    for number in 0..known {
        for chosen in subsets(literals.len(), number) {
            for table in &start.cases().tables {
                steps += arena.nodes.len() + arena.edges.len();
                let rule = Rule { literals: chosen.iter().map(|&at| literals[at]).collect(), made: table.made };
                let mut list = start.clone();
                list.extend(&[rule]);
                if steps > MOST_STEPS || list.is(Optimality::Strong) {
                    return number;
                }
            }
        }
    }
    known
}

/// All subsets of the given size of the numbers below `all`, each ascending.
fn subsets(all: usize, number: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (number <= all).then(|| (0..number).collect::<Vec<_>>());
    std::iter::successors(first, move |last| {
        let at = (0..number).rev().find(|&at| last[at] < all - number + at)?;
        let mut next = last.clone();
        let from = next[at] + 1;
        next[at..].iter_mut().zip(from..).for_each(|(place, value)| *place = value);
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_listed_once_each() {
        assert_eq!(subsets(3, 2).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(subsets(2, 0).collect::<Vec<_>>(), [Vec::<usize>::new()]);
        assert_eq!(subsets(4, 3).count(), 4);
        assert_eq!(subsets(1, 2).count(), 0);
    }
}
