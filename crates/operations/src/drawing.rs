//! The board of a sheet's game, with the sheet's drawing hints.

use board::{Board, Drawing};
use game::Game;
use gdl::Source;
use notation::Notation;

/// The board of a game. A drawing that cannot be read is ignored.
pub fn board(source: &Source, game: &Game) -> Option<Board> {
    Board::find(game, &drawing(source).orientation())
}

/// The notation of a game's moves.
pub fn notation(source: &Source, game: &Game) -> Notation {
    let words = || Notation { words: drawing(source).orientation().moves, ..Notation::default() };
    board(source, game).map_or_else(words, |board| board.notation)
}

fn drawing(source: &Source) -> Drawing {
    Drawing::of_sheet(&source.name, &source.text).ok().flatten().unwrap_or_default()
}
