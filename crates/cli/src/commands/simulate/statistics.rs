//! Statistics of playouts, with either evaluator.

use game::stuck::Stuck;
use game::{Game, PlayoutReport, State};
use serde::Serialize;

use crate::table::{count, grouped};

/// The sum of several runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// Median over the runs.
    pub plies_per_second: f64,
    /// Speed of each run.
    pub runs: Vec<f64>,
    /// Joint moves made.
    pub plies: u64,
    /// Games that reached a terminal state.
    pub games: u64,
    /// Lengths of these games.
    pub length: Option<Length>,
    /// For each role, the mean reward in these games.
    pub rewards: Vec<f64>,
    /// Games cut because they were too long.
    pub cut: u64,
    /// Games in which a role had no legal move.
    pub stuck: u64,
    /// Such a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck_example: Option<Vec<String>>,
    /// The reason why that state is stuck.
    #[serde(skip)]
    pub stuck_because: Option<String>,
    /// Terminal states in which a role had no goal.
    pub without_goal: u64,
    /// Terminal states in which a role had several goals.
    pub several_goals: u64,
    /// Such a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_example: Option<Vec<String>>,
}

/// Lengths of games in plies.
#[derive(Clone, Debug, Serialize)]
pub struct Length {
    pub shortest: u64,
    pub mean: f64,
    pub longest: u64,
}

impl Statistics {
    /// Empty statistics.
    pub fn new(roles: usize) -> Statistics {
        Statistics { rewards: vec![0.0; roles], ..Statistics::default() }
    }

    /// Adds a run of the batch engine.
    pub fn add_batch(&mut self, report: &PlayoutReport, game: &Game) {
        let facts = |state: &Option<State>| {
            state.as_ref().map(|state| state.facts(game).into_iter().map(String::from).collect())
        };
        if let (None, Some(state)) = (&self.stuck_example, &report.stuck_example) {
            self.stuck_because = Some(Stuck::in_state(game, state).to_string());
        }
        self.stuck_example = self.stuck_example.take().or_else(|| facts(&report.stuck_example));
        self.goal_example = self.goal_example.take().or_else(|| facts(&report.goal_example));
        self.add_speed(report.plies_per_second());
        self.add(report);
    }

    /// Adds the speed of a run.
    pub fn add_speed(&mut self, plies_per_second: f64) {
        self.runs.push(plies_per_second);
        let mut sorted = self.runs.clone();
        sorted.sort_by(f64::total_cmp);
        self.plies_per_second = sorted[sorted.len() / 2];
    }

    /// Adds the games of a run, or a single one.
    pub fn add(&mut self, part: &PlayoutReport) {
        let (before, all) = (self.games as f64, (self.games + part.games) as f64);
        self.plies += part.plies;
        self.games += part.games;
        self.cut += part.cut;
        self.stuck += part.stuck;
        self.without_goal += part.without_goal;
        self.several_goals += part.several_goals;
        if let (Some(shortest), Some(longest)) = (part.shortest, part.longest) {
            let old = self.length.take().unwrap_or(Length { shortest, mean: 0.0, longest });
            self.length = Some(Length {
                shortest: old.shortest.min(shortest),
                mean: (old.mean * before + part.finished_plies as f64) / all,
                longest: old.longest.max(longest),
            });
            for (mean, &sum) in self.rewards.iter_mut().zip(&part.rewards) {
                *mean = (*mean * before + sum as f64) / all;
            }
        }
    }

    /// Games that ended in any way.
    pub fn played(&self) -> u64 {
        self.games + self.cut + self.stuck
    }

    /// `, 3 broken off, 1 stuck`, or empty.
    pub fn irregular(&self) -> String {
        let counts = [(self.cut, "stopped early"), (self.stuck, "stuck")];
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!(", {} {what}", grouped(*n))).collect()
    }

    /// The observed defects of the rules, each with a state.
    pub fn examples(&self) -> Vec<(String, &[String])> {
        let mut found = Vec::new();
        if let (Some(state), Some(why)) = (&self.stuck_example, &self.stuck_because) {
            found.push((format!("{} got stuck: {why}", count(self.stuck, "game")), state.as_slice()));
        }
        if let Some(state) = &self.goal_example {
            let ends = count(self.without_goal + self.several_goals, "terminal state");
            found.push((format!("in {ends} a role had no goal or several"), state.as_slice()));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_all_games_of_all_runs() {
        let mut statistics = Statistics::new(1);
        let part = |games, length: u64, reward| PlayoutReport {
            games,
            shortest: Some(length),
            longest: Some(length),
            finished_plies: games * length,
            rewards: vec![reward * games as i64],
            ..PlayoutReport::default()
        };
        statistics.add(&part(1, 4, 100));
        statistics.add(&PlayoutReport::default());
        statistics.add(&part(3, 8, 20));
        let length = statistics.length.expect("games ended");
        assert_eq!((length.shortest, length.mean, length.longest), (4, 7.0, 8));
        assert_eq!(statistics.rewards, [40.0]);
    }

    #[test]
    fn the_speed_is_the_median() {
        let mut statistics = Statistics::new(1);
        [5.0, 1.0, 100.0, 4.0, 6.0].into_iter().for_each(|speed| statistics.add_speed(speed));
        assert_eq!(statistics.plies_per_second, 5.0);
    }
}
