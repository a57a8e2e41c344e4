//! Many matches between the same players with rotating roles, and their results.

use play::Playable;
use serde::Serialize;

/// Half the width of a 95 % interval in standard deviations.
const DEVIATIONS: f64 = 1.96;

/// The results so far, per player.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// For each player, the scores of its matches, each between 0 and 1.
    scores: Vec<Vec<f64>>,
    points: Vec<i64>,
}

/// The result of a player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerResult {
    /// Matches.
    pub games: usize,
    /// Sum of the rewards.
    pub points: i64,
    /// The mean reward as a fraction of the range of its roles.
    pub score: f64,
    /// The 95 % interval of that.
    pub interval: (f64, f64),
}

impl Tournament {
    /// A tournament of so many players.
    pub fn new(players: usize) -> Tournament {
        Tournament { scores: vec![Vec::new(); players], points: vec![0; players] }
    }

    /// Adds a match: for each role its player, and the rewards.
    pub fn add(&mut self, playable: &Playable, players: &[Option<usize>], rewards: &[i32]) {
        for (role, (player, &reward)) in players.iter().zip(rewards).enumerate() {
            let Some(player) = *player else { continue };
            let (least, most) = playable.bounds(role);
            let share = if most > least { f64::from(reward - least) / f64::from(most - least) } else { 0.5 };
            self.scores[player].push(share);
            self.points[player] += i64::from(reward);
        }
    }

    /// How each player did.
    pub fn standings(&self) -> Vec<PlayerResult> {
        let standing = |(scores, &points): (&Vec<f64>, &i64)| {
            let (games, sum) = (scores.len(), scores.iter().sum::<f64>());
            let score = if games == 0 { 0.5 } else { sum / games as f64 };
            PlayerResult { games, points, score, interval: wilson_interval(score, games) }
        };
        self.scores.iter().zip(&self.points).map(standing).collect()
    }
}

/// The 95 % interval of a share of this many games (Wilson 1927). If games can be drawn it is slightly too wide.
pub fn wilson_interval(share: f64, games: usize) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (games, square) = (games as f64, DEVIATIONS * DEVIATIONS);
    let centre = (share + square / (2.0 * games)) / (1.0 + square / games);
    let spread = (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let margin = DEVIATIONS * spread / (1.0 + square / games);
    ((centre - margin).max(0.0), (centre + margin).min(1.0))
}

/// All ways to assign roles to different players, ordered so that roles change from match to match.
pub fn arrangements(players: usize, roles: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..roles {
        let longer = |begun: Vec<usize>| {
            let first = begun.last().map_or(0, |last| last + 1);
            let free = (0..players).map(move |step| (first + step) % players);
            free.filter(|player| !begun.contains(player))
                .map(|player| [&begun[..], &[player]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_every_role_equally_often() {
        assert_eq!(arrangements(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(arrangements(1, 1), [[0]]);
        for (players, roles, count) in [(3, 2, 6), (3, 3, 6), (4, 2, 12)] {
            let all = arrangements(players, roles);
            assert_eq!(all.len(), count);
            for role in 0..roles {
                let times = |player| all.iter().filter(|one| one[role] == player).count();
                assert!((0..players).all(|player| times(player) == count / players));
            }
        }
        assert!(arrangements(1, 2).is_empty());
    }

    /// The usual example: 8 of 10 have the interval from 0.490 to 0.943.
    #[test]
    fn intervals_are_wilson_intervals() {
        let (low, high) = wilson_interval(0.8, 10);
        assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001, "{low} {high}");
        let (low, high) = wilson_interval(1.0, 20);
        assert!(low < 0.9 && high == 1.0, "even 20 of 20 is no certainty: {low} {high}");
    }
}
