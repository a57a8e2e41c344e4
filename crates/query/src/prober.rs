//! Probes a solution with states of the ground game.
//!
//! A state of the game is a row of bits, and a state of the solution is a value per variable. The mapping follows from
//! the facts and is computed once, so a probe handles no text.

use std::collections::HashMap;

use game::{Game, State};
use solution::Database;
use solution::manifest::OutcomeCount;

use crate::error::Error;

/// Looks up states of a ground game in a solution.
pub struct Prober<'g> {
    solution: &'g Database,
    /// For each fluent, its meaning for the variables of the solution; `None` if the solution does not have the fact.
    meaning: Vec<Option<Meaning>>,
    /// For each variable, its value if no fact sets it; `None` if some fact must.
    values: Vec<Option<u32>>,
}

/// The meaning of a fact for the variables of a solution.
#[derive(Clone, Copy)]
enum Meaning {
    /// None: it always holds.
    Always,
    Value {
        variable: usize,
        value: u32,
    },
}

impl<'g> Prober<'g> {
    /// A prober for a game and its solution, which uses the same names.
    pub fn new(game: &Game, solution: &'g Database) -> Prober<'g> {
        let encoding = &solution.manifest().encoding;
        let mut meaning: HashMap<&str, Meaning> =
            encoding.always.iter().map(|fact| (fact.as_str(), Meaning::Always)).collect();
        for (variable, of) in encoding.variables.iter().enumerate() {
            let facts = (0..).zip(&of.values).filter_map(|(value, fact)| Some((fact.as_deref()?, value)));
            meaning.extend(facts.map(|(fact, value)| (fact, Meaning::Value { variable, value })));
        }
        let none = |values: &[Option<String>]| values.iter().position(Option::is_none).map(|value| value as u32);
        let mut values: Vec<Option<u32>> = encoding.variables.iter().map(|variable| none(&variable.values)).collect();
        for fact in &game.always {
            if let Some(&Meaning::Value { variable, value }) = meaning.get(fact.as_str()) {
                values[variable] = Some(value);
            }
        }
        let meaning = game.fluents.iter().map(|fact| meaning.get(fact.as_str()).copied()).collect();
        Prober { solution, meaning, values }
    }

    /// The stored outcome of a state; `None` if the solution does not contain it or has not solved it yet.
    pub fn probe(&self, state: &State) -> Result<Option<&'g OutcomeCount>, Error> {
        self.probe_row(state.words())
    }

    /// The same for a packed state.
    pub fn probe_row(&self, row: &[u64]) -> Result<Option<&'g OutcomeCount>, Error> {
        let Some(values) = self.values(row) else { return Ok(None) };
        Ok(self.solution.probe(&values)?.map(|found| found.outcome))
    }

    /// The values of the variables in a state; `None` if the facts are not a state of the solution.
    fn values(&self, row: &[u64]) -> Option<Vec<u32>> {
        let mut values = self.values.clone();
        let mut told = vec![false; values.len()];
        for (index, &word) in row.iter().enumerate() {
            for bit in game::bits::ones(word) {
                match self.meaning[index * 64 + bit as usize]? {
                    Meaning::Always => {}
                    Meaning::Value { variable, .. } if told[variable] => return None,
                    Meaning::Value { variable, value } => {
                        (values[variable], told[variable]) = (Some(value), true);
                    }
                }
            }
        }
        values.into_iter().collect()
    }
}
