//! A game on diagrams: its states as sets, its moves as relations, ready for search.

use diagram::{Budget, Error, Options, Set, Store};
use game::effects::Effects;
use game::{Game, GateKind, Signal, State};

use crate::condition::Conditions;
use crate::encoding::Encoding;
use crate::order::Order;
use crate::transition::{Transitions, relation};

/// Nodes that a part of the terminal condition may take as a diagram of its own.
///
/// Larger ones are evaluated on each layer instead. On Connect Four, one diagram per player ("x has a line") beats one per
/// line by 2.6 and one for both players by far more, so parts are kept apart.
const PART: usize = 4_000_000;

/// What an engine may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Bytes for diagrams, tables and caches.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
}

/// A part of a condition, a disjunct.
enum Part {
    /// Small enough to have a diagram of its own.
    Set(Set),
    /// To be evaluated on the states at hand.
    Signal(Signal),
}

/// A game on diagrams.
pub struct Engine<'g> {
    game: &'g Game,
    effects: &'g Effects,
    encoding: Encoding,
    store: Store,
    transitions: Transitions,
    /// Disjuncts of the terminal condition, once they are needed.
    terminal: Option<Vec<Part>>,
}

impl<'g> Engine<'g> {
    /// Builds the relations and conditions of `game` for a variable order.
    pub fn new(game: &'g Game, effects: &'g Effects, order: &Order, resources: Resources) -> Result<Engine<'g>, Error> {
        let encoding = Encoding::new(game, order);
        let budget = Budget { nodes: usize::MAX, bytes: resources.bytes };
        let options = Options { budget, threads: resources.threads, ..Options::default() };
        let mut store = Store::new(encoding.domains()?, options)?;
        let transitions = Transitions::new(&mut store, effects, &encoding)?;
        Ok(Engine { game, effects, encoding, store, transitions, terminal: None })
    }

    /// The diagrams' store.
    pub fn store(&mut self) -> &mut Store {
        &mut self.store
    }

    /// Which levels stand for which variables.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// The relations of the moves.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// The first state.
    pub fn initial(&mut self) -> Result<Set, Error> {
        let path = self.encoding.encode(&State::initial(self.game));
        self.store.state(&path)
    }

    /// The states of a set at which the game goes on, and those at which it is over.
    pub fn split(&mut self, states: &Set) -> Result<(Set, Set), Error> {
        let terminal = match self.terminal.take() {
            Some(parts) => parts,
            None => self.parts(self.game.terminal)?,
        };
        let result = self.split_by(states, &terminal);
        self.terminal = Some(terminal);
        result
    }

    fn split_by(&mut self, states: &Set, terminal: &[Part]) -> Result<(Set, Set), Error> {
        let mut open = states.clone();
        for part in terminal {
            let over = match part {
                Part::Set(set) => set.clone(),
                Part::Signal(signal) => {
                    let conditions = Conditions::new(&self.game.circuit, &self.encoding);
                    conditions.evaluate(&mut self.store, &open, &[*signal])?.swap_remove(0)
                }
            };
            open = self.store.difference(&open, &over)?;
        }
        let over = self.store.difference(states, &open)?;
        Ok((open, over))
    }

    /// The states of a set that satisfy each of some signals of the game.
    pub fn satisfying(&mut self, states: &Set, signals: &[Signal]) -> Result<Vec<Set>, Error> {
        Conditions::new(&self.game.circuit, &self.encoding).evaluate(&mut self.store, states, signals)
    }

    /// The successors of states at which the game goes on.
    pub fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        let mut all = self.store.none();
        for number in 0..self.transitions.groups.len() {
            let legal = self.legal(states, number)?;
            let part = self.store.image(&legal, &self.transitions.groups[number].relation)?;
            all = self.store.union(&all, &part)?;
        }
        for position in 0..self.transitions.layered.len() {
            let index = self.transitions.layered[position];
            let effect = &self.effects.effects[index];
            let conditions = Conditions::new(&self.effects.circuit, &self.encoding);
            let legal = conditions.all(&mut self.store, states, &effect.guard)?;
            if legal.is_empty() {
                continue;
            }
            let relation = relation(&mut self.store, &self.encoding, &conditions, effect, &legal, usize::MAX)?;
            let Some(relation) = relation else { continue };
            let part = self.store.image(&legal, &relation)?;
            all = self.store.union(&all, &part)?;
        }
        Ok(all)
    }

    /// The states at which the conditions of a group hold that its relation does not know of.
    fn legal(&mut self, states: &Set, group: usize) -> Result<Set, Error> {
        let conditions = Conditions::new(&self.effects.circuit, &self.encoding);
        conditions.all(&mut self.store, states, &self.transitions.groups[group].conditions)
    }

    /// A condition as its disjuncts, each a diagram where that is small.
    fn parts(&mut self, condition: Signal) -> Result<Vec<Part>, Error> {
        let mut parts = Vec::new();
        for signal in disjuncts(self.game, condition) {
            let conditions = Conditions::new(&self.game.circuit, &self.encoding);
            let set = self.store.within(PART, |store| {
                let all = store.all();
                conditions.evaluate(store, &all, &[signal])
            })?;
            parts.push(match set {
                Some(mut sets) => Part::Set(sets.swap_remove(0)),
                None => Part::Signal(signal),
            });
        }
        Ok(parts)
    }
}

/// The operands of a disjunction, or the signal itself.
fn disjuncts(game: &Game, signal: Signal) -> Vec<Signal> {
    match game.circuit.gate(signal.node()) {
        Some(gate) if (gate.kind == GateKind::Or) != signal.inverted() => {
            let operands = game.circuit.operands(gate).iter();
            operands.map(|&s| if signal.inverted() { !s } else { s }).collect()
        }
        _ if signal == Signal::FALSE => Vec::new(),
        _ => vec![signal],
    }
}
