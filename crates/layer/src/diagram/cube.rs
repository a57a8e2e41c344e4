//! Sets of states as products: a set of values for every level.

use super::format::LevelShape;
use crate::ids::Value;

/// A product of sets of values, one set per level of a diagram: the states whose digits are all allowed.
///
/// ```
/// let mut cube = layer::Cube::full([2, 3]);
/// cube.keep(1, |value| value != 1);
/// assert!(cube.contains(&[1, 2]) && !cube.contains(&[1, 1]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cube {
    /// For each level, the allowed values, ascending.
    levels: Vec<Vec<Value>>,
}

impl Cube {
    /// All states of these domain sizes.
    pub fn full(sizes: impl IntoIterator<Item = u16>) -> Cube {
        Cube { levels: sizes.into_iter().map(|size| (0..size).collect()).collect() }
    }

    /// Restricts the values of a level.
    pub fn keep(&mut self, level: usize, allows: impl Fn(Value) -> bool) {
        if let Some(values) = self.levels.get_mut(level) {
            values.retain(|&value| allows(value));
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.levels.iter().any(Vec::is_empty)
    }

    /// Whether it contains a state.
    pub fn contains(&self, state: &[Value]) -> bool {
        state.len() == self.levels.len()
            && self.levels.iter().zip(state).all(|(allowed, value)| allowed.binary_search(value).is_ok())
    }

    /// The allowed values of a level, ascending.
    pub fn values(&self, level: usize) -> &[Value] {
        &self.levels[level]
    }

    /// Whether it fits the levels of a file.
    pub(crate) fn fits(&self, levels: &[LevelShape]) -> bool {
        let fits = |(values, level): (&Vec<Value>, &LevelShape)| {
            values.last().is_none_or(|&largest| u32::from(largest) < level.width)
        };
        self.levels.len() == levels.len() && self.levels.iter().zip(levels).all(fits)
    }
}
