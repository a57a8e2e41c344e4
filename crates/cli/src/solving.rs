//! What `reach` and `solve` have in common: their budget, and their errors as exit codes.

use game::Game;

use crate::error::Error;
use crate::limits::{LimitOptions, resident};

/// Bytes for an engine: what is allowed, less what the program has taken so far and a little for what it will take beside the engine.
pub fn engine_bytes(limits: &LimitOptions) -> Result<usize, Error> {
    let all = limits.memory();
    let beside = resident() + (all / 32).clamp(2 << 20, 64 << 20);
    let too_little = || Error::limit(format!("{} MB are allowed, and all of them are taken", all >> 20));
    all.checked_sub(beside).ok_or_else(|| too_little().hint("allow more with --memory"))
}

/// An error of the diagrams.
pub fn engine_error(error: diagram::Error) -> Error {
    match error {
        diagram::Error::OutOfBudget(_) | diagram::Error::OutOfMemory => {
            Error::limit(error).hint("allow more with --memory")
        }
        diagram::Error::BadDomains | diagram::Error::CountTooLarge => Error::limit(error),
        _ => Error::bug(error),
    }
}

/// An error of solving, with the state that shows it.
pub fn solving_error(error: symbolic::Error, game: &Game, database: &str) -> Error {
    let shown = |what: &str, state: &game::State| Error::no(format!("{what}:\n  {}", state.facts(game).join(" ")));
    match error {
        symbolic::Error::Diagram(error) => {
            engine_error(error).hint(format!("allow more with --memory; finished layers are kept in {database}"))
        }
        symbolic::Error::Solution(error) => error.into(),
        symbolic::Error::Defect { what, state } => shown(&what, &state).hint("--lenient gives such states a meaning"),
        symbolic::Error::Cyclic { what, state } => shown(&what, &state),
        symbolic::Error::Unsuited(why) => Error::input(why),
        symbolic::Error::Interrupted => Error::interrupted(),
    }
}
