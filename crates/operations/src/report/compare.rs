//! Compares reports: which variant of a game is fairest, and why.

use std::cmp::Ordering;
use std::fmt::Write;

use number::grouped;
use play::review::html::escaped;
use serde::Serialize;

use super::design::{Advantage, DesignReport};
use super::design_page::section;
use super::page::{BLUE, ORANGE, WIDTH, document, figure};
use super::sentences::{decimal, percent};
use super::slashed;

/// Rows and labels of the figure.
const ROW: f64 = 30.0;
const LABELS: f64 = 250.0;

/// Reports of several games.
#[derive(Serialize)]
pub struct SweepComparison {
    /// The reports.
    pub reports: Vec<DesignReport>,
    /// The fairest of those for two roles, by its name.
    pub fairest: Option<String>,
    /// Why it is the fairest, and how the others compare.
    pub why: Vec<String>,
}

/// The headings of a table of reports.
pub const HEADINGS: [&str; 11] = [
    "game",
    "positions",
    "value",
    "plies",
    "even",
    "one good move",
    "advantage, greedy",
    "advantage, random",
    "lead changes",
    "length",
    "perfect beats random",
];

impl SweepComparison {
    /// Compares reports.
    pub fn new(reports: Vec<DesignReport>) -> SweepComparison {
        let mut ranked: Vec<(&DesignReport, &Advantage)> =
            reports.iter().filter_map(|report| Some((report, report.advantage.as_ref()?))).collect();
        ranked.sort_by(|(_, one), (_, other)| fairness(one, other));
        let fairest = ranked.first().filter(|_| ranked.len() > 1).map(|(report, _)| report.game.clone());
        let why = match ranked.len() {
            0 | 1 => Vec::new(),
            _ => ranked
                .iter()
                .enumerate()
                .map(|(place, (report, advantage))| reason(rank(&ranked, place), report, advantage))
                .collect(),
        };
        SweepComparison { fairest, why, reports }
    }

    /// A row of the table per report.
    pub fn rows(&self) -> Vec<[String; 11]> {
        self.reports.iter().map(row).collect()
    }

    /// The comparison as a self-contained page.
    pub fn page(&self) -> String {
        let headings: String = HEADINGS.iter().map(|heading| format!("<th>{heading}</th>")).collect();
        let cells =
            |row: [String; 11]| row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect::<String>();
        let rows: String = self.rows().into_iter().map(|row| format!("<tr>{}</tr>", cells(row))).collect();
        let why: String = self.why.iter().map(|one| format!("<li>{}</li>", escaped(one))).collect();
        let table = format!(
            "<div class=\"scroll\"><table class=\"side\"><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table></div>"
        );
        let details: String = self
            .reports
            .iter()
            .map(|report| {
                format!("<details><summary>{}</summary>{}</details>\n", escaped(&report.game), section(report))
            })
            .collect();
        let body = format!(
            "<h1>Games side by side</h1>\n<ul class=\"said\">{why}</ul>\n{table}\n{}{}{}",
            self.advantages(),
            figure("Each game", &details),
            figure("Columns", MEANINGS),
        );
        document("Games side by side", &body)
    }

    /// The advantage of the first move, as bars to the right and to the left.
    fn advantages(&self) -> String {
        let with: Vec<(&DesignReport, &Advantage)> =
            self.reports.iter().filter_map(|report| Some((report, report.advantage.as_ref()?))).collect();
        if with.is_empty() {
            return String::new();
        }
        let most = with
            .iter()
            .flat_map(|(_, one)| [f64::from(one.best.abs()), one.random.value.abs(), one.greedy.value.abs()])
            .fold(1.0, f64::max);
        let (middle, half) = ((LABELS + WIDTH) / 2.0, (WIDTH - LABELS) / 2.0 - 50.0);
        let mut content = String::new();
        let mut y = 0.0;
        for (report, advantage) in &with {
            let kinds = [
                ("best play", f64::from(advantage.best), advantage.best.to_string()),
                ("greedy", advantage.greedy.value, decimal(advantage.greedy)),
                ("random", advantage.random.value, decimal(advantage.random)),
            ];
            for (number, (kind, value, said)) in kinds.iter().enumerate() {
                let name = if number == 0 { format!("{}, ", report.game) } else { String::new() };
                let width = half * value.abs() / most;
                let (x, colour, end, anchor) = match *value < 0.0 {
                    true => (middle - width, ORANGE, middle - width - 6.0, "end"),
                    false => (middle, BLUE, middle + width + 6.0, "start"),
                };
                let _ = write!(
                    content,
                    "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"16\" fill=\"{colour}\"/><text x=\"{end:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                    LABELS - 10.0,
                    y + 16.0,
                    escaped(&format!("{name}{kind}")),
                    y + 4.0,
                    width.max(1.0),
                    y + 16.0,
                    escaped(said)
                );
                y += 22.0;
            }
            y += ROW - 22.0;
        }
        let line = format!("<line x1=\"{middle}\" x2=\"{middle}\" y1=\"0\" y2=\"{y:.0}\"/>");
        let svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {y:.0}\" role=\"img\" aria-label=\"Advantage of the role that begins\">{line}{content}</svg>"
        );
        figure("Extra points of the role that begins", &svg)
    }
}

const MEANINGS: &str = "<dl>\
<dt>value</dt><dd>reward per role under best play</dd>\
<dt>plies</dt><dd>length of best play</dd>\
<dt>even</dt><dd>share of all positions in which nobody is ahead by best play</dd>\
<dt>one good move</dt><dd>share of the positions with a choice in which only one move keeps the value</dd>\
<dt>advantage</dt><dd>extra points of the role that begins, on average between greedy or random players</dd>\
<dt>lead changes</dt><dd>how often another role gets ahead, by best play, in a random game</dd>\
<dt>length</dt><dd>plies of a random game</dd>\
<dt>perfect beats random</dt><dd>chance that a perfect player wins against a random one, in each role</dd></dl>";

/// The fairer first: under best play, then between greedy players, then between random ones. Points are compared as they
/// are shown.
fn fairness(one: &Advantage, other: &Advantage) -> Ordering {
    let points = |value: f64| (value.abs() * 10.0).round();
    one.best
        .abs()
        .cmp(&other.best.abs())
        .then_with(|| points(one.greedy.value).total_cmp(&points(other.greedy.value)))
        .then_with(|| points(one.random.value).total_cmp(&points(other.random.value)))
}

/// The place of a game among all; games that are equally fair have the same.
fn rank(ranked: &[(&DesignReport, &Advantage)], place: usize) -> usize {
    1 + ranked.iter().filter(|(_, other)| fairness(other, ranked[place].1) == Ordering::Less).count()
}

fn reason(place: usize, report: &DesignReport, advantage: &Advantage) -> String {
    let best = match advantage.best {
        0 => "best play gives both the same".to_owned(),
        more if more > 0 => format!("with best play the role that begins gets {more} points more"),
        less => format!("with best play the role that begins gets {} points less", -less),
    };
    let rank = if place == 1 { "the fairest".to_owned() } else { format!("number {place}") };
    format!(
        "{} is {rank}: {best}, between greedy players {}, between random ones {}.",
        report.game,
        signed(advantage.greedy.value),
        signed(advantage.random.value)
    )
}

fn signed(points: f64) -> String {
    match points {
        points if points.abs() < 0.05 => "0.0".to_owned(),
        points => format!("{points:+.1}"),
    }
}

fn row(report: &DesignReport) -> [String; 11] {
    let profile = &report.profile;
    let against_random: Vec<String> = profile
        .duels
        .iter()
        .filter(|duel| duel.opponent == explore::Policy::Random)
        .map(|duel| format!("{} {}", profile.roles[duel.role], percent(duel.win)))
        .collect();
    let of_advantage = |pick: fn(&Advantage) -> explore::IntervalEstimate| {
        report.advantage.as_ref().map_or(String::new(), |advantage| decimal(pick(advantage)))
    };
    [
        report.game.clone(),
        grouped(profile.positions),
        slashed(&profile.value),
        profile.distance.map_or(String::new(), grouped),
        profile.even.map_or(String::new(), percent),
        percent(profile.one_good_move),
        of_advantage(|advantage| advantage.greedy),
        of_advantage(|advantage| advantage.random),
        if profile.roles.len() > 1 { decimal(profile.random.lead_changes) } else { String::new() },
        decimal(profile.random.length),
        against_random.join(", "),
    ]
}
