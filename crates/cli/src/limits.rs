//! `--memory`, `--threads`, `--time`: the limits of a command, and their syntax.
//!
//! ```text
//! --memory 256M    --memory 4G     (powers of 1024; a bare number is bytes)
//! --time 90        --time 5m       (seconds unless a unit is given)
//! ```

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use operations::Budget;

use crate::console::Console;
use crate::error::{Error, ErrorKind, Exit};
use crate::patience;

/// Why a run ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Early {
    /// The time limit was reached.
    Time,
    /// The user pressed Ctrl-C.
    Interrupted,
}

impl Early {
    /// The error for such a run, with what is unfinished: `the check is incomplete`.
    pub fn unfinished(self, what: impl Display) -> Error {
        match self {
            Early::Time => Error::limit(format_args!("time limit reached: {what}")).hint("allow more with --time"),
            Early::Interrupted => Error::new(ErrorKind::Interrupted, format_args!("interrupted: {what}")),
        }
    }
}

/// The maximum duration: the clock may not reach further.
const CENTURY: f64 = 100.0 * 365.25 * 86_400.0;

/// The limits as options of a command.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitOptions {
    /// Memory limit, such as 256M or 4G [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_negative_numbers = true, help_heading = "Limits")]
    memory: Option<u64>,

    /// Time limit, such as 30s, 5m or 2h [default: none; 45s for grounding a game]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, allow_negative_numbers = true, help_heading = "Limits")]
    time: Option<Duration>,
}

impl LimitOptions {
    /// The limits as a budget.
    pub fn budget(&self) -> Budget {
        let machine = Budget::default();
        let memory = self.memory.map_or(machine.memory, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Budget { memory, time: self.time, ..machine }
    }

    /// A watch over work that started at `start`.
    pub fn watch<'w>(&self, console: &'w Console, start: Instant) -> Watch<'w> {
        Watch { deadline: self.budget().deadline(start), ..Watch::new(console) }
    }
}

/// Ends the run if its work does not end in time.
pub struct Watch<'w> {
    /// The console whose stop flag Ctrl-C sets.
    pub console: &'w Console,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// How long to wait for the work after Ctrl-C.
    pub patience: Duration,
    /// Called regularly.
    pub tick: &'w (dyn Fn() + Sync),
}

impl<'w> Watch<'w> {
    /// A watch for Ctrl-C only.
    pub fn new(console: &'w Console) -> Watch<'w> {
        Watch { console, deadline: None, patience: patience::PROMPT, tick: &|| () }
    }

    /// Runs work that checks the clock and the stop flag regularly. If it is late, the run ends with the result of
    /// `late`: everything committed is on disk.
    pub fn over<R>(&self, late: impl FnOnce(Early) -> Result<Exit, Error> + Send, work: impl FnOnce() -> R) -> R {
        thread::scope(|scope| {
            // Dropped when the work is done, which wakes the watch.
            let (done, is_done) = mpsc::channel::<()>();
            scope.spawn(move || {
                if let Some(early) = self.wait(&is_done) {
                    self.console.clear_line();
                    process::exit(i32::from(self.console.end(late(early)) as u8));
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Waits until the work is done or too late; returns the reason in that case.
    fn wait(&self, is_done: &Receiver<()>) -> Option<Early> {
        let mut interrupted = None;
        while is_done.recv_timeout(patience::TICK) == Err(RecvTimeoutError::Timeout) {
            (self.tick)();
            let now = Instant::now();
            if self.console.stop.raised() && now >= *interrupted.get_or_insert(now + self.patience) {
                return Some(Early::Interrupted);
            }
            if self.deadline.is_some_and(|deadline| now >= deadline + patience::LATE) {
                return Some(Early::Time);
            }
        }
        None
    }
}

/// The number of threads as an option of a command.
#[derive(Args, Clone, Debug)]
pub struct ThreadOptions {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true, help_heading = "Limits")]
    threads: Option<NonZeroUsize>,
}

impl ThreadOptions {
    /// The maximum number of threads.
    pub fn threads(&self) -> usize {
        self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// A number of threads.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "give 1 or more, or omit --threads to use one per core".into())
}

/// `256M`, `1.5G`, `4GiB`, `1024`: bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_lowercase();
    let factor: u64 = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(format!("`{unit}` is not a unit of size: use K, M, G or T, as in 256M")),
    };
    scale(number, factor as f64).map(|bytes| bytes as u64).ok_or_else(|| match is_zero(number) {
        true => "the size must be more than 0, such as 256M or 4G".into(),
        false => "expected a size such as 256M or 4G".into(),
    })
}

/// `90`, `90s`, `1.5m`, `2h`, `100ms`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        _ => return Err(format!("`{unit}` is not a unit of time: use ms, s, m, h or d, as in 5m")),
    };
    match scale(number, seconds) {
        Some(seconds) if seconds <= CENTURY => Ok(Duration::from_secs_f64(seconds)),
        Some(_) => Err("more than a century".into()),
        None if is_zero(number) => Err("the time must be more than 0, such as 30s or 5m".into()),
        None => Err("expected a duration such as 30s or 5m".into()),
    }
}

/// The same as a number of seconds.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    parse_duration(text).map(|duration| duration.as_secs_f64())
}

fn is_zero(number: &str) -> bool {
    number.parse() == Ok(0.0)
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// The product, if it is positive and finite.
fn scale(number: &str, factor: f64) -> Option<f64> {
    let product = number.parse::<f64>().ok()? * factor;
    (product > 0.0 && product.is_finite()).then_some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_with_units() {
        let read = |text| parse_size(text).ok();
        assert_eq!(read("1024"), Some(1024));
        assert_eq!(read("256M"), Some(256 << 20));
        assert_eq!(read("1.5g"), Some(3 << 29));
        assert_eq!(read("4GiB"), Some(4 << 30));
        assert_eq!(read("2 kb"), Some(2048));
        for wrong in ["", "M", "-1", "0", "1.2.3", "7 apples", "∞"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn durations_are_parsed_with_units() {
        let read = |text| parse_duration(text).ok();
        assert_eq!(read("90"), Some(Duration::from_secs(90)));
        assert_eq!(read("1.5m"), Some(Duration::from_secs(90)));
        assert_eq!(read("100ms"), Some(Duration::from_millis(100)));
        assert_eq!(read("2h"), Some(Duration::from_secs(7200)));
        for wrong in ["", "s", "-1s", "0", "5 years", "1e400", "40000d", &"9".repeat(400)] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
