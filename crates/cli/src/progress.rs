//! Progress of long work on standard error: a bar on a terminal, now and then a plain line elsewhere.

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
    /// When the last plain line was written.
    spoken: Mutex<Instant>,
}

impl<'a> Progress<'a> {
    /// Progress towards `total` of what `noun` names.
    pub fn new(console: &'a Console, noun: &str, total: usize) -> Progress<'a> {
        let target = if console.watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target).with_style(counted(noun));
        Progress { console, bar, noun: noun.to_string(), spoken: Mutex::new(Instant::now()) }
    }

    /// One step is done: `what`.
    pub fn step(&self, what: &str) {
        self.bar.set_message(what.to_string());
        self.bar.inc(1);
        self.speak("");
    }

    /// So many steps of so many are done of `what`; 0 of 0 where they are not counted.
    pub fn at(&self, what: &str, done: u64, total: u64) {
        self.bar.set_style(if total == 0 { uncounted() } else { counted(&self.noun) });
        self.bar.set_message(what.to_string());
        self.bar.set_length(total);
        self.bar.set_position(done);
        self.speak(what);
    }

    /// Writes a plain line where nobody sees the bar, now and then.
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

/// How steps towards a total are shown.
fn counted(noun: &str) -> ProgressStyle {
    let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {noun}  {{elapsed}}  {{wide_msg}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How work is shown whose end is not known.
fn uncounted() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {elapsed}  {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// A plain line: what is done, and how much of it.
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

/// Progress of a search whose end is not known: plies, states, nodes, memory.
pub struct Search<'a> {
    console: &'a Console,
    bar: ProgressBar,
    plies: Mutex<Plies>,
    spoken: Mutex<Instant>,
}

impl<'a> Search<'a> {
    /// A search that begins now.
    pub fn new(console: &'a Console) -> Search<'a> {
        let target = if console.watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(uncounted());
        bar.enable_steady_tick(Duration::from_millis(200));
        Search { console, bar, plies: Mutex::new(Plies::new()), spoken: Mutex::new(Instant::now()) }
    }

    /// The states after one more ply are found.
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

    /// Another engine takes over and finds the states again.
    pub fn start_over(&self) {
        *self.plies.lock().unwrap_or_else(PoisonError::into_inner) = Plies::new();
    }

    /// A ply is found, or a layer or a round is solved.
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

    /// Says how things stand: on a terminal at once, elsewhere now and then.
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

/// How many nodes states take; nothing where there are no diagrams.
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
    fn plain_lines_say_what_is_done_and_how_much_of_it() {
        assert_eq!(plain("", "games", 1_200, 5_000), "1,200 of 5,000 games");
        assert_eq!(plain("reading layers", "", 13, 15), "reading layers: 13 of 15");
        assert_eq!(plain("recomputing all values", "", 0, 0), "recomputing all values");
    }
}
