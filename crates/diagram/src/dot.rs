//! Pictures of small diagrams, in the language of Graphviz.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::{EMPTY, Level};
use crate::store::Store;

impl Store {
    /// The diagram as a Graphviz graph, each level named by `name`; edges to nothing are left out.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[2])?, StoreOptions::default())?;
    /// let set = store.state(&[1])?;
    /// let dot = store.dot(&set, |level| format!("x{}", level.0))?;
    /// assert!(dot.contains("label=\"x0\""));
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn dot(&self, diagram: &impl Diagram, name: impl Fn(Level) -> String) -> Result<String, Error> {
        let marks = &self.survey(diagram)?.marks;
        let mut text = String::from("digraph diagram {\n");
        let mut terminals = Vec::new();
        for (level, nodes) in self.space.levels.iter().enumerate() {
            let label = name(Level(level as u16)).replace(['"', '\\'], "_");
            for (rank, node) in marks[level].iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "  n{level}_{rank} [label=\"{label}\"];");
                for (value, child) in nodes.children(node).iter().enumerate() {
                    let child = child.load(Ordering::Relaxed);
                    if child == EMPTY {
                        continue;
                    }
                    let target = match marks.get(level + 1) {
                        Some(below) => format!("n{}_{}", level + 1, below.rank(child)),
                        None => {
                            terminals.push(child);
                            format!("t{child}")
                        }
                    };
                    let _ = writeln!(text, "  n{level}_{rank} -> {target} [label=\"{value}\"];");
                }
            }
        }
        terminals.sort_unstable();
        terminals.dedup();
        for terminal in terminals {
            let _ = writeln!(text, "  t{terminal} [label=\"{terminal}\", shape=box];");
        }
        text.push_str("}\n");
        Ok(text)
    }
}
