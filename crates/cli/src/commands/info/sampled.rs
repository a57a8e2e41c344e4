//! What random playouts through the interpreter can tell about a game that is too large to ground: they refute, never prove.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::Random;
use gdl::Rules;
use interpret::{Interpreter, Limits, State, TermId};

use super::answer::Property;
use crate::error::Error;
use crate::interrupt::Stop;
use crate::limits::LimitOptions;

/// Plies after which a playout is broken off.
const LONGEST: usize = 500;

/// What the playouts showed.
pub struct Sample {
    /// Number of states seen, with repetitions.
    pub states: u64,
    pub class: BTreeMap<&'static str, Property>,
}

struct Sampler<'a> {
    interpreter: Interpreter,
    random: Random,
    end: Instant,
    stop: &'a Stop,
    states: u64,
    /// Properties that a state has refuted.
    refuted: BTreeMap<&'static str, Property>,
    /// The sum of rewards at the first end of a game.
    sum: Option<i32>,
}

/// Plays random games for a part of the time and looks at their states.
pub fn sample(rules: &Rules, limits: &LimitOptions, seconds: f64, seed: u64, stop: &Stop) -> Result<Sample, Error> {
    let deadline = limits.deadline(Instant::now());
    let limits = Limits { bytes: limits.memory(), deadline, ..Limits::default() };
    let interpreter = Interpreter::with_limits(rules, limits).map_err(Error::unanswered)?;
    let end = Instant::now() + Duration::from_secs_f64(seconds / 4.0);
    let (random, refuted) = (Random::stream(seed, 0), BTreeMap::new());
    let mut sampler = Sampler { interpreter, random, end, stop, states: 0, refuted, sum: None };
    let start = sampler.interpreter.initial().map_err(Error::unanswered)?;
    while Instant::now() < end {
        sampler.playout(&start)?;
    }
    Ok(sampler.finish())
}

impl Sampler<'_> {
    fn playout(&mut self, start: &State) -> Result<(), Error> {
        let mut state = start.clone();
        for _ in 0..LONGEST {
            self.stop.check()?;
            self.states += 1;
            let terminal = self.interpreter.terminal(&state).map_err(Error::unanswered)?;
            if terminal {
                return self.look_at_end(&state);
            }
            let legal = self.interpreter.legal(&state).map_err(Error::unanswered)?;
            if legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
                self.refute("turn_taking", "several roles have a choice at once", &state);
            }
            if legal.iter().any(Vec::is_empty) {
                self.refute("playable", "a role has no legal move", &state);
                return Ok(());
            }
            if Instant::now() > self.end {
                return Ok(());
            }
            let joint: Vec<TermId> =
                legal.iter().map(|moves| moves[self.random.below(moves.len() as u32) as usize]).collect();
            state = self.interpreter.next(&state, &joint).map_err(Error::unanswered)?;
        }
        Ok(())
    }

    fn look_at_end(&mut self, state: &State) -> Result<(), Error> {
        let goals = self.interpreter.goals(state).map_err(Error::unanswered)?;
        if goals.iter().any(|values| values.len() != 1) {
            self.refute("rewarded", "a role has no reward or several at the end", state);
            return Ok(());
        }
        let sum = goals.iter().flatten().sum();
        if self.sum.is_some_and(|first| first != sum) {
            self.refute("constant_sum", "the rewards add up to different sums", state);
        }
        self.sum = Some(sum);
        Ok(())
    }

    fn refute(&mut self, property: &'static str, reason: &str, state: &State) {
        let interpreter = &self.interpreter;
        self.refuted.entry(property).or_insert_with(|| {
            let mut facts: Vec<String> = state.facts().iter().map(|&fact| interpreter.text(fact)).collect();
            facts.sort();
            Property { verdict: "refuted", reason: reason.into(), state: Some(facts) }
        });
    }

    fn finish(mut self) -> Sample {
        for property in ["turn_taking", "playable", "rewarded", "constant_sum"] {
            let unknown = || Property { verdict: "unknown", reason: "no state in the playouts refutes it".into(), state: None };
            self.refuted.entry(property).or_insert_with(unknown);
        }
        Sample { states: self.states, class: self.refuted }
    }
}
