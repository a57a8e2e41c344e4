//! Nodes as numbers. Levels, values and terminals are those of [layer files](layer).

pub(crate) use layer::{Level, Terminal, Value};

/// The index of a node in its level's arena; below the last level, the number of a terminal.
pub(crate) type Node = u32;

/// The empty set, at every level.
pub(crate) const EMPTY: Node = 0;

/// All assignments to the levels from here on with [`Terminal::IN`]: the same index at every level.
///
/// Set operations stop at it, so they need not walk the remaining levels.
pub(crate) const FULL: Node = 1;

/// The number of a terminal, 0 for none.
pub(crate) fn terminal_number(terminal: Option<Terminal>) -> Node {
    terminal.map_or(EMPTY, Terminal::number)
}
