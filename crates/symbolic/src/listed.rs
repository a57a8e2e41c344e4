//! Conditions of many gates on few states.
//!
//! A gate on diagrams takes a walk through the states' diagram, however few they are. Where a condition has tens of thousands of gates (every
//! zombie near enough moves, around every obstacle) that is what all the time goes into. If the states are few they are listed instead, a
//! gate is a word for each 64 of them, and only the sets that were asked for become diagrams again.

use diagram::{Error, Set, Store};
use game::{Fluent, GateKind, Signal, State};
use rustc_hash::FxHashMap;

use crate::condition::Conditions;
use crate::encoding::Encoding;

/// Gates from which on a list is worth its while.
pub(crate) const MANY_GATES: usize = 2_000;

/// Bytes that a list may take with the bits of its gates.
const BYTES: usize = 32 << 20;

/// For each 64 states of the list a word.
type Bits = Box<[u64]>;

/// A set of states as a list.
pub(crate) struct List {
    set: Set,
    paths: Vec<Vec<u16>>,
}

impl List {
    /// The list of a set on which so many gates are to be evaluated; none if that would take too much room.
    pub(crate) fn of(store: &Store, set: &Set, encoding: &Encoding, gates: usize) -> Result<Option<List>, Error> {
        // A bit for each gate and fluent, the state, its path, and what their lists take.
        let fluents = encoding.fluents() as usize;
        let bytes = (gates + 2 * fluents) / 8 + 2 * store.domains().levels() + 96;
        // In a small store a list has no more than a share of it.
        let most = BYTES.min(store.budget().bytes / 16) / bytes;
        if store.count(set)? > most as u128 {
            return Ok(None);
        }
        let paths = store.members(set)?.map(|(path, _)| path).collect();
        Ok(Some(List { set: set.clone(), paths }))
    }

    /// For each signal the states that satisfy it, given the gates that the signals depend on.
    pub(crate) fn evaluate(
        &self,
        conditions: &Conditions<'_>,
        store: &mut Store,
        cone: &[u32],
        signals: &[Signal],
    ) -> Result<Vec<Set>, Error> {
        let all = bits(&self.paths, |_| true);
        let mut gates = Gates { conditions, all, bits: self.inputs(conditions) };
        for (run, recursive) in conditions.runs(cone) {
            if recursive {
                gates.fixpoint(run);
            } else {
                gates.update(run[0]);
            }
        }
        let mut sets: FxHashMap<Bits, Set> = FxHashMap::default();
        let set = |signal: &Signal| {
            let bits = gates.signal(*signal);
            if let Some(set) = sets.get(&bits) {
                return Ok(set.clone());
            }
            let set = self.part(store, &bits)?;
            sets.insert(bits, set.clone());
            Ok(set)
        };
        signals.iter().map(set).collect()
    }

    /// The bits of the fluents.
    fn inputs(&self, conditions: &Conditions<'_>) -> FxHashMap<u32, Bits> {
        let states: Vec<State> = self.paths.iter().map(|path| conditions.encoding.decode(path)).collect();
        let fluent = |node: u32| (node, bits(&states, |state| state.contains(Fluent(node - 1))));
        (1..=conditions.encoding.fluents()).map(fluent).collect()
    }

    /// The states of the list with these bits.
    fn part(&self, store: &mut Store, bits: &Bits) -> Result<Set, Error> {
        let count: usize = bits.iter().map(|word| word.count_ones() as usize).sum();
        match count {
            0 => Ok(store.none()),
            all if all == self.paths.len() => Ok(self.set.clone()),
            _ => {
                let chosen = |index: &usize| bits[index / 64] >> (index % 64) & 1 == 1;
                store.states((0..self.paths.len()).filter(chosen).map(|index| &self.paths[index]))
            }
        }
    }
}

/// Which of some items have a property.
fn bits<T>(items: &[T], has: impl Fn(&T) -> bool) -> Bits {
    let word = |items: &[T]| items.iter().rev().fold(0, |word, item| word << 1 | u64::from(has(item)));
    items.chunks(64).map(word).collect()
}

/// Gates as bits, one for each state of a list.
struct Gates<'c, 'a> {
    conditions: &'c Conditions<'a>,
    all: Bits,
    bits: FxHashMap<u32, Bits>,
}

impl Gates<'_, '_> {
    /// The least fixpoint of a block's gates.
    fn fixpoint(&mut self, block: &[u32]) {
        let nothing: Bits = vec![0; self.all.len()].into();
        self.bits.extend(block.iter().map(|&node| (node, nothing.clone())));
        loop {
            let mut changed = false;
            for &node in block {
                changed |= self.update(node);
            }
            if !changed {
                return;
            }
        }
    }

    /// Evaluates a gate; whether it is another than before.
    fn update(&mut self, node: u32) -> bool {
        let circuit = self.conditions.circuit;
        let Some(gate) = circuit.gate(node) else { return false };
        let mut result: Bits = match gate.kind {
            GateKind::And => self.all.clone(),
            GateKind::Or => vec![0; self.all.len()].into(),
        };
        for &operand in circuit.operands(gate) {
            let operand = self.signal(operand);
            let pairs = result.iter_mut().zip(&operand);
            match gate.kind {
                GateKind::And => pairs.for_each(|(word, operand)| *word &= operand),
                GateKind::Or => pairs.for_each(|(word, operand)| *word |= operand),
            }
        }
        let changed = self.bits.get(&node) != Some(&result);
        self.bits.insert(node, result);
        changed
    }

    fn signal(&self, signal: Signal) -> Bits {
        // What has no bits is the constant.
        let plain = self.bits.get(&signal.node()).unwrap_or(&self.all);
        if !signal.inverted() {
            return plain.clone();
        }
        plain.iter().zip(&self.all).map(|(word, all)| !word & all).collect()
    }
}

#[cfg(test)]
mod tests {
    use game::implied::Implied;
    use game::joint::joint_moves;
    use task::Allowance;

    use super::*;
    use crate::engine::{Engine, Resources};
    use crate::race::race;

    /// Hex has a recursive condition, the path from side to side; its layers have 1, 16, 240, 1,680 and more states.
    #[test]
    fn lists_say_what_diagrams_say() {
        let rules = gdl::Rules::from_text(&games::sheet("hex:4").unwrap()).unwrap();
        let mut game = ground::ground(&rules, &ground::Limits::default()).unwrap();
        game.variables = prove::analyse(&game, &prove::Options::default()).unwrap().variables;
        let implied = Implied::new(&game);
        let effects = game::effects::effects(&game, &implied, joint_moves(&game, &implied, 1_000).unwrap());
        let order = race(&game, &effects, Allowance::default()).swap_remove(0).order;
        let mut engine = Engine::new(&game, &effects, &order, Resources { bytes: 1 << 28, threads: 1 }).unwrap();
        let goals = game.goals.iter().flatten().map(|goal| goal.holds);
        let legal = game.moves.iter().flatten().map(|made| made.legal);
        let signals: Vec<Signal> =
            goals.chain(legal).chain([game.terminal]).flat_map(|signal| [signal, !signal]).collect();
        assert!(game.circuit.blocks.iter().any(|block| block.recursive));
        let mut states = engine.initial().unwrap();
        for _ in 0..5 {
            for within in [states.clone(), engine.store().none()] {
                let conditions = Conditions::new(&game.circuit, &engine.encoding);
                let cone = conditions.cone(&signals, None);
                let list = List::of(&engine.store, &within, &engine.encoding, cone.len()).unwrap().expect("few states");
                let listed = list.evaluate(&conditions, &mut engine.store, &cone, &signals).unwrap();
                assert!(cone.len() < MANY_GATES, "so that this one is on diagrams");
                assert_eq!(listed, conditions.evaluate(&mut engine.store, &within, &signals).unwrap());
            }
            states = engine.successors(&states).unwrap();
        }
    }
}
