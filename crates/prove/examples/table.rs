//! Analyses rule sheets and prints the proved properties of each as a Markdown page; the rows also go to standard error
//! as they are completed.
//!
//! ```sh
//! cargo run --release -p prove --example table -- --threads 2 10 corpus/games/*.kif > docs/corpus.md
//! ```
//!
//! A sheet is a path or the name of a bundled game. The number is the time limit in seconds per sheet; large sheets get
//! more ([`prove::seconds_for`]).

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use prove::{Analysis, Finding, MeasureGrowth, ProofOptions, ProofStatus, Symmetries, analyse, seconds_for};

/// The reported properties of a sheet.
struct Row {
    cells: Vec<String>,
    fluents: usize,
    grouped: usize,
    growth: Option<MeasureGrowth>,
    turn_taking: bool,
    acyclic: bool,
}

/// A row, or the reason why there is none.
type Outcome = Result<Row, String>;

const COLUMNS: [&str; 13] = [
    "sheet",
    "roles",
    "fluents",
    "grouped",
    "bits",
    "symmetries",
    "measure",
    "turns",
    "alternating",
    "playable",
    "rewarded",
    "constant sum",
    "acyclic",
];
/// Columns with numbers.
const RIGHT: std::ops::Range<usize> = 1..6;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut threads = 1;
    if arguments.first().is_some_and(|first| first == "--threads") {
        threads = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
        arguments.drain(..arguments.len().min(2));
    }
    let seconds = arguments.first().and_then(|text| text.parse::<f64>().ok());
    let (Some(seconds), Some(sheets)) = (seconds.filter(|_| threads > 0), arguments.get(1..)) else {
        eprintln!("usage: table [--threads N] SECONDS SHEET…");
        return ExitCode::from(2);
    };
    print_page(seconds, threads, &analyse_all(sheets, seconds, threads));
    ExitCode::SUCCESS
}

/// The sheets' names and outcomes, in the order of the sheets.
fn analyse_all(sheets: &[String], seconds: f64, threads: usize) -> Vec<(String, Outcome)> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, String, Outcome)>> = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, path)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, sheets.get(i)?)))
        {
            let name = std::path::Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let outcome = row(path, &name, seconds);
            match &outcome {
                Ok(row) => eprintln!("| {} |", row.cells.join(" | ")),
                Err(reason) => eprintln!("| {name} | {reason} |"),
            }
            done.lock().expect("no thread panics while it holds the lock").push((index, name, outcome));
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_by_key(|(index, _, _)| *index);
    done.into_iter().map(|(_, name, outcome)| (name, outcome)).collect()
}

fn print_page(seconds: f64, threads: usize, outcomes: &[(String, Outcome)]) {
    let rows: Vec<&Row> = outcomes.iter().filter_map(|(_, outcome)| outcome.as_ref().ok()).collect();
    println!("# What is proved about the rule sheets of the corpus\n");
    println!("Made by\n");
    println!(
        "    cargo run --release -p prove --example table -- --threads {threads} {seconds} corpus/games/*.kif > docs/corpus.md\n"
    );
    println!(
        "with {seconds} seconds for the analysis of each sheet, large ones some more. A slower or busier machine proves less in that time.\n"
    );
    print_summary(&rows, outcomes.len());
    println!("## The columns\n");
    println!("- *grouped*: fluents in proved groups of two or more, of all that the sheet has.");
    println!("- *bits*: logarithm of the number of states that the variables can tell apart.");
    println!(
        "- *symmetries*: order of the group; of those that leave roles in place after a slash; `+` where a limit was reached."
    );
    println!(
        "- *measure*: what a proved progress measure does in a ply: grow by one, by one in two plies, or by any amount."
    );
    println!(
        "- *turns*: at most one role has a choice; *alternating*: the roles take turns strictly; *playable*: every role always has a move;"
    );
    println!("  *rewarded*: exactly one reward per role at the end; *constant sum*; *acyclic*: no state comes back.");
    println!("  Proved (yes), refuted by a reachable state (no), unknown (?).\n");
    println!("## The sheets\n");
    print_table(&rows);
    let failures: Vec<(&String, &String)> =
        outcomes.iter().filter_map(|(name, outcome)| Some((name, outcome.as_ref().err()?))).collect();
    if !failures.is_empty() {
        println!("\n## Not analysed\n");
        failures.iter().for_each(|(name, reason)| println!("- {name}: {reason}"));
    }
}

fn print_summary(rows: &[&Row], sheets: usize) {
    let count = |holds: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| holds(row)).count();
    let share = |least: usize| count(&|row| 100 * row.grouped >= least * row.fluents);
    let growth = |growth: fn(&MeasureGrowth) -> bool| count(&|row| row.growth.as_ref().is_some_and(growth));
    let (fluents, grouped) = rows.iter().fold((0, 0), |(all, some), row| (all + row.fluents, some + row.grouped));
    println!("## Summary\n");
    println!("| {:<43} |      |", format!("of {sheets} sheets"));
    println!("|:--------------------------------------------|-----:|");
    let lines = [
        ("ground and analysed", rows.len()),
        ("all fluents in proved groups", share(100)),
        ("nine tenths of the fluents or more", share(90)),
        ("half of the fluents or more", share(50)),
        ("an incremental progress measure proved", growth(|growth| matches!(growth, MeasureGrowth::Incremental))),
        ("a two-ply one", growth(|growth| matches!(growth, MeasureGrowth::TwoPly { .. }))),
        ("an increasing one", growth(|growth| matches!(growth, MeasureGrowth::Increasing))),
        ("turn-taking proved", count(&|row| row.turn_taking)),
        ("acyclic proved", count(&|row| row.acyclic)),
    ];
    lines.iter().for_each(|(what, number)| println!("| {what:<43} | {number:>4} |"));
    println!(
        "\nOf the {fluents} fluents of all sheets together {:.0}% are in proved groups.\n",
        percent(grouped, fluents)
    );
}

fn print_table(rows: &[&Row]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row.cells[column].chars().count());
        cells.chain([COLUMNS[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cell = |column: usize| {
            let (text, width) = (&cells[column], widths[column]);
            if RIGHT.contains(&column) { format!("{text:>width$}") } else { format!("{text:<width$}") }
        };
        println!("| {} |", (0..COLUMNS.len()).map(cell).collect::<Vec<String>>().join(" | "));
    };
    line(&COLUMNS.map(String::from));
    let rule = |column: usize| {
        let dashes = "-".repeat(widths[column] + 1);
        if RIGHT.contains(&column) { format!("{dashes}:") } else { format!(":{dashes}") }
    };
    println!("|{}|", (0..COLUMNS.len()).map(rule).collect::<Vec<String>>().join("|"));
    rows.iter().for_each(|row| line(&row.cells));
}

fn row(path: &str, name: &str, seconds: f64) -> Outcome {
    let text = match games::sheet(path) {
        Ok(text) => text,
        Err(_) => String::from_utf8_lossy(&std::fs::read(path).map_err(|error| error.to_string())?).into_owned(),
    };
    let rules = gdl::check_lenient(&gdl::Source::new(name, text)).rules.ok_or("not well-formed")?;
    let limits = ground::GroundingLimits { time: Some(Duration::from_secs(45)), ..ground::GroundingLimits::default() };
    let game = ground::ground(&rules, &limits).map_err(|error| error.to_string())?;
    let options = ProofOptions { seconds: seconds_for(&game, seconds), ..ProofOptions::default() };
    let analysis = analyse(&game, &options).map_err(|defect| defect.to_string())?;
    let grouped = analysis.variables.iter().map(|variable| variable.fluents.len()).filter(|&size| size > 1).sum();
    let class = &analysis.class;
    let answers =
        [&class.turn_taking, &class.alternating, &class.playable, &class.rewarded, &class.constant_sum, &class.acyclic];
    let mut cells = vec![
        name.to_string(),
        game.roles.len().to_string(),
        game.fluents.len().to_string(),
        format!("{:.0}%", percent(grouped, game.fluents.len()).floor()),
        format!("{:.1}", analysis.bits()),
        order(&analysis.symmetries),
        growth(&analysis).to_string(),
    ];
    cells.extend(answers.map(|finding| answer(finding).to_string()));
    Ok(Row {
        cells,
        fluents: game.fluents.len(),
        grouped,
        turn_taking: class.turn_taking.is_proved(),
        acyclic: class.acyclic.is_proved(),
        growth: analysis.measure.map(|measure| measure.growth),
    })
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
        Some(MeasureGrowth::Incremental) => "incremental",
        Some(MeasureGrowth::TwoPly { .. }) => "two-ply",
        Some(MeasureGrowth::Increasing) => "increasing",
        None => "-",
    }
}

fn answer(finding: &Finding) -> &'static str {
    match finding.verdict {
        ProofStatus::Proved => "yes",
        ProofStatus::Refuted => "no",
        ProofStatus::Unknown => "?",
    }
}
