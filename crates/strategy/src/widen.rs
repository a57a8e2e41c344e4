//! Generalises a rule for one state as far as possible.
//!
//! A rule with all the facts of a state is impossible to remember. Conditions are dropped as long as the rule and its
//! images propose only optimal moves.

use game::Random;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::options::shuffle;
use crate::rule::{Literal, Rule};

/// The number of random orders in which conditions are dropped: the result depends on the order, and the shortest of
/// these is good enough.
const ORDERS: usize = 16;

/// The rule with fewer conditions; unchanged if it is already wrong somewhere.
pub fn widen(arena: &Arena<'_>, cases: &Cases, rule: &Rule) -> Rule {
    let mut random = Random::stream(0, 0);
    let mut order: Vec<usize> = (0..rule.literals.len()).collect();
    let mut shortest = drop_in_order(arena, cases, rule, &order);
    for _ in 1..ORDERS {
        shuffle(&mut order, &mut random);
        let found = drop_in_order(arena, cases, rule, &order);
        if found.literals.len() < shortest.literals.len() {
            shortest = found;
        }
    }
    shortest
}

fn drop_in_order(arena: &Arena<'_>, cases: &Cases, rule: &Rule, order: &[usize]) -> Rule {
    let mut kept = vec![true; rule.literals.len()];
    let with = |kept: &[bool]| {
        let literals: Vec<Literal> =
            rule.literals.iter().zip(kept).filter(|(_, kept)| **kept).map(|(literal, _)| *literal).collect();
        Rule { literals, made: rule.made }
    };
    let is_right = |rule: &Rule| cases.edges(arena, rule).iter().all(|edge| arena.edges[edge].optimal);
    for &number in order {
        kept[number] = false;
        kept[number] = !is_right(&with(&kept));
    }
    with(&kept)
}
