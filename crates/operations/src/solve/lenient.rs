//! Decides whether lenient mode helps for a game with a defect.

use game::{BfsLimits, Game, Tape, search_plies};
use prove::Class;

/// The maximum number of states listed to find out, and their bytes. Larger games get no advice.
const LISTED: usize = 200_000;
const BYTES: usize = 16 << 20;

/// The kind of game in lenient mode.
pub(super) enum Reading {
    /// A game that can be solved.
    Solvable,
    /// A game with simultaneous moves.
    Simultaneous,
    /// No advice: it has too many states, is over immediately, or perhaps cannot be solved.
    Unknown,
}

/// Games with one role, and acyclic turn-taking games, can be solved. Whether rewards have a constant sum is unclear if
/// goals are missing, so cyclic games with several roles are left out.
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
