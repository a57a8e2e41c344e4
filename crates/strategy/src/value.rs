//! Values and distances on the arena, and which edges are optimal.
//!
//! In acyclic games values are minimax values, computed backwards from the terminal nodes. In cyclic games the role
//! gets a reward above that of infinite play if it can force it, and one below only if the other can force it; both are
//! attractors, one per reward. There a move that keeps the value is not necessarily optimal: it must bring the forced
//! outcome closer, or play might be infinite.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::arena::{Arena, ArenaOptions, Turn};
use crate::error::Error;

/// Computes values and compares them with known ones, then distances and optimal edges.
pub fn solve(arena: &mut Arena<'_>, options: &ArenaOptions<'_>) -> Result<(), Error> {
    let order = topological_order(arena);
    if order.len() == arena.nodes.len() {
        order.iter().rev().for_each(|&node| settle(arena, node as usize));
        take_known(arena, options)?;
        order.iter().rev().for_each(|&node| measure(arena, node as usize));
    } else {
        let by_default = || arena.sum.map_or_else(|| arena.game.lowest_rewards[arena.role], |sum| sum / 2);
        arena.infinite = Some(options.infinite.unwrap_or_else(by_default));
        attract(arena);
        take_known(arena, options)?;
    }
    judge(arena);
    Ok(())
}

/// The nodes in topological order; those on cycles and reachable from them are missing.
fn topological_order(arena: &Arena<'_>) -> Vec<u32> {
    let mut entering = vec![0u32; arena.nodes.len()];
    arena.edges.iter().for_each(|edge| entering[edge.target as usize] += 1);
    let mut order: Vec<u32> = (0..arena.nodes.len() as u32).filter(|&node| entering[node as usize] == 0).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for edge in arena.edges_of(node as usize) {
            let target = arena.edges[edge].target as usize;
            entering[target] -= 1;
            if entering[target] == 0 {
                order.push(target as u32);
            }
        }
    }
    order
}

/// The minimax value of a node whose successors have values.
fn settle(arena: &mut Arena<'_>, node: usize) {
    let values = arena.edges[arena.edges_of(node)].iter().map(|edge| arena.nodes[edge.target as usize].value);
    let best = if arena.nodes[node].turn == Turn::Own { values.max() } else { values.min() };
    if let Some(best) = best {
        arena.nodes[node].value = best;
    }
}

/// The distance of a node whose successors have distances.
fn measure(arena: &mut Arena<'_>, node: usize) {
    let better = lead(arena, arena.nodes[node].value);
    let shortens = match arena.nodes[node].turn {
        Turn::Own => better == Ordering::Greater,
        Turn::Other => better == Ordering::Less,
        Turn::End => return,
    };
    let kept = arena.edges[arena.edges_of(node)].iter().map(|edge| &arena.nodes[edge.target as usize]);
    let plies = kept.filter(|target| target.value == arena.nodes[node].value).map(|target| target.distance);
    let best = if shortens { plies.min() } else { plies.max() };
    arena.nodes[node].distance = best.map_or(0, |plies| plies + 1);
}

/// How the role's reward compares with the other's; a single role always shortens.
fn lead(arena: &Arena<'_>, value: i32) -> Ordering {
    arena.sum.map_or(Ordering::Greater, |sum| value.cmp(&(sum - value)))
}

/// Known values must equal those computed here: two solvers that disagree are no basis for a proof.
fn take_known(arena: &Arena<'_>, options: &ArenaOptions<'_>) -> Result<(), Error> {
    let Some(known) = options.known else { return Ok(()) };
    for node in &arena.nodes {
        let state = arena.state(node.state as usize);
        let value = known(&state).map_err(|why| Error::shown(&why, &state, arena.game))?;
        if value != node.value {
            let what = format!("the solution says {value}, but {} is right", node.value);
            return Err(Error::shown(&what, &state, arena.game));
        }
    }
    Ok(())
}

/// Values and distances in a cyclic game.
fn attract(arena: &mut Arena<'_>) {
    let infinite = arena.infinite.unwrap_or(i32::MIN);
    let rewards: BTreeSet<i32> = arena.nodes.iter().filter(|n| n.turn == Turn::End).map(|n| n.value).collect();
    let ends: Vec<Option<i32>> = arena.nodes.iter().map(|n| (n.turn == Turn::End).then_some(n.value)).collect();
    for node in arena.nodes.iter_mut().filter(|node| node.turn != Turn::End) {
        (node.value, node.distance) = (infinite, u32::MAX);
    }
    let predecessors = predecessors(arena);
    // First what the role can force above infinite play, the best last so that it overwrites; then what the other can
    // force below it.
    for &reward in rewards.iter().filter(|&&reward| reward > infinite) {
        let ranks = attractor(arena, &predecessors, Turn::Own, &|node| ends[node].is_some_and(|end| end >= reward));
        for (node, rank) in arena.nodes.iter_mut().zip(ranks).filter(|(node, _)| node.turn != Turn::End) {
            if let Some(rank) = rank {
                (node.value, node.distance) = (reward, rank);
            }
        }
    }
    for &reward in rewards.iter().rev().filter(|&&reward| reward < infinite) {
        let ranks = attractor(arena, &predecessors, Turn::Other, &|node| ends[node].is_some_and(|end| end <= reward));
        for (node, rank) in arena.nodes.iter_mut().zip(ranks).filter(|(node, _)| node.turn != Turn::End) {
            if rank.is_some() {
                node.value = reward;
            }
        }
    }
}

/// For each node, its predecessors.
fn predecessors(arena: &Arena<'_>) -> Vec<Vec<u32>> {
    let mut predecessors = vec![Vec::new(); arena.nodes.len()];
    for (edge, &source) in arena.edges.iter().zip(&arena.sources) {
        predecessors[edge.target as usize].push(source);
    }
    predecessors
}

/// The nodes from which the side `side` can force a terminal node of some kind, with the number of plies.
fn attractor(
    arena: &Arena<'_>,
    predecessors: &[Vec<u32>],
    side: Turn,
    wanted: &dyn Fn(usize) -> bool,
) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = arena.nodes.iter().map(|node| node.edges.end - node.edges.start).collect();
    let mut ranks: Vec<Option<u32>> = (0..arena.nodes.len()).map(|node| wanted(node).then_some(0)).collect();
    let mut queue: Vec<u32> = (0..arena.nodes.len() as u32).filter(|&node| ranks[node as usize].is_some()).collect();
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &before in &predecessors[node as usize] {
            let place = before as usize;
            open[place] -= 1;
            if ranks[place].is_none() && (arena.nodes[place].turn == side || open[place] == 0) {
                ranks[place] = ranks[node as usize].map(|rank| rank + 1);
                queue.push(before);
            }
        }
    }
    ranks
}

/// Determines which edges keep the value and which also bring the end closer.
fn judge(arena: &mut Arena<'_>) {
    for number in 0..arena.edges.len() {
        let (from, to) =
            (&arena.nodes[arena.sources[number] as usize], &arena.nodes[arena.edges[number].target as usize]);
        let keeps = from.turn != Turn::Own || to.value == from.value;
        let must_advance = from.turn == Turn::Own && arena.infinite.is_some_and(|infinite| from.value > infinite);
        let optimal = keeps && (!must_advance || to.distance < from.distance);
        let edge = &mut arena.edges[number];
        (edge.keeps, edge.optimal) = (keeps, optimal);
    }
}
