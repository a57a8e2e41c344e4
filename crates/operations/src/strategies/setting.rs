//! A game prepared for strategies, with its states in a list or on diagrams.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use game::State;
use gdl::{Rules, Source};
use prove::ProvedGame;
use solution::{Database, Engine};
use strategy::compiled::CompileError;
use strategy::diagrams::{DiagramArena, Terms};
use strategy::follow::Optimality;
use strategy::verify::Verdict;
use strategy::walk::{self, walk};
use strategy::{Arena, ArenaOptions, Cases, Compiled, Strategy};
use symbolic::engine::Resources;
use task::AdviceStep;

use super::Document;
use crate::budget::{Budget, resident};
use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;
use crate::scratch;
use crate::solve::{Solve, SolveOptions};
use crate::stop::Until;

/// A game prepared for strategies.
pub struct StrategyGame<'g> {
    /// Its sheet.
    pub source: &'g Source,
    /// Its rules.
    pub rules: &'g Rules,
    /// The game itself.
    pub proved: &'g ProvedGame,
    /// A solution: values are taken from it, or compared with it if they are computed anyway.
    pub database: Option<&'g Database>,
    /// The role's reward for infinite play, if it is given.
    pub infinite: Option<i32>,
    /// The limits of the list of states.
    pub limits: ArenaLimits,
}

/// The limits of the list of states.
#[derive(Clone, Debug, Default)]
pub struct ArenaLimits {
    /// Bytes of the states themselves.
    pub states: usize,
    /// Bytes of the bitmaps.
    pub cases: usize,
    /// The limits for grounding lifted rules, which users write and which may be of any size.
    pub lifted: ground::GroundingLimits,
    /// When to stop.
    pub until: Until,
    /// Counts the states as they are found.
    pub counted: Arc<AtomicUsize>,
}

/// A game with all its states in a list, solved for a role.
pub struct Listed<'g> {
    /// The states.
    pub arena: Arena<'g>,
    /// Bitmaps of the cases in which rules apply.
    pub cases: Cases,
}

impl ArenaLimits {
    /// The limits of a program that does nothing else.
    pub fn within(budget: &Budget, until: Until) -> ArenaLimits {
        let Budget { memory, time, .. } = *budget;
        let lifted = ground::GroundingLimits {
            bytes: memory,
            resident: Some(resident),
            time,
            ..ground::GroundingLimits::default()
        };
        ArenaLimits { states: memory / 2, cases: memory / 4, lifted, until, counted: Arc::default() }
    }

    fn of_search(&self) -> game::BfsLimits {
        let (counted, stop) = (Some(Arc::clone(&self.counted)), Some(self.until.stop.flag()));
        game::BfsLimits {
            bytes: self.states,
            deadline: self.until.deadline,
            counted,
            stop,
            ..game::BfsLimits::default()
        }
    }
}

impl<'g> StrategyGame<'g> {
    /// Lists the states and solves the game for a role.
    pub fn list(&self, role: usize) -> Result<Listed<'g>, Error> {
        let known = |state: &State| self.stored_value(role, state);
        let options = ArenaOptions {
            limits: self.limits.of_search(),
            lifted: self.limits.lifted.clone(),
            infinite: self.infinite(role)?,
            known: self.database.is_some().then_some(&known),
        };
        let arena = Arena::new(&self.proved.game, &self.proved.symmetries, role, &options);
        // A requested stop is not reported as a limit.
        self.limits.until.stop.check()?;
        let arena = arena?;
        let cases = Cases::new(&arena, self.limits.cases)?;
        Ok(Listed { arena, cases })
    }

    /// A compiled strategy.
    pub fn compile<'a>(&self, listed: &'a Listed<'a>, document: Document) -> Result<Compiled<'a>, Error> {
        let Document { source, strategy, .. } = document;
        Compiled::new(&listed.arena, &listed.cases, self.source, self.rules, strategy).map_err(|error| match error {
            CompileError::Text(diagnostics) => Error::ill_formed(SheetDiagnostics::new(&source, &diagnostics)),
            CompileError::Other(error) => error.into(),
        })
    }

    /// The game on diagrams, with values from the given solution, or from a temporary one made for this.
    pub fn diagram_arena(
        &self,
        role: usize,
        budget: Budget,
        observe: &mut dyn FnMut(&task::CommitReport),
    ) -> Result<DiagramArena<'g>, Error> {
        if let Some(database) = self.database {
            return self.diagram_arena_of(role, budget, database);
        }
        let directory = tempfile::tempdir_in(scratch::folder())
            .map_err(|error| Error::input(format_args!("no temporary directory: {error}")))?;
        let path = directory.path().join("solution");
        let options = SolveOptions {
            engine: Some(Engine::Symbolic),
            outcomes_only: true,
            infinite: self.infinite.map(|own| self.shares(role, own)),
            ..SolveOptions::new(budget, 1)
        };
        let solve = Solve::new(self.source, self.rules, &options, &path, &self.limits.until.stop);
        // Its advice is to resume in that directory, which is about to be removed.
        solve.run(self.proved, observe).map_err(|error| Error::new(error.kind(), error))?;
        self.diagram_arena_of(role, budget, &Database::open(&path)?)
    }

    fn diagram_arena_of(&self, role: usize, budget: Budget, database: &Database) -> Result<DiagramArena<'g>, Error> {
        let terms = Terms {
            proved: self.proved,
            role,
            database,
            infinite: self.infinite(role)?,
            resources: Resources { bytes: budget.make_room_for_engine()?, threads: 1 },
        };
        Ok(DiagramArena::new(&terms)?)
    }

    /// Verifies a strategy state by state, with values from the solution.
    pub fn walk(&self, role: usize, strategy: &Strategy, optimality: Optimality) -> Result<Verdict, Error> {
        let sum = self.proved.class.sum.or_else(|| self.stored_sum());
        if self.proved.game.roles.len() != 1 && sum.is_none() {
            return Err(Error::no("a constant sum of the rewards is not proved").advise(AdviceStep::SolveOnly));
        }
        let ground = walk::Ground {
            game: &self.proved.game,
            symmetries: &self.proved.symmetries,
            role,
            known: &|state: &State| self.stored_value(role, state),
            infinite: self.infinite(role)?.or(sum.map(|sum| sum / 2)),
            limits: self.limits.of_search(),
        };
        let verdict = walk(&ground, strategy, optimality);
        self.limits.until.stop.check()?;
        Ok(verdict?)
    }

    /// The role's reward for infinite play: the requested one, otherwise that of the solution, whose values are valid
    /// for no other.
    fn infinite(&self, role: usize) -> Result<Option<i32>, Error> {
        let stored = self.database.and_then(|known| known.manifest().question.infinite.as_ref()?.get(role).copied());
        match (self.infinite, stored) {
            (Some(asked), Some(stored)) if asked != stored => {
                let what = format!("the solution gives {stored} for infinite play, not {asked}");
                Err(Error::input(what).advise(AdviceStep::StoredInfinite))
            }
            (asked, stored) => Ok(asked.or(stored)),
        }
    }

    /// The rewards of infinite play, given that of one role.
    fn shares(&self, role: usize, own: i32) -> Vec<i32> {
        let sum = self.proved.class.sum.unwrap_or(0);
        let share = |other: usize| if other == role { own } else { sum.saturating_sub(own) };
        (0..self.proved.game.roles.len()).map(share).collect()
    }

    /// The constant sum of a cyclic solution: that of infinite play.
    fn stored_sum(&self) -> Option<i32> {
        self.database?.manifest().question.infinite.as_ref().map(|shares| shares.iter().sum())
    }

    /// The value of a state in the solution.
    fn stored_value(&self, role: usize, state: &State) -> Result<i32, String> {
        let Some(database) = self.database else { return Err("there is no solution".to_owned()) };
        let values = database.facts().state(state.facts(&self.proved.game)).map_err(|error| error.to_string())?;
        let found = database.probe(&values).map_err(|error| error.to_string())?;
        let rewards = found.map(|found| &found.outcome.rewards).ok_or("the solution has no value")?;
        rewards.get(role).copied().ok_or_else(|| "the solution has no value for the role".to_owned())
    }
}
