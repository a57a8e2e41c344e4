//! The values found so far, and the rounds in which they are committed.

use layer::expected::ExpectedLayer;
use layer::{ContentHash, ExpectedWriter};
use matrixgame::Expectation;
use solution::manifest::{Layer, Layout};
use task::commits::{self, Gauge, Unwritten, solved_name};
use task::{Error, Outcomes};

use super::matrices::Solved;
use crate::Resources;
use crate::find::find;
use crate::journal::Journal;
use crate::key::Key;
use crate::layout::KeyLayout;
use crate::tables::Tables;

/// All states with the values that are known.
pub struct Rounds<'r, const N: usize> {
    layout: &'r KeyLayout,
    /// The states, ascending.
    pub keys: &'r [Key<N>],
    /// Their values, state by state; those of unsolved states mean nothing.
    pub values: Vec<Expectation>,
    /// Whether an earlier run has solved a state.
    pub solved: Vec<bool>,
    width: usize,
    widest: f64,
    mixed: u64,
    coefficients: Tables<ContentHash>,
    resources: Resources<'r>,
}

/// A state with what it is worth.
pub type Round = Vec<(u32, Solved)>;

impl<'r, const N: usize> Rounds<'r, N> {
    /// Nothing is solved yet.
    pub fn new(layout: &'r KeyLayout, keys: &'r [Key<N>], width: usize, resources: Resources<'r>) -> Rounds<'r, N> {
        let domain = |variable: usize| layout.variables()[variable].domain();
        let term = |variable, value| ContentHash::of_value(variable, domain(variable), value);
        Rounds {
            layout,
            keys,
            values: vec![Expectation::integer(0); keys.len() * width],
            solved: vec![false; keys.len()],
            width,
            widest: 0.0,
            mixed: 0,
            coefficients: Tables::new(layout, ContentHash::ONE, term, ContentHash::times),
            resources,
        }
    }

    /// The values of a state.
    pub fn values_of(&self, state: usize) -> &[Expectation] {
        &self.values[state * self.width..(state + 1) * self.width]
    }

    /// How far the bounds of a value are apart at most.
    pub fn widest(&self) -> f64 {
        self.widest
    }

    /// States in which some role mixes.
    pub fn mixed(&self) -> u64 {
        self.mixed
    }

    /// Reads what an earlier run has solved.
    pub fn read(&mut self, journal: &Journal<'_>) -> Result<(), Error> {
        for layer in journal.layers().iter().take(journal.solved()) {
            let Some(file) = &layer.value_file else { continue };
            let directory = journal.commits.directory();
            let damaged = |what: String| solution::Error::damaged(&directory.path_of(file), what);
            let mapped = directory.map_file(file)?;
            let read = ExpectedLayer::open(mapped.as_ref()).map_err(damaged)?;
            if read.values_per_state() != self.width || read.state_bytes() != self.layout.bytes() {
                return Err(damaged("its states are not those of the game".to_owned()).into());
            }
            let mut at = 0;
            for index in 0..read.states() {
                let record = read.record(index).map_err(damaged)?;
                let found = find(self.keys, at, &Key::from_bytes(read.state(index)));
                at = found.map_err(|_| damaged("it has a state that the game does not reach".to_owned()))?;
                let is_mixed = |picks: &Vec<(u16, u64)>| picks.len() > 1;
                let mixed = record.strategies.iter().flatten().any(is_mixed);
                self.set(at, &record.values, mixed);
            }
        }
        Ok(())
    }

    fn set(&mut self, state: usize, values: &[Expectation], mixed: bool) {
        self.values[state * self.width..(state + 1) * self.width].copy_from_slice(values);
        self.solved[state] = true;
        self.mixed += u64::from(mixed);
        self.widest = values.iter().map(|value| value.width()).fold(self.widest, f64::max);
    }

    /// Commits states, ascending, with their values.
    pub fn commit(&mut self, round: &Round, terminal_states: u128, journal: &mut Journal<'_>) -> Result<(), Error> {
        let mut writer = ExpectedWriter::new(self.layout.bytes(), self.width);
        let mut bytes = vec![0; self.layout.bytes()];
        let mut content = ContentHash::ZERO;
        let mut walk = self.coefficients.walk();
        for (state, solved) in round {
            let key = &self.keys[*state as usize];
            key.write_bytes(&mut bytes);
            writer.push(&bytes, &solved.values, &solved.strategies);
            content = content.plus(walk.of(key).times(ContentHash::of_expectations(&solved.values)));
        }
        for (state, solved) in round {
            self.set(*state as usize, &solved.values, solved.mixed);
        }
        let held = self.keys.len() * (size_of::<Key<N>>() + 1 + self.width * size_of::<Expectation>());
        let bytes = held + 2 * writer.bytes();
        self.resources.check(bytes, "the expected rewards of all states")?;
        let name = solved_name(journal.solved(), &Outcomes::default());
        let write = |to: &mut dyn std::io::Write| writer.write(to).map_err(Unwritten::<Error>::Disk);
        let file = commits::write(journal.commits.directory(), &name, Layout::Expected, write)?;
        let layer = Layer {
            states: round.len() as u128,
            terminal_states,
            value_file: Some(file),
            content: Some(content.to_hex()),
            ..Layer::default()
        };
        journal.commits.add_round(layer, Gauge { nodes: 0, bytes, work: 0 })
    }
}
