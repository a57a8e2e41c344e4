//! The child process: runs case after case and prints the current one on standard output.
//!
//! ```text
//! case 17
//! case 18
//! done 19 cases, 12 well-formed
//! ```
//!
//! A panic becomes a finding here. The parent, which knows the last case, detects everything that ends the process
//! (stack overflow, abort), hangs or takes too much memory.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::Instant;

use crate::Target;
use crate::tally::Tally;

/// Runs cases from number `from` until `deadline`. Exits with 1 after a finding.
pub fn work(target: Target, seed: u64, from: u64, deadline: Instant) -> io::Result<ExitCode> {
    let mut tally = Tally::default();
    let mut out = io::stdout().lock();
    for number in from.. {
        if Instant::now() > deadline {
            break;
        }
        writeln!(out, "case {number}")?;
        tally.count("cases");
        let input = target.generate(seed, number);
        if let Err(finding) = attempt(target, &input, &mut tally) {
            eprintln!("{finding}");
            return Ok(ExitCode::FAILURE);
        }
    }
    writeln!(out, "done {tally}")?;
    Ok(ExitCode::SUCCESS)
}

/// Runs one input; a panic counts as a finding.
pub fn attempt(target: Target, input: &[u8], tally: &mut Tally) -> Result<(), String> {
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| target.run(input, tally)));
    outcome.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("without a message")))
    })
}
