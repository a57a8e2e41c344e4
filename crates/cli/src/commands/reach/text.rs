//! The answer of `reach`; its field names are an interface.

use operations::reach::ReachCounts;
use serde::Serialize;
use solution::Engine;

use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::Early;
use crate::table::{self, PLY, count, grouped, size};

/// The results of a search, and its cost.
#[derive(Serialize)]
pub struct Answer<'a> {
    pub rules: &'a str,
    #[serde(flatten)]
    pub found: &'a ReachCounts,
    pub seconds: f64,
    /// The peak memory of the process.
    pub peak_bytes: u64,
    /// Warnings about the answer.
    pub warnings: &'a [String],
}

impl Answer<'_> {
    /// Prints the results and, if they are partial, the reason.
    pub fn print(&self, console: &Console, early: Early) -> Result<Exit, Error> {
        let unfinished = early.unfinished(match self.found.is_whole() {
            true => "it is not known whether a state can repeat".to_owned(),
            false => format!(
                "the search found only the states after 0 to {}",
                count(self.found.layers.len().saturating_sub(1), PLY)
            ),
        });
        // Ctrl-C during the search for a cycle leaves all states, but not the whole answer.
        if self.found.is_whole() && (early == Early::Time || self.found.cyclic.is_some()) {
            self.tell(console)?;
            return Ok(Exit::Done);
        }
        self.print_unfinished(console, unfinished)
    }

    /// Prints partial results with the reason.
    pub fn print_unfinished(&self, console: &Console, unfinished: Error) -> Result<Exit, Error> {
        if self.found.layers.is_empty() {
            return Err(unfinished);
        }
        self.tell(console)?;
        // The printed object also says that it is incomplete, and there must be only one object.
        console.complain(&unfinished);
        Ok(unfinished.kind().into())
    }

    fn tell(&self, console: &Console) -> Result<(), Error> {
        console.warn(self.warnings);
        console.answer(self, || self.text())
    }

    fn text(&self) -> String {
        let found = self.found;
        let has_nodes = found.engine == Engine::Symbolic.name();
        let columns = if has_nodes { 4 } else { 3 };
        let mut table = table::table(&["ply", "states", "terminal", "nodes"][..columns], &[0, 1, 2, 3][..columns], 0);
        for (ply, layer) in found.layers.iter().enumerate() {
            let nodes = layer.nodes.map(|nodes| grouped(nodes as u64));
            let cells = [ply.to_string(), grouped(layer.states), grouped(layer.terminal_states)];
            table.add_row(table::row(cells.into_iter().chain(nodes)));
        }
        let taken = format!("{:.2} s, at most {} of memory", self.seconds, size(self.peak_bytes));
        let took = match found.order {
            Some(order) => format!("{taken} and {}, variables {order}", count(found.peak_nodes, "node")),
            None => taken,
        };
        let (states, terminal) = table::states(found.states, found.terminal_states);
        format!(
            "{}\n{BOLD}{states}{BOLD:#}, {terminal}, after 0 to {}\n{}{DIM}{took}{DIM:#}\n",
            table::text(&table),
            count(found.layers.len().saturating_sub(1), PLY),
            self.ending(),
        )
    }

    fn ending(&self) -> String {
        if let Some(equals) = self.found.equals {
            return format!(
                "The game is cyclic: the next ply has the same states as ply {equals}, and so on forever.\n"
            );
        }
        let sentence = match (self.found.complete, self.found.repeats, self.found.cyclic) {
            (false, ..) => "Stopped before the end: there are more states.\n",
            (true, _, Some(true)) => "The game is cyclic: some states can repeat.\n",
            (true, false, _) => "",
            (true, true, Some(false)) => {
                "Some states can be reached after several numbers of plies. None can repeat.\n"
            }
            (true, true, None) => {
                "Some states can be reached after several numbers of plies. It is not known whether one can repeat.\n"
            }
        };
        sentence.to_owned()
    }
}
