//! The lowest reward that a sheet names for each role. It is the default value of infinite play in games with one role.

use gdl::Rules;
use gdl::rules::{Atom, Keyword, Term};

use crate::program::Program;

/// For each role, the lowest reward in the heads of `goal` rules and among the derivable goals; 0 if there is none.
pub fn lowest_rewards(rules: &Rules, program: &Program) -> Vec<i32> {
    let goal = rules.keyword(Keyword::Goal);
    let heads = rules.clauses.iter().map(|clause| &clause.head).filter(|head| head.relation == goal);
    let named: Vec<(&Term, i32)> = heads.filter_map(|head| reward(rules, head)).collect();
    let lowest = |(number, role): (usize, &Term)| {
        let heads = named.iter().filter(|(of, _)| *of == role || !of.is_ground()).map(|&(_, reward)| reward);
        let derived = program.goals.iter().filter(|goal| goal.role == number).map(|goal| goal.reward);
        heads.chain(derived).min().unwrap_or(0)
    };
    rules.roles.iter().enumerate().map(lowest).collect()
}

/// The role and reward of a goal, if the reward is written as a number.
fn reward<'r>(rules: &Rules, goal: &'r Atom) -> Option<(&'r Term, i32)> {
    match &*goal.arguments {
        [role, Term::Constant(name)] => Some((role, rules.symbols.name(*name).parse().ok()?)),
        _ => None,
    }
}
