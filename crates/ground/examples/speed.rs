//! Speed of random playouts from rule sheets, on one core.
//!
//! ```sh
//! cargo run --release -p ground --example speed -- SECONDS SHEET.kif…
//! ```
//!
//! One line per sheet: plies per second (median of five runs of the given length), gates, slots and operand reads of
//! the compiled game, milliseconds of grounding and of compiling, mean length, mean rewards, stuck games, goal defects.

use game::{Playouts, Tape};
use gdl::Source;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(seconds) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: speed SECONDS SHEET.kif…");
        return ExitCode::from(2);
    };
    for path in arguments {
        if let Err(error) = row(&path, Duration::from_secs_f64(seconds)) {
            println!("{path}: {error}");
        }
    }
    ExitCode::SUCCESS
}

fn row(path: &str, time: Duration) -> Result<(), Box<dyn std::error::Error>> {
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let rules = gdl::check_lenient(&Source::new(path, &text)).rules.ok_or("not well-formed")?;
    let start = Instant::now();
    let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
    let grounded = start.elapsed();
    let tape = Tape::new(&game)?;
    let compiled = start.elapsed() - grounded;
    let play = |seed| Playouts { seed, max_plies: 10_000, time: Some(time), ..Playouts::default() }.run(&tape);
    let mut runs: Vec<game::PlayoutReport> = (0..5).map(play).collect();
    runs.sort_by(|a, b| a.plies_per_second().total_cmp(&b.plies_per_second()));
    let median = &runs[2];
    println!(
        "{:32} {:>9.0} plies/s {:>7} gates {:>6} slots {:>8} reads {:>6} + {} ms, length {:.1}, rewards {:.1?}, stuck {}, defects {}",
        path.rsplit('/').next().unwrap_or(path),
        median.plies_per_second(),
        game.circuit.gates.len(),
        tape.slots(),
        tape.operand_reads(),
        grounded.as_millis(),
        compiled.as_millis(),
        median.mean_length().unwrap_or(f64::NAN),
        median.mean_rewards().unwrap_or_default(),
        median.stuck,
        median.without_goal + median.several_goals,
    );
    Ok(())
}
