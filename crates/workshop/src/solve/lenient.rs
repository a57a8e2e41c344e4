//! Whether it helps to read a game with a defect leniently.

use game::{Game, Limits, Tape, search_plies};
use prove::Class;

/// States that are listed to find out, and the bytes they may take. Larger games get no advice.
const LISTED: usize = 200_000;
const BYTES: usize = 16 << 20;

/// Whether the states that the rules lead to, with all defects read leniently, are a game that every algorithm for it solves: a single role, or
/// turns without cycles. Whether rewards sum to a constant is another matter where goals are missing, so cycles of several roles are left out. A game that
/// is over at once is not meant.
pub(super) fn is_solvable(game: &Game) -> bool {
    let Ok(tape) = Tape::new(game) else { return false };
    let found = search_plies(&tape, &Limits { states: LISTED, bytes: BYTES, ..Limits::default() });
    let mut class = Class::unknown(game);
    class.settle(game, &found);
    found.states.len() > 1 && class.turn_taking.is_proved() && (game.roles.len() == 1 || class.acyclic.is_proved())
}
