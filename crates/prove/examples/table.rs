//! Analyses rule sheets and prints what is proved about each as a Markdown page; the rows also go to standard error as they are made.
//!
//! ```sh
//! cargo run --release -p prove --example table -- SECONDS SHEET… > docs/corpus.md
//! ```
//!
//! A sheet is a path or the name of a bundled game.

use std::process::ExitCode;
use std::time::Duration;

use prove::{Analysis, Finding, Growth, Options, Symmetries, Verdict, analyse};

/// What is reported of a sheet.
struct Row {
    text: String,
    fluents: usize,
    grouped: usize,
    measured: bool,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(seconds) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: table SECONDS SHEET…");
        return ExitCode::from(2);
    };
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for path in arguments {
        let name = std::path::Path::new(&path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match row(&path, &name, seconds) {
            Ok(row) => {
                eprintln!("{}", row.text);
                rows.push(row);
            }
            Err(reason) => {
                eprintln!("| {name} | {reason} |");
                failures.push(format!("- {name}: {reason}"));
            }
        }
    }
    print_page(seconds, &rows, &failures);
    ExitCode::SUCCESS
}

fn print_page(seconds: f64, rows: &[Row], failures: &[String]) {
    println!("# What is proved about the rule sheets of the corpus\n");
    println!(
        "Made by `cargo run --release -p prove --example table -- {seconds} SHEETS > docs/corpus.md`, on one thread, with"
    );
    println!(
        "{seconds} seconds for the analysis of each sheet. A slower or busier machine proves less in that time.\n"
    );
    println!("- *grouped*: fluents in proved groups of two or more, of all that the sheet has.");
    println!("- *bits*: logarithm of the number of states that the variables can tell apart.");
    println!(
        "- *symmetries*: order of the group; of those that leave roles in place after a slash; `+` where a limit was reached."
    );
    println!("- *measure*: what a proved progress measure does.");
    println!(
        "- *turns*, *alternating*, *playable*, *rewarded*, *constant sum*, *acyclic*: proved (yes), refuted (no), unknown (?).\n"
    );
    let whole = |row: &&Row| row.grouped == row.fluents;
    let half = |row: &&Row| 2 * row.grouped >= row.fluents;
    let (fluents, grouped) = rows.iter().fold((0, 0), |(all, some), row| (all + row.fluents, some + row.grouped));
    println!("{} sheets, {} of them too large to ground.", rows.len() + failures.len(), failures.len());
    println!(
        "All fluents are in proved groups in {} sheets, half of them or more in {}; {:.0}% of the fluents of all sheets together.",
        rows.iter().filter(whole).count(),
        rows.iter().filter(half).count(),
        percent(grouped, fluents)
    );
    println!("A progress measure is proved for {} sheets.\n", rows.iter().filter(|row| row.measured).count());
    println!(
        "| sheet | roles | fluents | grouped | bits | symmetries | measure | turns | alternating | playable | rewarded | constant sum | acyclic |"
    );
    println!("|---|--:|--:|--:|--:|--:|---|---|---|---|---|---|---|");
    rows.iter().for_each(|row| println!("{}", row.text));
    if !failures.is_empty() {
        println!("\n## Not analysed\n");
        failures.iter().for_each(|failure| println!("{failure}"));
    }
}

fn row(path: &str, name: &str, seconds: f64) -> Result<Row, String> {
    let text = match games::sheet(path) {
        Ok(text) => text,
        Err(_) => String::from_utf8_lossy(&std::fs::read(path).map_err(|error| error.to_string())?).into_owned(),
    };
    let rules = gdl::check_lenient(&gdl::Source::new(path, text)).rules.ok_or("not well-formed")?;
    let limits = ground::Limits { time: Some(Duration::from_secs(240)), ..ground::Limits::default() };
    let game = ground::ground(&rules, &limits).map_err(|error| error.to_string())?;
    let analysis = analyse(&game, &Options { seconds, ..Options::default() }).map_err(|defect| defect.to_string())?;
    let grouped = analysis.variables.iter().map(|variable| variable.fluents.len()).filter(|&size| size > 1).sum();
    let class = &analysis.class;
    let answers =
        [&class.turn_taking, &class.alternating, &class.playable, &class.rewarded, &class.constant_sum, &class.acyclic];
    let text = format!(
        "| {name} | {} | {} | {:.0}% | {:.1} | {} | {} | {} |",
        game.roles.len(),
        game.fluents.len(),
        percent(grouped, game.fluents.len()),
        analysis.bits(),
        order(&analysis.symmetries),
        growth(&analysis),
        answers.map(answer).join(" | "),
    );
    Ok(Row { text, fluents: game.fluents.len(), grouped, measured: analysis.measure.is_some() })
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn order(group: &Symmetries) -> String {
    let fixing = if group.order > group.fixing_roles { format!("/{}", group.fixing_roles) } else { String::new() };
    format!("{}{fixing}{}", group.order, if group.complete { "" } else { "+" })
}

fn growth(analysis: &Analysis) -> &'static str {
    match analysis.measure.as_ref().map(|measure| &measure.growth) {
        Some(Growth::Incremental) => "incremental",
        Some(Growth::TwoPly { .. }) => "two-ply",
        Some(Growth::Increasing) => "increasing",
        None => "-",
    }
}

fn answer(finding: &Finding) -> &'static str {
    match finding.verdict {
        Verdict::Proved => "yes",
        Verdict::Refuted => "no",
        Verdict::Unknown => "?",
    }
}
