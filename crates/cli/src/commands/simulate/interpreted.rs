//! Playouts with the interpreter, for the statistics.

use std::time::Instant;

use game::PlayoutReport;
use operations::Stop;

use super::statistics::Statistics;
use crate::error::Error;
use crate::playouts::{Player, Playout, PlayoutEnd};

/// One run: a number of games, or until `end`, whichever comes first.
pub fn run(
    player: &mut Player,
    games: u64,
    max_plies: u64,
    end: Option<Instant>,
    stop: &Stop,
    statistics: &mut Statistics,
) -> Result<(), Error> {
    let clock = Instant::now();
    let mut plies = 0;
    for _ in 0..games {
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        let playout = player.play(max_plies, end, stop, &mut |_, _| {})?;
        plies += playout.plies;
        let report = report(&playout);
        if let (PlayoutEnd::Stuck(stuck), None) = (&playout.end, &statistics.stuck_example) {
            statistics.stuck_example = Some(player.facts(&playout.last));
            statistics.stuck_because = Some(stuck.to_string());
        }
        if report.without_goal + report.several_goals > 0 && statistics.goal_example.is_none() {
            statistics.goal_example = Some(player.facts(&playout.last));
        }
        statistics.add(&report);
    }
    statistics.add_speed(plies as f64 / clock.elapsed().as_secs_f64().max(1e-9));
    Ok(())
}

/// The report of a single game. No goal counts as 0, and of several the lowest counts.
fn report(playout: &Playout) -> PlayoutReport {
    let plies = playout.plies;
    let report = PlayoutReport { plies, ..PlayoutReport::default() };
    match &playout.end {
        PlayoutEnd::Late => report,
        PlayoutEnd::Long => PlayoutReport { cut: 1, ..report },
        PlayoutEnd::Stuck(_) => PlayoutReport { stuck: 1, ..report },
        PlayoutEnd::Over(goals) => PlayoutReport {
            games: 1,
            finished_plies: plies,
            shortest: Some(plies),
            longest: Some(plies),
            rewards: goals.iter().map(|values| values.first().copied().unwrap_or(0).into()).collect(),
            without_goal: u64::from(goals.iter().any(Vec::is_empty)),
            several_goals: u64::from(goals.iter().any(|values| values.len() > 1)),
            ..report
        },
    }
}
