//! The moves as relations between states, joined into as few as stay small.
//!
//! A joint move becomes one relation: where it is legal, and for each variable that it changes the next value as a
//! function of the state. What it leaves alone does not occur in the relation at all. Whether a variable is left alone
//! is decided on diagrams, by comparing the next value with the present one wherever the move is legal.
//!
//! Conditions that have no small diagram of their own (no capture is possible, a path exists) stay circuits. A move
//! whose legality is such a condition keeps it beside its relation (`asked`), to be evaluated on the layer at hand, and
//! so it does with what many moves ask (`cases`); a move whose *effect* is such a condition has its relation built anew
//! for each layer, on that layer only. All of this costs more, and is not needed for most games.

use std::collections::BTreeMap;

use diagram::{Error, Level, Set, Store, TransitionRelation};
use game::Signal;
use game::effects::{Effect, Effects};

use crate::asked::Asked;
use crate::cases::{Case, Cases};
use crate::condition::Conditions;
use crate::encoding::LevelEncoding;
use crate::listed::MANY_GATES;

/// Nodes that the diagrams of one move may take before its conditions count as not small.
const SMALL: usize = 50_000;

/// Edges that the relation of one move may have before it is built anew for each layer instead.
const SMALL_RELATION: usize = 4_000;

/// Two relations are joined where the result has at most this many edges more than both together.
const SLACK: usize = 4_096;

/// Moves that are taken in one step.
#[derive(Clone)]
pub struct Group {
    /// The relation of all of them.
    pub relation: TransitionRelation,
    /// Where they are legal beyond what the relation says.
    pub conditions: Asked,
    /// The role that chooses among them, where one alone does.
    pub chooser: Option<usize>,
}

/// All moves of a game, or some of them.
pub struct Transitions {
    /// Joined relations.
    pub groups: Vec<Group>,
    /// Moves, by index into the effects, whose relation depends on the layer.
    pub layered: Vec<usize>,
    /// Gates that the effects of several of these are, to be evaluated once for all of them.
    pub shared: Vec<Signal>,
    /// Gates of these from which on few states are taken one by one.
    pub(crate) many_gates: usize,
}

/// Gates and nodes from which on moves are taken in another way.
#[derive(Clone, Copy)]
pub(crate) struct Thresholds {
    /// Below a move's effect: its relation is built for each layer without further ado.
    pub(crate) large_effect: usize,
    /// Below all of these: few states are taken one by one.
    pub(crate) many_gates: usize,
    /// Nodes that conditions beside relations may take together to be asked at once.
    pub(crate) small_condition: usize,
}

/// Building the relation of a larger effect just to see that it is not small took minutes.
impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { large_effect: 5_000, many_gates: MANY_GATES, small_condition: 10_000 }
    }
}

impl Transitions {
    /// Builds the relations of those effects that are wanted.
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

/// The signals that say what holds after a move.
pub fn written(effect: &Effect) -> impl Iterator<Item = Signal> {
    effect.writes.iter().flat_map(|(_, signals)| signals).copied()
}

/// The gates that say what holds after more than one of some moves.
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

/// The relation of a move on the states of `guard`, where it must be legal; none if it has more edges than asked for.
pub fn relation(
    store: &mut Store,
    encoding: &LevelEncoding,
    conditions: &Conditions<'_>,
    effect: &Effect,
    guard: &Set,
    most_edges: usize,
) -> Result<Option<TransitionRelation>, Error> {
    // All at once: what the variables' next values depend on is mostly the same.
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

/// From a set per value of a variable a set per digit of one of its levels.
fn by_digit(store: &mut Store, encoding: &LevelEncoding, level: usize, sets: &[Set]) -> Result<Vec<Set>, Error> {
    let mut digits = vec![store.none(); encoding.size(level)];
    for (value, set) in sets.iter().enumerate() {
        let digit = &mut digits[usize::from(encoding.digit(level, value))];
        *digit = store.union(digit, set)?;
    }
    Ok(digits)
}

/// Whether the level has its present digit afterwards too, wherever the guard holds.
fn unchanged(store: &mut Store, guard: &Set, level: usize, after: &[Set]) -> Result<bool, Error> {
    for (digit, set) in (0..).zip(after) {
        let cube = store.cube(&[(Level(level as u16), &[digit])])?;
        if store.intersection(guard, &cube)? != *set {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where a move is legal, as far as that has a small diagram, and the conditions that have none.
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
