//! Repairs a list that is not even weakly optimal: inserts exceptions before wrong rules, each as general as possible.
//!
//! The given rules are unchanged. An exception must be correct wherever it decides and optimal play can get, whatever
//! the other rules do: so no exception needs another, and each fixes at least one state. [Search](crate::search) finds
//! out later whether an exception can be shortened or removed.

use std::convert::Infallible;

use game::Random;

use crate::algorithm2::{induced, optimal_case};
use crate::arena::Turn;
use crate::bits::Bits;
use crate::follow::{Optimality, follow};
use crate::list::List;
use crate::literals::fewer;
use crate::options::{Options, Over};
use crate::rule::Rule;

/// Inserts exceptions before wrong rules until the list is weakly optimal; returns whether that was achieved in time.
pub fn mend(list: &mut List<'_>, options: &Options, random: &mut Random, over: Over<'_>) -> bool {
    let best_play = best_play(list);
    loop {
        let wrong = wrong_nodes(list);
        if wrong.is_empty() {
            return true;
        }
        for node in wrong {
            if over() {
                return false;
            }
            // An exception for another node may have fixed this one.
            if !is_wrong(list, node) {
                continue;
            }
            let Some((table, case)) = optimal_case(list, node, random) else { return false };
            let at = list.before_group(list.deciding(node));
            let rule = exception(list, at, (table, case), &best_play, options, random);
            list.insert(at, &rule);
        }
    }
}

/// The nodes that are reachable if the role makes only optimal moves.
fn best_play(list: &List<'_>) -> Vec<bool> {
    let arena = list.arena();
    let followed = follow(arena, &[], Optimality::Weak);
    (0..arena.nodes.len()).map(|node| followed.reaches(node)).collect()
}

/// Whether the rule that decides at a node proposes a move that is not optimal.
fn is_wrong(list: &List<'_>, node: usize) -> bool {
    list.decides(node) && list.taken(node).any(|edge| !list.arena().edges[edge].optimal)
}

/// The nodes at which the list is wrong and that are reachable without an earlier mistake.
fn wrong_nodes(list: &List<'_>) -> Vec<usize> {
    let arena = list.arena();
    let mut seen = vec![false; arena.nodes.len()];
    seen[0] = true;
    let (mut queue, mut next, mut wrong) = (vec![0], 0, Vec::new());
    while let Some(&node) = queue.get(next) {
        next += 1;
        let own = arena.nodes[node].turn == Turn::Own;
        if own && is_wrong(list, node) {
            wrong.push(node);
        }
        for edge in list.taken(node).filter(|&edge| !own || arena.edges[edge].optimal) {
            let target = arena.edges[edge].target as usize;
            if !std::mem::replace(&mut seen[target], true) {
                queue.push(target);
            }
        }
    }
    wrong
}

/// The rule of a case, made as general as possible while it is correct.
fn exception(
    list: &List<'_>,
    at: usize,
    (table, case): (usize, usize),
    best_play: &[bool],
    options: &Options,
    random: &mut Random,
) -> Rule {
    let cases = &list.cases().tables[table];
    let mut bad = Bits::new(cases.states.len());
    for (case, &edge) in cases.edges.iter().enumerate() {
        let node = list.arena().sources[edge as usize] as usize;
        if !list.arena().edges[edge as usize].optimal && best_play[node] && list.is_open(node, at) {
            bad.insert(case);
        }
    }
    let Rule { literals, made } = induced(list, table, case, options.vocabulary);
    let left = fewer(&literals, options.removal, options.order, random, &mut |left| {
        Ok::<_, Infallible>(cases.matching(left).first_common(&bad).is_none())
    });
    let Ok(left) = left;
    Rule { literals: left.unwrap_or(literals), made }
}
