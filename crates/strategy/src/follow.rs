//! Follows a list of rules through the arena: which rule decides at each node, which nodes are reachable, and whether
//! play is optimal.
//!
//! *Weakly optimal*: whatever the others do, and whatever optimal moves the role makes where no rule applies, the rules
//! propose optimal moves in all reachable states. *Strongly optimal*: the same even if the role makes any moves where
//! no rule applies. So at every reachable node the proposals of the deciding rule are optimal, or all legal moves are
//! if there is none.
//!
//! In cyclic games a list that keeps the value everywhere may still repeat states forever. So it is checked whether
//! infinite play under the list can pass through nodes with a better value than infinite play.

use crate::arena::{Arena, Turn};
use crate::bits::Bits;

/// No rule, no parent.
pub const NONE: u32 = u32::MAX;

/// The required quality of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimality {
    /// Where no rule applies, the player finds an optimal move alone.
    Weak,
    /// Where no rule applies, any move is fine.
    Strong,
}

/// A flaw at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The rule that decides proposes a move that loses value.
    Proposal {
        /// The edge of that move.
        edge: usize,
    },
    /// No rule applies, and not all moves are optimal.
    Gap {
        /// The edge of a move that is not.
        edge: usize,
    },
    /// Play may return here forever, although a better value than infinite play is possible.
    Circle,
}

/// The result of following a list of rules, given by the edges they take.
#[derive(Clone, Debug)]
pub struct Followed {
    /// For each node, the rule that decides there, or [`NONE`].
    pub decided: Vec<u32>,
    /// For each node, its predecessor on a shortest path; [`NONE`] if it is not reachable, itself for the first.
    pub parent: Vec<u32>,
    /// The first flaw and its node, if there is one.
    pub flaw: Option<(usize, Flaw)>,
}

impl Followed {
    /// Whether a node is reachable.
    pub fn reaches(&self, node: usize) -> bool {
        self.parent[node] != NONE
    }

    /// The nodes on a shortest path to a node, itself last.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut at = node;
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
            path.push(at);
        }
        path.reverse();
        path
    }
}

/// The rule that decides at a node.
pub fn decide(arena: &Arena<'_>, rules: &[&Bits], node: usize) -> u32 {
    if arena.nodes[node].turn != Turn::Own {
        return NONE;
    }
    let takes = |rule: &&Bits| arena.edges_of(node).any(|edge| rule.contains(edge));
    rules.iter().position(takes).map_or(NONE, |rule| rule as u32)
}

/// Follows a list of rules from the first state until no new nodes are reached. Breadth-first, so that the first flaw
/// is near the start.
pub fn follow(arena: &Arena<'_>, rules: &[&Bits], optimality: Optimality) -> Followed {
    let decided: Vec<u32> = (0..arena.nodes.len()).map(|node| decide(arena, rules, node)).collect();
    let mut followed = Followed { decided, parent: vec![NONE; arena.nodes.len()], flaw: None };
    followed.parent[0] = 0;
    let mut queue = vec![0];
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        if let (None, Some(flaw)) = (&followed.flaw, flaw(arena, rules, optimality, node, followed.decided[node])) {
            followed.flaw = Some((node, flaw));
        }
        for edge in taken(arena, deciding(rules, followed.decided[node]), optimality, node) {
            let target = arena.edges[edge].target as usize;
            if followed.parent[target] == NONE {
                followed.parent[target] = node as u32;
                queue.push(target);
            }
        }
    }
    if followed.flaw.is_none() && arena.infinite.is_some() {
        followed.flaw = circle_of(arena, rules, optimality, &followed).map(|node| (node, Flaw::Circle));
    }
    followed
}

/// The rule with a number from [`Followed::decided`].
pub fn deciding<'a>(rules: &[&'a Bits], decided: u32) -> Option<&'a Bits> {
    rules.get(decided as usize).copied()
}

/// The edges that play may take from a node, given those of the deciding rule, if there is one.
pub fn taken<'a>(
    arena: &'a Arena<'_>,
    rule: Option<&'a Bits>,
    optimality: Optimality,
    node: usize,
) -> impl Iterator<Item = usize> + 'a {
    let own = arena.nodes[node].turn == Turn::Own;
    arena.edges_of(node).filter(move |&edge| match rule {
        Some(rule) => rule.contains(edge),
        None => !own || optimality == Optimality::Strong || arena.edges[edge].optimal,
    })
}

fn flaw(arena: &Arena<'_>, rules: &[&Bits], optimality: Optimality, node: usize, decided: u32) -> Option<Flaw> {
    let loses = |edge: &usize| !arena.edges[*edge].keeps;
    let edge = taken(arena, deciding(rules, decided), optimality, node).find(loses)?;
    Some(if decided == NONE { Flaw::Gap { edge } } else { Flaw::Proposal { edge } })
}

/// A node on a cycle of play through nodes with a better value than infinite play.
fn circle_of(arena: &Arena<'_>, rules: &[&Bits], optimality: Optimality, followed: &Followed) -> Option<usize> {
    let worth_more = |node: usize| arena.infinite.is_some_and(|infinite| arena.nodes[node].value > infinite);
    let within: Vec<bool> = (0..arena.nodes.len()).map(|node| followed.reaches(node) && worth_more(node)).collect();
    let targets = |node: usize| {
        let edges = taken(arena, deciding(rules, followed.decided[node]), optimality, node);
        edges.map(|edge| arena.edges[edge].target as usize).filter(|&target| within[target]).collect()
    };
    circle((0..arena.nodes.len()).filter(|&node| within[node]), targets)
}

/// A node on a cycle, among nodes whose `targets` are all among them.
pub fn circle(nodes: impl Iterator<Item = usize> + Clone, targets: impl Fn(usize) -> Vec<usize>) -> Option<usize> {
    let size = nodes.clone().max()? + 1;
    let mut entering = vec![0u32; size];
    nodes.clone().flat_map(&targets).for_each(|target| entering[target] += 1);
    let mut open: Vec<usize> = nodes.clone().filter(|&node| entering[node] == 0).collect();
    while let Some(node) = open.pop() {
        for target in targets(node) {
            entering[target] -= 1;
            if entering[target] == 0 {
                open.push(target);
            }
        }
    }
    // The remaining nodes are on cycles or reachable from them; going backwards along edges ends on a cycle.
    let mut before = vec![NONE; size];
    let left = || nodes.clone().filter(|&node| entering[node] > 0);
    for node in left() {
        targets(node)
            .into_iter()
            .filter(|&target| entering[target] > 0)
            .for_each(|target| before[target] = node as u32);
    }
    let mut at = left().next()?;
    for _ in 0..size {
        at = before[at] as usize;
    }
    Some(at)
}
