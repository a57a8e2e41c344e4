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
//! Nothing here knows a game. What is drawn follows from which arguments of a relation change within a proved state
//! variable (`relation.rs`): in `(cell 1 2 x)` the last, so that the others are a place and the last its content; in
//! `(at king 3 4)` the last two and numbers, so that they are a place and the king stands there; in `(heap 2 7)` the
//! last and a number, so that it is a counter; in `(drawn (horizontal 1 2))` nothing, so that the term is a place that
//! has a mark or not. Where a move acts follows from its arguments, and from comparing the states before and after it
//! ([`Board::act`]). The same tells what places, facts and moves are called (`naming.rs`); [`Sketch`] draws states as
//! text.

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

pub use self::notation::picture;
pub use act::{Act, Reach};
pub use drawing::Drawing;
pub use find::Board;
pub use geometry::{Cell, CellFact, Change, Counter, CounterValue, Geometry, Pane, Picture};
pub use naming::{fact_words, plain};
pub use text::{Sign, Sketch, in_words};

use std::collections::BTreeMap;

/// How the picture lies and what is called how, where the facts do not tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Whether the first row is at the bottom; none: only where columns are letters, as in chess, or where pieces fall
    /// to it.
    pub rows_up: Option<bool>,
    /// Whether the first coordinate is the row.
    pub transposed: bool,
    /// The content that means that nothing is there.
    pub empty: Option<String>,
    /// Relations whose last two arguments are the place of a piece, although the facts look like counters:
    /// `(queen 3 5)`.
    pub places: Vec<String>,
    /// Whether what stands in cells is said in words: they lie so that a grid would mislead.
    pub listed: bool,
    /// Whether counters are heaps of things; none: where there are no cells, and moves act on counters of that name.
    pub heaps: Option<bool>,
    /// First words of counters that are plain numbers.
    pub numbers: Vec<String>,
    /// Moves in words by their names, `{1}` for the first argument.
    pub moves: BTreeMap<String, String>,
}
