//! Summarises many reviews: how well each player plays, and where most mistakes happen.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use game::State;
use serde::Serialize;

use super::Review;

/// Reviews of several games.
#[derive(Default)]
pub struct Summary {
    players: BTreeMap<String, PlayerSummary>,
    positions: HashMap<State, HardPosition>,
}

/// The statistics of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayerSummary {
    /// Games.
    pub games: usize,
    /// Moves with a choice that could be judged.
    pub moves: usize,
    /// The number of mistakes among them.
    pub mistakes: usize,
    /// The points lost by these.
    pub lost: i64,
}

/// A position and how often it was misplayed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HardPosition {
    /// The role to move.
    #[serde(skip)]
    pub role: usize,
    /// How often it was reached.
    pub times: usize,
    /// How often the move was a mistake.
    pub mistakes: usize,
    /// The points lost by these.
    pub lost: i64,
    /// The optimal moves.
    pub better: Vec<String>,
}

impl Summary {
    /// Adds a game, with the names of the roles' players.
    pub fn add(&mut self, review: &Review, players: &[&str]) {
        for &player in players {
            self.players.entry(player.to_owned()).or_default().games += 1;
        }
        for ply in review.plies.iter().filter(|ply| ply.judgement.perfect.is_some() && !ply.judgement.forced) {
            let Some(role) = ply.mover else { continue };
            let (mistakes, lost) = (usize::from(ply.judgement.is_mistake()), ply.lost());
            if let Some(player) = players.get(role).and_then(|&name| self.players.get_mut(name)) {
                player.moves += 1;
                player.mistakes += mistakes;
                player.lost += lost;
            }
            let new = || HardPosition { role, ..HardPosition::default() };
            let position = self.positions.entry(ply.before.clone()).or_insert_with(new);
            position.times += 1;
            position.mistakes += mistakes;
            position.lost += lost;
            if position.better.is_empty() {
                position.better.clone_from(&ply.judgement.better);
            }
        }
    }

    /// The players by name.
    pub fn players(&self) -> &BTreeMap<String, PlayerSummary> {
        &self.players
    }

    /// The positions with the most mistakes, the worst first, at most `most`.
    pub fn hardest(&self, most: usize) -> Vec<(&State, &HardPosition)> {
        let mut hard: Vec<_> = self.positions.iter().filter(|(_, position)| position.mistakes > 0).collect();
        hard.sort_by_key(|&(state, position)| (Reverse((position.mistakes, position.lost)), state));
        hard.truncate(most);
        hard
    }
}
