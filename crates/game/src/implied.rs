//! Implied fluents: the fluents that must hold, and those that must not, wherever a signal is true.
//!
//! `legal xplayer (mark 1 1)` is true only where `(control xplayer)` and `(cell 1 1 b)` hold. This alone implies that
//! it is never legal together with `(mark 2 2)` of the other player, because the two values of the control variable
//! exclude each other. Computed bottom-up: a conjunction settles the fluents that any operand settles, a disjunction
//! those that all operands settle.

use crate::{Circuit, Fluent, Game, GateKind, Signal, StateVariable};
use rustc_hash::FxHashMap;

/// A fluent and whether it holds.
type Settled = (Fluent, bool);

/// At most this many settled fluents are recorded per gate: omissions only cost precision.
const LONGEST: usize = 64;

/// The settled fluents of every node and of its complement.
pub struct Implied {
    /// For each node, the fluents settled if it is true and if it is false, ascending.
    settled: Vec<[Box<[Settled]>; 2]>,
    /// For each fluent, its variable and value.
    place: Vec<(u32, u32)>,
    variables: Vec<StateVariable>,
}

impl Implied {
    /// Analyses the gates of `game` that read no move.
    pub fn new(game: &Game) -> Implied {
        let mut implied = Implied { settled: inputs(game), place: places(game), variables: game.variables.clone() };
        for block in &game.circuit.blocks[..game.state_blocks] {
            for index in block.gates.clone() {
                // Nothing is derived for a recursive gate: it settles only itself.
                let sides = if block.recursive { Default::default() } else { implied.gate(&game.circuit, index) };
                implied.settled.push(sides);
            }
        }
        implied
    }

    /// The fluents that `signal` settles; none if it reads moves.
    pub fn of(&self, signal: Signal) -> &[Settled] {
        self.settled.get(signal.node() as usize).map_or(&[], |sides| &sides[usize::from(signal.inverted())])
    }

    /// The union of the fluents that two signals settle; `None` if it is contradictory, so that they are never true
    /// together.
    pub fn join(&self, a: &[Settled], b: &[Settled]) -> Option<Vec<Settled>> {
        let mut all: Vec<Settled> = a.iter().chain(b).copied().collect();
        all.sort_unstable();
        all.dedup();
        self.consistent(&all).then_some(all)
    }

    /// The variables whose values follow from settled fluents, with these values.
    pub(crate) fn places<'s>(&'s self, settled: &'s [Settled]) -> impl Iterator<Item = (u32, u32)> + 's {
        settled.iter().filter(|(_, holds)| *holds).map(|(fluent, _)| self.place[fluent.0 as usize])
    }

    /// The consequences of settled fluents through the variables: if one value is taken, the others are not.
    pub fn close(&self, settled: &[Settled]) -> FxHashMap<Fluent, bool> {
        let mut closed: FxHashMap<Fluent, bool> = settled.iter().copied().collect();
        for &(fluent, holds) in settled {
            let (variable, _) = self.place[fluent.0 as usize];
            let variable = &self.variables[variable as usize];
            if holds {
                for &other in &variable.fluents {
                    closed.insert(other, other == fluent);
                }
            } else if !variable.none {
                let mut open = variable.fluents.iter().filter(|f| closed.get(f) != Some(&false));
                if let (Some(&last), None) = (open.next(), open.next()) {
                    closed.insert(last, true);
                }
            }
        }
        closed
    }

    fn consistent(&self, settled: &[Settled]) -> bool {
        let mut taken: FxHashMap<u32, u32> = FxHashMap::default();
        let contradicts = |pair: &[Settled]| pair[0].0 == pair[1].0;
        if settled.windows(2).any(contradicts) {
            return false;
        }
        settled.iter().filter(|(_, holds)| *holds).all(|(fluent, _)| {
            let (variable, value) = self.place[fluent.0 as usize];
            *taken.entry(variable).or_insert(value) == value
        })
    }

    fn gate(&self, circuit: &Circuit, index: u32) -> [Box<[Settled]>; 2] {
        let gate = &circuit.gates[index as usize];
        let operands = circuit.operands(gate);
        match gate.kind {
            GateKind::And => [self.any(operands.iter().copied()), self.all(operands.iter().map(|&s| !s))],
            GateKind::Or => [self.all(operands.iter().copied()), self.any(operands.iter().map(|&s| !s))],
        }
    }

    fn any(&self, operands: impl Iterator<Item = Signal>) -> Box<[Settled]> {
        let mut union: Vec<Settled> = operands.flat_map(|s| self.of(s).iter().copied()).collect();
        union.sort_unstable();
        union.dedup();
        if union.len() > LONGEST {
            // A fluent that holds is more informative: it excludes all others of its variable.
            union.retain(|(_, holds)| *holds);
            union.truncate(LONGEST);
        }
        union.into()
    }

    fn all(&self, mut operands: impl Iterator<Item = Signal>) -> Box<[Settled]> {
        let Some(first) = operands.next() else { return Box::default() };
        let mut common = self.of(first).to_vec();
        for operand in operands {
            if common.is_empty() {
                break;
            }
            let other = self.of(operand);
            common.retain(|settled| other.binary_search(settled).is_ok());
        }
        common.into()
    }
}

/// The constant and the inputs: a fluent settles itself, a move settles nothing.
fn inputs(game: &Game) -> Vec<[Box<[Settled]>; 2]> {
    let mut settled = vec![<[Box<[Settled]>; 2]>::default()];
    let fluents = (0..game.fluents.len() as u32).map(Fluent);
    settled.extend(fluents.map(|f| [Box::from([(f, true)]), Box::from([(f, false)])]));
    settled.resize_with(1 + game.circuit.inputs as usize, Default::default);
    settled
}

/// For each fluent, its variable and its value.
fn places(game: &Game) -> Vec<(u32, u32)> {
    let mut place = vec![(0, 0); game.fluents.len()];
    for (number, variable) in game.variables.iter().enumerate() {
        for (value, fluent) in variable.fluents.iter().enumerate() {
            place[fluent.0 as usize] = (number as u32, value as u32);
        }
    }
    place
}
