//! Proved invariants of fluents, in lifted form: for each `?x` and `?y` there is at most (or exactly) one `?v` with
//! `(cell ?x ?y ?v)`.

use std::rc::Rc;

use game::{Game, StateVariable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Key, Kind};
use super::types::split;

/// Proved properties of a game.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// The fluents of the game, as text, in groups of which at most one fluent holds in every reachable state. A single
    /// fluent can be a group. In an exact group one always holds.
    pub groups: Vec<FluentGroup>,
    /// All moves, as text.
    pub moves: Vec<String>,
    /// Whether it is proved that at most one role has a choice in every state.
    pub turn_taking: bool,
}

impl Knowledge {
    /// What a ground game with proved variables tells, and whether it is proved that its roles take turns.
    pub fn of(game: &Game, turn_taking: bool) -> Knowledge {
        let group = |variable: &StateVariable| FluentGroup {
            fluents: variable.fluents.iter().map(|fluent| game.fluents[fluent.0 as usize].clone()).collect(),
            exact: !variable.none,
        };
        let always = game.always.iter().map(|fact| FluentGroup { fluents: vec![fact.clone()], exact: true });
        let groups = game.variables.iter().map(group).chain(always).collect();
        let moves = game.moves.iter().flatten().map(|one| one.name.clone()).collect();
        Knowledge { groups, moves, turn_taking: turn_taking || game.roles.len() == 1 }
    }
}

/// Fluents of which at most one holds.
#[derive(Clone, Debug, Default)]
pub struct FluentGroup {
    /// Their texts.
    pub fluents: Vec<String>,
    /// Whether one of them holds in every state.
    pub exact: bool,
}

/// For each tuple of objects at the other places, there is at most one tuple of objects at these.
#[derive(Clone, Debug)]
pub(super) struct Invariant {
    /// Whether the place is determined by the others.
    pub determined: Vec<bool>,
    /// Whether there always is such a tuple, for these objects at the other places.
    pub exact: FxHashSet<Vec<Rc<str>>>,
}

/// The arguments of a fact, and the number of its group.
type Member = (Vec<Rc<str>>, usize);

/// The invariants of each kind of fact.
pub(super) fn invariants(knowledge: &Knowledge) -> FxHashMap<Key, Vec<Invariant>> {
    let mut by_key: FxHashMap<Key, Vec<Member>> = FxHashMap::default();
    for (number, group) in knowledge.groups.iter().enumerate() {
        for fluent in &group.fluents {
            let words: Vec<Rc<str>> = split(fluent).iter().map(|word| word.as_str().into()).collect();
            let key = Key { kind: Kind::Fluent, name: words[0].clone(), arity: words.len() - 1 };
            by_key.entry(key).or_default().push((words[1..].to_vec(), number));
        }
    }
    let found = by_key.into_iter().map(|(key, facts)| {
        let arity = key.arity;
        let sets: u32 = if arity <= 4 { (1u32 << arity) - 1 } else { 0 };
        let small = (1..=sets).map(|set| (0..arity).map(|at| set >> at & 1 == 1).collect::<Vec<bool>>());
        let large = (0..arity).filter(|_| arity > 4).map(|one| (0..arity).map(|at| at == one).collect());
        let mut invariants: Vec<Invariant> = Vec::new();
        for determined in small.chain(large) {
            // A larger set of determined places is useful only if its key is smaller.
            invariants.extend(invariant(&facts, determined, knowledge));
        }
        invariants.sort_by_key(|one| std::cmp::Reverse(one.determined.iter().filter(|it| **it).count()));
        (key, invariants)
    });
    found.collect()
}

fn invariant(facts: &[Member], determined: Vec<bool>, knowledge: &Knowledge) -> Option<Invariant> {
    let mut of: FxHashMap<Vec<Rc<str>>, (usize, usize)> = FxHashMap::default();
    for (args, group) in facts {
        let key = args.iter().zip(&determined).filter(|(_, it)| !**it).map(|(arg, _)| arg.clone()).collect();
        let (known, count) = of.entry(key).or_insert((*group, 0));
        if known != group {
            return None;
        }
        *count += 1;
    }
    let is_exact = |(_, (group, count)): &(Vec<Rc<str>>, (usize, usize))| {
        let group = &knowledge.groups[*group];
        group.exact && group.fluents.len() == *count
    };
    let exact = of.into_iter().filter(is_exact).map(|(key, _)| key).collect();
    Some(Invariant { determined, exact })
}
