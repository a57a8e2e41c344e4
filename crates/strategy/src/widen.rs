//! A rule for one state, made to say as little as it can.
//!
//! All that holds in a state is a rule that nobody can remember. Conditions are dropped as long as the rule makes no
//! move that is not optimal, wherever it applies then, its images included.

use std::convert::Infallible;

use game::Random;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::literals::fewer;
use crate::options::{Order, Removal};
use crate::rule::{Literal, Rule};

/// Orders in which conditions are dropped: what is left depends on what goes first, and the shortest of these is good
/// enough.
const ORDERS: usize = 16;

/// The rule with fewer conditions; the same if it is wrong somewhere as it stands.
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
