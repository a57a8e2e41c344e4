//! Errors of the engines as sentences, with the states that show them.

use std::fmt::Display;
use std::path::Path;

use game::{Game, stuck};
use number::grouped;

use super::engine::Engine;
use crate::budget::{Budget, machine_memory};
use crate::error::Error;

/// States of a cycle that are shown.
const SHOWN: usize = 6;

/// What an engine had at hand, for advice on what would suffice.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    /// What the work was allowed.
    pub budget: &'m Budget,
    /// Bytes of states that an estimate expects the explicit engine to need, where there is one.
    pub expected: Option<f64>,
    /// The database in which finished layers are kept, where there is one.
    pub database: Option<&'m Path>,
}

impl Means<'_> {
    /// That memory did not suffice, and what to try: twice as much, or more where more is known to be missing, as far as the machine has it.
    /// Where it does not, the other engine may do.
    fn too_little(&self, error: impl Display, missing: usize, other: Engine) -> Error {
        let memory = self.budget.memory.max(1);
        let needed = memory.saturating_add(missing) as f64;
        let needed = self.expected.map_or(needed, |expected| needed.max(expected + missing as f64));
        // As a power of two times what there is, so that whoever follows the advice again and again arrives soon.
        let times = (1..32).map(|power| 1usize << power).find(|&times| memory as f64 * times as f64 >= needed);
        let wanted = (memory as u64 >> 20).max(1).saturating_mul(times.unwrap_or(2) as u64);
        let goes_on = self.database.map_or(String::new(), |path| {
            format!("; the same command then goes on with the finished layers in {}", path.display())
        });
        let elsewhere = if self.database.is_some() { " in another directory" } else { "" };
        let hint = match machine_memory() >> 20 {
            installed if wanted <= installed => format!("try --memory {wanted}M{goes_on}"),
            _ => format!("the machine has no more to give; try --engine {}{elsewhere}", other.name()),
        };
        Error::limit(format!("{} MiB of memory do not suffice: {error}", grouped(memory as u64 >> 20))).hint(hint)
    }

    /// Where finished layers are, as the end of a hint.
    fn kept(&self) -> String {
        self.database.map_or(String::new(), |path| format!("; finished layers are kept in {}", path.display()))
    }
}

/// An error of the diagrams.
pub fn engine_error(error: diagram::Error, means: Means<'_>) -> Error {
    match error {
        diagram::Error::OutOfBudget(_) => means.too_little(error, 0, Engine::Explicit),
        diagram::Error::OutOfMemory => {
            Error::limit(error).hint(format!("end other programs, or allow less with --memory{}", means.kept()))
        }
        diagram::Error::BadDomains | diagram::Error::CountTooLarge => Error::limit(error),
        _ => Error::bug(error),
    }
}

/// An error of the symbolic engine, with the states that show it.
pub fn solving_error(error: symbolic::Error, game: &Game, means: Means<'_>) -> Error {
    match error {
        symbolic::Error::Diagram(error) => engine_error(error, Means { expected: None, ..means }),
        symbolic::Error::Solution(error) => error.into(),
        symbolic::Error::Defect { what, state } => defect(&what, &state, game),
        symbolic::Error::Stuck(state) => defect(&stuck::in_state(game, &state), &state, game),
        symbolic::Error::Cyclic { what, states } => cyclic(&what, &states, game),
        symbolic::Error::Simultaneous(state) => simultaneous(&state, game),
        symbolic::Error::Unsuited(why) => Error::input(why),
        symbolic::Error::Interrupted => Error::interrupted(),
    }
}

/// An error of the explicit engine, with the states that show it. What is finished is kept where there is a database.
pub fn explicit_error(error: explicit::Error, game: &Game, means: Means<'_>) -> Error {
    match error {
        explicit::Error::Memory { needed, allowed, .. } => {
            means.too_little(error, needed.saturating_sub(allowed), Engine::Symbolic)
        }
        explicit::Error::TooMany(_) => Error::limit(error).hint("try --engine symbolic in another directory"),
        explicit::Error::Solution(error) => error.into(),
        explicit::Error::Spill(_) => {
            Error::limit(error).hint(format!("make room on the disk and run it again{}", means.kept()))
        }
        explicit::Error::Game(defect) => Error::bug(defect),
        explicit::Error::Defect { what, state } => defect(&what, &state, game),
        explicit::Error::Stuck(state) => defect(&stuck::in_state(game, &state), &state, game),
        explicit::Error::Cyclic { what, states } => cyclic(&what, &states, game),
        explicit::Error::Simultaneous(state) => simultaneous(&state, game),
        explicit::Error::Unsuited(why) => Error::input(why),
        explicit::Error::Interrupted => Error::interrupted(),
    }
}

fn defect(what: &str, state: &game::State, game: &Game) -> Error {
    shown(what, std::slice::from_ref(state), game).hint("--lenient gives such states a meaning")
}

fn simultaneous(state: &game::State, game: &Game) -> Error {
    let what = "several roles choose at once, so that no single choice decides what a state is worth";
    shown(what, std::slice::from_ref(state), game).hint(
        "`check`, `info`, `simulate` and `reach` take such games; `solve` needs a game in which roles choose in turn",
    )
}

fn cyclic(what: &str, states: &[game::State], game: &Game) -> Error {
    shown(&format!("{what}; these states come again and again"), states, game)
        .hint(match game.roles.len() {
            2 => "where it only counts who gets more, --reduce sign solves it all the same; or --algorithm zero-sum, where the rewards \
                  are proved to have a constant sum",
            1 => "--algorithm one-player solves it all the same",
            _ => "games of more than two roles can be solved where no state comes again",
        })
}

/// What is wrong, and states that show it.
fn shown(what: &str, states: &[game::State], game: &Game) -> Error {
    let line = |state: &game::State| format!("\n  {}", state.facts(game).join(" "));
    let more = states.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    Error::no(format!("{what}:{}{rest}", states.iter().take(SHOWN).map(line).collect::<String>()))
}
