//! The figures of a report in sentences.

use explore::{Duel, GameProfile, GamesPlayed, IntervalEstimate, OpeningFigures, Policy};
use number::{PLY, count};

use super::design::DesignReport;
use super::slashed;

/// The maximum number of openings named.
const NAMED: usize = 3;

/// All sentences, the most important first.
pub fn sentences(report: &DesignReport) -> Vec<String> {
    let profile = &report.profile;
    let mut said = vec![verdict(profile)];
    said.extend(starts(report));
    said.push(format!(
        "In {} of the positions with a choice there is only one good move.",
        percent(profile.one_good_move)
    ));
    if let Some(even) = profile.even {
        let ahead =
            profile.roles.iter().zip(&profile.ahead).map(|(role, share)| format!("{role} in {}", percent(*share)));
        let ahead = ahead.collect::<Vec<_>>().join(", ");
        said.push(format!("By best play nobody is ahead in {} of all positions; ahead are {ahead}.", percent(even)));
    }
    said.push(between(profile, &profile.random, "random"));
    said.push(between(profile, &profile.greedy, "greedy"));
    said.extend(perfect(profile));
    said.push(shape(&profile.random));
    if !profile.exact {
        said.push(sampled(profile));
    }
    said
}

/// Who wins, how, and how long it takes.
fn verdict(profile: &GameProfile) -> String {
    let plies = profile.distance.map_or(String::new(), |plies| format!(" after {}", count(plies, PLY)));
    let openings = openings(&profile.openings);
    if profile.roles.len() != 2 || profile.points {
        let rewards: Vec<String> =
            profile.roles.iter().zip(&profile.value).map(|(role, reward)| format!("{reward} for {role}")).collect();
        // Without a distance it is not known to end.
        let verb = if profile.distance.is_some() { "ends with" } else { "is worth" };
        return format!("Best play {verb} {}{plies}{openings}.", rewards.join(", "));
    }
    let (first, value) = (profile.first.unwrap_or(0), &profile.value);
    let (own, other) = (value[first], value[1 - first]);
    let who = |role: usize, place: &str| format!("The {place} player, {},", profile.roles[role]);
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => format!("{} wins{plies}{openings}.", who(first, "first")),
        std::cmp::Ordering::Less => format!("{} wins{plies}, whatever the opening.", who(1 - first, "second")),
        std::cmp::Ordering::Equal => format!("Best play is a draw{plies}{openings}."),
    }
}

/// Which openings keep the value.
fn openings(openings: &[OpeningFigures]) -> String {
    let moves =
        |best: bool| openings.iter().filter(move |one| one.best || !best).map(|one| one.moves.len()).sum::<usize>();
    let (best, all) = (moves(true), moves(false));
    let kinds = openings.iter().filter(|one| one.best).count();
    let named: Vec<&str> =
        openings.iter().filter(|one| one.best).flat_map(|one| one.moves.iter().map(String::as_str)).collect();
    match (best, all) {
        (_, 0 | 1) | (0, _) => String::new(),
        (best, all) if best == all => ", whatever the opening".to_owned(),
        (best, _) if best <= NAMED => format!(", but only by opening with {}", named.join(" or ")),
        (best, all) if kinds < best => format!(", but only with {best} of {all} openings ({kinds} up to symmetry)"),
        (best, all) => format!(", but only with {best} of {all} openings"),
    }
}

fn starts(report: &DesignReport) -> Option<String> {
    let profile = &report.profile;
    let (first, 2) = (profile.first?, profile.roles.len()) else { return None };
    let other = &report.starts.get(1 - first)?;
    let changed = other.value.as_ref()?;
    let mirrored: Vec<i32> = profile.value.iter().rev().copied().collect();
    Some(match changed {
        value if *value == profile.value && *value == mirrored => {
            format!("It does not matter who begins: with {} to begin the value is the same.", other.first)
        }
        value if *value == profile.value => {
            let lead = profile.value[first] - profile.value[1 - first];
            let better = if lead > 0 { &profile.roles[first] } else { &profile.roles[1 - first] };
            format!("It does not matter who begins: {better} is better off either way.")
        }
        value if *value == mirrored => match profile.value[first] > profile.value[1 - first] {
            true => "Whoever begins is better off.".to_owned(),
            false => "Whoever begins is worse off.".to_owned(),
        },
        value => format!("If {} begins instead, best play ends with {}.", other.first, slashed(value)),
    })
}

/// Games between players of the same kind.
fn between(profile: &GameProfile, played: &GamesPlayed, kind: &str) -> String {
    let changes = match profile.roles.len() {
        1 => String::new(),
        _ => format!("; the lead changes {} times per game", decimal(played.lead_changes)),
    };
    let endless = match played.endless.value > 0.0 {
        true => format!(", and {} of the games never end", percent(played.endless)),
        false => String::new(),
    };
    if profile.points || profile.roles.len() != 2 {
        let means: Vec<String> = profile
            .roles
            .iter()
            .zip(&played.expected)
            .map(|(role, mean)| format!("{role} {}", decimal(*mean)))
            .collect();
        let who = if profile.roles.len() == 1 {
            format!("A {kind} player gets")
        } else {
            format!("Between {kind} players the mean result is")
        };
        return format!("{who} {}{endless}{changes}.", means.join(", "));
    }
    let share = |wins: &dyn Fn(&[i32]) -> bool| {
        let sum: f64 = played.results.iter().filter(|one| wins(&one.value)).map(|one| one.chance.value).sum();
        percent(match played.games {
            None => IntervalEstimate::exact(sum),
            Some(games) => IntervalEstimate::share((sum * games as f64).round() as u64, games),
        })
    };
    format!(
        "Between {kind} players {} wins {}, {} wins {} and {} are draws{endless}{changes}.",
        profile.roles[0],
        share(&|value| value[0] > value[1]),
        profile.roles[1],
        share(&|value| value[1] > value[0]),
        share(&|value| value[0] == value[1])
    )
}

/// The results of a perfect player.
fn perfect(profile: &GameProfile) -> Vec<String> {
    let of = |opponent: Policy, kind: &str| {
        let duels: Vec<&Duel> = profile.duels.iter().filter(|duel| duel.opponent == opponent).collect();
        if duels.is_empty() || profile.roles.len() == 1 {
            return None;
        }
        let one = |duel: &&Duel| match profile.points || profile.roles.len() != 2 {
            true => format!("gets {} as {}", decimal(duel.expected), profile.roles[duel.role]),
            false => {
                format!("wins {} and loses {} as {}", percent(duel.win), percent(duel.loss), profile.roles[duel.role])
            }
        };
        let said: Vec<String> = duels.iter().map(one).collect();
        let against = if profile.roles.len() == 2 { format!("a {kind} player") } else { format!("{kind} players") };
        Some(format!("Against {against} a perfect one {}.", said.join(", and ")))
    };
    [of(Policy::Random, "random"), of(Policy::Greedy, "greedy")].into_iter().flatten().collect()
}

/// The length of random games, and the number of choices.
fn shape(played: &GamesPlayed) -> String {
    let (going, moves): (f64, f64) = played
        .plies
        .iter()
        .fold((0.0, 0.0), |(going, moves), ply| (going + ply.going, moves + ply.going * ply.branching));
    format!(
        "A random game takes {} plies on average, with {:.1} moves to choose from.",
        decimal(played.length),
        if going > 0.0 { moves / going } else { 0.0 }
    )
}

fn sampled(profile: &GameProfile) -> String {
    let games = |played: &GamesPlayed| played.games.map_or("all games".to_owned(), |games| count(games, "game"));
    format!(
        "Figures with an interval in brackets are samples, with 95 % confidence: {} between random players, {} with greedy ones.",
        games(&profile.random),
        games(&profile.greedy)
    )
}

/// `62 %`, or with its interval `62 % (58 to 66)`.
pub fn percent(share: IntervalEstimate) -> String {
    let shown = |value: f64| {
        // The sum of no chances is a negative zero.
        let percent = (1e8 * value).round() / 1e6 + 0.0;
        // Small fractions are not shown as none, nor large ones as all.
        match percent {
            percent if percent > 0.0 && percent < 1.0 || percent < 100.0 && percent > 99.0 => format!("{percent:.1}"),
            percent => format!("{percent:.0}"),
        }
    };
    match share.is_exact() {
        true => format!("{} %", shown(share.value)),
        false => format!("{} % ({} to {})", shown(share.value), shown(share.low), shown(share.high)),
    }
}

/// `1.3`, or with its interval `1.3 (1.1 to 1.5)`.
pub fn decimal(mean: IntervalEstimate) -> String {
    // What rounds to zero has no sign.
    let shown = |value: f64| format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0);
    match mean.is_exact() {
        true => shown(mean.value),
        false => format!("{} ({} to {})", shown(mean.value), shown(mean.low), shown(mean.high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_to_none_or_all() {
        assert_eq!(percent(IntervalEstimate::exact(0.622)), "62 %");
        assert_eq!(percent(IntervalEstimate::exact(0.004)), "0.4 %");
        assert_eq!(percent(IntervalEstimate::exact(0.997)), "99.7 %");
        assert_eq!(percent(IntervalEstimate::exact(1.0 - 1e-12)), "100 %");
        assert_eq!(percent(IntervalEstimate::exact(0.0)), "0 %");
        assert_eq!(
            (percent(IntervalEstimate::exact(-0.0)), decimal(IntervalEstimate::exact(-0.04))),
            ("0 %".into(), "0.0".into())
        );
        assert_eq!(percent(IntervalEstimate { value: 0.5, low: 0.4, high: 0.6 }), "50 % (40 to 60)");
    }
}
