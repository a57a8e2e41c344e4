//! Whose turn it is.
//!
//! An action belongs to one role, so in every state at most one role may have actions. Usually a fact such as
//! `(control ?player)` says whose turn it is: every rule for `legal` then requires it for its role, or for another role
//! while its own role waits; waiting moves are omitted. Otherwise the turn is derived: the role with a choice, or the
//! first role if nobody has one.

use rustc_hash::FxHashMap;

use super::clause::{A, Flat, H, Key, Kind, L, Rule, T};
use super::invariant::Knowledge;
use super::statics::Statics;

/// What determines the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// There is one role.
    One,
    /// A fluent whose argument is the role.
    Fact,
    /// A derived predicate whose argument is the role.
    Derived,
}

/// For each rule for `legal`, whether it is for the role whose turn it is; true for all unless a fact determines the
/// turn.
pub(super) fn turn(flat: &Flat, knowledge: &Knowledge, statics: &Statics) -> (Turn, FxHashMap<usize, bool>) {
    let legal = || flat.rules.iter().enumerate().filter(|(_, rule)| matches!(rule.head, H::Legal(_)));
    let all = || legal().map(|(number, _)| (number, true)).collect();
    if flat.roles.len() == 1 {
        return (Turn::One, all());
    }
    for (name, arity) in &flat.fluents {
        let key = Key { kind: Kind::Fluent, name: name.clone(), arity: *arity };
        if *arity != 1 || !tells_role(&key, flat, knowledge) {
            continue;
        }
        let found: Option<FxHashMap<usize, bool>> =
            legal().map(|(number, rule)| Some((number, guard(rule, &key, statics)?))).collect();
        if let Some(found) = found
            && found.values().any(|own| *own)
        {
            return (Turn::Fact, found);
        }
    }
    (Turn::Derived, all())
}

/// Whether the fact holds for exactly one role in every state.
fn tells_role(key: &Key, flat: &Flat, knowledge: &Knowledge) -> bool {
    let mut of_roles: Vec<String> = flat.roles.iter().map(|role| format!("({} {role})", key.name)).collect();
    of_roles.sort();
    knowledge.groups.iter().any(|group| {
        let mut fluents = group.fluents.clone();
        fluents.sort();
        group.exact && fluents == of_roles
    })
}

/// Whether a rule for `legal` requires that it is the role's turn (true) or another's (false).
fn guard(rule: &Rule, key: &Key, statics: &Statics) -> Option<bool> {
    let H::Legal(head) = &rule.head else { return None };
    let role = &head.args[0];
    for lit in &rule.body {
        match lit {
            L::Pos(atom) if atom.key == *key && atom.args[0] == *role => return Some(true),
            L::Pos(atom) if atom.key == *key && is_other(rule, role, &atom.args[0], statics) => return Some(false),
            L::Neg(atom) if atom.key == *key && atom.args[0] == *role => return Some(false),
            _ => {}
        }
    }
    None
}

/// Whether two terms of a rule are always different roles.
fn is_other(rule: &Rule, role: &T, other: &T, statics: &Statics) -> bool {
    if matches!((role, other), (T::Const(a), T::Const(b)) if a != b) {
        return true;
    }
    rule.body.iter().any(|lit| match lit {
        L::Neq(left, right) => (left, right) == (role, other) || (left, right) == (other, role),
        L::Pos(atom) if atom.key.kind == Kind::Relation => {
            let at = |term: &T| atom.args.iter().position(|arg| arg == term);
            let (Some(left), Some(right)) = (at(role), at(other)) else { return false };
            let facts = statics.facts(&atom.key);
            !facts.is_empty() && facts.iter().all(|fact| fact[left] != fact[right])
        }
        _ => false,
    })
}

/// The relation of a derived turn.
pub(super) fn control(role: T) -> A {
    let key = Key { kind: Kind::Relation, name: "control".into(), arity: 1 };
    A { key, args: vec![role] }
}
