//! The frame: the changes that an action makes, from the rules for `next`.
//!
//! In GDL, `next` lists everything that holds after a move; in PDDL, an action lists only its changes. Under the
//! action's precondition every `next` rule becomes conditions on the state. A rule that preserves a fact adds nothing.
//! A fact is deleted if it holds and no rule makes it hold next: the negations of all rules are multiplied out and
//! simplified, and usually a single fact remains.

use super::clause::{A, Key, Kind, L, T};
use super::conjunction::{Conjunction, Known, contrary};

/// The maximum number of cases of a deletion; beyond it, conditions are not simplified.
const MOST_CASES: usize = 24;

/// A change: a fact, and the condition under which it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub atom: A,
    pub adds: bool,
    pub condition: Vec<L>,
    /// Universally quantified variables.
    pub vars: Vec<usize>,
}

/// The changes that an action makes to facts of one kind. `next` has the conditions and the arguments of the fact for
/// each rule; `any` are fresh variables for the arguments of a fact.
pub(super) fn changes(key: &Key, next: &[Conjunction], any: &[usize], premise: &[L], known: &Known) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let atom = |args: &[T]| A { key: key.clone(), args: args.to_vec() };
    for rule in next {
        let fact = L::Pos(atom(&rule.head));
        if !rule.lits.contains(&fact) && !premise.contains(&fact) {
            changes.push(change(atom(&rule.head), true, rule));
        }
    }
    let args: Vec<T> = any.iter().map(|var| T::Var(*var)).collect();
    let holds = L::Pos(A { key: Key { kind: Kind::Fluent, ..key.clone() }, args: args.clone() });
    let mut cases = vec![Conjunction { lits: vec![holds], head: args, flexible: any.to_vec() }];
    // Rules that preserve facts leave the fewest cases, so they come first.
    let keeps = |rule: &&Conjunction| rule.lits.contains(&L::Pos(atom(&rule.head)));
    let ordered = next.iter().filter(keeps).chain(next.iter().filter(|rule| !keeps(rule)));
    for rule in ordered {
        let many = cases.len() > MOST_CASES;
        cases = cases.into_iter().flat_map(|case| outside(case, rule, many, premise, known)).collect();
        let mut seen: Vec<(Vec<L>, Vec<T>)> = Vec::new();
        cases.retain(|case| {
            let is_new = !seen.iter().any(|(lits, head)| *lits == case.lits && *head == case.head);
            seen.push((case.lits.clone(), case.head.clone()));
            is_new
        });
    }
    for case in cases {
        changes.push(change(atom(&case.head), false, &case));
    }
    changes.dedup();
    changes
}

fn change(atom: A, adds: bool, case: &Conjunction) -> Change {
    let mut used = Vec::new();
    case.lits.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
    super::clause::vars_of(&atom.args, &mut |var| used.push(var));
    let vars: Vec<usize> = case.flexible.iter().copied().filter(|var| used.contains(var)).collect();
    let own = L::Pos(atom.clone());
    // Deleting a fact that does not hold changes nothing, so the fact is not needed as a condition.
    let condition = case.lits.iter().filter(|lit| adds || **lit != own || !vars.is_empty()).cloned().collect();
    Change { atom, adds, condition, vars }
}

/// The cases in which a rule does not derive the fact.
fn outside(case: Conjunction, rule: &Conjunction, many: bool, premise: &[L], known: &Known) -> Vec<Conjunction> {
    let mut context = premise.to_vec();
    context.extend(case.lits.iter().cloned());
    let mut lits = rule.lits.clone();
    lits.extend(rule.head.iter().zip(&case.head).map(|(left, right)| L::Eq(left.clone(), right.clone())));
    let applied = Conjunction { lits, head: Vec::new(), flexible: rule.flexible.clone() };
    let Some(applied) = applied.simplified(&context, known) else { return vec![case] };
    if applied.lits.is_empty() {
        return Vec::new();
    }
    let mut used = Vec::new();
    applied.lits.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
    let local: Vec<usize> = applied.flexible.iter().copied().filter(|var| used.contains(var)).collect();
    let alternatives = match local.is_empty() && !many {
        true => applied.lits.iter().map(contrary).collect(),
        false => vec![(vec![L::None(local, applied.lits.clone())], Vec::new())],
    };
    let with = |(lits, vars): (Vec<L>, Vec<usize>)| {
        let mut case = case.clone();
        case.lits.extend(lits);
        case.flexible.extend(vars);
        case.simplified(premise, known)
    };
    alternatives.into_iter().filter_map(with).collect()
}
