//! Grounds every rule sheet of a directory and prints a table.
//!
//! ```sh
//! cargo run --release -p ground --example sheets -- DIRECTORY [SECONDS] [MEGABYTES] [NAME…]
//! ```
//!
//! One line per sheet: name, fluents, moves, gates, operands, recursive blocks, ground rules before simplification, CPU
//! seconds, accounted working memory and peak resident memory, both in megabytes; or the error. The last lines are
//! totals. If names are given, only those sheets are grounded. Each sheet gets the given time and memory (default 50 s
//! and 3400 MB) and a separate process, so that a panic, a hang (more than 10 s over its time) or excessive memory is
//! noticed and counted. Any of these makes the exit code 1.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gdl::Source;
use ground::{GroundingLimits, ground_with_statistics};

/// First argument of the process that grounds a single sheet.
const CHILD: &str = "--child";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [flag, path, seconds, megabytes] if flag == CHILD => child(Path::new(path), seconds, megabytes),
        [directory, rest @ ..] => parent(Path::new(directory), rest),
        [] => usage("no directory is given"),
    }
}

fn usage(why: &str) -> ExitCode {
    eprintln!("{why}\nusage: corpus DIRECTORY [SECONDS] [MEGABYTES] [NAME…]");
    ExitCode::from(2)
}

/// The result for a sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Ground,
    CleanError,
    Failure,
}

fn parent(directory: &Path, rest: &[String]) -> ExitCode {
    let seconds = rest.first().map_or("50", String::as_str);
    let megabytes = rest.get(1).map_or("3400", String::as_str);
    let (Ok(limit), Ok(_)) = (seconds.parse::<u64>(), megabytes.parse::<u64>()) else {
        return usage("SECONDS and MEGABYTES are whole numbers");
    };
    let sheets = match sheets(directory, rest.get(2..).unwrap_or_default()) {
        Ok(sheets) => sheets,
        Err(error) => return usage(&format!("{}: {error}", directory.display())),
    };
    println!(
        "{:40} {:>7} {:>7} {:>8} {:>9} {:>4} {:>9} {:>7} {:>5} {:>5}",
        "sheet", "fluents", "moves", "gates", "operands", "rec", "instances", "CPU s", "MB", "peak"
    );
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(|| {
                while let Some(path) = sheets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (outcome, line) = watch(path, seconds, megabytes, Duration::from_secs(limit + 10));
                    println!("{:40} {line}", stem(path));
                    outcomes.lock().expect("no thread panics").push(outcome);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().expect("no thread panics");
    let count = |wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    println!("{} of {} ground", count(Outcome::Ground), sheets.len());
    println!("{} clean errors, {} failures", count(Outcome::CleanError), count(Outcome::Failure));
    ExitCode::from(u8::from(count(Outcome::Failure) > 0))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn sheets(directory: &Path, names: &[String]) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let wanted = names.is_empty() || names.contains(&stem(&path));
        if wanted && path.extension().is_some_and(|e| e == "kif") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Grounds one sheet in a separate process and returns its line.
fn watch(path: &Path, seconds: &str, megabytes: &str, limit: Duration) -> (Outcome, String) {
    let start = Instant::now();
    let spawned = std::env::current_exe().and_then(|program| {
        let path = path.as_os_str();
        Command::new(program).arg(CHILD).arg(path).args([seconds, megabytes]).stdout(Stdio::piped()).spawn()
    });
    let mut process = match spawned {
        Ok(process) => process,
        Err(error) => return (Outcome::Failure, error.to_string()),
    };
    let status = loop {
        match process.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                // It may have just ended by itself, so failure to kill it is fine.
                process.kill().ok();
                process.wait().ok();
                return (Outcome::Failure, format!("FAILURE: still running after {} s", start.elapsed().as_secs()));
            }
        }
    };
    let mut line = String::new();
    if let Some(mut output) = process.stdout.take() {
        output.read_to_string(&mut line).ok();
    }
    match status.code() {
        Some(0) => (Outcome::Ground, line),
        Some(3) => (Outcome::CleanError, line),
        _ => (Outcome::Failure, format!("FAILURE: {status}")),
    }
}

/// Grounds one sheet and prints its line. Exit code 0 if it was grounded, 3 if a limit was reached or the sheet was
/// refused.
fn child(path: &Path, seconds: &str, megabytes: &str) -> ExitCode {
    let number = |text: &str| text.parse::<u64>().unwrap_or(1);
    let bytes = (number(megabytes) as usize) << 20;
    let time = Some(Duration::from_secs(number(seconds)));
    let limits =
        GroundingLimits { time, bytes, resident: Some(|| megabytes_of("VmRSS:") << 20), ..GroundingLimits::default() };
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            print!("{error}");
            return ExitCode::from(3);
        }
    };
    let Some(rules) = gdl::check_lenient(&Source::new(stem(path), &text)).rules else {
        print!("not well-formed");
        return ExitCode::from(3);
    };
    match ground_with_statistics(&rules, &limits) {
        Ok((game, statistics)) => {
            print!(
                "{:>7} {:>7} {:>8} {:>9} {:>4} {:>9} {:>7.2} {:>5} {:>5}",
                game.fluents.len(),
                game.moves.iter().map(Vec::len).sum::<usize>(),
                statistics.gates,
                statistics.operands,
                statistics.recursive_blocks,
                statistics.instances,
                cpu_seconds(),
                statistics.peak_bytes >> 20,
                megabytes_of("VmHWM:"),
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            let line = error.span().map(|span| text[..(span.start as usize).min(text.len())].matches('\n').count() + 1);
            let place = line.map_or(String::new(), |line| format!("line {line}: "));
            print!("{place}{error} [{:.2} CPU s, {} MB]", cpu_seconds(), megabytes_of("VmHWM:"));
            ExitCode::from(3)
        }
    }
}

/// CPU time of this process; 0 if the system does not report it.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, the 14th and 15th field of the line, in hundredths of a second.
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A line of the system's report on this process's memory; 0 if there is none.
fn megabytes_of(label: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(label));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()).unwrap_or(0) >> 10
}
