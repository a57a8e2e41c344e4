//! *Proved* properties of a ground game, on which solvers may rely.
//!
//! Random playouts suggest, a SAT solver proves: which fluents are mutually exclusive and so form one state variable,
//! which permutations of fluents and moves are symmetries of the rules, whether the game takes turns, ends, or has a
//! constant sum, and whether some weighted sum over the state grows with every ply. All proofs are bounded in time, and
//! properties that are not decided in time are reported as unknown, never as true.
//!
//! ```
//! # fn example(game: game::Game) -> Result<(), prove::Unproved> {
//! let proved = prove::prove(game, &prove::ProofOptions::default())?;
//! println!("{} variables", proved.game.variables.len());
//! # Ok(()) }
//! ```

mod class;
mod finding;
mod groups;
mod induction;
mod measure;
mod proved;
#[cfg(test)]
mod random_tests;
mod samples;
mod sat;
mod symmetry;
#[cfg(test)]
mod testing;

use game::{Defect, Evaluator, Game, StateVariable};
use std::time::{Duration, Instant};

pub use class::Class;
pub use finding::{Finding, ProofStatus};
pub use measure::{Measure, MeasureGrowth};
pub use proved::{JOINT_MOVES, ProvedGame, Unproved, prove};
pub use symmetry::{Symmetries, Symmetry};

use class::clock::Clock;
use groups::Groups;
use induction::everywhere::Premises;
use samples::{SampleLimits, sample};

/// Limits of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    /// Seconds in total.
    pub seconds: f64,
    /// Seed of the playouts. The same seed gives the same result if time does not run out.
    pub seed: u64,
    /// The maximum number of states for an exhaustive search, which decides what induction may leave open.
    pub states: usize,
}

impl Default for ProofOptions {
    fn default() -> ProofOptions {
        ProofOptions { seconds: 10.0, seed: 1, states: 20_000 }
    }
}

/// Gates per additional second of analysis in large games.
const GATES_A_SECOND: f64 = 10_000.0;
/// The maximum number of additional seconds for the size of a game.
const MOST_FOR_SIZE: f64 = 60.0;

/// The time limit for a game, given the limit for small ones: large circuits take time to read before anything is
/// proved.
pub fn seconds_for(game: &Game, seconds: f64) -> f64 {
    seconds + (game.circuit.nodes() as f64 / GATES_A_SECOND).min(MOST_FOR_SIZE)
}

/// The proved properties of a game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The fluents, partitioned into state variables.
    pub variables: Vec<StateVariable>,
    /// The class of the game.
    pub class: Class,
    /// A proved progress measure over these variables, if one was found.
    pub measure: Option<Measure>,
    /// Permutations that are symmetries of the rules.
    pub symmetries: Symmetries,
    /// Seconds spent on samples, groups, class, measure and symmetries.
    pub seconds: [f64; 5],
}

impl Analysis {
    /// The number of bits of a state: the logarithm of the number of value combinations.
    pub fn bits(&self) -> f64 {
        self.variables.iter().map(|variable| (variable.domain() as f64).log2()).sum()
    }
}

/// Analyses a game.
pub fn analyse(game: &Game, options: &ProofOptions) -> Result<Analysis, Defect> {
    let start = Instant::now();
    let part = |share: f64| start + Duration::from_secs_f64((options.seconds * share).clamp(0.0, 1e6));
    let evaluator = Evaluator::new(game)?;
    let limits =
        SampleLimits { states: options.states, work: 30_000_000, playouts: 200, plies: 1000, deadline: part(0.15) };
    let samples = sample(game, &evaluator, &limits, options.seed)?;
    let sampled = Instant::now();
    let groups = Groups::find(game, &evaluator, &samples, part(0.7));
    let grouped = Instant::now();
    let premises = Premises { game, samples: &samples, invariants: &groups.invariants, deadline: part(0.85) };
    let clock = Clock::find(&premises, &evaluator, &groups.variables);
    let mut class = Class::find(&premises, &clock);
    let classified = Instant::now();
    let mut measure = None;
    if !class.acyclic.is_refuted() {
        let deadline = part(0.95).min(classified + Duration::from_secs_f64((options.seconds * 0.15).clamp(0.0, 1e6)));
        let premises = Premises { deadline, ..premises };
        measure = measure::find(&premises, &evaluator, &groups.variables, &clock, &class.alternating);
        if measure.is_some() && !class.acyclic.is_proved() {
            class.acyclic = Finding::proved("a progress measure grows as the game goes on");
        }
    }
    let measured = Instant::now();
    let symmetries = symmetry::find(game, part(1.0));
    let ends = [start, sampled, grouped, classified, measured, Instant::now()];
    let seconds = std::array::from_fn(|stage| (ends[stage + 1] - ends[stage]).as_secs_f64());
    Ok(Analysis { variables: groups.variables, class, measure, symmetries, seconds })
}
