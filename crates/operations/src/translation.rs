//! Rules in another language: GDL, GDDL, PDDL.

use std::time::Duration;

use gddl::planning::{Aim, planning};
use gddl::strips::strips;
use gddl::task::PlanningTask;
use gddl::write::{FluentGroup, Knowledge};
use gdl::{Rules, Source};
use prove::ProvedGame;

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
    let time = budget.time.map_or(PROOFS, |time| time.min(PROOFS));
    let proved = prove(rules, &Budget { time: Some(time), ..*budget }, stop);
    stop.check()?;
    let mut known = proved.as_ref().map(knowledge).unwrap_or_default();
    known.turn_taking |= rules.roles.len() == 1;
    let written = gddl::write::write(&name, rules, &known);
    Ok(written.map_err(|refusal| Error::no(format_args!("this cannot be written as GDDL: {refusal}")))?.task)
}

/// What a proved game tells the writer.
fn knowledge(proved: &ProvedGame) -> Knowledge {
    let game = &proved.game;
    let group = |variable: &game::StateVariable| FluentGroup {
        fluents: variable.fluents.iter().map(|fluent| game.fluents[fluent.0 as usize].clone()).collect(),
        exact: !variable.none,
    };
    let always = game.always.iter().map(|fact| FluentGroup { fluents: vec![fact.clone()], exact: true });
    let groups = game.variables.iter().map(group).chain(always).collect();
    let moves = game.moves.iter().flatten().map(|one| one.name.clone()).collect();
    Knowledge { groups, moves, turn_taking: proved.class.turn_taking.is_proved() }
}
