//! The position of a query: drawn as a board, or drawn at random.

use std::time::Duration;

use explore::{Explorer, FindConditions, Wanted};
use gdl::Rules;
use operations::{Budget, GroundSolution};
use query::{Oracle, Position};
use solution::Database;

use super::Query;
use crate::commands::play::any_seed;
use crate::console::Console;
use crate::error::Error;
use crate::opened::Opened;

/// The time limit for grounding a game only to draw it.
const PICTURE: Duration = Duration::from_secs(3);

impl Query {
    /// The board of a state. `None` if the game has none, is too large to ground in a moment, or uses other names.
    pub(super) fn drawn(&self, oracle: &Oracle, facts: &[String], console: &Console) -> Option<String> {
        if self.rules.is_some() {
            return None;
        }
        let budget = Budget { time: Some(PICTURE), ..self.limits.budget() };
        let GroundSolution { game, board } = self.grounded(oracle.database(), &budget, console).ok()?;
        let state = game::FluentIndex::new(&game).state(facts.iter().map(String::as_str)).ok()?;
        Some(crate::drawn::drawn(&game, Some(&board?), &state))
    }

    fn grounded(&self, database: &Database, budget: &Budget, console: &Console) -> Result<GroundSolution, Error> {
        let Opened { rules, .. } = Opened::new(&self.database)?;
        let rules: Rules = rules;
        GroundSolution::new(database, &rules, budget, &console.stop)
    }

    /// A position drawn uniformly from those with the requested value.
    pub(super) fn random_position(&self, oracle: &mut Oracle, console: &Console) -> Result<Position, Error> {
        if self.rules.is_some() {
            return Err(Error::input("a random position is given in the names of the solution: leave --rules out"));
        }
        let budget = self.limits.budget();
        let drawn = {
            let GroundSolution { game, .. } = self.grounded(oracle.database(), &budget, console)?;
            let explorer = Explorer::new(&game, oracle.database())?;
            let conditions =
                FindConditions { values: self.value.iter().cloned().collect(), ..FindConditions::default() };
            let wanted = Wanted::Sample { positions: 1, seed: self.seed.unwrap_or_else(any_seed) };
            let criteria = conditions.read(&explorer)?;
            explorer.find(&criteria, wanted, budget.memory as u64 / 2, &|| console.stop.raised())?.positions
        };
        let Some(stored) = drawn.first() else {
            return Err(Error::no("no position of the solution has this value"));
        };
        let facts = oracle.database().facts().facts(&stored.values).join(" ");
        Ok(oracle.state(&facts)?)
    }
}
