//! What `reach` and `solve` have in common: their budget, and their errors as exit codes.

use game::Game;

use crate::error::Error;
use crate::limits::{LimitOptions, resident};

/// States of a cycle that are shown.
const SHOWN: usize = 6;

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
    let shown = |what: &str, states: &[game::State]| {
        let line = |state: &game::State| format!("\n  {}", state.facts(game).join(" "));
        let more = states.len().saturating_sub(SHOWN);
        let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        Error::no(format!("{what}:{}{rest}", states.iter().take(SHOWN).map(line).collect::<String>()))
    };
    match error {
        symbolic::Error::Diagram(error) => {
            engine_error(error).hint(format!("allow more with --memory; finished layers are kept in {database}"))
        }
        symbolic::Error::Solution(error) => error.into(),
        symbolic::Error::Defect { what, state } => shown(&what, &[state]).hint("--lenient gives such states a meaning"),
        symbolic::Error::Cyclic { what, states } => shown(&format!("{what}; these states come again and again"), &states)
            .hint("games of two roles with a constant sum can be solved all the same: --algorithm zero-sum, perhaps with --reduce"),
        symbolic::Error::Unsuited(why) => Error::input(why),
        symbolic::Error::Interrupted => Error::interrupted(),
    }
}
