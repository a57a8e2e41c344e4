//! The visible effect of a game's symmetries: they rotate and reflect the board, or swap similar things.

use board::Board;
use serde::Serialize;

use crate::symmetry::Group;

/// The effect of symmetries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Likeness {
    /// They rotate and reflect the board.
    Mirrored,
    /// They swap similar things.
    Swapped {
        /// Two of these, in words, if they are on the board.
        example: Option<(String, String)>,
    },
}

impl Likeness {
    /// The effect of a group of symmetries; `None` if there are none.
    pub fn of(group: &Group, board: Option<&Board>) -> Option<Likeness> {
        if group.generators.is_empty() {
            return None;
        }
        let images = || group.generators.iter().map(|generator| generator.fluents.as_slice());
        Some(match board {
            Some(board) if images().all(|images| board.is_turned_by(images)) => Likeness::Mirrored,
            board => {
                Likeness::Swapped { example: board.and_then(|b| images().find_map(|images| b.swapped_by(images))) }
            }
        })
    }
}
