//! Progress of long work on standard error: a bar on a terminal, now and then a plain line elsewhere.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::Console;

/// Time between plain lines.
const PERIOD: Duration = Duration::from_secs(10);

/// Counts steps towards a total; shared by the threads that do them.
pub struct Progress<'a> {
    console: &'a Console,
    bar: ProgressBar,
    /// When the last plain line was written.
    spoken: Mutex<Instant>,
}

impl<'a> Progress<'a> {
    /// Progress towards `total` of what `noun` names.
    pub fn new(console: &'a Console, noun: &str, total: usize) -> Progress<'a> {
        let target = if console.watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = format!("{{bar:30}} {{pos}}/{{len}} {noun}  {{elapsed}}  {{wide_msg}}");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(total as u64), target).with_style(style);
        Progress { console, bar, spoken: Mutex::new(Instant::now()) }
    }

    /// Says what is being done.
    pub fn at(&self, what: &str) {
        self.bar.set_message(what.to_string());
    }

    /// One step is done.
    pub fn step(&self, noun: &str) {
        self.bar.inc(1);
        if self.console.watched() {
            return;
        }
        let mut spoken = self.spoken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if spoken.elapsed() > PERIOD {
            *spoken = Instant::now();
            self.console.say(&format!("{} of {} {noun}", self.bar.position(), self.bar.length().unwrap_or(0)));
        }
    }

    /// Prints a line above the bar.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| self.console.say(line));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
