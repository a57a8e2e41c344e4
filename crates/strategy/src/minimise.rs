//! Minimises a given strategy: removes what is not needed, and reports it.

use std::sync::Arc;

use game::{Game, Random};
use serde::Serialize;

use crate::cases::Cases;
use crate::compiled::Compiled;
use crate::follow::Optimality;
use crate::list::List;
use crate::options::{Order, Over};
use crate::search::halting;
use crate::simplify::settle;
use crate::strategy::{Content, Strategy};

/// The default number of orders tried.
pub const TRIES: u64 = 20;

/// A minimised strategy.
#[derive(Clone, Debug)]
pub struct Minimised {
    /// The remaining strategy.
    pub strategy: Strategy,
    /// The removed parts, rule by rule.
    pub removed: Vec<Removed>,
}

/// The removed part of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Removed {
    /// The number of the rule in the original list, from 1.
    pub rule: usize,
    /// Its text there.
    pub text: String,
    /// The removed literals; `None` if the whole rule was removed.
    pub literals: Option<Vec<String>>,
}

/// Removes unneeded parts of a strongly optimal strategy until nothing can be removed; `None` if it is not strongly
/// optimal. Of several orders the one with the shortest result is taken; if time is up early, of those tried so far.
pub fn minimise<'a>(
    compiled: &Compiled<'a>,
    cases: &'a Cases,
    seed: u64,
    tries: u64,
    over: Over<'_>,
) -> Option<Minimised> {
    let mut start = List::of(cases, compiled, false);
    if !start.is_advancing(Optimality::Strong) {
        return None;
    }
    start.require(Optimality::Strong);
    let halt = Arc::default();
    let start = start.halted_by(&halt);
    let attempt = |number: u64| {
        let (mut list, mut random) = (start.clone(), Random::stream(seed, number));
        let order = if number == 0 { Order::Backward } else { Order::Random };
        settle(&mut list, order, &mut random);
        list
    };
    let attempts = (0..tries.max(1)).take_while(|&number| number == 0 || !start.is_halted());
    let shortest = || attempts.map(attempt).min_by_key(|list| (list.strategy().length(), list.cost()));
    let best = halting(&halt, over, shortest)?;
    let strategy = best.strategy();
    let kept =
        best.entries.iter().zip(&strategy.rules).filter_map(|(entry, item)| Some((entry.origin?, &item.content)));
    let removed = removed(compiled.arena.game, compiled.arena.role, &compiled.strategy, &kept.collect::<Vec<_>>());
    Some(Minimised { strategy, removed })
}

/// The removed parts of a strategy, given the remaining rules with their original numbers.
pub fn removed(game: &Game, role: usize, before: &Strategy, left: &[(usize, &Content)]) -> Vec<Removed> {
    let mut removed = Vec::new();
    for (number, item) in before.rules.iter().enumerate() {
        let after = left.iter().find(|(origin, _)| *origin == number).map(|(_, content)| *content);
        let literals = match (&item.content, after) {
            (_, None) => None,
            (Content::Ground(before), Some(Content::Ground(after))) if before.literals != after.literals => {
                let lost = before.literals.iter().filter(|literal| !after.literals.contains(literal));
                Some(lost.map(|literal| literal.text(game)).collect())
            }
            (_, Some(_)) => continue,
        };
        removed.push(Removed { rule: number + 1, text: item.content.text(game, role), literals });
    }
    removed
}
