//! Errors of the engines as sentences, with the states that show them.

use std::path::Path;

use game::Game;

use crate::error::Error;

/// States of a cycle that are shown.
const SHOWN: usize = 6;

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

/// An error of the symbolic engine, with the states that show it.
pub fn solving_error(error: symbolic::Error, game: &Game, database: &str) -> Error {
    match error {
        symbolic::Error::Diagram(error) => {
            engine_error(error).hint(format!("allow more with --memory; finished layers are kept in {database}"))
        }
        symbolic::Error::Solution(error) => error.into(),
        symbolic::Error::Defect { what, state } => defect(&what, &state, game),
        symbolic::Error::Cyclic { what, states } => cyclic(&what, &states, game),
        symbolic::Error::Unsuited(why) => Error::input(why),
        symbolic::Error::Interrupted => Error::interrupted(),
    }
}

/// An error of the explicit engine, with the states that show it. What is finished is kept where there is a database.
pub fn explicit_error(error: explicit::Error, game: &Game, database: Option<&Path>) -> Error {
    let kept = database.map_or(String::new(), |path| format!("; finished layers are kept in {}", path.display()));
    match error {
        explicit::Error::Memory { .. } => {
            Error::limit(error).hint(format!("allow more with --memory, or try --engine symbolic{kept}"))
        }
        explicit::Error::TooMany(_) => Error::limit(error).hint("try --engine symbolic in another directory"),
        explicit::Error::Solution(error) => error.into(),
        explicit::Error::Spill(_) => Error::limit(error).hint(format!("make room on the disk and run it again{kept}")),
        explicit::Error::Game(defect) => Error::bug(defect),
        explicit::Error::Defect { what, state } => defect(&what, &state, game),
        explicit::Error::Cyclic { what, states } => cyclic(&what, &states, game),
        explicit::Error::Unsuited(why) => Error::input(why),
        explicit::Error::Interrupted => Error::interrupted(),
    }
}

fn defect(what: &str, state: &game::State, game: &Game) -> Error {
    shown(what, std::slice::from_ref(state), game).hint("--lenient gives such states a meaning")
}

fn cyclic(what: &str, states: &[game::State], game: &Game) -> Error {
    shown(&format!("{what}; these states come again and again"), states, game)
        .hint("games of two roles with a constant sum can be solved all the same: --algorithm zero-sum, perhaps with --reduce")
}

/// What is wrong, and states that show it.
fn shown(what: &str, states: &[game::State], game: &Game) -> Error {
    let line = |state: &game::State| format!("\n  {}", state.facts(game).join(" "));
    let more = states.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    Error::no(format!("{what}:{}{rest}", states.iter().take(SHOWN).map(line).collect::<String>()))
}
