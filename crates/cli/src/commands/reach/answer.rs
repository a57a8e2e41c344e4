//! What `reach` answers; its field names are an interface.

use serde::Serialize;
use solution::Engine;

use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::Early;
use crate::table::{self, PLY, count, grouped, size};

/// What a search found so far.
#[derive(Serialize, Default)]
pub struct Answer {
    pub rules: String,
    pub states: u128,
    pub terminal_states: u128,
    pub layers: Vec<Layer>,
    pub complete: bool,
    /// Whether a state can come again; none where the limits did not suffice to find out.
    pub cyclic: Option<bool>,
    /// Whether some state can be reached in several numbers of plies.
    pub repeats: bool,
    pub engine: &'static str,
    pub order: Option<&'static str>,
    pub seconds: f64,
    pub peak_nodes: usize,
    /// The most memory that the process held.
    pub peak_bytes: u64,
    /// The most that the engine took, by its own account.
    pub engine_bytes: usize,
    /// With duplicates: the earlier layer that the next one equals, so that layers go on for ever.
    #[serde(skip)]
    pub equals: Option<usize>,
    /// What to know about the answer.
    pub warnings: Vec<String>,
}

/// One layer.
#[derive(Serialize)]
pub struct Layer {
    pub states: u128,
    pub terminal_states: u128,
    /// None where there are no diagrams.
    pub nodes: Option<usize>,
}

impl Answer {
    /// Adds a layer.
    pub fn add(&mut self, layer: Layer) {
        self.states += layer.states;
        self.terminal_states += layer.terminal_states;
        self.layers.push(layer);
    }

    /// Prints what there is, and where that is not all, why.
    pub fn print(&self, console: &Console, early: Early) -> Result<Exit, Error> {
        let unfinished = early.unfinished(match self.is_whole() {
            true => "whether a state can come again is not known".to_owned(),
            false => format!(
                "the search is not complete: only states after 0 to {} were found",
                count(self.layers.len().saturating_sub(1), PLY)
            ),
        });
        // Whoever pressed Ctrl-C while a cycle was looked for has all states, and not all that was asked for.
        if self.is_whole() && (early == Early::Time || self.cyclic.is_some()) {
            self.tell(console)?;
            return Ok(Exit::Done);
        }
        self.print_unfinished(console, unfinished)
    }

    /// Prints what there is, and why that is not all.
    pub fn print_unfinished(&self, console: &Console, unfinished: Error) -> Result<Exit, Error> {
        if self.layers.is_empty() {
            return Err(unfinished);
        }
        self.tell(console)?;
        // The object that was printed says so too, and there is to be one only.
        console.complain(&unfinished);
        Ok(unfinished.kind().into())
    }

    fn tell(&self, console: &Console) -> Result<(), Error> {
        console.warn(&self.warnings);
        console.answer(self, || self.text())
    }

    /// Whether nothing is left to be searched.
    fn is_whole(&self) -> bool {
        self.complete || self.equals.is_some()
    }

    fn text(&self) -> String {
        let has_nodes = self.engine == Engine::Symbolic.name();
        let columns = if has_nodes { 4 } else { 3 };
        let mut table = table::table(&["ply", "states", "terminal", "nodes"][..columns], &[0, 1, 2, 3][..columns], 0);
        for (ply, layer) in self.layers.iter().enumerate() {
            let nodes = layer.nodes.map(|nodes| grouped(nodes as u64));
            let cells = [ply.to_string(), grouped(layer.states), grouped(layer.terminal_states)];
            table.add_row(table::row(cells.into_iter().chain(nodes)));
        }
        let taken = format!("{:.2} s, at most {} of memory", self.seconds, size(self.peak_bytes));
        let took = match self.order {
            Some(order) => format!("{taken} and {}, variables {order}", count(self.peak_nodes, "node")),
            None => taken,
        };
        let (states, terminal) = table::states(self.states, self.terminal_states);
        format!(
            "{}\n{BOLD}{states}{BOLD:#}, {terminal}, after 0 to {}\n{}{DIM}{took}{DIM:#}\n",
            table::text(&table),
            count(self.layers.len().saturating_sub(1), PLY),
            self.ending(),
        )
    }

    fn ending(&self) -> String {
        if let Some(equals) = self.equals {
            return format!(
                "The game is cyclic: the next ply has the same states as ply {equals}, and so on for ever.\n"
            );
        }
        let sentence = match (self.complete, self.repeats, self.cyclic) {
            (false, ..) => "Stopped before the end: there are more states.\n",
            (true, _, Some(true)) => "The game is cyclic: some states can come again.\n",
            (true, false, _) => "",
            (true, true, Some(false)) => {
                "Some states can be reached in several numbers of plies. None can come again.\n"
            }
            (true, true, None) => {
                "Some states can be reached in several numbers of plies. Whether one can come again is not known.\n"
            }
        };
        sentence.to_owned()
    }
}
