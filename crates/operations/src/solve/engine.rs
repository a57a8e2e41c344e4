//! Chooses the engine for a game: the requested one, the one that started, or the winner of a
//! [contest](super::contest).

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

/// The steps of an estimate: a few seconds.
const ESTIMATE_STEPS: f64 = 4e7;

/// The engine that would solve a game, according to a short contest.
pub struct Outlook {
    /// The engine.
    pub engine: Engine,
    /// The reason, in words.
    pub why: String,
    /// The estimate behind it.
    pub estimate: Estimate,
}

/// The outlook after the start of a contest, or why there is none.
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

/// An engine, the reason for it, and the variable order of its directory.
#[derive(Clone)]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// The reason, in words.
    pub why: String,
    /// The estimate behind the choice, if there is one.
    pub estimate: Option<Estimate>,
    /// The variable order.
    pub order: VariableOrder,
    /// The memory available to the engine.
    pub bytes: usize,
}

/// Whether the engine is decided.
pub(super) enum Decided<'p> {
    /// It is this one.
    Settled(EngineChoice),
    /// It is the winner of a contest.
    Contested(Contest<'p>),
}

impl Solve<'_> {
    /// The engine of an existing directory, which must be the requested one.
    pub(super) fn begun_engine(&self, known: &Manifest) -> Result<Engine, Error> {
        let begun = known.method.engine;
        match self.options.engine {
            Some(asked) if asked != begun => Err(Difference::Engine(begun).of(self.path).into()),
            _ => Ok(begun),
        }
    }

    /// The requested engine, otherwise that of the directory if it is resumed, otherwise the winner of a contest.
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
        let symbolic = |why: &str| one(Engine::Symbolic, why.to_owned(), new_order(wanted, proved, allowance)?);
        match (asked, Contest::refusal(proved)) {
            (Some(Engine::Explicit), _) if choice.algorithm == Algorithm::Restart => {
                Err(self.refused(&Refusal::SymbolicOnly, false))
            }
            (Some(Engine::Explicit), _) => {
                one(Engine::Explicit, "asked for".to_owned(), VariableOrder::by_number(&proved.game))
            }
            (Some(Engine::Symbolic), _) => symbolic("asked for"),
            (None, _) if wanted.is_some() => symbolic("asked for"),
            (None, _) if choice.algorithm == Algorithm::Restart => symbolic("the only one with this algorithm"),
            (None, Some(why)) => symbolic(&why),
            (None, None) => Ok(Decided::Contested(Contest::new(ContestTerms { proved, solve: true, bytes }))),
        }
    }
}

/// Whether the engine of a directory was neither requested nor chosen by a contest yet.
fn is_open(known: &Manifest) -> bool {
    let Manifest { method, progress, .. } = known;
    !progress.is_complete()
        && method.estimate.is_none()
        && method.decision.as_ref().is_some_and(|decision| !decision.engine.asked)
}
