//! Players against each other: single games, and series of games with their results.

use std::sync::Arc;

use game::Random;

use crate::playable::Playable;
use crate::player::{Error, MoveLimit, Player};
use crate::position::Position;
use crate::random::any;

/// A finished game between players.
#[derive(Clone)]
pub struct Played {
    /// The joint moves, from the first position on.
    pub joints: Vec<Vec<usize>>,
    /// The last position.
    pub last: Position,
    /// The rewards; those of infinite play if the game was stopped.
    pub rewards: Vec<i32>,
}

/// How long a player may think, called for every move.
pub type Clock<'c> = &'c (dyn Fn() -> MoveLimit + Sync);

/// Lets players play, one per role, until the game ends or the maximum number of plies is reached.
pub fn play(start: &Position, players: &mut [&mut dyn Player], clock: Clock<'_>, most: usize) -> Result<Played, Error> {
    let (mut position, mut joints) = (start.clone(), Vec::new());
    while !position.is_over() && joints.len() < most {
        let mut joint = Vec::with_capacity(players.len());
        for (role, player) in players.iter_mut().enumerate() {
            joint.push(match position.legal()[role][..] {
                [only] => only,
                _ => player.choose(&position, role, &clock())?.made,
            });
        }
        position = position.after(&joint);
        joints.push(joint);
    }
    let rewards = if position.is_over() { position.rewards() } else { position.playable().endless.clone() };
    Ok(Played { joints, last: position, rewards })
}

/// Positions after some random plies, none of them over.
pub fn openings(playable: &Arc<Playable>, plies: usize, count: usize, seed: u64) -> Vec<Position> {
    let mut found = Vec::with_capacity(count);
    let mut random = Random::stream(seed, 4);
    // Every game may end before that many plies.
    for _ in 0..count * 100 {
        if found.len() == count {
            break;
        }
        let mut position = Position::initial(playable);
        for _ in 0..plies {
            if position.is_over() {
                break;
            }
            let joint: Vec<usize> = position.legal().iter().map(|moves| any(moves, &mut random)).collect();
            position = position.after(&joint);
        }
        if !position.is_over() {
            found.push(position);
        }
    }
    found
}

/// The scores of a player in a series of games, each between 0 and 1.
#[derive(Clone, Debug, Default)]
pub struct Score {
    games: Vec<f64>,
}

impl Score {
    /// Adds a game.
    pub fn add(&mut self, score: f64) {
        self.games.push(score);
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The mean; 0.5 without games.
    pub fn mean(&self) -> f64 {
        if self.games.is_empty() { 0.5 } else { self.games.iter().sum::<f64>() / self.games.len() as f64 }
    }

    /// The 95 % interval of the mean (normal approximation).
    pub fn interval(&self) -> (f64, f64) {
        let (count, mean) = (self.games.len() as f64, self.mean());
        if self.games.len() < 2 {
            return (0.0, 1.0);
        }
        let variance = self.games.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let margin = 1.96 * (variance / count).sqrt();
        ((mean - margin).max(0.0), (mean + margin).min(1.0))
    }
}

/// Two players against each other from each of some openings, in both roles; returns the score of the first.
pub fn duel(
    openings: &[Position],
    one: &mut dyn Player,
    other: &mut dyn Player,
    clock: Clock<'_>,
    most: usize,
) -> Result<Score, Error> {
    let mut score = Score::default();
    for opening in openings {
        let [first, second] = [0, 1].map(|role| opening.playable().bounds(role));
        let unit = |reward: i32, (least, most): (i32, i32)| {
            if most > least { f64::from(reward - least) / f64::from(most - least) } else { 0.5 }
        };
        let played = play(opening, &mut [&mut *one, &mut *other], clock, most)?;
        score.add(0.5 + (unit(played.rewards[0], first) - unit(played.rewards[1], second)) / 2.0);
        let played = play(opening, &mut [&mut *other, &mut *one], clock, most)?;
        score.add(0.5 + (unit(played.rewards[1], second) - unit(played.rewards[0], first)) / 2.0);
    }
    Ok(score)
}
