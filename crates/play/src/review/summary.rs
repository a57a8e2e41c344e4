//! Summarises many reviews: how well each player plays, and where most mistakes happen.

use std::collections::BTreeMap;
use std::collections::HashMap;

use game::State;

use super::Review;

/// Reviews of several games.
#[derive(Default)]
pub struct Summary {
    players: BTreeMap<String, PlayerSummary>,
    positions: HashMap<State, HardPosition>,
}

/// The statistics of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardPosition {
    /// The state.
    pub state: State,
    /// The role to move.
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
            let position = self.positions.entry(ply.before.clone()).or_insert_with(|| HardPosition {
                state: ply.before.clone(),
                role,
                times: 0,
                mistakes: 0,
                lost: 0,
                better: Vec::new(),
            });
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
    pub fn hardest(&self, most: usize) -> Vec<&HardPosition> {
        let mut hard: Vec<&HardPosition> = self.positions.values().filter(|position| position.mistakes > 0).collect();
        hard.sort_by(|one, other| {
            let rank = |position: &HardPosition| (position.mistakes, position.lost);
            rank(other).cmp(&rank(one)).then_with(|| one.state.cmp(&other.state))
        });
        hard.truncate(most);
        hard
    }
}
