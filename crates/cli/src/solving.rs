//! What `reach` and `solve` have in common: their budget, and their errors as exit codes.

use game::Game;

use crate::error::Error;
use crate::limits::LimitOptions;

/// Bytes for diagrams: what is allowed, less what the rest of the program takes.
pub fn engine_bytes(limits: &LimitOptions) -> usize {
    let all = limits.memory();
    all - (all / 16).min(128 << 20)
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
