//! What random playouts through the interpreter can tell about a game that is too large to ground: they refute, never
//! prove.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::Random;
use game::stuck::Stuck;
use gdl::Rules;
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use operations::Stop;

use super::answer::Property;
use crate::error::Error;
use crate::limits::LimitOptions;

/// Plies after which a playout is broken off.
const LONGEST: usize = 500;

/// What the playouts showed.
pub struct Sample {
    /// Number of states seen, with repetitions.
    pub states: u64,
    pub class: BTreeMap<&'static str, Property>,
}

/// Plays random games and looks at their states.
pub struct Sampler {
    interpreter: Interpreter,
    random: Random,
    states: u64,
    /// Properties that a state has refuted.
    refuted: BTreeMap<&'static str, Property>,
    /// The sum of rewards at the first end of a game.
    sum: Option<i32>,
}

impl Sampler {
    /// A sampler that has seen nothing yet.
    pub fn new(rules: &Rules, limits: &LimitOptions, deadline: Option<Instant>, seed: u64) -> Result<Sampler, Error> {
        let limits = InterpreterLimits { bytes: limits.budget().memory, deadline, ..InterpreterLimits::default() };
        let interpreter = Interpreter::with_limits(rules, limits).map_err(Error::unanswered)?;
        Ok(Sampler { interpreter, random: Random::stream(seed, 0), states: 0, refuted: BTreeMap::new(), sum: None })
    }

    /// Plays for some time.
    pub fn run(mut self, seconds: f64, stop: &Stop) -> Result<Sample, Error> {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        let start = self.interpreter.initial().map_err(Error::unanswered)?;
        while Instant::now() < end {
            self.playout(&start, end, stop)?;
        }
        Ok(self.finish())
    }

    fn playout(&mut self, start: &State, end: Instant, stop: &Stop) -> Result<(), Error> {
        let mut state = start.clone();
        for _ in 0..LONGEST {
            stop.check()?;
            self.states += 1;
            if self.interpreter.terminal(&state).map_err(Error::unanswered)? {
                return self.look_at_end(&state);
            }
            let legal = self.interpreter.legal(&state).map_err(Error::unanswered)?;
            if legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
                self.refute("turn_taking", "several roles have a choice at once", &state);
            }
            let name = |role: usize| self.interpreter.text(self.interpreter.roles()[role]);
            if let Some(stuck) = Stuck::find(&legal, name) {
                self.refute("playable", &stuck.to_string(), &state);
                return Ok(());
            }
            if Instant::now() > end {
                return Ok(());
            }
            let choose = |moves: &Vec<TermId>| moves[self.random.below(moves.len() as u32) as usize];
            let joint: Vec<TermId> = legal.iter().map(choose).collect();
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
            self.refute("constant_sum", "the rewards have different sums", state);
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
            let unknown = || Property { verdict: "unknown", reason: "not refuted in the playouts".into(), state: None };
            self.refuted.entry(property).or_insert_with(unknown);
        }
        Sample { states: self.states, class: self.refuted }
    }
}
