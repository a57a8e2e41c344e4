//! Random games with the interpreter, one after the other: slower than on a ground game, but for games of any size.

use std::time::Instant;

use game::Random;
use game::stuck::Stuck;
use gdl::Rules;
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use operations::Stop;

use crate::error::Error;
use crate::limits::LimitOptions;

/// Plays random games.
pub struct Player {
    interpreter: Interpreter,
    start: State,
    random: Random,
}

/// The course of a game.
pub struct Playout {
    pub plies: u64,
    /// The last state.
    pub last: State,
    pub end: PlayoutEnd,
}

/// Why a game ended.
pub enum PlayoutEnd {
    /// The state is terminal; for each role, its goals.
    Over(Vec<Vec<i32>>),
    /// A role has no legal move.
    Stuck(Stuck),
    /// The game reached the maximum number of plies.
    Long,
    /// The time limit was reached.
    Late,
}

impl Player {
    /// A player whose choices are determined by a seed.
    pub fn new(rules: &Rules, limits: &LimitOptions, deadline: Option<Instant>, seed: u64) -> Result<Player, Error> {
        let limits = InterpreterLimits { bytes: limits.budget().memory, deadline, ..InterpreterLimits::default() };
        let mut interpreter = Interpreter::with_limits(rules, limits).map_err(Error::unanswered)?;
        let start = interpreter.initial().map_err(Error::unanswered)?;
        Ok(Player { interpreter, start, random: Random::stream(seed, 0) })
    }

    /// Restarts the random stream with a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Random::stream(seed, 0);
    }

    /// Plays a game with a limit on plies, until `end` at the latest. `see` receives the states and their legal moves.
    pub fn play(
        &mut self,
        longest: u64,
        end: Option<Instant>,
        stop: &Stop,
        see: &mut dyn FnMut(&State, &[Vec<TermId>]),
    ) -> Result<Playout, Error> {
        let (mut last, mut plies) = (self.start.clone(), 0);
        let end = loop {
            stop.check()?;
            if self.interpreter.terminal(&last).map_err(Error::unanswered)? {
                break PlayoutEnd::Over(self.interpreter.goals(&last).map_err(Error::unanswered)?);
            }
            if plies == longest {
                break PlayoutEnd::Long;
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                break PlayoutEnd::Late;
            }
            let legal = self.interpreter.legal(&last).map_err(Error::unanswered)?;
            see(&last, &legal);
            let name = |role: usize| self.interpreter.text(self.interpreter.roles()[role]);
            if let Some(stuck) = Stuck::find(&legal, name) {
                break PlayoutEnd::Stuck(stuck);
            }
            let choose = |moves: &Vec<TermId>| moves[self.random.below(moves.len() as u32) as usize];
            let joint: Vec<TermId> = legal.iter().map(choose).collect();
            last = self.interpreter.next(&last, &joint).map_err(Error::unanswered)?;
            plies += 1;
        };
        Ok(Playout { plies, last, end })
    }

    /// The facts of a state, in order.
    pub fn facts(&self, state: &State) -> Vec<String> {
        let mut facts: Vec<String> = state.facts().iter().map(|&fact| self.interpreter.text(fact)).collect();
        facts.sort();
        facts
    }
}
