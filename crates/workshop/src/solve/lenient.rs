//! Advice to read a game with a defect leniently, where that is known to help.

use game::{Game, Limits, Tape, search_plies};
use prove::Class;

use crate::error::Error;

/// States that are listed to find out, and the bytes they may take. Larger games get no advice.
const LISTED: usize = 200_000;
const BYTES: usize = 16 << 20;

/// Adds what the lenient reading means here as a hint, if it makes a game that can be solved.
pub(super) fn hint(error: Error, meaning: &str, game: &Game) -> Error {
    match is_solvable(game) {
        true => {
            error.hint(meaning).hint_if_resumed(format_args!("{meaning}; give another directory with --out for that"))
        }
        false => error,
    }
}

/// Whether the states that the rules lead to, with all defects read leniently, are a game that every algorithm for it solves: a single role, or
/// turns without cycles. Whether rewards sum to a constant is another matter where goals are missing, so cycles of several roles are left out. A game that
/// is over at once is not meant.
fn is_solvable(game: &Game) -> bool {
    let Ok(tape) = Tape::new(game) else { return false };
    let found = search_plies(&tape, &Limits { states: LISTED, bytes: BYTES, ..Limits::default() });
    let mut class = Class::unknown(game);
    class.settle(game, &found);
    found.states.len() > 1 && class.turn_taking.is_proved() && (game.roles.len() == 1 || class.acyclic.is_proved())
}
