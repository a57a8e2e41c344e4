//! Whether it helps to read a game with a defect leniently.

use game::{BfsLimits, Game, Tape, search_plies};
use prove::Class;

/// States that are listed to find out, and the bytes they may take. Larger games get no advice.
const LISTED: usize = 200_000;
const BYTES: usize = 16 << 20;

/// What the states that the rules lead to are, with all defects read leniently.
pub(super) enum Reading {
    /// A game that every algorithm for it solves.
    Solvable,
    /// A game in which several roles choose at once.
    Simultaneous,
    /// Nothing to advise: it has too many states, or is over at once, or perhaps can't be solved.
    Unknown,
}

/// A single role and turns without cycles can be solved. Whether rewards sum to a constant is another matter where
/// goals are missing, so cycles of several roles are left out.
pub(super) fn reading(game: &Game) -> Reading {
    let Ok(tape) = Tape::new(game) else { return Reading::Unknown };
    let found = search_plies(&tape, &BfsLimits { states: LISTED, bytes: BYTES, ..BfsLimits::default() });
    let mut class = Class::unknown(game);
    class.settle(game, &found);
    let is_acyclic = game.roles.len() == 1 || class.acyclic.is_proved();
    match class.turn_taking.is_proved() {
        _ if found.simultaneous_example.is_some() => Reading::Simultaneous,
        true if is_acyclic && found.states.len() > 1 => Reading::Solvable,
        _ => Reading::Unknown,
    }
}
