//! Rules in another language: GDL, GDDL, PDDL.

use std::time::Duration;

use gddl::planning::{Aim, planning};
use gddl::strips::strips;
use gddl::task::PlanningTask;
use gddl::write::Knowledge;
use gdl::{Rules, Source};

use crate::budget::Budget;
use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;
use crate::proving::prove;
use crate::stop::Stop;

/// Time for grounding and proofs, unless less is given: they make a translation simpler, but it can do without them.
const PROOFS: Duration = Duration::from_secs(25);

/// A translation: one text, or a domain and a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Translated {
    /// Rules in GDL.
    Gdl(String),
    /// A domain and a problem.
    Task {
        /// The domain.
        domain: String,
        /// The problem.
        problem: String,
    },
}

/// The rules in GDL.
pub fn to_gdl(source: &Source) -> Result<Translated, Error> {
    let ill_formed = |diagnostics: Vec<gdl::Diagnostic>| Error::ill_formed(SheetDiagnostics::new(source, &diagnostics));
    gddl::to_gdl(source).map(Translated::Gdl).map_err(ill_formed)
}

/// The rules in GDDL.
pub fn to_gddl(source: &Source, rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Translated, Error> {
    Ok(printed(&task(source, rules, budget, stop)?))
}

/// A game of one role as a planning problem; `plain`: in STRIPS.
pub fn to_pddl(
    source: &Source,
    rules: &Rules,
    aim: Aim,
    plain: bool,
    budget: &Budget,
    stop: &Stop,
) -> Result<Translated, Error> {
    let task = planning(&task(source, rules, budget, stop)?, aim).map_err(Error::no)?;
    let task = if plain { strips(&task).map_err(Error::no)? } else { task };
    Ok(printed(&task))
}

fn printed(task: &PlanningTask) -> Translated {
    let (domain, problem) = gddl::print::print(task);
    Translated::Task { domain, problem }
}

fn task(source: &Source, rules: &Rules, budget: &Budget, stop: &Stop) -> Result<PlanningTask, Error> {
    if gddl::is_gddl(&source.text) {
        return Ok(gddl::read::read(source).0);
    }
    let name = std::path::Path::new(&source.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    // What can be proved makes a translation simpler, but it can do without.
    let time = budget.time.map_or(PROOFS, |time| time.min(PROOFS));
    let proved = prove(rules, &Budget { time: Some(time), ..*budget }, stop);
    stop.check()?;
    let known = match &proved {
        Ok(proved) => Knowledge::of(&proved.game, proved.class.turn_taking.is_proved()),
        Err(_) => Knowledge { turn_taking: rules.roles.len() == 1, ..Knowledge::default() },
    };
    let written = gddl::write::write(&name, rules, &known);
    Ok(written.map_err(|refusal| Error::no(format_args!("this cannot be written as GDDL: {refusal}")))?.task)
}
