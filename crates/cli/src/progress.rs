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
    noun: String,
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
        Progress { console, bar, noun: noun.to_string(), spoken: Mutex::new(Instant::now()) }
    }

    /// One step is done: `what`.
    pub fn step(&self, what: &str) {
        self.bar.set_message(what.to_string());
        self.bar.inc(1);
        if self.console.watched() {
            return;
        }
        let mut spoken = self.spoken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if spoken.elapsed() > PERIOD {
            *spoken = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            self.console.say(&format!("{done} of {total} {}", self.noun));
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
