//! The part of a report's page for designers: sentences, openings, and charts of games.
//!
//! Blue is for the first role, orange for the second, grey for neither, as in the charts of layers. Every bar shows its
//! numbers, inside or on hover, and colour is never the only cue.

use std::fmt::Write;

use explore::{Duel, GamesPlayed, IntervalEstimate, Policy};
use number::grouped;
use play::review::html::escaped;

use super::design::DesignReport;
use super::page::{self, BLUE, GREY, ORANGE, WIDTH, figure};
use super::sentences::{decimal, percent};
use super::slashed;

/// The height of a row of bars, and the start of bars.
const ROW: f64 = 34.0;
const LABELS: f64 = 250.0;
/// The maximum number of plies drawn: few games reach later ones.
const MOST_PLIES: usize = 200;
/// The minimum fraction of games that reach a ply for it to be drawn.
const RARE: f64 = 0.001;

/// The whole section for designers.
pub fn section(report: &DesignReport) -> String {
    let said: String = report.sentences.iter().map(|one| format!("<li>{}</li>", escaped(one))).collect();
    let mut html = format!("<ul class=\"said\">{said}</ul>\n");
    html += &openings(report);
    html += &results(report);
    html += &plies(report);
    html += &starts(report);
    html
}

fn openings(report: &DesignReport) -> String {
    let profile = &report.profile;
    if profile.openings.is_empty() {
        return String::new();
    }
    let roles: String = profile.roles.iter().map(|role| format!("<th>{}</th>", escaped(role))).collect();
    let row = |one: &explore::OpeningFigures| {
        let rewards: String = match &one.value {
            Some(value) => value.iter().map(|reward| format!("<td>{reward}</td>")).collect(),
            None => "<td>?</td>".repeat(profile.roles.len()),
        };
        let plies = one.distance.map_or(String::new(), grouped);
        let mark = if one.best { "optimal" } else { "" };
        format!(
            "<tr><td class=\"text\">{}</td>{rewards}<td>{plies}</td><td class=\"text\">{mark}</td></tr>",
            escaped(&one.moves.join(", "))
        )
    };
    let rows: String = profile.openings.iter().map(row).collect();
    figure(
        "Openings",
        &format!(
            "<div class=\"scroll\"><table><thead><tr><th class=\"text\">move, with its symmetric ones</th>{roles}<th>plies</th><th></th></tr></thead><tbody>{rows}</tbody></table></div>"
        ),
    )
}

/// A row of a chart of results: its label, and fractions for the first role, neither, the second, and infinite games.
struct Results {
    label: String,
    shares: [IntervalEstimate; 4],
}

impl Results {
    fn of_games(label: &str, played: &GamesPlayed) -> Results {
        let share = |order: std::cmp::Ordering| {
            let matching = played.results.iter().filter(|one| one.value[0].cmp(&one.value[1]) == order);
            let sum: f64 = matching.map(|one| one.chance.value).sum();
            match played.games {
                None => IntervalEstimate::exact(sum),
                Some(games) => IntervalEstimate::share((sum * games as f64).round() as u64, games),
            }
        };
        use std::cmp::Ordering::{Equal, Greater, Less};
        Results { label: label.to_owned(), shares: [share(Greater), share(Equal), share(Less), played.endless] }
    }

    fn of_duel(duel: &Duel, roles: &[String]) -> Results {
        let kind = match duel.opponent {
            Policy::Random => "random",
            Policy::Greedy => "greedy",
            Policy::Perfect => "perfect",
        };
        let label = format!("perfect {} against {kind}", roles[duel.role]);
        let (first, second) = if duel.role == 0 { (duel.win, duel.loss) } else { (duel.loss, duel.win) };
        let left = 1.0 - first.value - duel.draw.value - second.value;
        let endless = IntervalEstimate::exact(if left > 1e-9 { left } else { 0.0 });
        Results { label, shares: [first, duel.draw, second, endless] }
    }
}

/// Who wins, between players of several kinds.
fn results(report: &DesignReport) -> String {
    let profile = &report.profile;
    if profile.roles.len() != 2 {
        return expected(report);
    }
    let mut rows = vec![
        Results::of_games("between random players", &profile.random),
        Results::of_games("between greedy players", &profile.greedy),
    ];
    rows.extend(profile.duels.iter().map(|duel| Results::of_duel(duel, &profile.roles)));
    let names = [
        format!("{} gets more", profile.roles[0]),
        "equal".to_owned(),
        format!("{} gets more", profile.roles[1]),
        "endless".to_owned(),
    ];
    let colours = [BLUE, GREY, ORANGE, "var(--rule)"];
    let has = |kind: usize| rows.iter().any(|row| row.shares[kind].value > 0.0);
    let legend: String = (0..4)
        .filter(|&kind| kind < 3 || has(kind))
        .map(|kind| format!("<li><i style=\"background:{}\"></i>{}</li>", colours[kind], escaped(&names[kind])))
        .collect();
    let height = ROW * rows.len() as f64;
    let mut content = String::new();
    for (number, row) in rows.iter().enumerate() {
        let y = ROW * number as f64;
        let _ = write!(
            content,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LABELS - 10.0,
            y + ROW / 2.0 + 4.0,
            escaped(&row.label)
        );
        let mut x = LABELS;
        for kind in 0..4 {
            let share = row.shares[kind];
            let width = (WIDTH - LABELS) * share.value;
            if width > 0.0 {
                content +=
                    &segment((x, y, width), colours[kind], &format!("{}: {}", names[kind], percent(share)), share);
            }
            x += width;
        }
    }
    let svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Results\">{content}</svg>");
    figure("Results", &format!("<ul class=\"legend\">{legend}</ul>{svg}"))
}

fn segment((x, y, width): (f64, f64, f64), colour: &str, title: &str, share: IntervalEstimate) -> String {
    let ink = if colour == BLUE { "#ffffff" } else { "#111111" };
    let label = match width > 44.0 {
        true => format!(
            "<text class=\"in\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"fill:{ink}\">{:.0} %</text>",
            x + width / 2.0,
            y + ROW / 2.0 + 4.0,
            100.0 * share.value
        ),
        false => String::new(),
    };
    format!(
        "<rect x=\"{x:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{:.2}\" fill=\"{colour}\"><title>{}</title></rect>{label}",
        y + 4.0,
        ROW - 8.0,
        escaped(title)
    )
}

/// Expected rewards, if there are not two roles.
fn expected(report: &DesignReport) -> String {
    let profile = &report.profile;
    let row = |label: &str, expected: &[IntervalEstimate]| {
        let cells: String = expected.iter().map(|mean| format!("<td>{}</td>", decimal(*mean))).collect();
        format!("<tr><td class=\"text\">{}</td>{cells}</tr>", escaped(label))
    };
    let roles: String = profile.roles.iter().map(|role| format!("<th>{}</th>", escaped(role))).collect();
    let best: Vec<IntervalEstimate> =
        profile.value.iter().map(|&reward| IntervalEstimate::exact(f64::from(reward))).collect();
    let rows = row("best play", &best)
        + &row("random play", &profile.random.expected)
        + &row("greedy play", &profile.greedy.expected);
    figure("Expected rewards", &format!("<table><thead><tr><th></th>{roles}</tr></thead><tbody>{rows}</tbody></table>"))
}

/// The number of moves and the fraction of games that continue, ply by ply.
fn plies(report: &DesignReport) -> String {
    let shown: Vec<_> =
        report.profile.random.plies.iter().take(MOST_PLIES).take_while(|ply| ply.going >= RARE).copied().collect();
    if shown.is_empty() {
        return String::new();
    }
    let branching: Vec<f64> = shown.iter().map(|ply| ply.branching).collect();
    let going: Vec<f64> = shown.iter().map(|ply| 100.0 * ply.going).collect();
    figure("Moves to choose from, per ply of random games", &page::plain_bars(&branching, "ply", "moves"))
        + &figure("Random games that reach a ply, in percent", &page::plain_bars(&going, "ply", "%"))
}

fn starts(report: &DesignReport) -> String {
    if report.starts.len() < 2 {
        return String::new();
    }
    let row = |start: &super::design::StartValue| {
        let value = match (&start.value, &start.unknown) {
            (Some(value), _) => slashed(value),
            (None, why) => format!("not known: {}", why.as_deref().unwrap_or("")),
        };
        format!("<tr><td class=\"text\">{}</td><td class=\"text\">{}</td></tr>", escaped(&start.first), escaped(&value))
    };
    let rows: String = report.starts.iter().map(row).collect();
    let heading = format!("value for {}", report.profile.roles.join("/"));
    figure(
        "Who begins",
        &format!(
            "<table><thead><tr><th class=\"text\">begins</th><th class=\"text\">{}</th></tr></thead><tbody>{rows}</tbody></table>",
            escaped(&heading)
        ),
    )
}
