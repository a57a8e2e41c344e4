//! Looks one ply ahead: ends the game if that is good, and avoids ending it if that is bad.

use game::Random;

use crate::player::{ChosenMove, Error, MoveLimit, Player};
use crate::position::Position;
use crate::random::any;

/// The maximum number of joint moves examined: simultaneous moves may give very many.
const MOST_JOINT: usize = 256;

/// Plays the move with the highest reward. A non-terminal position counts as the middle of the possible rewards. Ties
/// are broken at random.
pub struct Greedy {
    random: Random,
}

impl Greedy {
    /// A player whose tie-breaks are determined by a seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { random: Random::stream(seed, 1) }
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, position: &Position, role: usize, _: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        let scores: Vec<(usize, i64)> =
            position.legal()[role].iter().map(|&made| (made, worst(position, role, made))).collect();
        let best = scores.iter().map(|&(_, score)| score).max();
        let equal: Vec<usize> =
            scores.iter().filter(|(_, score)| Some(*score) == best).map(|&(made, _)| made).collect();
        Ok(ChosenMove::plain(any(&equal, &mut self.random)))
    }
}

/// Twice the lowest reward after a move, over all simultaneous moves of the others.
fn worst(position: &Position, role: usize, made: usize) -> i64 {
    let (least, most) = position.playable().bounds(role);
    let score = |joint: &Vec<usize>| {
        let after = position.after(joint);
        match after.is_end() {
            true => 2 * i64::from(after.rewards()[role]),
            false => i64::from(least) + i64::from(most),
        }
    };
    joints(position, role, made).iter().map(score).min().unwrap_or(0)
}

/// The joint moves in which a role makes a move.
fn joints(position: &Position, role: usize, made: usize) -> Vec<Vec<usize>> {
    let mut joints = vec![Vec::new()];
    for (other, legal) in position.legal().iter().enumerate() {
        let moves = if other == role { vec![made] } else { legal.clone() };
        let longer = |joint: &Vec<usize>| {
            moves.iter().map(|&made| joint.iter().copied().chain([made]).collect()).collect::<Vec<Vec<usize>>>()
        };
        joints = joints.iter().flat_map(longer).take(MOST_JOINT).collect();
    }
    joints
}
