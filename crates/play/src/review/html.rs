//! A review as a self-contained page: the value over the game as a graph, and the moves below.

use std::fmt::Write;

use super::{JudgedPly, Names, Review, sentences};

/// Colours of the roles in the graph, which colour-blind readers can distinguish.
const COLOURS: [&str; 6] = ["#1f5fbf", "#d99a00", "#111111", "#8a8a8a", "#6fa8dc", "#7a5c00"];

/// Size of the graph.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 260.0;
/// Space for the labels.
const MARGIN: f64 = 40.0;
/// Plies that are numbered below the graph, at most.
const TICKS: usize = 16;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;width:100%}td,th{padding:.2em .6em;text-align:left;border-bottom:1px solid #ddd}\
td.n,th.n{text-align:right}tr.mistake{background:#fff3d6}tr.mistake td:first-child{font-weight:bold}svg{width:100%;height:auto}\
.key{display:inline-block;width:1em;height:.6em;margin:0 .3em 0 1em}";

/// The page about a played game.
pub fn page(review: &Review, game: &str, names: &Names<'_>) -> String {
    let title = escaped(&format!("{game}: {}", names.players.join(" – ")));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    sentences(review, names).iter().for_each(|sentence| {
        let _ = writeln!(html, "<p>{}</p>", escaped(sentence));
    });
    html += "<h2>Value over the game</h2>\n<p>";
    for (role, name) in names.roles.iter().enumerate() {
        let _ = write!(html, "<span class=\"key\" style=\"background:{}\"></span>{}", colour(role), escaped(name));
    }
    html += "</p>\n";
    html += &graph(review, names);
    html += &moves(review, names);
    html + "</body>\n</html>\n"
}

/// The points of every role under optimal play, ply by ply; a mistake is circled.
fn graph(review: &Review, names: &Names<'_>) -> String {
    let values = review.values();
    let points = || values.iter().flatten().flat_map(|value| value.iter().copied());
    let (least, most) = (points().min().unwrap_or(0).min(0), points().max().unwrap_or(100).max(100));
    let across = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / (values.len().max(2) - 1) as f64;
    let up = |reward: i32| {
        let share = (f64::from(reward) - f64::from(least)) / (f64::from(most) - f64::from(least)).max(1.0);
        HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"value over the game\" font-size=\"12\" fill=\"none\">\n"
    );
    for reward in [least, least + (most - least) / 2, most] {
        let y = up(reward);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{reward}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            y + 4.0
        );
    }
    for role in 0..names.roles.len() {
        let _ = writeln!(
            svg,
            "<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            line(&values, role, across, up),
            colour(role),
            // Lines on top of each other stay visible.
            2 * (names.roles.len() - role)
        );
    }
    for (number, ply) in review.plies.iter().enumerate().filter(|(_, ply)| ply.judgement.is_mistake()) {
        let Some((role, (_, after))) = ply.mover.and_then(|role| Some((role, ply.points(role)?))) else { continue };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"><title>{}</title></circle>",
            across(number + 1),
            up(after),
            colour(role),
            escaped(&format!("{}: {} {}", number + 1, names.roles[role], names.notation.of_move(&ply.text)))
        );
    }
    for ply in (0..values.len()).step_by(values.len().div_ceil(TICKS).max(1)) {
        let label = if ply == 0 { "start".to_owned() } else { ply.to_string() };
        let (x, y) = (across(ply), HEIGHT - MARGIN + 20.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>");
    }
    svg + "</svg>\n<p>The points of each role under optimal play, after every ply. A circle is a mistake.</p>\n"
}

/// The steps of a role's points, with gaps where they are unknown.
fn line(values: &[Option<&[i32]>], role: usize, across: impl Fn(usize) -> f64, up: impl Fn(i32) -> f64) -> String {
    let (mut path, mut is_open) = (String::new(), false);
    for (ply, value) in values.iter().enumerate() {
        let Some(&reward) = value.and_then(|value| value.get(role)) else {
            is_open = false;
            continue;
        };
        let _ = write!(path, "{}{:.1} {:.1}", if is_open { 'L' } else { 'M' }, across(ply), up(reward));
        is_open = true;
    }
    path
}

fn moves(review: &Review, names: &Names<'_>) -> String {
    let mut html = String::from(
        "<h2>Moves</h2>\n<table>\n<tr><th></th><th class=\"n\">ply</th><th>role</th><th>move</th><th class=\"n\">before</th><th class=\"n\">after</th><th class=\"n\">lost</th><th>better</th></tr>\n",
    );
    for (number, ply) in review.plies.iter().enumerate() {
        html += &row(number, ply, names, review.decided == Some(number));
    }
    html += "</table>\n";
    if review.mistakes.iter().any(|&mistakes| mistakes > 0) {
        html += "<p>! mistake &nbsp; !! the mistake that decided the game</p>\n";
    }
    html
}

fn row(number: usize, ply: &JudgedPly, names: &Names<'_>, is_decided: bool) -> String {
    let role = ply.mover.map_or("", |role| names.roles[role].as_str());
    let points = ply.points(ply.mover.unwrap_or(0));
    let shown = |points: Option<i32>| points.map_or("?".to_owned(), |points| points.to_string());
    let (class, mark) = match (ply.judgement.is_mistake(), is_decided) {
        (true, true) => (" class=\"mistake\"", "!!"),
        (true, false) => (" class=\"mistake\"", "!"),
        (false, _) => ("", ""),
    };
    let better: Vec<String> = ply.judgement.better.iter().map(|made| names.notation.of_move(made)).collect();
    let lost = if ply.judgement.is_mistake() { ply.lost().to_string() } else { String::new() };
    format!(
        "<tr{class}><td>{mark}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{lost}</td><td>{}</td></tr>\n",
        number + 1,
        escaped(role),
        escaped(&names.notation.of_move(&ply.text)),
        shown(points.map(|(before, _)| before)),
        shown(points.map(|(_, after)| after)),
        escaped(&notation::joined(&better))
    )
}

fn colour(role: usize) -> &'static str {
    COLOURS[role % COLOURS.len()]
}

/// Text escaped for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
