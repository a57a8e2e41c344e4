//! A solution with the ground game that it is of.

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

/// The ground game of a solution, with the variables that the solution has, and its board.
pub struct GroundSolution {
    /// The game.
    pub game: Game,
    /// Its board, where it has one.
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
