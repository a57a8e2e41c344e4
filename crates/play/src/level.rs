//! Ten levels of strength, for people.
//!
//! The first level plays at random and the last as well as it can: perfectly if a database has the position, otherwise
//! by UCT with all the time it gets. Each level between is a number of playouts per move, and a share of random moves.
//! Each level beats the one below on Connect Four 5x5 (`bench -- play` measures it).

use std::sync::Arc;

use game::Random;

use crate::any_database::AnyDatabase;
use crate::player::{ChosenMove, Error, MoveLimit, Player};
use crate::position::Position;
use crate::random::any;
use crate::uct::{Settings, Uct};

/// Number of levels.
pub const LEVELS: usize = 10;

/// Playouts per move and the percentage of random moves, for all levels but the last, which has no such limits.
const STRENGTHS: [(u64, u32); LEVELS - 1] =
    [(0, 100), (16, 70), (32, 50), (64, 34), (150, 22), (400, 13), (1_200, 7), (4_000, 3), (16_000, 0)];

/// Plays at a level.
pub struct Levelled {
    level: usize,
    uct: Uct,
    perfect: Option<Box<dyn Player>>,
    random: Random,
}

impl Levelled {
    /// A player of a level between 1 and [`LEVELS`]. Only the last one uses the database.
    pub fn new(level: usize, database: Option<AnyDatabase>, settings: Settings, seed: u64) -> Levelled {
        let level = level.clamp(1, LEVELS);
        let database = database.filter(|_| level == LEVELS);
        Levelled {
            level,
            perfect: database.as_ref().map(|database| database.player(seed)),
            uct: Uct::new(database.as_ref().and_then(AnyDatabase::outcomes).map(Arc::clone), settings, seed),
            random: Random::stream(seed, 3),
        }
    }

    /// The best move that it finds.
    fn best(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error> {
        match self.perfect.as_mut().map(|perfect| perfect.choose(position, role, limit)) {
            None | Some(Err(Error::Unsolved)) => self.uct.choose(position, role, limit),
            Some(chosen) => chosen,
        }
    }
}

impl Player for Levelled {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        let Some(&(playouts, careless)) = STRENGTHS.get(self.level - 1) else {
            return self.best(position, role, limit);
        };
        if self.random.below(100) < careless {
            return Ok(ChosenMove::plain(any(&position.legal()[role], &mut self.random)));
        }
        let playouts = limit.playouts.map_or(playouts, |most| most.min(playouts));
        self.uct.choose(position, role, &MoveLimit { playouts: Some(playouts), ..limit.clone() })
    }
}
