//! Choosing an algorithm for a game, and carrying it out.

use std::fmt;

use solution::manifest::Progress;

use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Valuation, by_measure, by_plies};
use crate::{attractor, fixpoint, one_player};

/// The algorithms, by the names that the command line knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Layer by layer (2010).
    Layered,
    /// States whose successors are all solved, over and over (2008).
    Fixpoint,
    /// Attractors per reward threshold (2002).
    ZeroSum,
    /// Best reachable reward (2007).
    OnePlayer,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Layered => "layered",
            Algorithm::Fixpoint => "fixpoint",
            Algorithm::ZeroSum => "zero-sum",
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
    match &traits.measure {
        Some(measure) if measure.incremental => {
            choice(Algorithm::Layered, "a proved measure grows by one with every ply, so the plies are the layers")
        }
        Some(_) => choice(Algorithm::Layered, "a proved measure grows with every ply, so its values are the layers"),
        None if traits.roles == 1 => {
            choice(Algorithm::OnePlayer, "there is one role, so the best reachable reward is its value")
        }
        None if traits.cyclic && traits.constant_sum.is_some() => {
            choice(Algorithm::ZeroSum, "the game is cyclic and its rewards have a constant sum")
        }
        None => choice(Algorithm::Fixpoint, "no measure is known, so states are solved once all their successors are"),
    }
}

/// Solves a game into a journal.
pub fn solve(
    engine: &mut Engine<'_>,
    journal: &mut Journal<'_>,
    algorithm: Algorithm,
    traits: &Traits,
    valuation: Valuation,
    infinite: Option<&[i32]>,
) -> Result<Vec<i32>, Error> {
    if let Progress::Complete { value } = journal.progress() {
        return Ok(value.clone());
    }
    match algorithm {
        Algorithm::Layered => match &traits.measure {
            Some(measure) if !measure.incremental => by_measure(engine, journal, valuation, &measure.weights)?,
            Some(_) => by_plies(engine, journal, valuation)?,
            None if traits.cyclic => return Err(cyclic(engine)?),
            None => by_plies(engine, journal, valuation)?,
        },
        Algorithm::Fixpoint => fixpoint::solve(engine, journal, valuation)?,
        Algorithm::ZeroSum => {
            let sum = traits.constant_sum.filter(|_| traits.roles == 2);
            let why = "zero-sum needs two roles whose rewards are proved to have a constant sum";
            let sum = sum.ok_or_else(|| Error::Unsuited(why.to_owned()))?;
            if valuation.distances {
                return Err(Error::Unsuited("zero-sum keeps no distances; leave --distances out".to_owned()));
            }
            let equal = [sum / 2, sum - sum / 2];
            attractor::solve(engine, journal, valuation, infinite.unwrap_or(&equal))?;
        }
        Algorithm::OnePlayer => {
            if traits.roles != 1 {
                return Err(Error::Unsuited("one-player needs a game with one role".to_owned()));
            }
            one_player::solve(engine, journal, valuation, infinite)?;
        }
    }
    let value = initial_value(engine, journal)?;
    journal.set_progress(Progress::Complete { value: value.clone() })?;
    Ok(value)
}

/// The value of the first state.
fn initial_value(engine: &mut Engine<'_>, journal: &Journal<'_>) -> Result<Vec<i32>, Error> {
    let path = engine.encoding().encode(&game::State::initial(engine.game()));
    let outcomes = journal.outcomes();
    for number in 0..journal.layers().len() {
        let Some(values) = journal.values(engine.store(), number)? else { continue };
        if let Some(outcome) = engine.store().evaluate(&values, &path)?.and_then(|terminal| outcomes.outcome(terminal))
        {
            return Ok(outcome.rewards.clone());
        }
    }
    Err(Error::Unsuited("the first state was not solved".to_owned()))
}

fn cyclic(engine: &mut Engine<'_>) -> Result<Error, Error> {
    let initial = engine.initial()?;
    let state = engine.example(&initial)?;
    Ok(Error::Cyclic { what: "the game is cyclic, so its layers never end".to_owned(), state })
}
