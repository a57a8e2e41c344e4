//! The last resort: a defect of Backsolve becomes a message and an exit code instead of a stack trace.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::error::Exit;

/// Runs `work`; a panic inside ends it with [`Exit::Bug`].
pub fn guard(work: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(explain));
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Exit::Bug)
}

fn explain(info: &PanicHookInfo<'_>) {
    let mut err = io::stderr().lock();
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
    let what = info.payload_as_str().unwrap_or("no message");
    // Standard error may be closed.
    let _ = writeln!(err, "error: a bug in Backsolve: {what}{place}");
    let _ = writeln!(err, " help: please report it, with the command and the rule sheet");
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        let _ = writeln!(err, "{trace}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_exit_code() {
        assert_eq!(guard(|| panic!("a test of the last resort")), Exit::Bug);
        assert_eq!(guard(|| Exit::Done), Exit::Done);
    }
}
