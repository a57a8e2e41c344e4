//! Errors of the engines as sentences, with the states that show them.

use std::fmt::Display;
use std::path::Path;

use game::Game;
use game::stuck::Stuck;
use number::size;
use solution::directory::read_manifest;
use task::Algorithm;

use super::lenient;
use super::work::Cycle;
use crate::budget::Budget;
use crate::error::Error;

/// States of a cycle that are shown.
const SHOWN: usize = 6;

/// What an engine had at hand, for advice on what would suffice.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    /// What the work was allowed.
    pub budget: &'m Budget,
    /// The database in which finished layers are kept, where there is one.
    pub database: Option<&'m Path>,
}

impl Means<'_> {
    /// That memory did not suffice. How much would is known only when the work is done, so the advice names no amount; and there is none
    /// where the work had all that the machine has.
    fn too_little(&self, error: impl Display) -> Error {
        let error = Error::limit(format!("{} is not enough memory: {error}", size(self.budget.memory)));
        let resumes = self.finished_layers().map_or(String::new(), |path| {
            format!("; the same command then resumes with the finished layers in {}", path.display())
        });
        match self.budget.is_all() {
            true => error,
            false => error.hint(format!("allow more with --memory{resumes}")),
        }
    }

    /// Where finished layers are, as the end of a hint.
    fn kept(&self) -> String {
        self.finished_layers().map_or(String::new(), |path| format!("; finished layers are kept in {}", path.display()))
    }

    /// The database, if it has layers.
    fn finished_layers(&self) -> Option<&Path> {
        let has_layers = |path: &&Path| matches!(read_manifest(path), Ok(Some(known)) if !known.layers.is_empty());
        self.database.filter(has_layers)
    }
}

/// An error of the diagrams.
pub fn engine_error(error: diagram::Error, means: Means<'_>) -> Error {
    match error {
        diagram::Error::OutOfBudget(_) => means.too_little(error),
        diagram::Error::OutOfMemory => {
            Error::limit(error).hint(format!("end other programs and run it again{}", means.kept()))
        }
        diagram::Error::BadDomains | diagram::Error::CountTooLarge => Error::limit(error),
        _ => Error::bug(error),
    }
}

/// An error of the symbolic engine, with the states that show it.
pub fn solving_error(error: symbolic::Error, game: &Game, means: Means<'_>) -> Error {
    match error {
        symbolic::Error::Diagram(error) => engine_error(error, means),
        symbolic::Error::TooMany(_) => Error::limit(error),
        symbolic::Error::Solution(error) => error.into(),
        symbolic::Error::Defect { what, state } => defect(&what, &state, game),
        symbolic::Error::Stuck(state) => stuck(&state, game),
        symbolic::Error::Cyclic { .. } | symbolic::Error::NeverEnds(_) => Error::no(error),
        symbolic::Error::Simultaneous(state) => simultaneous(&state, game),
        symbolic::Error::Unsuited(why) => Error::input(why),
        symbolic::Error::Interrupted => Error::interrupted(),
    }
}

/// An error of the explicit engine, with the states that show it. What is finished is kept where there is a database.
pub fn explicit_error(error: explicit::Error, game: &Game, means: Means<'_>) -> Error {
    match error {
        explicit::Error::Memory { .. } => means.too_little(error),
        explicit::Error::TooMany(_) => Error::limit(error),
        explicit::Error::Solution(error) => error.into(),
        explicit::Error::Spill(_) => {
            Error::limit(error).hint(format!("make room on the disk and run it again{}", means.kept()))
        }
        explicit::Error::Game(defect) => Error::bug(defect),
        explicit::Error::Defect { what, state } => defect(&what, &state, game),
        explicit::Error::Stuck(state) => stuck(&state, game),
        explicit::Error::Missing(ref state) => {
            let what = format!("{error}: {}", state.facts(game).join(" "));
            solution::Error::damaged(means.database.unwrap_or(Path::new("the database")), what).into()
        }
        explicit::Error::Cyclic { .. } | explicit::Error::NeverEnds(_) => Error::no(error),
        explicit::Error::Simultaneous(state) => simultaneous(&state, game),
        explicit::Error::Unsuited(why) => Error::input(why),
        explicit::Error::Interrupted => Error::interrupted(),
    }
}

fn defect(what: &str, state: &game::State, game: &Game) -> Error {
    let meaning = "with --lenient a missing goal counts 0, and of several goals the lowest counts";
    lenient::hint(shown(what, std::slice::from_ref(state), game), meaning, game)
}

fn stuck(state: &game::State, game: &Game) -> Error {
    let stuck = Stuck::in_state(game, state);
    let error = shown(&stuck.to_string(), std::slice::from_ref(state), game);
    match stuck {
        // Read leniently the game would be over before somebody moves.
        Stuck::Waits(role) => {
            error.hint(format_args!("add a move for {role} while it waits, such as `(<= (legal {role} noop) …)`"))
        }
        Stuck::Moves(_) | Stuck::Nobody => {
            lenient::hint(error, "with --lenient a state without a legal move ends the game", game)
        }
    }
}

fn simultaneous(state: &game::State, game: &Game) -> Error {
    let what = "simultaneous moves: several roles choose at once in this state";
    shown(what, std::slice::from_ref(state), game).hint(
        "`check`, `info`, `simulate` and `reach` take such games; `solve` needs a game in which roles choose in turn",
    )
}

/// That a game is cyclic and can't be solved so, with what solves it where something does.
pub(super) fn cyclic(cycle: &Cycle, asked: Option<Algorithm>, resumed: bool, game: &Game) -> Error {
    let why = match asked {
        Some(algorithm) => format!("{algorithm} solves acyclic games only"),
        None => "cyclic games of several roles can be solved only if rewards sum to a constant".to_owned(),
    };
    let error = shown(&format!("the game is cyclic, and {why}; a cycle"), &cycle.states, game);
    // The directory is for the question as it was asked before.
    let elsewhere = if resumed { " with another --out" } else { "" };
    let leave = if asked.is_some() { "leave --algorithm out and " } else { "" };
    match game.roles.len() {
        1 => error.hint(format!("leave --algorithm out{elsewhere}")),
        2 if cycle.sum.is_some() => error.hint(format!("leave --algorithm out{elsewhere}")),
        2 => error.hint(format!("{leave}give --reduce sign{elsewhere} if only who gets more counts")),
        _ => error,
    }
}

/// What is wrong, and states that show it.
fn shown(what: &str, states: &[game::State], game: &Game) -> Error {
    let line = |state: &game::State| format!("\n  {}", state.facts(game).join(" "));
    let more = states.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    Error::no(format!("{what}:{}{rest}", states.iter().take(SHOWN).map(line).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_layers_are_named_only_where_there_are_any() {
        let folder = tempfile::tempdir().expect("a folder");
        let budget = Budget { memory: 24 << 20, time: None, alone: true };
        let means = Means { budget: &budget, database: Some(folder.path()) };
        assert_eq!(means.too_little("full").advice(), Some("allow more with --memory"));
        assert_eq!(means.kept(), "");
    }
}
