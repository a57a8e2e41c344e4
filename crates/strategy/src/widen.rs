//! A rule for one state, made to say as little as it can.
//!
//! All that holds in a state is a rule that nobody can remember. Conditions are dropped as long as the rule makes no
//! move that is not optimal, wherever it applies then, its images included.

use game::Random;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::options::shuffle;
use crate::rule::{Literal, Rule};

/// Orders in which conditions are dropped: what is left depends on what goes first, and the shortest of these is good
/// enough.
const ORDERS: usize = 16;

/// The rule with fewer conditions; the same if it is wrong somewhere as it stands.
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
