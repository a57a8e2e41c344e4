//! A rule for one state, made to say as little as it can.
//!
//! All that holds in a state is a rule that nobody can remember. Conditions are dropped as long as the rule makes no move that is not
//! optimal, wherever it applies then, its images included.

use crate::arena::Arena;
use crate::cases::Cases;
use crate::rule::{Literal, Rule};

/// The rule with fewer conditions; the same if it is wrong somewhere as it stands.
pub fn widen(arena: &Arena<'_>, cases: &Cases, rule: &Rule) -> Rule {
    let forward: Vec<usize> = (0..rule.literals.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    // What is left depends on what is dropped first, and the shorter of two is good enough.
    let found = [forward, backward].map(|order| drop_in_order(arena, cases, rule, &order));
    found.into_iter().min_by_key(|rule| rule.literals.len()).expect("two rules")
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
