//! The answer of `info` as text.

use super::answer::{Answer, ClassAnswer, GroundAnswer, MeasureAnswer, Property};
use super::variables::{VariableKind, kinds};
use crate::console::{BAD, BOLD, DIM, GOOD};
use crate::state::shown;
use crate::table::{PLY, count, grouped};

/// The number of kinds of variables that are listed before the rest are counted.
const MOST_KINDS: usize = 12;

/// The names under which properties are printed, in this order.
const PROPERTIES: [(&str, &str); 6] = [
    ("turn_taking", "turn-taking"),
    ("alternating", "alternating"),
    ("playable", "never stuck"),
    ("rewarded", "one reward"),
    ("constant_sum", "constant sum"),
    ("acyclic", "acyclic"),
];

/// The whole answer.
pub fn text(answer: &Answer) -> String {
    let mut lines = format!("{BOLD}{}{BOLD:#}\n", answer.rules);
    if let Some(why) = &answer.too_large_to_ground {
        lines += &format!("{BAD}note{BAD:#}: {why}; the following comes from playouts through the interpreter\n");
    }
    let role = |role: &String| match role.eq_ignore_ascii_case("random") {
        true => format!("{role} (chance)"),
        false => role.clone(),
    };
    lines += &line("roles", &answer.roles.iter().map(role).collect::<Vec<_>>().join(", "));
    if let Some(ground) = &answer.ground {
        lines += &ground_lines(answer, ground);
    }
    lines += "\n";
    for (key, name) in PROPERTIES {
        if let Some(property) = answer.class.properties.get(key) {
            lines += &property_lines(name, property, &detail(key, &answer.class));
        }
    }
    if answer.ground.is_some() {
        lines += &measure_line(answer.progress_measure.as_ref());
    }
    if let Some(limit) = answer.proof_limit {
        lines += &line("limit", limit_in_words(limit));
    }
    if let Some(estimate) = &answer.estimate {
        lines += &line("engine", &format!("{}: {}", estimate.engine, estimate.why));
    }
    if let Some(why) = &answer.no_estimate {
        lines += &line("engine", &format!("not chosen: {why}"));
    }
    if let Some(ground) = &answer.ground {
        lines += "\n";
        lines += &kind_lines(&kinds(&ground.variables));
    }
    let states = answer.sampled_states.map(|n| format!("{} seen in ", count(n, "state"))).unwrap_or_default();
    lines + &format!("\n{DIM}{states}{:.2} s{DIM:#}\n", answer.seconds)
}

fn line(name: &str, value: &str) -> String {
    format!("  {name:<13} {value}\n")
}

fn ground_lines(answer: &Answer, ground: &GroundAnswer) -> String {
    let grouping = match ground.fluents - ground.grouped_fluents {
        0 if ground.fluents == 1 => "its fluent in a proved group".to_owned(),
        0 => format!("all {} in proved groups", count(ground.fluents, "fluent")),
        _ => format!(
            "{} of {} in proved groups",
            grouped(ground.grouped_fluents as u64),
            count(ground.fluents, "fluent")
        ),
    };
    let moves = answer.roles.iter().zip(&ground.moves).map(|(role, n)| format!("{role} {}", grouped(*n as u64)));
    let recursive = match ground.recursive_gates {
        0 => String::new(),
        n => format!(", {} of them recursive", grouped(n as u64)),
    };
    let circuit = format!("{}, {}{recursive}", count(ground.gates, "gate"), count(ground.operands, "operand"));
    let state = format!("{}, {:.1} bits; {grouping}", count(answer.variables.unwrap_or(0), "variable"), ground.bits);
    [
        line("state", &state),
        line("moves", &moves.collect::<Vec<_>>().join(", ")),
        line("symmetries", &symmetries(answer)),
        line("circuit", &circuit),
    ]
    .concat()
}

fn symmetries(answer: &Answer) -> String {
    let all = answer.symmetries.unwrap_or(1);
    let swapping = all - answer.symmetries_fixing_roles.unwrap_or(all);
    let bound = if answer.symmetries_complete { "" } else { "at least " };
    let swaps = if swapping > 0 { format!(", {} of them swap roles", grouped(swapping)) } else { String::new() };
    format!("{bound}{}{swaps}", grouped(all))
}

/// Details of a proved property.
fn detail(key: &str, class: &ClassAnswer) -> String {
    match (key, class.sum, class.longest) {
        ("constant_sum", Some(sum), _) => format!("{sum}; "),
        ("acyclic", _, Some(longest)) => format!("at most {}; ", count(longest, PLY)),
        _ => String::new(),
    }
}

fn property_lines(name: &str, property: &Property, detail: &str) -> String {
    let style = if property.verdict == "proved" { GOOD } else { BAD };
    let style = if property.verdict == "unknown" { DIM } else { style };
    let mut lines = format!("  {name:<13} {style}{:<8}{style:#} {detail}{}\n", property.verdict, property.reason);
    if let Some(state) = &property.state {
        lines += &format!("  {:<13} {DIM}{:<8} in {}{DIM:#}\n", "", "", shown(state));
    }
    lines
}

fn limit_in_words(limit: &str) -> &'static str {
    match limit {
        "memory" => "some proofs did not fit in memory; --memory allows more",
        "time" => "time limit reached before all proofs were tried; --time allows more",
        _ => "some proofs reached their limit of work; --effort allows more",
    }
}

fn measure_line(measure: Option<&MeasureAnswer>) -> String {
    let (style, verdict, what) = match measure {
        None => (DIM, "none", "no progress measure was found".to_string()),
        Some(measure) => {
            let what = match (measure.growth, &measure.role) {
                ("incremental", _) => {
                    "incremental: a weighted sum over the state grows by one with every ply".to_string()
                }
                ("two-ply", Some(role)) => {
                    format!("two-ply: a weighted sum over the state grows by one with every ply of {role}")
                }
                (growth, _) => format!("{growth}: a weighted sum over the state grows with every ply"),
            };
            (GOOD, "proved", what)
        }
    };
    format!("  {:<13} {style}{verdict:<8}{style:#} {what}\n", "progress")
}

fn kind_lines(kinds: &[VariableKind]) -> String {
    let width = kinds.iter().take(MOST_KINDS).map(|kind| kind.name.chars().count()).max().unwrap_or(0);
    let listed = kinds.iter().take(MOST_KINDS).map(|kind| {
        let padding = " ".repeat(width - kind.name.chars().count());
        format!("  {:>6} × {}{padding}  {}\n", grouped(kind.count as u64), kind.name, kind.values)
    });
    let mut lines: String = listed.collect();
    if kinds.len() > MOST_KINDS {
        let more: usize = kinds[MOST_KINDS..].iter().map(|kind| kind.count).sum();
        lines += &format!("  {:>6} more variables of other kinds; --json shows all\n", grouped(more as u64));
    }
    lines
}
