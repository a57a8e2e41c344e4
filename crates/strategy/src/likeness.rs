//! What the symmetries of a game do to the eye: they turn and mirror its board, or swap things that are alike.

use board::Board;
use serde::Serialize;

use crate::symmetry::Group;

/// What symmetries do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Likeness {
    /// They turn and mirror the board.
    Mirrored,
    /// They swap things that are alike.
    Swapped {
        /// Two of these, in words, where they are on the board.
        example: Option<(String, String)>,
    },
}

impl Likeness {
    /// What the symmetries of a group do; none if there are none.
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
