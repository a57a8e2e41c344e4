//! `fuzz reader`, `fuzz grounder`, `fuzz messages` and `fuzz pddl`; see the library's documentation.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use fuzz::supervisor::{Bounds, once, supervise};
use fuzz::{Target, worker};

/// Fuzzes a part of Backsolve; exit code 1 after a finding
#[derive(Parser)]
struct Arguments {
    /// What to fuzz
    target: Target,

    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// Which stream of inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print and run only the case with this number
    #[arg(long)]
    case: Option<u64>,

    /// Run only the input in this file
    #[arg(long)]
    input: Option<PathBuf>,

    /// Seconds that one case may take
    #[arg(long, default_value_t = 20)]
    case_seconds: u64,

    /// Megabytes of memory that a case may take
    #[arg(long, default_value_t = 1024)]
    megabytes: u64,

    /// Where findings are kept
    #[arg(long, default_value = "fuzz/findings")]
    findings: PathBuf,

    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> io::Result<ExitCode> {
    let a = Arguments::parse();
    if let Some(path) = a.input {
        return once(a.target, &fs::read(path)?);
    }
    if let Some(number) = a.case {
        let input = a.target.generate(a.seed, number);
        println!("{}", String::from_utf8_lossy(&input));
        return once(a.target, &input);
    }
    if a.worker {
        return worker::work(a.target, a.seed, 0, Instant::now() + Duration::from_secs(a.seconds));
    }
    let bounds = Bounds { seconds: a.seconds, case_seconds: a.case_seconds, bytes: a.megabytes << 20 };
    supervise(a.target, a.seed, &bounds, &a.findings)
}
