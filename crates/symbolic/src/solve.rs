//! Choosing an algorithm for a game, and carrying it out.

use std::fmt;

use solution::manifest::Progress;

use crate::cycle::refuse_cycles;
use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Successors, layers_by_measure, layers_by_plies, solve_layers};
use crate::outcome::{Model, Outcomes};
use crate::reachable::{all, reachable};
use crate::rewards::Defects;
use crate::thrift::{TRIED, drop_dear_distances};
use crate::valuation::Valuation;
use crate::{attractor, fixpoint, one_player, restart};

/// The algorithms, by the names that the command line knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Layer by layer (2010).
    Layered,
    /// States whose successors are all solved, over and over (2008).
    Fixpoint,
    /// Attractors per reward threshold (2002).
    ZeroSum,
    /// The matrix with forbidden lists and restarts (2007); for small games.
    Restart,
    /// Best reachable reward (2007).
    OnePlayer,
}

impl Algorithm {
    /// The algorithm with this name.
    pub fn named(name: &str) -> Option<Algorithm> {
        use Algorithm::{Fixpoint, Layered, OnePlayer, Restart, ZeroSum};
        [Layered, Fixpoint, ZeroSum, OnePlayer, Restart].into_iter().find(|algorithm| algorithm.to_string() == name)
    }

    /// Whether infinite play can have a reward.
    pub fn allows_cycles(self) -> bool {
        matches!(self, Algorithm::ZeroSum | Algorithm::OnePlayer)
    }

    /// Whether distances come with the values, for nothing.
    pub fn finds_distances(self) -> bool {
        self.allows_cycles()
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Layered => "layered",
            Algorithm::Fixpoint => "fixpoint",
            Algorithm::ZeroSum => "zero-sum",
            Algorithm::Restart => "restart",
            Algorithm::OnePlayer => "one-player",
        })
    }
}

/// What is known of a game that bears on the choice.
#[derive(Clone, Debug)]
pub struct Traits {
    /// Number of roles.
    pub roles: usize,
    /// Whether the rewards of two roles have a proved constant sum.
    pub constant_sum: Option<i32>,
    /// Whether the game is known to be cyclic.
    pub cyclic: bool,
    /// A proved measure: its weights, and whether it grows by one with each ply.
    pub measure: Option<Progressive>,
}

/// A measure that grows with every ply.
#[derive(Clone, Debug)]
pub struct Progressive {
    /// Weight per variable and value.
    pub weights: Vec<Vec<i64>>,
    /// Whether it grows by exactly one.
    pub incremental: bool,
}

/// An algorithm, and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Which.
    pub algorithm: Algorithm,
    /// Why, in a sentence without its full stop.
    pub why: String,
}

/// The algorithm that suits a game best.
pub fn choose(traits: &Traits) -> Choice {
    let choice = |algorithm, why: &str| Choice { algorithm, why: why.to_owned() };
    let constant_sum = traits.roles == 2 && traits.constant_sum.is_some();
    match &traits.measure {
        Some(measure) if measure.incremental => {
            choice(Algorithm::Layered, "a proved measure grows by one with every ply, so the plies are the layers")
        }
        Some(_) => choice(Algorithm::Layered, "a proved measure grows with every ply, so its values are the layers"),
        None if traits.roles == 1 => {
            choice(Algorithm::OnePlayer, "there is one role, so the best reachable reward is its value")
        }
        None if traits.cyclic && constant_sum => {
            choice(Algorithm::ZeroSum, "the game is cyclic and its rewards have a constant sum")
        }
        None if constant_sum => {
            let why = "no measure is known, so there may be cycles, and the rewards have a constant sum";
            choice(Algorithm::ZeroSum, why)
        }
        None => choice(Algorithm::Fixpoint, "no measure is known, so states are solved once all their successors are"),
    }
}

/// What is to be found out about a game, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t> {
    /// How.
    pub algorithm: Algorithm,
    /// What is known of the game; with a reduction, of the reduced one.
    pub traits: &'t Traits,
    /// What a role tries to get.
    pub model: Model,
    /// What to make of defects in the rules.
    pub defects: Defects,
    /// How rewards are read as win, draw or loss, where they are.
    pub reduction: Option<solution::Reduction>,
    /// The reward of infinite play, where it has one.
    pub infinite: Option<&'t [i32]>,
    /// Whether plies to the end are kept; none: where they are cheap.
    pub distances: Option<bool>,
}

impl Task<'_> {
    /// What values to give, with distances or without.
    pub fn valuation(&self, distances: bool) -> Valuation {
        Valuation { model: self.model, distances, defects: self.defects, reduction: self.reduction }
    }

    /// Whether the algorithm can do this, or else why not.
    pub fn check(&self) -> Result<(), String> {
        let unsuited = |why: &str| Err(why.to_owned());
        let roles = self.traits.roles;
        if self.reduction.is_some() && roles != 2 {
            return unsuited("win, draw and loss need a game with two roles");
        }
        match (self.algorithm, self.distances) {
            (Algorithm::OnePlayer, _) if roles != 1 => unsuited("one-player needs a game with one role"),
            (Algorithm::Restart, Some(true)) => unsuited("restart knows no distances"),
            (algorithm, Some(false)) if algorithm.finds_distances() => {
                let why =
                    "zero-sum and one-player find distances in any case; leave --distances out or choose fixpoint";
                unsuited(why)
            }
            _ => Ok(()),
        }
    }

    /// The rewards of infinite play, which must share the constant sum; or else why there are none.
    pub fn shares(&self) -> Result<[i32; 2], String> {
        let sum = self.traits.constant_sum.filter(|_| self.traits.roles == 2);
        let why = "zero-sum needs two roles whose rewards are proved to have a constant sum";
        let sum = sum.ok_or(why)?;
        match *self.infinite.unwrap_or(&[sum / 2, sum - sum / 2]) {
            [first, second] if i64::from(first) + i64::from(second) == i64::from(sum) => Ok([first, second]),
            _ => Err(format!("the rewards of infinite play must sum to {sum}, as all rewards do")),
        }
    }
}

/// Solves a game into a journal.
pub fn solve(engine: &mut Engine<'_>, journal: &mut Journal<'_>, task: &Task<'_>) -> Result<Vec<i32>, Error> {
    if let Progress::Complete { value } = journal.progress() {
        return Ok(value.clone());
    }
    task.check().map_err(Error::Unsuited)?;
    match task.algorithm {
        Algorithm::Layered => layered(engine, journal, task)?,
        Algorithm::Fixpoint => {
            let all = reachable(engine, journal)?;
            let states = journal.layers().last().map_or(0, |layer| layer.states);
            let valuation = task.valuation(task.distances.unwrap_or(states <= TRIED));
            fixpoint::solve(engine, journal, &all, valuation)?;
        }
        Algorithm::ZeroSum => {
            let infinite = task.shares().map_err(Error::Unsuited)?;
            let all = reachable(engine, journal)?;
            attractor::solve(engine, journal, &all, task.valuation(true), &infinite)?;
        }
        Algorithm::Restart => {
            let all = reachable(engine, journal)?;
            restart::solve(engine, journal, &all, task.valuation(false), &mut |_| {})?;
        }
        Algorithm::OnePlayer => {
            let all = reachable(engine, journal)?;
            one_player::solve(engine, journal, &all, task.valuation(true), task.infinite)?;
        }
    }
    if task.distances.is_none() && !task.algorithm.finds_distances() {
        drop_dear_distances(engine, journal)?;
    }
    let value = initial_value(engine, journal)?;
    journal.finish(value.clone())?;
    Ok(value)
}

fn layered(engine: &mut Engine<'_>, journal: &mut Journal<'_>, task: &Task<'_>) -> Result<(), Error> {
    let grows = task.traits.measure.as_ref();
    let successors = match grows {
        Some(measure) if !measure.incremental => {
            layers_by_measure(engine, journal, &measure.weights)?;
            Successors::Later
        }
        _ => {
            // Without a measure only the absence of cycles says that the layers come to an end.
            if grows.is_none() && journal.layers().is_empty() {
                let all = all(engine)?;
                refuse_cycles(engine, &all, "the game is cyclic, so its layers never end")?;
            }
            layers_by_plies(engine, journal)?;
            Successors::Next
        }
    };
    let states: u128 = journal.layers().iter().map(|layer| layer.states).sum();
    let valuation = task.valuation(task.distances.unwrap_or(states <= TRIED));
    solve_layers(engine, journal, valuation, successors)
}

/// The value of the first state.
fn initial_value(engine: &mut Engine<'_>, journal: &Journal<'_>) -> Result<Vec<i32>, Error> {
    let path = engine.encoding().encode(&game::State::initial(engine.game()));
    let mut outcomes = Outcomes::default();
    for number in 0..journal.layers().len() {
        let Some(values) = journal.values(engine.store(), number, &mut outcomes)? else { continue };
        if let Some(outcome) = engine.store().evaluate(&values, &path)?.and_then(|terminal| outcomes.outcome(terminal))
        {
            return Ok(outcome.rewards.clone());
        }
    }
    Err(Error::Unsuited("the first state was not solved".to_owned()))
}
