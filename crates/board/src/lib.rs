//! The picture of a game, found in its facts: cells with contents, counters, and where each move acts.
//!
//! ```no_run
//! # fn example(game: game::Game, state: game::State) {
//! use board::{Board, Orientation};
//!
//! if let Some(board) = Board::find(&game, &Orientation::default()) {
//!     let view = board.view(&game, &state);
//!     println!("{} cells, the first holds {:?}", board.geometry.cells.len(), view.contents[0]);
//! }
//! # }
//! ```
//!
//! Nothing here is specific to a game. The picture follows from which arguments of a relation change within a proved
//! state variable (`relation.rs`): in `(cell 1 2 x)` the last, so the others are a place and the last is its content;
//! in `(at king 3 4)` the last two, which are numbers, so they are a place and the king is there; in `(heap 2 7)` the
//! last, a number, so it is a counter; in `(drawn (horizontal 1 2))` none, so the term is a place that is marked or
//! not. Where a move acts follows from its arguments, and from comparing the states before and after it
//! ([`Board::act`]). The names of places, facts and moves have the same source (`naming.rs`); [`Sketch`] draws states
//! as text.

mod act;
mod drawing;
mod fall;
mod find;
mod geometry;
mod heaps;
mod isometry;
mod label;
mod naming;
mod notation;
mod relation;
mod text;

pub use act::{Act, Reach};
pub use drawing::Drawing;
pub use find::Board;
pub use geometry::{Cell, CellFact, Change, Counter, CounterValue, Geometry, Pane, Picture};
pub use naming::fact_words;
pub use text::{Sign, Sketch, in_words};

use std::collections::BTreeMap;

/// The orientation of the picture and its names, where the facts do not determine them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Whether the first row is at the bottom; `None`: only if columns are letters, as in chess, or if pieces fall to
    /// it.
    pub rows_up: Option<bool>,
    /// Whether the first coordinate is the row.
    pub transposed: bool,
    /// The content of an empty cell.
    pub empty: Option<String>,
    /// Relations whose last two arguments are the place of a piece, although the facts look like counters:
    /// `(queen 3 5)`.
    pub places: Vec<String>,
    /// Whether cells are not arranged in columns and rows, such as lines between points.
    pub unruled: bool,
    /// Whether cells are hexagons, each row half a cell to the right of the one above.
    pub hexagonal: bool,
    /// Whether the contents of cells are listed in words because a grid would be misleading.
    pub listed: bool,
    /// Whether counters are heaps of things; `None`: if there are no cells, and moves act on counters of that name.
    pub heaps: Option<bool>,
    /// First words of counters that are plain numbers.
    pub numbers: Vec<String>,
    /// Moves in words by their names, `{1}` for the first argument.
    pub moves: BTreeMap<String, String>,
}
