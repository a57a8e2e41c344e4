//! Playouts with the interpreter, one game after the other: slower, but for games of any size.

use std::time::Instant;

use game::stuck::Stuck;
use game::{PlayoutReport, Random};
use gdl::Rules;
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use operations::Stop;

use super::statistics::Statistics;
use crate::error::Error;
use crate::limits::LimitOptions;

/// Plays random games.
pub struct Player {
    interpreter: Interpreter,
    start: State,
    random: Random,
}

/// The course of a game.
struct Playout {
    part: PlayoutReport,
    /// The last state if a role has no legal move in it.
    stuck: Option<(State, Stuck)>,
    bad_goal: Option<State>,
}

impl Player {
    /// A player of this game.
    pub fn new(rules: &Rules, limits: &LimitOptions, deadline: Option<Instant>) -> Result<Player, Error> {
        let limits = InterpreterLimits { bytes: limits.budget().memory, deadline, ..InterpreterLimits::default() };
        let mut interpreter = Interpreter::with_limits(rules, limits).map_err(Error::unanswered)?;
        let start = interpreter.initial().map_err(Error::unanswered)?;
        Ok(Player { interpreter, start, random: Random::stream(0, 0) })
    }

    /// Restarts the random stream with a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Random::stream(seed, 0);
    }

    /// One run: a number of games, or until `end`, whichever comes first.
    pub fn play(
        &mut self,
        games: u64,
        max_plies: u64,
        end: Option<Instant>,
        stop: &Stop,
        statistics: &mut Statistics,
    ) -> Result<(), Error> {
        let clock = Instant::now();
        let mut plies = 0;
        for _ in 0..games {
            if end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
            let playout = self.playout(max_plies, end, stop)?;
            plies += playout.part.plies;
            statistics.add(&playout.part);
            if let (Some((state, stuck)), None) = (playout.stuck, &statistics.stuck_example) {
                statistics.stuck_example = Some(self.facts(&state));
                statistics.stuck_because = Some(stuck.to_string());
            }
            if let (Some(state), None) = (playout.bad_goal, &statistics.goal_example) {
                statistics.goal_example = Some(self.facts(&state));
            }
        }
        statistics.add_speed(plies as f64 / clock.elapsed().as_secs_f64().max(1e-9));
        Ok(())
    }

    fn playout(&mut self, max_plies: u64, end: Option<Instant>, stop: &Stop) -> Result<Playout, Error> {
        let mut state = self.start.clone();
        let mut playout = Playout { part: PlayoutReport::default(), stuck: None, bad_goal: None };
        loop {
            if stop.raised() {
                return Err(super::interrupted());
            }
            if self.interpreter.terminal(&state).map_err(Error::unanswered)? {
                self.finish(&state, &mut playout)?;
                return Ok(playout);
            }
            if playout.part.plies == max_plies {
                playout.part.cut = 1;
                return Ok(playout);
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                return Ok(playout);
            }
            let legal = self.interpreter.legal(&state).map_err(Error::unanswered)?;
            let name = |role: usize| self.interpreter.text(self.interpreter.roles()[role]);
            if let Some(stuck) = Stuck::find(&legal, name) {
                playout.part.stuck = 1;
                playout.stuck = Some((state, stuck));
                return Ok(playout);
            }
            let joint = self.choose(&legal);
            state = self.interpreter.next(&state, &joint).map_err(Error::unanswered)?;
            playout.part.plies += 1;
        }
    }

    /// A random move for each role, each of which has one.
    fn choose(&mut self, legal: &[Vec<TermId>]) -> Vec<TermId> {
        legal.iter().map(|moves| moves[self.random.below(moves.len() as u32) as usize]).collect()
    }

    /// Records the rewards of a terminal state: no goal counts as 0, and of several the lowest counts.
    fn finish(&mut self, state: &State, playout: &mut Playout) -> Result<(), Error> {
        let goals = self.interpreter.goals(state).map_err(Error::unanswered)?;
        let part = &mut playout.part;
        part.games = 1;
        part.finished_plies = part.plies;
        (part.shortest, part.longest) = (Some(part.plies), Some(part.plies));
        part.rewards = goals.iter().map(|values| values.first().copied().unwrap_or(0).into()).collect();
        part.without_goal = u64::from(goals.iter().any(Vec::is_empty));
        part.several_goals = u64::from(goals.iter().any(|values| values.len() > 1));
        if part.without_goal + part.several_goals > 0 {
            playout.bad_goal = Some(state.clone());
        }
        Ok(())
    }

    fn facts(&self, state: &State) -> Vec<String> {
        let mut facts: Vec<String> = state.facts().iter().map(|&fact| self.interpreter.text(fact)).collect();
        facts.sort();
        facts
    }
}
