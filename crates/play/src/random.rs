//! Plays a uniformly random legal move.

use game::Random;

use crate::player::{ChosenMove, Error, MoveLimit, Player};
use crate::position::Position;

/// Plays at random.
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player whose moves are determined by a seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::stream(seed, 0) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, position: &Position, role: usize, _: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        Ok(ChosenMove::plain(any(&position.legal()[role], &mut self.random)))
    }
}

/// One of some moves, of which there is at least one.
pub fn any(moves: &[usize], random: &mut Random) -> usize {
    moves[random.below(moves.len() as u32) as usize]
}
