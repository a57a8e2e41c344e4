//! A solution with its ground game.

use board::Board;
use game::Game;
use gdl::{Rules, Source};
use solution::Database;

use crate::begun;
use crate::budget::Budget;
use crate::drawing;
use crate::error::Error;
use crate::proving::grounded;
use crate::stop::Stop;

/// The ground game of a solution, with the solution's variables, and its board.
pub struct GroundSolution {
    /// The game.
    pub game: Game,
    /// Its board, if it has one.
    pub board: Option<Board>,
}

impl GroundSolution {
    /// Grounds the rules of a solution within a budget. Nothing is proved: the variables are those of the manifest.
    pub fn new(database: &Database, rules: &Rules, budget: &Budget, stop: &Stop) -> Result<GroundSolution, Error> {
        let mut game = grounded(rules, budget, stop)?;
        let manifest = database.manifest();
        game.variables = begun::variables(database.path(), manifest, &game)?;
        let source = Source::new(&*manifest.question.name, &*manifest.question.rules);
        Ok(GroundSolution { board: drawing::drawn(&source, &game).0, game })
    }
}
