//! The answer of `solve` for people, for games with chance or simultaneous moves.

use operations::report::ExpectedReport;
use solution::manifest::ExpectedReward;

use crate::console::{BOLD, DIM, GOOD};
use crate::load::LENIENT;
use crate::table::{self, count, grouped, size};

/// Values, how sure they are, where mixing is needed, how it was done, where it is.
pub fn text(report: &ExpectedReport) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}\n\n", report.rules, report.class);
    if report.already_solved {
        text += &format!("{GOOD}already solved{GOOD:#}, in {}\n\n", report.database);
    }
    let heading = if report.security { "guaranteed" } else { "expected" };
    let mut values = table::table(&["role", heading, ""], &[1], 1);
    for (role, value) in report.roles.iter().zip(&report.bounds) {
        values.add_row(table::row([role.clone(), decimal(value), exactness(value)]));
    }
    text += &table::text(&values);
    let (states, terminal) = table::states(report.states, report.terminal_states);
    text += &format!("\n{BOLD}{states}{BOLD:#}, {terminal}, in {}\n", count(report.layers, "round"));
    text += &match report.mixed_states {
        0 => "No state needs a mixed strategy.\n".to_owned(),
        1 => "1 state needs a mixed strategy.\n".to_owned(),
        many => format!("{} states need a mixed strategy.\n", grouped(many)),
    };
    text += &match report.widest {
        0.0 => "All values are exact.\n".to_owned(),
        width => format!("The bounds of a value are at most {} apart.\n", short(width)),
    };
    text + &method(report)
}

/// A value with as many digits as its bounds agree on, at most ten.
pub fn decimal(value: &ExpectedReward) -> String {
    let middle = (value.lower + value.upper) / 2.0;
    let digits = (1..=10).rev().find(|&digits| {
        let rounded = |number: f64| format!("{number:.digits$}");
        rounded(value.lower) == rounded(value.upper)
    });
    let text = format!("{middle:.*}", digits.unwrap_or(1));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// How sure a value is.
pub fn exactness(value: &ExpectedReward) -> String {
    match &value.exact {
        Some(exact) if exact.contains('/') => format!("= {exact}"),
        Some(_) => String::new(),
        None => format!("± {}", short((value.upper - value.lower) / 2.0)),
    }
}

fn short(width: f64) -> String {
    format!("{width:.1e}")
}

fn method(report: &ExpectedReport) -> String {
    let mut text = String::from("\n");
    let mut line = |name: &str, what: String| text += &format!("{DIM}{name:<10}{DIM:#}{what}\n");
    line("algorithm", format!("{}: {}", report.algorithm, report.why));
    if report.security {
        line("values", "what each role can guarantee against all others together".to_owned());
    }
    if report.lenient {
        line("lenient", LENIENT.to_owned());
    }
    if let Some(reduction) = &report.reduction {
        line("reduced", format!("to win, draw and loss by {reduction}"));
    }
    if let Some(infinite) = &report.infinite {
        line("infinite", operations::report::slashed(infinite));
    }
    if let Some(precision) = &report.precision {
        line("precision", precision.clone());
    }
    let memory =
        report.peak_bytes.filter(|&bytes| bytes > 0).map(|bytes| format!("; at most {} of memory", size(bytes)));
    line("took", format!("{:.2} s{}", report.seconds.unwrap_or(report.run_seconds), memory.unwrap_or_default()));
    line("database", format!("{} ({})", report.database, size(report.database_bytes)));
    text
}
