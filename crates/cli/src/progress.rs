//! Progress of long work on standard error: a bar on a terminal, occasional plain lines elsewhere.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::Console;
use crate::plies::Plies;
use crate::table::{count, grouped, size};

/// Time between plain lines.
const PERIOD: Duration = Duration::from_secs(10);

/// Counts steps towards a total; shared by the threads that do them.
pub struct Progress<'a> {
    console: &'a Console,
    bar: ProgressBar,
    noun: String,
    /// When the last plain line was printed.
    spoken: Mutex<Instant>,
}

impl<'a> Progress<'a> {
    /// Progress towards `total` of what `noun` names.
    pub fn new(console: &'a Console, noun: &str, total: usize) -> Progress<'a> {
        let target = if console.watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target).with_style(counted(noun));
        Progress { console, bar, noun: noun.to_string(), spoken: Mutex::new(Instant::now()) }
    }

    /// Records a completed step: `what`.
    pub fn step(&self, what: &str) {
        self.bar.set_message(what.to_string());
        self.bar.inc(1);
        self.speak("");
    }

    /// Records that `done` of `total` steps of `what` are done; 0 of 0 if they are not counted.
    pub fn at(&self, what: &str, done: u64, total: u64) {
        self.bar.set_style(if total == 0 { uncounted() } else { counted(&self.noun) });
        self.bar.set_message(what.to_string());
        self.bar.set_length(total);
        self.bar.set_position(done);
        self.speak(what);
    }

    /// Occasionally prints a plain line if standard error is not a terminal.
    fn speak(&self, what: &str) {
        if self.console.watched() {
            return;
        }
        let mut spoken = self.spoken.lock().unwrap_or_else(PoisonError::into_inner);
        if spoken.elapsed() > PERIOD {
            *spoken = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            self.console.say(&plain(what, &self.noun, done, total));
        }
    }
}

/// The style for steps towards a total.
fn counted(noun: &str) -> ProgressStyle {
    let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {noun}  {{elapsed}}  {{wide_msg}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The style for work of unknown length.
fn uncounted() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {elapsed}  {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// A plain line: the task and its progress.
fn plain(what: &str, noun: &str, done: u64, total: u64) -> String {
    let counted = format!("{} of {}", grouped(done), grouped(total));
    match (what, noun) {
        ("", noun) => format!("{counted} {noun}"),
        (what, _) if total == 0 => what.to_owned(),
        (what, _) => format!("{what}: {counted}"),
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of a search of unknown length: plies, states, nodes, memory.
pub struct Search<'a> {
    console: &'a Console,
    bar: ProgressBar,
    plies: Mutex<Plies>,
    spoken: Mutex<Instant>,
}

impl<'a> Search<'a> {
    /// A search that starts now.
    pub fn new(console: &'a Console) -> Search<'a> {
        let target = if console.watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(uncounted());
        bar.enable_steady_tick(Duration::from_millis(200));
        Search { console, bar, plies: Mutex::new(Plies::new()), spoken: Mutex::new(Instant::now()) }
    }

    /// Records the states after one more ply.
    pub fn ply(&self, ply: usize, states: u128, nodes: usize, bytes: usize) {
        let mut plies = self.plies.lock().unwrap_or_else(PoisonError::into_inner);
        plies.add(states);
        let (ply, found) = (grouped(ply as u64), count(states, "state"));
        let (growth, outlook) = (plies.growth(), plies.outlook(plies.elapsed()));
        drop(plies);
        let last = format!("ply {ply}: {found}{}{growth}; {}", in_nodes(nodes), size(bytes));
        // Terminals are narrow.
        let separator = if self.console.watched() { "\n   " } else { "; " };
        self.tell(last + separator + &outlook);
    }

    /// Records that another engine takes over and finds the states again.
    pub fn start_over(&self) {
        *self.plies.lock().unwrap_or_else(PoisonError::into_inner) = Plies::new();
    }

    /// Records that a ply was found, or a layer or a round was solved.
    pub fn solving(&self, report: &task::CommitReport) {
        let done = match (report.phase, report.layers) {
            (task::Phase::Forward, _) => {
                if report.layer == 0 {
                    self.start_over();
                }
                return self.ply(report.layer, report.states, report.nodes, report.bytes);
            }
            (task::Phase::Backward, Some(layers)) => {
                format!("{} of {} layers solved", grouped((layers - report.layer) as u64), grouped(layers as u64))
            }
            (task::Phase::Backward, None) => format!("round {} solved", grouped(report.layer as u64)),
            (task::Phase::Distances, _) => format!("distances added to layer {}", grouped(report.layer as u64)),
        };
        let (states, nodes) = (count(report.states, "state"), in_nodes(report.nodes));
        self.tell(format!("{done}: {states}{nodes}; {}", size(report.bytes)));
    }

    /// Prints a status: on a terminal at once, elsewhere occasionally.
    pub fn tell(&self, message: String) {
        if self.console.watched() {
            self.bar.set_message(message);
            return;
        }
        let mut spoken = self.spoken.lock().unwrap_or_else(PoisonError::into_inner);
        if spoken.elapsed() > PERIOD {
            *spoken = Instant::now();
            self.console.say(&message);
        }
    }
}

/// The number of nodes; empty if there are no diagrams.
fn in_nodes(nodes: usize) -> String {
    if nodes == 0 { String::new() } else { format!(" in {}", count(nodes, "node")) }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn plain_lines_show_the_task_and_its_progress() {
        assert_eq!(plain("", "games", 1_200, 5_000), "1,200 of 5,000 games");
        assert_eq!(plain("reading layers", "", 13, 15), "reading layers: 13 of 15");
        assert_eq!(plain("recomputing all values", "", 0, 0), "recomputing all values");
    }
}
