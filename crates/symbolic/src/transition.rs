//! The moves as relations between states, joined into as few as stay small.
//!
//! A joint move becomes one relation: where it is legal, and for each variable that it changes the next value as a
//! function of the state. Unchanged variables do not occur in the relation. Whether a variable is unchanged is decided
//! on diagrams, by comparing the next value with the present one wherever the move is legal.
//!
//! Conditions without a small diagram (no capture is possible, a path exists) remain circuits. A move whose legality is
//! such a condition keeps it beside its relation (`asked`), to be evaluated on the current layer, as are conditions
//! common to many moves (`cases`). For a move whose *effect* is such a condition, the relation is rebuilt for each
//! layer, on that layer only. All of this costs more, and most games do not need it.

use std::collections::BTreeMap;

use diagram::{Error, Level, Set, Store, TransitionRelation};
use game::Signal;
use game::effects::{Effect, Effects};

use crate::asked::Asked;
use crate::cases::{Case, Cases};
use crate::condition::Conditions;
use crate::encoding::LevelEncoding;
use crate::listed::MANY_GATES;

/// The maximum number of nodes in the diagrams of one move for its conditions to count as small.
const SMALL: usize = 50_000;

/// The maximum number of edges in the relation of one move; beyond, it is rebuilt for each layer.
const SMALL_RELATION: usize = 4_000;

/// Two relations are joined if the result has at most this many edges more than both together.
const SLACK: usize = 4_096;

/// Moves that are applied in one step.
#[derive(Clone)]
pub struct Group {
    /// The relation of all of them.
    pub relation: TransitionRelation,
    /// The conditions of legality outside the relation.
    pub conditions: Asked,
    /// The role that chooses among them, if there is exactly one.
    pub chooser: Option<usize>,
}

/// All moves of a game, or some of them.
pub struct Transitions {
    /// Joined relations.
    pub groups: Vec<Group>,
    /// Moves, by index into the effects, whose relation depends on the layer.
    pub layered: Vec<usize>,
    /// Gates common to several of their effects, to be evaluated once.
    pub shared: Vec<Signal>,
    /// The number of gates from which few states are processed one by one.
    pub(crate) many_gates: usize,
}

/// Thresholds in gates and nodes for other methods of applying moves.
#[derive(Clone, Copy)]
pub(crate) struct Thresholds {
    /// Gates of a move's effect: beyond, its relation is built for each layer without trying.
    pub(crate) large_effect: usize,
    /// Gates of all these effects: beyond, few states are processed one by one.
    pub(crate) many_gates: usize,
    /// The maximum number of nodes for conditions to be evaluated together.
    pub(crate) small_condition: usize,
}

/// Building the relation of a larger effect only to see that it is not small took minutes.
impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { large_effect: 5_000, many_gates: MANY_GATES, small_condition: 10_000 }
    }
}

impl Transitions {
    /// Builds the relations of the effects that satisfy `wanted`.
    pub fn new(
        store: &mut Store,
        effects: &Effects,
        encoding: &LevelEncoding,
        wanted: &dyn Fn(&Effect) -> bool,
    ) -> Result<Transitions, Error> {
        Transitions::with(Thresholds::default(), store, effects, encoding, wanted)
    }

    /// The same with other thresholds.
    pub(crate) fn with(
        thresholds: Thresholds,
        store: &mut Store,
        effects: &Effects,
        encoding: &LevelEncoding,
        wanted: &dyn Fn(&Effect) -> bool,
    ) -> Result<Transitions, Error> {
        let conditions = Conditions::new(&effects.circuit, encoding);
        let mut cases = Cases::new(&conditions, encoding, effects);
        let mut parts: BTreeMap<(Option<usize>, Vec<Signal>), Vec<TransitionRelation>> = BTreeMap::new();
        let mut layered = Vec::new();
        for (index, effect) in effects.effects.iter().enumerate().filter(|(_, effect)| wanted(effect)) {
            if conditions.gates_below(written(effect)) >= thresholds.large_effect {
                layered.push(index);
                continue;
            }
            if let Some(found) = cases.of(store, effect)? {
                for Case { conditions, relation } in found {
                    parts.entry((effect.chooser, conditions)).or_default().push(relation);
                }
                continue;
            }
            let (guard, left) = small_guard(store, &conditions, effect)?;
            match store.within(SMALL, |store| relation(store, encoding, &conditions, effect, &guard, SMALL_RELATION))? {
                Some(Some(relation)) => {
                    store.charge(relation.edge_count() as u64)?;
                    parts.entry((effect.chooser, left)).or_default().push(relation);
                }
                _ => layered.push(index),
            }
        }
        let mut groups = Vec::new();
        for ((chooser, signals), relations) in parts {
            let conditions = Asked::new(store, &conditions, signals, thresholds.small_condition)?;
            let group = |relation| Group { relation, conditions: conditions.clone(), chooser };
            groups.extend(join(relations)?.into_iter().map(group));
        }
        let shared = shared(effects, &layered);
        Ok(Transitions { groups, layered, shared, many_gates: thresholds.many_gates })
    }
}

/// The signals that a move writes.
pub fn written(effect: &Effect) -> impl Iterator<Item = Signal> {
    effect.writes.iter().flat_map(|(_, signals)| signals).copied()
}

/// The gates written by more than one of some moves.
fn shared(effects: &Effects, moves: &[usize]) -> Vec<Signal> {
    let mut uses: BTreeMap<u32, u32> = BTreeMap::new();
    for &index in moves {
        let mut gates: Vec<u32> = written(&effects.effects[index]).map(Signal::node).collect();
        gates.retain(|&node| effects.circuit.gate(node).is_some());
        gates.sort_unstable();
        gates.dedup();
        gates.into_iter().for_each(|node| *uses.entry(node).or_default() += 1);
    }
    uses.into_iter().filter(|&(_, uses)| uses > 1).map(|(node, _)| Signal::of(node)).collect()
}

/// The relation of a move on the states of `guard`, where it must be legal; `None` if it has more edges than allowed.
pub fn relation(
    store: &mut Store,
    encoding: &LevelEncoding,
    conditions: &Conditions<'_>,
    effect: &Effect,
    guard: &Set,
    most_edges: usize,
) -> Result<Option<TransitionRelation>, Error> {
    // All at once: the next values of the variables mostly depend on the same gates.
    let mut evaluated = conditions.evaluate(store, guard, &written(effect).collect::<Vec<_>>())?.into_iter();
    let mut writes: Vec<(Level, Vec<Set>)> = Vec::new();
    for (variable, signals) in &effect.writes {
        let sets: Vec<Set> = evaluated.by_ref().take(signals.len()).collect();
        for &level in encoding.levels(*variable) {
            let after = by_digit(store, encoding, level, &sets)?;
            if !unchanged(store, guard, level, &after)? {
                writes.push((Level(level as u16), after));
            }
        }
    }
    let writes: Vec<(Level, &[Set])> = writes.iter().map(|(level, sets)| (*level, &sets[..])).collect();
    store.relation(guard, &writes, most_edges)
}

/// Converts a set per value of a variable to a set per digit of one of its levels.
fn by_digit(store: &mut Store, encoding: &LevelEncoding, level: usize, sets: &[Set]) -> Result<Vec<Set>, Error> {
    let mut digits = vec![store.none(); encoding.size(level)];
    for (value, set) in sets.iter().enumerate() {
        let digit = &mut digits[usize::from(encoding.digit(level, value))];
        *digit = store.union(digit, set)?;
    }
    Ok(digits)
}

/// Whether the level keeps its digit wherever the guard holds.
fn unchanged(store: &mut Store, guard: &Set, level: usize, after: &[Set]) -> Result<bool, Error> {
    for (digit, set) in (0..).zip(after) {
        let cube = store.cube(&[(Level(level as u16), &[digit])])?;
        if store.intersection(guard, &cube)? != *set {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The legality of a move as far as it has a small diagram, and the conditions without one.
fn small_guard(store: &mut Store, conditions: &Conditions<'_>, effect: &Effect) -> Result<(Set, Vec<Signal>), Error> {
    let mut guard = store.all();
    let mut left = Vec::new();
    for &signal in &effect.guard {
        let narrowed = store.within(SMALL, |store| {
            let all = store.all();
            let set = conditions.evaluate(store, &all, &[signal])?;
            store.intersection(&guard, &set[0])
        })?;
        match narrowed {
            Some(set) => guard = set,
            None => left.push(signal),
        }
    }
    left.sort_unstable();
    left.dedup();
    Ok((guard, left))
}

/// Joins relations pairwise as long as the result stays about as small as its parts.
fn join(mut relations: Vec<TransitionRelation>) -> Result<Vec<TransitionRelation>, Error> {
    let mut kept = Vec::new();
    while relations.len() > 1 {
        let mut joined = Vec::new();
        let mut pairs = relations.into_iter();
        while let Some(one) = pairs.next() {
            let Some(other) = pairs.next() else {
                joined.push(one);
                break;
            };
            let union = one.union(&other)?;
            if union.edge_count() <= one.edge_count() + other.edge_count() + SLACK {
                joined.push(union);
            } else {
                kept.extend([one, other]);
            }
        }
        relations = joined;
    }
    relations.extend(kept);
    Ok(relations)
}
