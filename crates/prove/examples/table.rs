//! Analyses rule sheets and prints a table, one line per sheet, columns separated by tabs.
//!
//! ```sh
//! cargo run --release -p prove --example table -- SECONDS SHEET…
//! ```
//!
//! A sheet is a path or the name of a bundled game. Columns: name; fluents; gates; share of fluents that are in a proved group; bits of a state with and without groups; order of the
//! symmetry group (`/` of those fixing roles, `+` if it may be larger); progress measure; then `+` proved, `-` refuted, `?` unknown for turn-taking, alternating, playable, rewarded,
//! constant-sum and acyclic; fluents that depend on the ply alone; milliseconds for samples, groups, class, measure and symmetries. `VERBOSE=1`
//! also prints the variables and reasons.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use prove::{Analysis, Finding, Growth, Options, Verdict, analyse};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(seconds) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: table SECONDS SHEET…");
        return ExitCode::from(2);
    };
    let verbose = std::env::var_os("VERBOSE").is_some();
    println!("sheet\tfluents\tgates\tgrouped\tbits\tof\tsymmetries\tmeasure\tTAPRSC\tply\tms");
    for path in arguments {
        match line(&path, seconds, verbose) {
            Ok(line) => println!("{line}"),
            Err(reason) => println!("{path}\t{reason}"),
        }
    }
    ExitCode::SUCCESS
}

fn line(path: &str, seconds: f64, verbose: bool) -> Result<String, String> {
    let text = match games::sheet(path) {
        Ok(text) => text,
        Err(_) => String::from_utf8_lossy(&std::fs::read(path).map_err(|error| error.to_string())?).into_owned(),
    };
    let source = gdl::Source::new(path, text);
    let rules = gdl::check_lenient(&source).rules.ok_or("not well-formed")?;
    let limits = ground::Limits { time: Some(Duration::from_secs(240)), ..ground::Limits::default() };
    let game = ground::ground(&rules, &limits).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let analysis = analyse(&game, &Options { seconds, ..Options::default() }).map_err(|defect| defect.to_string())?;
    let total = start.elapsed().as_millis();
    if verbose {
        details(&game, &analysis);
    }
    let class = &analysis.class;
    let grouped: usize = analysis.variables.iter().map(|v| v.fluents.len()).filter(|&n| n > 1).sum();
    let name = std::path::Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    let marks: String =
        [&class.turn_taking, &class.alternating, &class.playable, &class.rewarded, &class.constant_sum, &class.acyclic]
            .map(mark)
            .concat();
    let group = &analysis.symmetries;
    let swapping = if group.order > group.fixing_roles { format!("/{}", group.fixing_roles) } else { String::new() };
    let symmetries = format!("{}{swapping}{}", group.order, if group.complete { "" } else { "+" });
    let parts: Vec<String> = analysis.seconds.iter().map(|s| format!("{:.0}", s * 1000.0)).collect();
    Ok(format!(
        "{name}\t{}\t{}\t{:.0}%\t{:.1}\t{}\t{}\t{}\t{marks}\t{}\t{total} = {}",
        game.fluents.len(),
        game.circuit.gates.len(),
        100.0 * grouped as f64 / game.fluents.len().max(1) as f64,
        analysis.bits(),
        game.fluents.len(),
        symmetries,
        analysis.measure.as_ref().map_or("-", |measure| growth(&measure.growth)),
        class.ply_fluents.len(),
        parts.join(" + "),
    ))
}

fn growth(growth: &Growth) -> &'static str {
    match growth {
        Growth::Incremental => "incremental",
        Growth::TwoPly { .. } => "two-ply",
        Growth::Increasing => "increasing",
    }
}

fn mark(finding: &Finding) -> &'static str {
    match finding.verdict {
        Verdict::Proved => "+",
        Verdict::Refuted => "-",
        Verdict::Unknown => "?",
    }
}

fn details(game: &game::Game, analysis: &Analysis) {
    for (index, variable) in analysis.variables.iter().enumerate() {
        let weights = analysis.measure.as_ref().map(|measure| &measure.weights[index]);
        println!(
            "  {} {} values{}  {weights:?}",
            variable.name,
            variable.domain(),
            if variable.none { " with none" } else { "" }
        );
    }
    let class = &analysis.class;
    for (name, finding) in [
        ("turn-taking", &class.turn_taking),
        ("alternating", &class.alternating),
        ("playable", &class.playable),
        ("rewarded", &class.rewarded),
        ("constant-sum", &class.constant_sum),
        ("acyclic", &class.acyclic),
    ] {
        println!("  {name}: {:?}: {}", finding.verdict, finding.reason);
        if let Some(witness) = &finding.witness {
            println!("    {}", witness.facts(game).join(" "));
        }
    }
}
