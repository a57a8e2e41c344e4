//! Relations that are evaluated in full instead of call by call.
//!
//! The answers of a relation are usually wanted for given inputs only, so each call is evaluated by itself and remembered.
//! For some relations that is slower than listing all answers once and looking them up: `(placed ?x ?y)`, which a sheet
//! defines as the place of the move, has one answer per move, but is asked for every cell of the board. A relation is
//! *linear* if its answers can be listed in time proportional to the facts of the state, or to the moves made if it depends
//! on them: each rule has at most one goal that enumerates facts or moves, and few answers are expected of the others.

use std::collections::VecDeque;

use gdl::rules::{Dependence, Term, Variable};

use crate::components::components;
use crate::estimate::{Estimates, Parts};
use crate::rule::{Definition, Goal, Rule, Source};

/// The maximum number of combinations of looked-up facts that a rule may try for each fact or move.
const MOST_COMBINATIONS: f64 = 4.0;

/// What is known about a relation.
#[derive(Clone, Copy)]
struct Extent {
    dependence: Dependence,
    linear: bool,
}

/// For each relation, whether it depends on the state or the moves and is linear in them.
pub(crate) fn linear(definitions: &[Definition], estimates: &Estimates) -> Vec<bool> {
    let successors: Vec<Vec<u32>> = definitions.iter().map(|d| d.rules.iter().flat_map(called).collect()).collect();
    let component = components(&successors);
    let mut order: Vec<usize> = (0..definitions.len()).collect();
    order.sort_by_key(|&relation| component[relation]);
    // Until it is known, a relation is taken to be recursive.
    let mut extents = vec![Extent { dependence: Dependence::Moves, linear: false }; definitions.len()];
    for members in order.chunk_by(|&a, &b| component[a] == component[b]) {
        let is_recursive = members.len() > 1 || successors[members[0]].contains(&(members[0] as u32));
        if !is_recursive {
            extents[members[0]] = extent(&definitions[members[0]], &extents, estimates);
        }
    }
    extents.iter().map(|extent| extent.linear && extent.dependence != Dependence::Static).collect()
}

/// The derived relations in the body of a rule.
fn called(rule: &Rule) -> impl Iterator<Item = u32> + '_ {
    rule.body.iter().filter_map(|goal| match goal {
        Goal::Call { source: Source::Rules(relation), .. } => Some(relation.0),
        _ => None,
    })
}

fn extent(definition: &Definition, extents: &[Extent], estimates: &Estimates) -> Extent {
    let depends = |rule: &Rule| rule.body.iter().map(|goal| dependence(goal, extents)).max();
    let dependence = definition.rules.iter().filter_map(depends).max().unwrap_or(Dependence::Static);
    let is_driven = |rule| driver(rule, extents, estimates).is_some_and(|by| by.is_none_or(|by| by == dependence));
    Extent { dependence, linear: definition.rules.iter().all(is_driven) }
}

fn dependence(goal: &Goal, extents: &[Extent]) -> Dependence {
    match goal {
        Goal::Distinct(..) | Goal::Call { source: Source::Facts(_), .. } => Dependence::Static,
        Goal::Call { source: Source::Fluents, .. } => Dependence::State,
        Goal::Call { source: Source::Moves, .. } => Dependence::Moves,
        Goal::Call { source: Source::Rules(relation), .. } => extents[relation.0 as usize].dependence,
    }
}

/// What the rule enumerates if none of its variables is known: facts of the state, moves, or neither. `None` if it
/// enumerates more than one of them.
fn driver(rule: &Rule, extents: &[Extent], estimates: &Estimates) -> Option<Option<Dependence>> {
    let mut bound = vec![false; rule.variables];
    let mut goals: VecDeque<&Goal> = rule.body.iter().collect();
    let (mut driver, mut combinations) = (None, 1.0);
    while let Some(next) = estimates.cheapest(goals.iter().copied(), |v: Variable| bound[v.0 as usize]) {
        let Goal::Call { source, arguments, positive } = goals.remove(next)? else { continue };
        let is_bound = |v: Variable| bound[v.0 as usize];
        let is_test = Parts::of(arguments, &is_bound).unknown == 0;
        (*positive || is_test).then_some(())?;
        let by = match *source {
            Source::Rules(relation) => {
                let Extent { dependence, linear } = extents[relation.0 as usize];
                (linear && dependence != Dependence::Static || is_test && dependence == Dependence::Static)
                    .then_some(dependence)?
            }
            Source::Facts(relation) => {
                combinations *= estimates.facts(relation, arguments, &is_bound).max(1.0);
                (combinations <= MOST_COMBINATIONS).then_some(Dependence::Static)?
            }
            Source::Fluents => Dependence::State,
            Source::Moves => Dependence::Moves,
        };
        if !is_test && by != Dependence::Static && driver.replace(by).is_some() {
            return None;
        }
        arguments.iter().for_each(|argument: &Term| argument.variables(&mut |v| bound[v.0 as usize] = true));
    }
    Some(driver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::definitions;
    use crate::terms::Terms;

    const SHEET: &str = "(role x) (role o) (init (cell 1)) (init (control x))
        (next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5) (next-to 5 6)
        (<= (legal ?r (put ?c)) (role ?r) (next-to ?c ?d))
        (<= (put-at ?c) (does ?r (put ?c)))
        (<= (taken ?c) (role ?r) (true (cell ?c)) (true (control ?r)))
        (<= (pair ?c ?d) (true (cell ?c)) (true (cell ?d)))
        (<= (kept ?c) (true (cell ?c)) (not (put-at ?c)))
        (<= (some ?c) (next-to ?c ?d))
        (<= (free ?c) (next-to ?c ?d) (not (taken ?c)))
        (<= (far ?c ?d) (true (cell ?c)) (next-to ?c ?d))
        (<= (far ?c ?e) (far ?c ?d) (next-to ?d ?e))
        (<= (next (cell ?c)) (put-at ?c)) (<= (next (cell ?c)) (kept ?c)) (<= (next (control ?r)) (true (control ?r)))
        (<= terminal (pair 1 2) (some 1) (free 1) (far 1 6) (taken 1))
        (<= (goal ?r 50) (role ?r))";

    #[test]
    fn relations_with_one_answer_per_fact_or_move_are_linear() {
        let rules = gdl::Rules::from_text(SHEET).expect("well-formed");
        let definitions = definitions(&rules, &mut Terms::new(rules.symbols.clone()));
        let linear = linear(&definitions, &Estimates::new(&definitions));
        let is_linear = |name: &str| {
            let named = |relation: &gdl::rules::Relation| rules.symbols.name(relation.name) == name;
            linear[rules.relations.iter().position(named).expect("it is in the sheet")]
        };
        assert!(is_linear("put-at"), "one answer per move");
        assert!(is_linear("taken"), "one answer per fact");
        assert!(!is_linear("pair"), "one answer per pair of facts");
        assert!(!is_linear("kept"), "one answer per fact, but others after each move");
        assert!(!is_linear("some"), "the same in every state");
        assert!(!is_linear("free"), "more places than facts");
        assert!(!is_linear("far"), "recursive");
    }
}
