//! Conditions as sets of states: the states of a given set that satisfy some signals of a circuit.
//!
//! Every gate is evaluated *within* the given set, the current layer or a universe, and never over all states: derived
//! predicates such as "there is a path" have no small diagram in general, but on one layer they do. Recursive blocks
//! are least fixpoints, computed by iteration from the empty set.

use std::sync::Arc;

use diagram::{Error, Set, Store};
use game::{Circuit, Fluent, Gate, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::encoding::LevelEncoding;
use crate::listed::{Lists, MANY_GATES};

/// Gates whose sets are known, over all states or at least over the current ones, because they are often needed.
pub type KnownSets = FxHashMap<u32, Set>;

/// A circuit over fluents, ready to be evaluated on diagrams.
pub struct Conditions<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) encoding: &'a LevelEncoding,
    /// For each gate, its block.
    block_of: Arc<[u32]>,
    known: Option<&'a KnownSets>,
}

impl<'a> Conditions<'a> {
    /// Conditions over `circuit`, whose first inputs are the fluents.
    pub fn new(circuit: &'a Circuit, encoding: &'a LevelEncoding) -> Conditions<'a> {
        let mut block_of = Vec::with_capacity(circuit.gates.len());
        for (number, block) in circuit.blocks.iter().enumerate() {
            block_of.resize(block.gates.end as usize, number as u32);
        }
        Conditions { circuit, encoding, block_of: block_of.into(), known: None }
    }

    /// The same with some gates known: nothing below them is evaluated.
    pub fn with_known(self, known: &'a KnownSets) -> Conditions<'a> {
        Conditions { known: Some(known), ..self }
    }

    /// The same with only these gates known.
    pub fn given<'k>(&'k self, known: &'k KnownSets) -> Conditions<'k> {
        Conditions { block_of: Arc::clone(&self.block_of), known: Some(known), ..*self }
    }

    /// Whether a gate depends on itself.
    pub fn is_recursive(&self, node: u32) -> bool {
        let block = |_| &self.circuit.blocks[self.block_of[self.index(node)] as usize];
        self.circuit.gate(node).map(block).is_some_and(|block| block.recursive)
    }

    fn known(&self, node: u32) -> Option<&'a Set> {
        self.known.and_then(|known| known.get(&node))
    }

    /// For each signal, the states of `within` that satisfy it.
    pub fn evaluate(&self, store: &mut Store, within: &Set, signals: &[Signal]) -> Result<Vec<Set>, Error> {
        let cone = self.cone(signals, self.known);
        if cone.len() >= MANY_GATES
            && let Some(lists) = Lists::of(store, within, self, signals, MANY_GATES)?
        {
            return lists.sets(self, store, signals);
        }
        let mut uses = self.uses(&cone, signals);
        let mut evaluation = Evaluation { conditions: self, store, within, sets: FxHashMap::default() };
        for (gates, recursive) in self.runs(&cone) {
            if recursive {
                evaluation.fixpoint(gates)?;
            } else {
                let set = evaluation.gate(gates[0])?;
                evaluation.sets.insert(gates[0], set);
            }
            for &gate in gates {
                evaluation.release(gate, &mut uses);
            }
        }
        signals.iter().map(|&signal| evaluation.signal(signal)).collect()
    }

    /// The gates of a cone in evaluation order: one by one, or all those in a recursive block at once. Known gates of
    /// the block are not included; a least fixpoint stays the same if a part of it is given.
    pub(crate) fn runs<'c>(&self, cone: &'c [u32]) -> impl Iterator<Item = (&'c [u32], bool)> {
        let mut left = cone;
        std::iter::from_fn(move || {
            let number = self.block_of[self.index(*left.first()?)];
            let recursive = self.circuit.blocks[number as usize].recursive;
            let of_block = || left.iter().take_while(|&&gate| self.block_of[self.index(gate)] == number).count();
            let (run, rest) = left.split_at(if recursive { of_block() } else { 1 });
            left = rest;
            Some((run, recursive))
        })
    }

    /// The number of gates on which signals depend.
    pub fn gates_below(&self, signals: impl Iterator<Item = Signal>) -> usize {
        self.cone(&signals.collect::<Vec<_>>(), self.known).len()
    }

    /// The states of `within` that satisfy all of the signals.
    pub fn all(&self, store: &mut Store, within: &Set, signals: &[Signal]) -> Result<Set, Error> {
        let mut left = within.clone();
        for &signal in signals {
            left = self.evaluate(store, &left, &[signal])?.swap_remove(0);
        }
        Ok(left)
    }

    /// The gates on which `signals` depend, down to known ones, ascending, with recursive blocks as a whole.
    pub(crate) fn cone(&self, signals: &[Signal], known: Option<&KnownSets>) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<u32> = signals.iter().map(|s| s.node()).collect();
        while let Some(node) = pending.pop() {
            let Some(gate) = self.circuit.gate(node) else { continue };
            if known.is_some_and(|known| known.contains_key(&node)) || !seen.insert(node) {
                continue;
            }
            pending.extend(self.circuit.operands(gate).iter().map(|s| s.node()));
            let block = &self.circuit.blocks[self.block_of[self.index(node)] as usize];
            if block.recursive {
                pending.extend(block.gates.clone().map(|g| self.circuit.gate_node(g)));
            }
        }
        let mut cone: Vec<u32> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// How often each gate of the cone is read; outputs are counted once more, so that they are kept.
    fn uses(&self, cone: &[u32], signals: &[Signal]) -> FxHashMap<u32, u32> {
        let mut uses = FxHashMap::default();
        let operands = cone.iter().filter_map(|&node| self.circuit.gate(node)).flat_map(|g| self.circuit.operands(g));
        for signal in operands.chain(signals) {
            *uses.entry(signal.node()).or_default() += 1;
        }
        uses
    }

    fn index(&self, node: u32) -> usize {
        node as usize - 1 - self.circuit.inputs as usize
    }
}

struct Evaluation<'c, 'a, 's> {
    conditions: &'c Conditions<'a>,
    store: &'s mut Store,
    within: &'s Set,
    sets: FxHashMap<u32, Set>,
}

impl Evaluation<'_, '_, '_> {
    fn gate(&mut self, node: u32) -> Result<Set, Error> {
        let circuit = self.conditions.circuit;
        let Some(gate) = circuit.gate(node) else { return Ok(self.within.clone()) };
        let operands = circuit.operands(gate);
        match gate.kind {
            // If one is empty, the conjunction of the others does not matter, and it may be large.
            GateKind::And if operands.iter().any(|&operand| self.is_settled(!operand)) => Ok(self.store.none()),
            GateKind::And => self.conjunction(operands.iter().copied()),
            GateKind::Or if operands.iter().any(|&operand| self.is_settled(operand)) => Ok(self.within.clone()),
            GateKind::Or => {
                let sets = operands.iter().map(|&operand| self.signal(operand)).collect::<Result<_, _>>()?;
                union_of(self.store, sets)
            }
        }
    }

    /// Whether a signal is trivially true.
    fn is_settled(&self, signal: Signal) -> bool {
        let set = self.conditions.known(signal.node()).or_else(|| self.sets.get(&signal.node()));
        set.is_some_and(|set| if signal.inverted() { set.is_empty() } else { set == self.within })
    }

    /// Restricts the whole set operand by operand, so that each step works on the remaining states.
    fn conjunction(&mut self, operands: impl Iterator<Item = Signal>) -> Result<Set, Error> {
        let mut left = self.within.clone();
        for operand in operands {
            if left.is_empty() {
                break;
            }
            left = self.narrow(&left, operand)?;
        }
        Ok(left)
    }

    /// The states of `set`, a subset of the evaluated states, that satisfy a signal.
    fn narrow(&mut self, set: &Set, signal: Signal) -> Result<Set, Error> {
        let holds = match self.fluent(signal) {
            Some(fluent) if !signal.inverted() => return self.holding(set, fluent),
            Some(fluent) => self.holding(set, fluent)?,
            None if signal.node() == 0 => set.clone(),
            None => match self.conditions.known(signal.node()).or_else(|| self.sets.get(&signal.node())) {
                Some(known) if !signal.inverted() => return self.store.intersection(set, &known.clone()),
                Some(known) => known.clone(),
                None => self.store.none(),
            },
        };
        if signal.inverted() { self.store.difference(set, &holds) } else { Ok(holds) }
    }

    fn signal(&mut self, signal: Signal) -> Result<Set, Error> {
        let within = self.within.clone();
        self.narrow(&within, signal)
    }

    fn holding(&mut self, set: &Set, fluent: Fluent) -> Result<Set, Error> {
        let cube = self.conditions.encoding.cube(self.store, fluent)?;
        self.store.intersection(set, &cube)
    }

    fn fluent(&self, signal: Signal) -> Option<Fluent> {
        let node = signal.node();
        (1..=self.conditions.circuit.inputs).contains(&node).then(|| Fluent(node - 1))
    }

    /// The least fixpoint of a block's gates.
    fn fixpoint(&mut self, gates: &[u32]) -> Result<(), Error> {
        let nothing = self.store.none();
        self.sets.extend(gates.iter().map(|&gate| (gate, nothing.clone())));
        loop {
            let mut changed = false;
            for &gate in gates {
                let set = self.gate(gate)?;
                changed |= self.sets.insert(gate, set.clone()) != Some(set);
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Drops the sets of operands that are no longer needed.
    fn release(&mut self, node: u32, uses: &mut FxHashMap<u32, u32>) {
        let circuit = self.conditions.circuit;
        let Some(Gate { operands, .. }) = circuit.gate(node) else { return };
        for operand in &circuit.operand_list[operands.start as usize..operands.end as usize] {
            if let Some(left) = uses.get_mut(&operand.node()) {
                *left -= 1;
                if *left == 0 {
                    self.sets.remove(&operand.node());
                }
            }
        }
    }
}

/// The union of many sets, two by two: in sequence, each step would walk through all previous ones.
fn union_of(store: &mut Store, mut sets: Vec<Set>) -> Result<Set, Error> {
    while sets.len() > 1 {
        let pairs = sets.chunks(2).map(|pair| match pair {
            [one, other] => store.union(one, other),
            _ => Ok(pair[0].clone()),
        });
        sets = pairs.collect::<Result<_, _>>()?;
    }
    Ok(sets.pop().unwrap_or_else(|| store.none()))
}
