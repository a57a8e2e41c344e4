//! Plays from a solution of expected rewards: a game with chance or simultaneous moves.
//!
//! Each move is drawn from the stored strategy, with the probabilities that it has there. Nobody who knows the
//! strategy, but not the seed, can gain more than the value by it.

use std::sync::Arc;
use std::time::Instant;

use game::Random;
use query::{ExpectedOracle, ExpectedOutlook, MixedMove};
use solution::ExpectedDatabase;

use crate::player::{ChosenMove, Error, MoveEffort, MoveLimit, Player};
use crate::position::Position;

/// Plays from a solution of expected rewards.
pub struct MixedPlayer {
    database: Arc<ExpectedDatabase>,
    /// Opened on first use.
    oracle: Option<ExpectedOracle>,
    random: Random,
}

impl MixedPlayer {
    /// A player with a solution of the game, in the names of that game. Its draws are determined by a seed.
    pub fn new(database: Arc<ExpectedDatabase>, seed: u64) -> MixedPlayer {
        MixedPlayer { database, oracle: None, random: Random::stream(seed, 5) }
    }

    /// What the solution says of a position: expected rewards, and how often each move is made.
    pub fn outlook(&mut self, position: &Position) -> Result<ExpectedOutlook, Error> {
        if !self.database.manifest().progress.is_complete() {
            return Err(Error::Unsolved);
        }
        let oracle = match &mut self.oracle {
            Some(oracle) => oracle,
            none => none.insert(ExpectedOracle::open(self.database.path())?),
        };
        let facts = position.state().facts(&position.playable().game).join(" ");
        let outlook = oracle.state(&facts).and_then(|same| oracle.outlook(&same));
        outlook.map_err(|error| match error {
            query::Error::Question(_) => Error::Unsolved,
            error => error.into(),
        })
    }
}

impl Player for MixedPlayer {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        let start = Instant::now();
        let outlook = self.outlook(position)?;
        let drawn = draw(&outlook.roles[role].moves, &mut self.random).ok_or(Error::Unsolved)?;
        let made = position.playable().named(role, &drawn.text).ok_or(Error::Unsolved)?;
        limit.tell(made);
        let effort = MoveEffort { seconds: start.elapsed().as_secs_f64(), ..MoveEffort::default() };
        let estimate = drawn.expected.as_ref().map(|expected| expected.middle());
        Ok(ChosenMove { estimate, effort, ..ChosenMove::plain(made) })
    }
}

/// One of some moves, by their probabilities.
fn draw<'m>(moves: &'m [MixedMove], random: &mut Random) -> Option<&'m MixedMove> {
    let point = random.unit() * moves.iter().map(|one| one.probability).sum::<f64>();
    let mut passed = 0.0;
    let possible = || moves.iter().filter(|one| one.probability > 0.0);
    let drawn = possible().find(|one| {
        passed += one.probability;
        point < passed
    });
    // Sums are rounded.
    drawn.or_else(|| possible().next_back())
}
