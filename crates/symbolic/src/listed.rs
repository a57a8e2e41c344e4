//! Evaluates conditions with many gates on few states.
//!
//! A gate on diagrams takes a walk through the states' diagram, however few they are. For conditions with tens of
//! thousands of gates (every zombie near enough moves, around every obstacle) this takes most of the time. If there are
//! few states they are listed instead, a gate is a word for each 64 of them, and only the requested results become
//! diagrams again: sets, or the relation of a move, state by state.

use std::borrow::Cow;

use diagram::{Error, Set, Store, TransitionRelation};
use game::effects::Effect;
use game::{Fluent, GateKind, Signal, State};
use rustc_hash::FxHashMap;

use crate::condition::Conditions;

/// The minimum number of gates for which a list is worthwhile.
pub(crate) const MANY_GATES: usize = 2_000;

/// The maximum number of bytes for the lists of states, and for the bits of the gates of one list.
const BYTES: usize = 32 << 20;

/// The maximum number of states per node of their diagram for listing: beyond, the diagram is much more compact.
const LISTED_PER_NODE: usize = 16;

/// A word for each 64 states of the list.
pub(crate) type Bits = Box<[u64]>;

/// A set of states in lists, on which conditions with many gates are evaluated.
pub(crate) struct Lists {
    lists: Vec<List>,
    /// All gates on which the conditions depend.
    cone: Vec<u32>,
    /// The row of bits of a fluent or gate.
    rows: FxHashMap<u32, usize>,
    bytes: usize,
}

impl Lists {
    /// The lists of a set for some conditions; `None` if it has too many states, or the conditions have fewer than
    /// `many_gates` gates.
    pub(crate) fn of(
        store: &mut Store,
        set: &Set,
        conditions: &Conditions<'_>,
        signals: &[Signal],
        many_gates: usize,
    ) -> Result<Option<Lists>, Error> {
        // Known sets are diagrams, which a list cannot use.
        let cone = conditions.cone(signals, None);
        if cone.len() < many_gates {
            return Ok(None);
        }
        // In a small store, lists take only a share of it.
        let bytes = BYTES.min(store.budget().bytes / 32);
        let few = (bytes / state_bytes(store, conditions)).min(LISTED_PER_NODE * store.node_count(set)?);
        let words = bytes / (8 * (cone.len() + conditions.encoding.fluents() as usize));
        if store.count(set)? > few as u128 || words == 0 {
            return Ok(None);
        }
        let lists = Lists::new(store, set, conditions, cone, 64 * words)?;
        // If there is not enough memory for them, diagrams may still work.
        Ok(store.holding(lists.bytes, |_| Ok::<_, Error>(())).is_ok().then_some(lists))
    }

    /// The lists of a set, each with a limited number of states.
    fn new(
        store: &mut Store,
        set: &Set,
        conditions: &Conditions<'_>,
        cone: Vec<u32>,
        most: usize,
    ) -> Result<Lists, Error> {
        let fluents = conditions.encoding.fluents();
        let rows: FxHashMap<u32, usize> = (1..=fluents).chain(cone.iter().copied()).zip(0..).collect();
        let mut left: Vec<Vec<u16>> = store.members(set)?.map(|(path, _)| path).collect();
        let states = left.len();
        // A gate is a word for each 64 states, and a state is a walk down the levels.
        store.charge((cone.len() * states.div_ceil(64) / 8 + states * store.domains().levels()) as u64)?;
        let mut lists = Vec::new();
        while !left.is_empty() {
            let rest = left.split_off(most.min(left.len()));
            let set = if left.len() == states { set.clone() } else { store.states(&left)? };
            lists.push(List { set, paths: left });
            left = rest;
        }
        let bytes = states * state_bytes(store, conditions) + rows.len() * (32 + 8 * most.min(states).div_ceil(64));
        Ok(Lists { lists, cone, rows, bytes })
    }

    /// The approximate size of the lists, with the bits of one of them.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The lists in sequence, with their gates evaluated.
    pub(crate) fn settled<'l>(&'l self, conditions: &'l Conditions<'l>) -> impl Iterator<Item = Settled<'l>> {
        self.lists.iter().map(|list| {
            let mut gates = Gates::new(conditions, &self.rows, &list.paths);
            gates.settle(&self.cone);
            Settled { list, gates }
        })
    }

    /// For each signal, the states that satisfy it.
    pub(crate) fn sets(
        &self,
        conditions: &Conditions<'_>,
        store: &mut Store,
        signals: &[Signal],
    ) -> Result<Vec<Set>, Error> {
        store.holding(self.bytes, |store| {
            let mut all = vec![store.none(); signals.len()];
            for settled in self.settled(conditions) {
                let sets = settled.sets(store, signals)?;
                for (all, set) in all.iter_mut().zip(sets) {
                    *all = store.union(all, &set)?;
                }
            }
            Ok(all)
        })
    }
}

/// The approximate size of a listed state: as a path and as fluents, and once more while a relation is made.
fn state_bytes(store: &Store, conditions: &Conditions<'_>) -> usize {
    2 * (2 * store.domains().levels() + 64) + conditions.encoding.fluents() as usize / 8
}

/// States as a list, ascending.
struct List {
    set: Set,
    paths: Vec<Vec<u16>>,
}

/// A list whose gates are evaluated.
pub(crate) struct Settled<'l> {
    list: &'l List,
    gates: Gates<'l>,
}

impl Settled<'_> {
    /// For each signal, the states that satisfy it.
    pub(crate) fn sets(&self, store: &mut Store, signals: &[Signal]) -> Result<Vec<Set>, Error> {
        let mut sets: FxHashMap<Bits, Set> = FxHashMap::default();
        let set = |signal: &Signal| {
            let bits = self.gates.signal(*signal);
            if let Some(set) = sets.get(&bits) {
                return Ok(set.clone());
            }
            let set = self.set(store, &bits)?;
            sets.insert(bits, set.clone());
            Ok(set)
        };
        signals.iter().map(set).collect()
    }

    /// The states that satisfy all of the signals.
    pub(crate) fn all(&self, signals: &[Signal]) -> Bits {
        let mut left = self.gates.all.clone();
        for &signal in signals {
            left.iter_mut().zip(self.gates.signal(signal)).for_each(|(word, other)| *word &= other);
        }
        left
    }

    /// The states with these bits.
    pub(crate) fn set(&self, store: &mut Store, bits: &Bits) -> Result<Set, Error> {
        if *bits == self.gates.all {
            return Ok(self.list.set.clone());
        }
        store.states(members(bits).map(|index| &self.list.paths[index]))
    }

    /// The relation of a move from the states with these bits, where it must be legal. In non-terminal states, one
    /// value of each variable holds afterwards; successors of terminal states are irrelevant.
    pub(crate) fn relation(
        &self,
        store: &mut Store,
        effect: &Effect,
        legal: &Bits,
    ) -> Result<TransitionRelation, Error> {
        let encoding = self.gates.conditions.encoding;
        let paths = &self.list.paths;
        let mut pairs: Vec<(&[u16], Cow<'_, [u16]>)> =
            paths.iter().map(|path| (&path[..], Cow::Borrowed(&path[..]))).collect();
        for (variable, signals) in &effect.writes {
            for (value, &signal) in signals.iter().enumerate() {
                let mut has = self.gates.signal(signal);
                has.iter_mut().zip(legal).for_each(|(word, legal)| *word &= legal);
                for index in members(&has) {
                    let after = pairs[index].1.to_mut();
                    encoding.levels(*variable).iter().for_each(|&level| after[level] = encoding.digit(level, value));
                }
            }
        }
        store.charge((paths.len() * store.domains().levels()) as u64)?;
        let pairs: Vec<_> = members(legal).map(|index| (pairs[index].0, &pairs[index].1[..])).collect();
        store.relation_of_pairs(&pairs)
    }
}

/// The states whose bit is set, in the order of the list.
fn members(bits: &Bits) -> impl Iterator<Item = usize> {
    (0..).zip(bits).flat_map(|(number, &word)| {
        let without_lowest = |word: &u64| Some(word & word.wrapping_sub(1));
        let words = std::iter::successors(Some(word), without_lowest).take_while(|&word| word != 0);
        words.map(move |word| 64 * number + word.trailing_zeros() as usize)
    })
}

/// A bit per item: whether it has a property.
fn bits<T>(items: &[T], has: impl Fn(&T) -> bool) -> Bits {
    let word = |items: &[T]| items.iter().rev().fold(0, |word, item| word << 1 | u64::from(has(item)));
    items.chunks(64).map(word).collect()
}

/// Fluents and gates as bits, one for each state of a list.
struct Gates<'c> {
    conditions: &'c Conditions<'c>,
    /// The first word of a fluent or gate, in words of a list.
    rows: &'c FxHashMap<u32, usize>,
    all: Bits,
    words: Vec<u64>,
}

impl<'c> Gates<'c> {
    /// The fluents of some states; all gates are false.
    fn new(conditions: &'c Conditions<'c>, rows: &'c FxHashMap<u32, usize>, paths: &[Vec<u16>]) -> Gates<'c> {
        let all = bits(paths, |_| true);
        let mut words = Vec::with_capacity(rows.len() * all.len());
        let states: Vec<State> = paths.iter().map(|path| conditions.encoding.decode(path)).collect();
        for fluent in (0..conditions.encoding.fluents()).map(Fluent) {
            words.extend(bits(&states, |state| state.contains(fluent)));
        }
        words.resize(rows.len() * all.len(), 0);
        Gates { conditions, rows, all, words }
    }

    /// Evaluates gates, each of which depends on those before it, or on its own recursive block.
    fn settle(&mut self, cone: &[u32]) {
        for (run, recursive) in self.conditions.runs(cone) {
            if recursive {
                // The least fixpoint: initially none of them holds.
                while run.iter().fold(false, |changed, &node| self.update(node) | changed) {}
            } else {
                self.update(run[0]);
            }
        }
    }

    /// Evaluates a gate; returns whether it changed.
    fn update(&mut self, node: u32) -> bool {
        let circuit = self.conditions.circuit;
        let Some(gate) = circuit.gate(node) else { return false };
        let mut result: Bits = match gate.kind {
            GateKind::And => self.all.clone(),
            GateKind::Or => vec![0; self.all.len()].into(),
        };
        for &operand in circuit.operands(gate) {
            let pairs = result.iter_mut().zip(self.words_of(operand));
            match gate.kind {
                GateKind::And => pairs.for_each(|(word, operand)| *word &= operand),
                GateKind::Or => pairs.for_each(|(word, operand)| *word |= operand),
            }
        }
        let first = self.rows[&node] * self.all.len();
        let kept = &mut self.words[first..][..result.len()];
        let changed = *kept != *result;
        kept.copy_from_slice(&result);
        changed
    }

    fn signal(&self, signal: Signal) -> Bits {
        self.words_of(signal).collect()
    }

    fn words_of(&self, signal: Signal) -> impl Iterator<Item = u64> {
        let plain = match self.rows.get(&signal.node()) {
            Some(row) => &self.words[row * self.all.len()..][..self.all.len()],
            None => {
                debug_assert_eq!(signal.node(), 0, "all that is read has a row but the constant");
                &self.all[..]
            }
        };
        let flip = move |(word, all): (&u64, &u64)| if signal.inverted() { !word & all } else { *word };
        plain.iter().zip(&self.all).map(flip)
    }
}

#[cfg(test)]
mod tests {
    use game::effects::Effects;

    use super::*;
    use crate::engine::{DiagramEngine, Resources};
    use crate::testing::bundled;
    use crate::transition::{relation, written};

    /// Hex has a recursive condition, the path from side to side; its layers have 1, 16, 240, 1,680 and more states.
    #[test]
    fn lists_agree_with_diagrams() {
        let (proved, order) = bundled("hex:4");
        assert!(proved.game.circuit.blocks.iter().any(|block| block.recursive));
        let mut engine = DiagramEngine::new(&proved, &order, Resources { bytes: 1 << 28, threads: 1 }).unwrap();
        let mut states = engine.initial().unwrap();
        for _ in 0..5 {
            for within in [states.clone(), engine.store().none()] {
                same_sets(&mut engine, &within);
                same_successors(&mut engine, &proved.effects, &within);
            }
            states = engine.successors(&states).unwrap();
        }
    }

    /// Lists of 100 states, so that there are several of them, and one that is not full.
    fn listed(engine: &mut DiagramEngine<'_>, conditions: &Conditions<'_>, within: &Set, signals: &[Signal]) -> Lists {
        let cone = conditions.cone(signals, None);
        assert!(cone.len() < MANY_GATES, "so that others are on diagrams");
        Lists::new(&mut engine.store, within, conditions, cone, 100).unwrap()
    }

    fn same_sets(engine: &mut DiagramEngine<'_>, within: &Set) {
        let (game, encoding) = (engine.game(), engine.encoding.clone());
        let conditions = Conditions::new(&game.circuit, &encoding);
        let goals = game.goals.iter().flatten().map(|goal| goal.holds);
        let legal = game.moves.iter().flatten().map(|made| made.legal);
        let signals: Vec<Signal> =
            goals.chain(legal).chain([game.terminal]).flat_map(|signal| [signal, !signal]).collect();
        let lists = listed(engine, &conditions, within, &signals);
        let sets = lists.sets(&conditions, &mut engine.store, &signals).unwrap();
        assert_eq!(sets, conditions.evaluate(&mut engine.store, within, &signals).unwrap());
    }

    fn same_successors(engine: &mut DiagramEngine<'_>, effects: &Effects, within: &Set) {
        let encoding = engine.encoding.clone();
        let conditions = Conditions::new(&effects.circuit, &encoding);
        let store = &mut engine.store;
        for effect in &effects.effects {
            let legal = conditions.all(store, within, &effect.guard).unwrap();
            let on_diagrams = relation(store, &encoding, &conditions, effect, &legal, usize::MAX).unwrap().unwrap();
            let expected = store.image(&legal, &on_diagrams).unwrap();
            let signals: Vec<Signal> = effect.guard.iter().copied().chain(written(effect)).collect();
            let lists = Lists::new(store, within, &conditions, conditions.cone(&signals, None), 100).unwrap();
            let mut found = store.none();
            for list in lists.settled(&conditions) {
                let bits = list.all(&effect.guard);
                let (legal, relation) = (list.set(store, &bits).unwrap(), list.relation(store, effect, &bits).unwrap());
                let part = store.image(&legal, &relation).unwrap();
                found = store.union(&found, &part).unwrap();
            }
            assert_eq!(found, expected);
        }
    }
}
