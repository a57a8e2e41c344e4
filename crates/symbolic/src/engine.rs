//! A game on diagrams: its states as sets, its moves as relations.

use diagram::{Error, Level, Set, Store, StoreBudget, StoreOptions, Survey, Terminal, Values};
use game::effects::Effects;
use game::{Game, GateKind, Signal, State};
use layer::ContentHash;
use prove::ProvedGame;
use task::{Outcome, VariableOrder};

use crate::condition::{Conditions, KnownSets};
use crate::encoding::LevelEncoding;
use crate::transition::{Thresholds, Transitions};

/// The maximum number of nodes for a part of the terminal condition or of a goal to be a separate diagram.
///
/// Larger ones are evaluated on each layer instead. On Connect Four, one diagram per player ("x has a line") is 2.6
/// times as fast as one per line and far faster than one for both players, so parts are kept separate.
const PART: usize = 500_000;

/// The depth of gates below the terminal condition and the goals that are considered as parts.
const DEPTH: usize = 2;

/// The limits of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Bytes for diagrams, tables and caches.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
}

/// A game on diagrams.
pub struct DiagramEngine<'g> {
    game: &'g Game,
    pub(crate) effects: &'g Effects,
    pub(crate) encoding: LevelEncoding,
    pub(crate) store: Store,
    pub(crate) transitions: Transitions,
    /// Parts of the terminal condition and of the goals, computed on first use.
    parts: Option<KnownSets>,
}

impl<'g> DiagramEngine<'g> {
    /// Builds the relations and conditions of a game for a variable order.
    pub fn new(
        proved: &'g ProvedGame,
        order: &VariableOrder,
        resources: Resources,
    ) -> Result<DiagramEngine<'g>, Error> {
        DiagramEngine::within_steps(u64::MAX, proved, order, resources)
    }

    /// The same with a limit on steps for building them and all later work, until [more are
    /// allowed](Store::allow_steps).
    pub fn within_steps(
        steps: u64,
        proved: &'g ProvedGame,
        order: &VariableOrder,
        resources: Resources,
    ) -> Result<DiagramEngine<'g>, Error> {
        let budget = StoreBudget { bytes: resources.bytes, steps, ..StoreBudget::default() };
        DiagramEngine::build(Thresholds::default(), budget, proved, order, resources.threads)
    }

    /// The same with other thresholds for the moves.
    #[cfg(test)]
    pub(crate) fn with(
        thresholds: Thresholds,
        proved: &'g ProvedGame,
        order: &VariableOrder,
        resources: Resources,
    ) -> Result<DiagramEngine<'g>, Error> {
        let budget = StoreBudget { bytes: resources.bytes, ..StoreBudget::default() };
        DiagramEngine::build(thresholds, budget, proved, order, resources.threads)
    }

    fn build(
        thresholds: Thresholds,
        budget: StoreBudget,
        proved: &'g ProvedGame,
        order: &VariableOrder,
        threads: usize,
    ) -> Result<DiagramEngine<'g>, Error> {
        let ProvedGame { game, effects, .. } = proved;
        let encoding = LevelEncoding::new(game, order);
        let options = StoreOptions { budget, threads, ..StoreOptions::default() };
        let mut store = Store::new(encoding.domains()?, options)?;
        let transitions = Transitions::with(thresholds, &mut store, effects, &encoding, &|_| true)?;
        Ok(DiagramEngine { game, effects, encoding, store, transitions, parts: None })
    }

    /// The diagrams' store.
    pub fn store(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The diagrams, read-only.
    pub fn diagrams(&self) -> &Store {
        &self.store
    }

    /// The levels of each variable.
    pub fn encoding(&self) -> &LevelEncoding {
        &self.encoding
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// Some state of a set.
    pub fn example(&mut self, states: &Set) -> Result<State, crate::error::Error> {
        let path = self.store.pick(states)?.unwrap_or_default();
        Ok(if path.is_empty() { State::initial(self.game) } else { self.encoding.decode(&path) })
    }

    /// The first state.
    pub fn initial(&mut self) -> Result<Set, Error> {
        let path = self.encoding.encode(&State::initial(self.game));
        self.store.state(&path)
    }

    /// The non-terminal states of a set.
    pub fn open(&mut self, states: &Set) -> Result<Set, Error> {
        let mut open = states.clone();
        for signal in disjuncts(self.game, self.game.terminal) {
            open = self.satisfying(&open, &[!signal])?.swap_remove(0);
        }
        Ok(open)
    }

    /// The non-terminal and the terminal states of a set.
    pub fn split(&mut self, states: &Set) -> Result<(Set, Set), Error> {
        let open = self.open(states)?;
        let over = self.store.difference(states, &open)?;
        Ok((open, over))
    }

    /// The number of terminal states, given the non-terminal ones.
    pub fn count_terminal(&mut self, states: &Set, open: &Set) -> Result<u128, Error> {
        Ok(self.store.count(states)? - self.store.count(open)?)
    }

    /// The states of a set that satisfy each of some signals of the game.
    pub fn satisfying(&mut self, states: &Set, signals: &[Signal]) -> Result<Vec<Set>, Error> {
        self.find_parts()?;
        let conditions = Conditions::new(&self.game.circuit, &self.encoding);
        match &self.parts {
            Some(parts) => conditions.with_known(parts).evaluate(&mut self.store, states, signals),
            None => conditions.evaluate(&mut self.store, states, signals),
        }
    }

    /// The states grouped by the value of a measure, given as weights per variable and value; ascending, without empty
    /// layers.
    pub fn by_measure(&mut self, states: &Set, weights: &[Vec<i64>]) -> Result<Vec<Set>, Error> {
        let plus = |a: Option<Terminal>, b: Option<Terminal>| Terminal::new(a?.number() + b?.number() - 1);
        let mut measure: Values = states.clone().into();
        for (variable, weights) in weights.iter().enumerate() {
            let own = self.weight(variable, weights)?;
            measure = self.store.apply(&measure, &own, plus)?;
        }
        let sums = self.store.count_by_terminal(&measure)?;
        // The states of a sum that is too large for a terminal have none.
        if sums.iter().map(|(_, states)| states).sum::<u128>() != self.store.count(states)? {
            return Err(Error::CountTooLarge);
        }
        sums.into_iter().map(|(sum, _)| self.store.states_with(&measure, sum)).collect()
    }

    /// The values restricted to the states in which a variable has a value.
    pub fn with_value(&mut self, values: &Values, variable: usize, value: usize) -> Result<Values, Error> {
        let states = self.encoding.value_cube(&mut self.store, variable, value)?;
        self.store.mask(values, &states)
    }

    /// For each state, the weight of a variable's value, plus one because no terminal is 0.
    fn weight(&mut self, variable: usize, weights: &[i64]) -> Result<Values, Error> {
        let mut values: Values = self.store.none().into();
        for (value, &weight) in weights.iter().enumerate() {
            let cube = self.encoding.value_cube(&mut self.store, variable, value)?;
            let terminal = u32::try_from(weight + 1).ok().and_then(Terminal::new).ok_or(Error::CountTooLarge)?;
            let part = self.store.constant(&cube, terminal)?;
            values = self.store.override_with(&values, &part)?;
        }
        Ok(values)
    }

    /// The content hash of a layer, the same for every encoding; the terminals correspond to these outcomes in order.
    pub fn content(&self, layer: &Survey<'_>, outcomes: &[&Outcome]) -> Result<ContentHash, Error> {
        let content = |outcome: &&Outcome| ContentHash::of_outcome(&outcome.rewards, outcome.distance);
        let contents: Vec<ContentHash> = outcomes.iter().map(content).collect();
        let outcome = |terminal: Terminal| contents.get(terminal.number() as usize - 1).copied().unwrap_or_default();
        let coefficients = self.encoding.coefficients();
        let coefficient = |level: Level, value| coefficients[usize::from(level.0)][usize::from(value)];
        layer.weigh(coefficient, outcome)
    }

    /// Builds the diagrams of the upper gates of the terminal condition and the goals that are small, on first use.
    fn find_parts(&mut self) -> Result<(), Error> {
        if self.parts.is_some() {
            return Ok(());
        }
        let mut parts = KnownSets::default();
        for node in upper_gates(self.game) {
            let conditions = Conditions::new(&self.game.circuit, &self.encoding).with_known(&parts);
            let set = self.store.within(PART, |store| {
                let all = store.all();
                conditions.evaluate(store, &all, &[Signal::of(node)])
            })?;
            parts.extend(set.into_iter().flatten().map(|set| (node, set)));
        }
        self.parts = Some(parts);
        Ok(())
    }
}

/// The gates at most `DEPTH` below the terminal condition and the goals, ascending: operands come first.
fn upper_gates(game: &Game) -> Vec<u32> {
    let goals = game.goals.iter().flatten().map(|goal| goal.holds);
    let mut level: Vec<u32> = goals.chain([game.terminal]).map(Signal::node).collect();
    let mut found = Vec::new();
    for _ in 0..DEPTH {
        let gates: Vec<u32> = level.iter().copied().filter(|&node| game.circuit.gate(node).is_some()).collect();
        level = gates
            .iter()
            .filter_map(|&node| game.circuit.gate(node))
            .flat_map(|gate| game.circuit.operands(gate).iter().map(|signal| signal.node()))
            .collect();
        found.extend(gates);
    }
    // The whole conditions are left to their parts: joined they may be far larger.
    let whole: Vec<u32> =
        game.goals.iter().flatten().map(|goal| goal.holds).chain([game.terminal]).map(Signal::node).collect();
    found.retain(|node| !whole.contains(node) || found_below(game, &whole, *node));
    // A recursive gate is known with its whole block or not at all.
    let recursive = |node: u32| {
        let index = node - game.circuit.gate_node(0);
        game.circuit.blocks.iter().any(|block| block.recursive && block.gates.contains(&index))
    };
    found.retain(|&node| !recursive(node));
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a whole condition is also a part of another.
fn found_below(game: &Game, whole: &[u32], node: u32) -> bool {
    let operands = whole.iter().filter_map(|&n| game.circuit.gate(n)).flat_map(|gate| game.circuit.operands(gate));
    operands.into_iter().any(|signal| signal.node() == node)
}

/// The operands of a disjunction, or the signal itself.
pub fn disjuncts(game: &Game, signal: Signal) -> Vec<Signal> {
    match game.circuit.gate(signal.node()) {
        Some(gate) if (gate.kind == GateKind::Or) != signal.inverted() => {
            let operands = game.circuit.operands(gate).iter();
            operands.map(|&s| if signal.inverted() { !s } else { s }).collect()
        }
        _ if signal == Signal::FALSE => Vec::new(),
        _ => vec![signal],
    }
}
