//! Types for numbers that must not be confused: levels, values, terminals.

use std::fmt;

/// A level of the diagram: the position of a variable in the order, the top one first.
///
/// ```
/// use layer::Level;
/// assert!(Level(0) < Level(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(pub u16);

impl Level {
    /// The position as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.0)
    }
}

/// A value of a variable, from 0 to one less than the size of its domain.
pub type Value = u16;

/// The value that a function assigns to a state: a small number with a meaning defined by the caller.
///
/// Zero stands for "no value" in diagrams, so it is not a terminal. A set is the function that assigns
/// [`Terminal::IN`] to its members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Terminal(std::num::NonZeroU32);

impl Terminal {
    /// The terminal of the members of a set.
    pub const IN: Terminal = Terminal(std::num::NonZeroU32::MIN);

    /// The largest terminal number.
    pub const MOST: u32 = (1 << 20) - 1;

    /// The terminal with this number; `None` for zero and for numbers above [`Terminal::MOST`].
    ///
    /// ```
    /// use layer::Terminal;
    /// assert_eq!(Terminal::new(1), Some(Terminal::IN));
    /// assert_eq!(Terminal::new(0), None);
    /// ```
    pub const fn new(number: u32) -> Option<Terminal> {
        match std::num::NonZeroU32::new(number) {
            Some(nonzero) if number <= Terminal::MOST => Some(Terminal(nonzero)),
            _ => None,
        }
    }

    /// Its number, at least 1.
    pub const fn number(self) -> u32 {
        self.0.get()
    }
}
