//! Generalises a rule for one state as far as possible.
//!
//! A rule with all the facts of a state is impossible to remember. Conditions are dropped as long as the rule and its
//! images propose only optimal moves.

use std::convert::Infallible;

use game::Random;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::literals::fewer;
use crate::options::{Order, Removal};
use crate::rule::{Literal, Rule};

/// The number of random orders in which conditions are dropped: the result depends on the order, and the shortest of
/// these is good enough.
const ORDERS: usize = 16;

/// The rule with fewer conditions; unchanged if it is already wrong somewhere.
pub fn widen(arena: &Arena<'_>, cases: &Cases, rule: &Rule) -> Rule {
    let mut random = Random::stream(0, 0);
    let with = |literals: &[Literal]| Rule { literals: literals.to_vec(), made: rule.made };
    let is_right = |rule: Rule| cases.edges(arena, &rule).iter().all(|edge| arena.edges[edge].optimal);
    let orders = [Order::Forward].into_iter().chain([Order::Random].repeat(ORDERS - 1));
    let found = orders.filter_map(|order| {
        let valid = &mut |literals: &[Literal]| Ok::<_, Infallible>(is_right(with(literals)));
        let Ok(fewer) = fewer(&rule.literals, Removal::Greedy, order, &mut random, valid);
        fewer
    });
    found.min_by_key(Vec::len).map_or_else(|| rule.clone(), |literals| with(&literals))
}
