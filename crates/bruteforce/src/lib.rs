//! Solutions of small games by the simplest means, as a reference for tests: every state with the interpreter, values
//! by repeated minimax to a fixpoint, written as a solution directory in either layout.
//!
//! Errors are panics: this crate is only for tests.
//!
//! ```
//! # let rules = "(role you) (init off) (legal you press) (<= (next on) (does you press)) (<= terminal (true on)) (goal you 100)";
//! let solved = bruteforce::SolvedGame::of(rules, &bruteforce::Setup::default());
//! assert_eq!(solved.layers.len(), 2);
//! assert_eq!(solved.value().rewards, [100]);
//! ```

mod encode;
mod engine;
mod expected;
mod fraction;
mod graph;
mod minimax;
mod response;
mod write;

pub use engine::BruteForce;
pub use expected::{JointGraph, JointState};
pub use fraction::{Fraction, matrix_value};
pub use graph::{Graph, ReachableState};
pub use response::Mixture;
pub use task::Outcome;

use std::collections::BTreeMap;

use solution::manifest::{Encoding, Layout};
use solution::{Model, Reduction};

/// The question, and the layout of the solution.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What a role maximises.
    pub model: Model,
    /// The rewards of infinite play.
    pub infinite: Option<Vec<i32>>,
    /// Whether defects of the rules have a meaning.
    pub lenient: bool,
    /// Whether distances are stored.
    pub distances: bool,
    /// A layer per ply, or one for all.
    pub layered: bool,
    /// The layout of the files.
    pub layout: Layout,
    /// How rewards are read as win, draw or loss.
    pub reduction: Option<Reduction>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            model: Model::Own,
            infinite: None,
            lenient: false,
            distances: true,
            layered: true,
            layout: Layout::Packed,
            reduction: None,
        }
    }
}

/// A solved game.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// The rule sheet.
    pub rules: String,
    /// The question.
    pub question: Setup,
    /// The variables.
    pub encoding: Encoding,
    /// For each layer, its states, as values of the variables, with their outcomes.
    pub layers: Vec<BTreeMap<Vec<u32>, Outcome>>,
    /// For each layer, the number of its terminal states.
    pub terminal_states: Vec<u128>,
    first: Vec<u32>,
}

impl SolvedGame {
    /// Solves a game.
    pub fn of(rules: &str, question: &Setup) -> SolvedGame {
        let graph = Graph::explore(rules, question.lenient);
        let values = minimax::values(&graph, question);
        let (encoding, states) = encode::encode(&graph);
        let layers = if question.layered { graph.plies() } else { vec![(0..graph.states.len()).collect()] };
        let value = |&number: &usize| {
            let mut value = values[number].clone();
            value.distance = value.distance.filter(|_| question.distances);
            (states[number].clone(), value)
        };
        SolvedGame {
            rules: rules.to_owned(),
            question: question.clone(),
            encoding,
            terminal_states: layers
                .iter()
                .map(|layer| layer.iter().filter(|&&number| graph.states[number].rewards.is_some()).count() as u128)
                .collect(),
            layers: layers.iter().map(|layer| layer.iter().map(value).collect()).collect(),
            first: states[0].clone(),
        }
    }

    /// The value of the first state.
    pub fn value(&self) -> &Outcome {
        &self.layers[0][&self.first]
    }
}
