//! `backsolve strategy synth --lifted`: rules with variables in the words of the game's own relations.

use std::time::{Duration, Instant};

use ::strategy::compiled::CompileError;
use ::strategy::follow::Optimality;
use ::strategy::json::ListAnswer;
use ::strategy::lifted_search::{Breadth, synthesise};
use ::strategy::{Arena, Compiled};
use serde::Serialize;
use workshop::Report;

use super::searching::{rules_and_literals, write_out};
use super::setting::Setting;
use super::synth::SearchOptions;
use crate::console::{Console, GOOD};
use crate::error::{Error, Exit};

/// Time at most unless something else is asked for. The search ends by itself, mostly in seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// How far the search goes.
const CONDITIONS: usize = 3;
const BEAM: usize = 40;
const RULES: usize = 12;

#[derive(Serialize)]
struct Answer {
    game: String,
    roles: Vec<String>,
    optimal: bool,
    #[serde(flatten)]
    list: ListAnswer,
    seconds: f64,
}

/// Synthesises one list for all the roles and prints it.
pub fn run(setting: &Setting, roles: &[usize], search: &SearchOptions, console: &Console) -> Result<Exit, Error> {
    let list = || roles.iter().map(|&role| setting.arena(role)).collect::<Result<Vec<Arena<'_>>, _>>();
    let arenas = setting.listed(console, list)?;
    let until = Instant::now() + search.seconds.unwrap_or(PATIENCE).max(Duration::from_secs(1));
    let until = setting.deadline().map_or(until, |deadline| until.min(deadline));
    let breadth = Breadth { conditions: CONDITIONS, beam: BEAM, rules: RULES, until };
    let ill_formed = |diagnostics: Vec<_>| Error::ill_formed(Report::new(&setting.source, &diagnostics));
    let found = synthesise(&arenas.iter().collect::<Vec<_>>(), &setting.source, &setting.rules, &breadth, &|| {
        console.stop.raised()
    });
    console.stop.check()?;
    let Some(strategy) = found.map_err(ill_formed)? else {
        // A search that ended by itself has nothing left to try.
        let more = if Instant::now() >= until { ", or allow more with --seconds" } else { "" };
        return Err(Error::no("no list of lifted rules was found that is strongly optimal")
            .hint(format!("leave --lifted out for rules of facts{more}")));
    };
    for arena in &arenas {
        let cases = setting.cases(arena)?;
        let compiled = Compiled::new(arena, &cases, &setting.source, &setting.rules, strategy.clone());
        let compiled = compiled.map_err(|error| match error {
            CompileError::Text(diagnostics) => ill_formed(diagnostics),
            CompileError::Other(error) => error.into(),
        })?;
        if compiled.follow(Optimality::Strong).flaw.is_some() {
            return Err(Error::bug("the strategy found is not optimal"));
        }
    }
    let Some(arena) = arenas.first() else { return Err(Error::bug("no role was given")) };
    let names = &setting.prepared.game.roles;
    let mut list = ListAnswer::new(arena.game, arena.role, &strategy);
    if roles.len() > 1 {
        // A list for all roles names none.
        list.text = list.text.lines().skip(1).map(|line| format!("{line}\n")).collect();
    }
    let answer = Answer {
        game: setting.source.name.clone(),
        roles: roles.iter().map(|&role| names[role].clone()).collect(),
        optimal: true,
        list,
        seconds: setting.seconds(),
    };
    console.answer(&answer, || {
        let list = &answer.list;
        let who = answer.roles.join(" and ");
        format!(
            "{GOOD}{}{GOOD:#}: strongly optimal for {who}\n\n{}",
            rules_and_literals((list.rules, list.literals)),
            list.text
        )
    })?;
    write_out(search.out.as_deref(), &answer.list)?;
    Ok(Exit::Done)
}
