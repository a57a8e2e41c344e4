//! The board of a sheet's game, with the sheet's drawing hints.

use board::{Board, Drawing};
use game::Game;
use gdl::Source;
use notation::Notation;

/// The board of a game, and the notation of its moves. A drawing that cannot be read is ignored.
pub fn drawn(source: &Source, game: &Game) -> (Option<Board>, Notation) {
    let drawing = Drawing::of_sheet(&source.name, &source.text).ok().flatten().unwrap_or_default();
    let board = Board::find(game, &drawing.orientation());
    let words = || Notation { words: drawing.orientation().moves, ..Notation::default() };
    let notation = board.as_ref().map_or_else(words, |board| board.notation.clone());
    (board, notation)
}
