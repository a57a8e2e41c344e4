//! Unary operations that change terminals.

use crate::cache::{Key, Operation};
use crate::error::{Error, Stop};
use crate::handle::{Diagram, Set, Values};
use crate::ids::{EMPTY, Node, Terminal, terminal_number};
use crate::store::Store;
use crate::walk::Walk;

impl Walk<'_> {
    fn map(
        &self,
        operation: Operation,
        level: usize,
        node: Node,
        map: &(impl Fn(Node) -> Node + Sync),
    ) -> Result<Node, Stop> {
        if node == EMPTY {
            return Ok(EMPTY);
        }
        if level == self.depth() {
            return Ok(map(node));
        }
        let key = Key::new(operation, level, node, 0, 0);
        if let Some(result) = self.recall(key) {
            return Ok(result);
        }
        let children = self.children(level, node);
        let result = self.node_of(level, |walk, value| walk.map(operation, level + 1, children.get(value), map))?;
        self.remember(key, result);
        Ok(result)
    }
}

impl Store {
    /// The function with each value replaced; states whose value becomes `None` are removed.
    pub fn map_terminals(
        &mut self,
        values: &Values,
        map: impl Fn(Terminal) -> Option<Terminal> + Sync,
    ) -> Result<Values, Error> {
        let map = |number| terminal_number(Terminal::new(number).and_then(&map));
        self.operate([&values.0], |walk, [values]| walk.map(walk.operation_once(), 0, values, &map)).map(Values)
    }

    /// The constant function on a set.
    pub fn constant(&mut self, set: &Set, terminal: Terminal) -> Result<Values, Error> {
        self.map_terminals(&Values(set.0.clone()), |_| Some(terminal))
    }

    /// The states that have this value.
    pub fn states_with(&mut self, values: &Values, terminal: Terminal) -> Result<Set, Error> {
        let only = self.map_terminals(values, |value| (value == terminal).then_some(Terminal::IN))?;
        Ok(Set(only.0))
    }

    /// The states that have a value.
    pub fn support_set(&mut self, diagram: &impl Diagram) -> Result<Set, Error> {
        let all = self.map_terminals(&Values(diagram.root().clone()), |_| Some(Terminal::IN))?;
        Ok(Set(all.0))
    }
}
