//! Roles without a legal move in a state that is not terminal: a defect of the rules, and one sentence for everybody who meets it.

use crate::evaluator::Evaluator;
use crate::model::Game;
use crate::state::State;

/// What is wrong with a game in which a role, one of so many, has no legal move, and the usual cause; without the full stop.
pub fn sentence(role: &str, roles: usize) -> String {
    let cause = match roles {
        1 => "add a move there, or end the game",
        _ => "the usual cause is a missing `noop` for the role that waits",
    };
    format!("{role} has no legal move in a state that is not terminal; {cause}")
}

/// The same of a state of a ground game.
pub fn in_state(game: &Game, state: &State) -> String {
    let view = Evaluator::new(game).ok().map(|evaluator| evaluator.view(state));
    let stuck = view.and_then(|view| view.legal.iter().position(Vec::is_empty));
    sentence(stuck.map_or("a role", |role| game.roles[role].as_str()), game.roles.len())
}
