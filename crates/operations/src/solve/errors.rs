//! Converts errors of the engines, with example states and advice.

use std::path::Path;

use game::Game;
use game::stuck::Stuck;
use number::size;
use solution::directory::read_manifest;
use task::{Advice, AdviceStep, Algorithm, GoalDefect, Kept, Limit, Refusal};

use super::lenient::{Reading, reading};
use super::work::Cycle;
use crate::budget::Budget;
use crate::error::Error;

/// The resources of an engine, for advice.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    /// The limits of the work.
    pub budget: &'m Budget,
    /// The database with finished layers, if there is one.
    pub database: Option<&'m Path>,
    /// Whether an earlier run started the database, which then fixes the question.
    pub resumed: bool,
}

impl Means<'_> {
    /// The error for a limit. How much memory would be enough is known only once all states are found; until then the
    /// advice names no amount. There is none if the work had all of the machine's memory.
    fn limit(&self, limit: &Limit) -> Error {
        match limit {
            Limit::Memory { enough, allowed, .. } => {
                let step = enough.map_or(AdviceStep::MoreMemory, |enough| {
                    AdviceStep::EnoughMemory(self.budget.enough_for(enough, *allowed))
                });
                let error = Error::limit(format!("{} is not enough memory: {limit}", size(self.budget.memory)));
                if self.budget.is_all() { error } else { error.advise(self.then_resume(step)) }
            }
            Limit::Machine => Error::limit(limit).advise(self.then_resume(AdviceStep::FreeMemory)),
            Limit::Steps | Limit::Numbers(_) => Error::limit(limit),
        }
    }

    /// A step after which the work is resumed from the layers in the database, if there are any.
    fn then_resume(&self, step: AdviceStep) -> Advice {
        let has_layers = |path: &&Path| matches!(read_manifest(path), Ok(Some(known)) if !known.layers.is_empty());
        let kept = self.database.filter(has_layers).map(|path| Kept::Layers(path.to_owned()));
        Advice { kept, ..step.into() }
    }

    /// Steps that change the question, and need another directory if there is one for the old question.
    fn changed(&self, steps: impl IntoIterator<Item = AdviceStep>) -> Advice {
        Advice::any([self.resumed.then_some(AdviceStep::OtherDirectory).into_iter().chain(steps).collect()])
    }

    /// The error for a defect of the rules, with advice to use lenient mode if that is known to help. If that gives a
    /// game with simultaneous moves, which is refused anyway, the error says so instead.
    fn lenient(&self, error: Error, meaning: AdviceStep, game: &Game) -> Error {
        match reading(game) {
            Reading::Solvable => error.advise(self.changed([meaning])),
            Reading::Simultaneous => error.advise(AdviceStep::ExploreSimultaneous),
            Reading::Unknown => error,
        }
    }

    /// The error for a role without a legal move.
    fn stuck(&self, state: &game::State, game: &Game) -> Error {
        let stuck = Stuck::in_state(game, state);
        let error = Error::no(&stuck).shown_by(state, game);
        match stuck {
            // In lenient mode the game would end before anybody moves.
            Stuck::Waits(role) => error.advise(AdviceStep::WaitingMove(role)),
            Stuck::Moves(_) | Stuck::Nobody => self.lenient(error, AdviceStep::LenientEnd, game),
        }
    }

    /// The error for a cyclic game, with a way to solve it if there is one.
    pub(super) fn cyclic(&self, cycle: &Cycle, asked: Option<Algorithm>, game: &Game) -> Error {
        let why = match asked {
            Some(algorithm) => format!("{algorithm} solves acyclic games only"),
            None => "cyclic games of several roles can be solved only with two roles whose rewards sum to a constant"
                .to_owned(),
        };
        let error = Error::no(format!("the game is cyclic, and {why}")).shown_by_cycle(&cycle.states, game);
        let algorithm = asked.map(|_| AdviceStep::AnyAlgorithm).into_iter();
        match game.roles.len() {
            1 => error.advise(self.changed(algorithm)),
            2 if cycle.sum.is_some() => error.advise(self.changed(algorithm)),
            2 => error.advise(self.changed(algorithm.chain([AdviceStep::WinDrawLoss]))),
            _ => error,
        }
    }
}

/// Converts an error of an engine. Finished work is kept if there is a database.
pub fn engine_error(error: impl Into<task::Error>, game: &Game, means: Means<'_>) -> Error {
    let error = error.into();
    match error {
        task::Error::Limit(limit) => means.limit(&limit),
        task::Error::Solution(error) => error.into(),
        task::Error::Spill(_) => Error::limit(error).advise(means.then_resume(AdviceStep::FreeDisk)),
        task::Error::Goal { defect, ref state, .. } => {
            let meaning = match defect {
                GoalDefect::Missing | GoalDefect::Several => AdviceStep::LenientGoals,
                GoalDefect::OutOfRange(_) => AdviceStep::LenientRange,
            };
            means.lenient(Error::no(&error).shown_by(state, game), meaning, game)
        }
        task::Error::Stuck(state) => means.stuck(&state, game),
        task::Error::Missing(ref state) => {
            let what = format!("{error}: {}", state.facts(game).join(" "));
            solution::Error::damaged(means.database.unwrap_or(Path::new("the database")), what).into()
        }
        task::Error::Cyclic { .. } | task::Error::NeverEnds(_) => Error::no(error),
        task::Error::Simultaneous(ref state) => Error::no(&error).shown_by(state, game).advise(AdviceStep::Explore),
        task::Error::NoEquilibrium(ref state) | task::Error::LongFraction(ref state) => {
            Error::no(&error).shown_by(state, game).advise(AdviceStep::Security)
        }
        task::Error::ConcurrentCycle(ref states) => Error::no(&error).shown_by_cycle(states, game),
        task::Error::Unconverged { ref state, .. } => {
            Error::no(&error).shown_by(state, game).advise(AdviceStep::LargerPrecision)
        }
        task::Error::Refused(Refusal::NoInfinite) => {
            Error::input(error).advise(AdviceStep::InfiniteRewards(game.players().count()))
        }
        task::Error::Refused(_) => Error::input(error),
        task::Error::Interrupted => Error::interrupted(),
        task::Error::Bug(what) => Error::bug(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_layers_are_mentioned_only_if_there_are_any() {
        let folder = tempfile::tempdir().expect("a folder");
        let budget = Budget { memory: 24 << 20, time: None, alone: true };
        let means = Means { budget: &budget, database: Some(folder.path()), resumed: false };
        let error = means.limit(&Limit::Memory { what: "two layers", needed: None, enough: None, allowed: 1 << 20 });
        assert_eq!(*error.advice(), AdviceStep::MoreMemory.into());
        let known =
            Limit::Memory { what: "two layers", needed: Some(2 << 20), enough: Some(3 << 20), allowed: 1 << 20 };
        let error = means.limit(&known);
        assert_eq!(*error.advice(), AdviceStep::EnoughMemory(budget.enough_for(3 << 20, 1 << 20)).into());
    }
}
