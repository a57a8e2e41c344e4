//! *Proved* properties of a ground game, on which solvers may rely.
//!
//! Random playouts suggest, a SAT solver proves: which fluents are mutually exclusive and so form one state variable,
//! which permutations of fluents and moves are symmetries of the rules, whether the game takes turns, ends, or has a
//! constant sum, and whether some weighted sum over the state grows with every ply. Proofs are bounded by counted work
//! and memory, so every machine proves the same; undecided properties are reported as unknown, never as true.
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
mod quota;
#[cfg(test)]
mod random_tests;
mod samples;
mod sat;
mod symmetry;
#[cfg(test)]
mod testing;

use game::{Defect, Evaluator, Game, StateVariable};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use class::Class;
pub use finding::{Finding, ProofStatus};
pub use measure::{Measure, MeasureGrowth};
pub use proved::{JOINT_MOVES, ProvedGame, Unproved, prove};
pub use quota::ProofLimit;
pub use symmetry::{Symmetries, Symmetry};

use class::clock::Clock;
use groups::Groups;
use induction::everywhere::Premises;
use quota::Quota;
use samples::{SampleLimits, sample};

/// Limits of an analysis.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// Work in total, in steps of about a nanosecond. It is counted, so every machine proves the same.
    pub work: u64,
    /// Bytes in total.
    pub bytes: usize,
    /// The user's time limit.
    pub deadline: Option<Instant>,
    /// Raised to stop the analysis.
    pub stop: Option<Arc<AtomicBool>>,
    /// Seed of the playouts.
    pub seed: u64,
    /// The maximum number of states for an exhaustive search, which decides what induction may leave open.
    pub states: usize,
}

impl Default for ProofOptions {
    fn default() -> ProofOptions {
        ProofOptions { work: WORK, bytes: usize::MAX, deadline: None, stop: None, seed: 1, states: 20_000 }
    }
}

/// Work for the proofs about a game of a few gates.
pub const WORK: u64 = 10_000_000_000;
/// Work per gate, and at most: large circuits take some to read before anything is proved.
const WORK_PER_GATE: u64 = 100_000;
const MOST_FOR_SIZE: u64 = 60_000_000_000;

/// The work for a game, if one of a few gates gets so much.
pub fn work_for(game: &Game, work: u64) -> u64 {
    work.saturating_add((game.circuit.nodes() as u64).saturating_mul(WORK_PER_GATE).min(MOST_FOR_SIZE))
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
    /// Work counted for each of them.
    pub work: [u64; 5],
    /// A limit that some proof has reached: with more of it, more may be proved.
    pub limit: Option<ProofLimit>,
}

impl Analysis {
    /// The number of bits of a state: the logarithm of the number of value combinations.
    pub fn bits(&self) -> f64 {
        self.variables.iter().map(|variable| (variable.domain() as f64).log2()).sum()
    }
}

/// Analyses a game.
pub fn analyse(game: &Game, options: &ProofOptions) -> Result<Analysis, Defect> {
    let all = Quota::new(options.work, options.bytes, options.deadline, options.stop.clone());
    let [for_samples, for_groups, for_class, for_measure] = [15, 70, 85, 95].map(|share| all.percent(share));
    let start = all.now();
    let evaluator = Evaluator::new(game)?;
    let limits = SampleLimits { states: options.states, work: 30_000_000, playouts: 200, plies: 1000 };
    let samples = sample(game, &evaluator, &limits, &for_samples, options.seed)?;
    let sampled = all.now();
    let groups = Groups::find(game, &evaluator, &samples, &for_groups);
    let grouped = all.now();
    let premises = Premises { game, samples: &samples, invariants: &groups.invariants, quota: for_class };
    let clock = Clock::find(&premises, &evaluator, &groups.variables);
    let mut class = Class::find(&premises, &clock);
    let classified = all.now();
    let mut measure = None;
    if !class.acyclic.is_refuted() {
        let premises = Premises { quota: for_measure.at_most(options.work / 100 * 15), ..premises };
        measure = measure::find(&premises, &evaluator, &groups.variables, &clock, &class.alternating);
        if measure.is_some() && !class.acyclic.is_proved() {
            class.acyclic = Finding::proved("a progress measure grows as the game goes on");
        }
    }
    let measured = all.now();
    let premises = Premises { quota: all.percent(80), ..premises };
    let symmetries = symmetry::find(&premises, &evaluator, &groups.variables, &all);
    let ends = [start, sampled, grouped, classified, measured, all.now()];
    let seconds = std::array::from_fn(|stage| (ends[stage + 1].0 - ends[stage].0).as_secs_f64());
    let work = std::array::from_fn(|stage| ends[stage + 1].1 - ends[stage].1);
    let limit = all.first_reached();
    Ok(Analysis { variables: groups.variables, class, measure, symmetries, seconds, work, limit })
}
