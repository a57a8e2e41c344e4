//! Which engine solves a game: the one asked for, the one that began, or the winner of a [contest](super::contest).

use std::ops::ControlFlow;

use explicit::Resources;
use explicit::reach::{ReachSearch, ReachStep, reach};
use prove::ProvedGame;
use solution::manifest::Estimate;
use solution::{Difference, Engine, Manifest};
use task::{Algorithm, AlgorithmChoice, Allowance, Refusal, VariableOrder};

use super::Solve;
use super::contest::{Contest, ContestTerms};
use super::order::{begun_order, new_order};
use crate::budget::give_back;
use crate::error::Error;
use crate::scratch;

/// Steps of an estimate: a few seconds' worth.
const ESTIMATE_STEPS: f64 = 4e7;

/// The engine that a game would be solved by, as far as a short contest tells.
pub struct Outlook {
    /// The engine.
    pub engine: Engine,
    /// Why, in words.
    pub why: String,
    /// What that rests on.
    pub estimate: Estimate,
}

/// The outlook from the beginning of a contest, or why there is none.
pub fn outlook(proved: &ProvedGame, threads: usize, allowance: Allowance<'_>) -> Result<Outlook, String> {
    let folder = scratch::folder();
    let resources = Resources { bytes: allowance.bytes, threads, folder: &folder, give_back };
    let terms = ContestTerms { proved, solve: true, bytes: allowance.bytes };
    let mut contest = Contest::new(terms);
    let search = ReachSearch { distinct: terms.is_distinct(), cycles: false };
    let reached = reach(proved, search, resources, &mut |step| {
        let ReachStep::Layer(layer) = step else { return ControlFlow::Continue(()) };
        let over = contest.found(layer.states, layer.work, allowance.go_on);
        let enough = over || contest.spent() > ESTIMATE_STEPS || !(allowance.go_on)();
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match reached {
        Ok(reached) if reached.complete => contest.all_found(),
        Ok(_) => {}
        Err(error) if error.is_out_of_memory() => contest.explicit_failed(),
        Err(error) => return Err(error.to_string()),
    }
    give_back();
    let engine = contest.leader();
    let estimate = contest.estimate().ok_or("too few layers fit in memory for an estimate")?;
    Ok(Outlook { engine, why: contest.why(engine), estimate })
}

/// An engine, why it was chosen, and the variable order of its directory.
#[derive(Clone)]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// Why, in words.
    pub why: String,
    /// What the choice rests on, where it was made.
    pub estimate: Option<Estimate>,
    /// The variable order.
    pub order: VariableOrder,
    /// Bytes that the engine can have.
    pub bytes: usize,
}

/// Whether it is settled which engine solves a game.
pub(super) enum Decided<'p> {
    /// This one does.
    Settled(EngineChoice),
    /// The winner of a contest does.
    Contested(Contest<'p>),
}

impl Solve<'_> {
    /// The engine of a directory that was begun, which must be the one asked for.
    pub(super) fn begun_engine(&self, known: &Manifest) -> Result<Engine, Error> {
        let begun = known.method.engine;
        match self.options.engine {
            Some(asked) if asked != begun => Err(Difference::Engine(begun).of(self.path).into()),
            _ => Ok(begun),
        }
    }

    /// The engine asked for, else that of the database if it is begun, else the winner of a contest.
    pub(super) fn choose_engine<'p>(
        &self,
        known: Option<&Manifest>,
        proved: &'p ProvedGame,
        choice: &AlgorithmChoice,
    ) -> Result<Decided<'p>, Error> {
        let (asked, wanted) = (self.options.engine, self.options.order.as_deref());
        let bytes = self.options.budget.make_room_for_engine()?;
        let go_on = || !self.is_over();
        let allowance = Allowance::new(bytes, &go_on);
        let one = |engine, why: String, order| {
            Ok(Decided::Settled(EngineChoice { engine, why, estimate: None, order, bytes }))
        };
        if let Some(known) = known {
            let order = begun_order(wanted, known, proved, self.path)?;
            return match self.begun_engine(known)? {
                Engine::Explicit if asked.is_none() && is_open(known) => {
                    Ok(Decided::Contested(Contest::resumed(ContestTerms { proved, solve: true, bytes }, known)))
                }
                engine => one(engine, "as it was started".to_owned(), order),
            };
        }
        if asked == Some(Engine::Explicit) && choice.algorithm == Algorithm::Restart {
            return Err(self.refused(&Refusal::SymbolicOnly, false));
        }
        if asked == Some(Engine::Explicit) {
            return one(Engine::Explicit, "asked for".to_owned(), VariableOrder::by_number(&proved.game));
        }
        let new = |why: &str| one(Engine::Symbolic, why.to_owned(), new_order(wanted, proved, allowance)?);
        match Contest::refusal(proved) {
            _ if asked.is_some() || wanted.is_some() => new("asked for"),
            _ if choice.algorithm == Algorithm::Restart => new("the only one with this algorithm"),
            Some(why) => new(&why),
            None => Ok(Decided::Contested(Contest::new(ContestTerms { proved, solve: true, bytes }))),
        }
    }
}

/// Whether nobody asked for the engine of a directory, and no contest decided for it yet.
fn is_open(known: &Manifest) -> bool {
    let Manifest { method, progress, .. } = known;
    !progress.is_complete()
        && method.estimate.is_none()
        && method.decision.as_ref().is_some_and(|decision| !decision.engine.asked)
}
