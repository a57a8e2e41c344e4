//! Synthesising a strategy, and completing one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;
use strategy::follow::Optimality;
use strategy::json::ListAnswer;
use strategy::lifted_search::{Breadth, synthesise};
use strategy::list::List;
use strategy::options::Options;
use strategy::search::{Effort, search};
use strategy::verify::verify;
use strategy::{Compiled, Strategy};
use workshop::{Error, Report};

use super::job::{Job, Progress};
use super::request::{CompleteRequest, SynthRequest};
use crate::app::App;
use crate::arenas::Solved;
use crate::error::{ApiError, Code};
use crate::shelf::Ready;
use crate::strategies::compile;
use crate::strategies::stored::{self, Origin};

/// Time for the search unless another is asked for, and at most.
const PATIENCE: f64 = 5.0;
const LONGEST: f64 = 600.0;

/// How far the search for lifted rules goes.
const BREADTH: (usize, usize, usize) = (3, 40, 12);

/// What came of it.
#[derive(Serialize)]
struct StrategyResult {
    strategy: ListAnswer,
    optimal: bool,
    value: i32,
    /// Where it is stored; nothing where there is no room for it.
    saved: Option<String>,
    /// Rules that were not given, from 1.
    added: Vec<usize>,
}

/// Finds a short strategy.
pub fn synth(app: &Arc<App>, job: &Arc<Job>, request: &SynthRequest) -> Result<Value, ApiError> {
    let ready = prepare(app, job, &request.game)?;
    let role = request.role.as_deref().map_or(Ok(0), |name| ready.role(name))?;
    let arena = app.arena_now(&ready, role)?;
    arena.with(|solved| {
        let (strategy, added) = match request.lifted {
            true => {
                let strategy = lifted(job, &ready, solved, request.seconds)?;
                let rules = strategy.rules.len();
                (strategy, (1..=rules).collect())
            }
            false => {
                let start = List::new(&solved.arena, &solved.cases);
                improve(app, job, &start, request.seconds, request.seed)?
            }
        };
        keep(app, &ready, solved, &strategy, added)
    })
}

/// Adds to a strategy what it lacks.
pub fn complete(app: &Arc<App>, job: &Arc<Job>, request: &CompleteRequest) -> Result<Value, ApiError> {
    let ready = prepare(app, job, &request.game)?;
    let document = request.strategy.read(&ready)?;
    let arena = app.arena_now(&ready, document.role)?;
    arena.with(|solved| {
        let compiled = compile(app, &ready, solved, document)?;
        let list = List::of(&solved.cases, &compiled, true);
        if !list.is_advancing(Optimality::Weak) {
            let example = verify(&compiled, Optimality::Weak).counter_example;
            let what = example.map_or(String::new(), |example| format!(": {}", example.what));
            let why = format!("the strategy is not weakly optimal, so no rules after it can mend it{what}");
            return Err(ApiError::new(Code::Unsuited, why));
        }
        let (strategy, added) = improve(app, job, &list, request.seconds, request.seed)?;
        keep(app, &ready, solved, &strategy, added)
    })
}

fn prepare(app: &Arc<App>, job: &Job, game: &str) -> Result<Arc<Ready>, ApiError> {
    let message = "grounding and analysing the rules, and listing the states".to_owned();
    job.progress(Progress { phase: "preparing", message, ..Progress::default() });
    app.make_room()?;
    let known = app.library.find(game)?;
    Ok(app.shelf.prepare(known, &app.budget(None), &job.stop_flag())?)
}

/// Searches from a list on, for some seconds: what was found, and which rules of it are new, from 1.
fn improve(
    app: &App,
    job: &Job,
    start: &List<'_>,
    seconds: Option<f64>,
    seed: u64,
) -> Result<(Strategy, Vec<usize>), ApiError> {
    let stop = job.stop_flag();
    let patience = patience(seconds);
    let message = format!("searching for {:.0} s", patience.as_secs_f64());
    job.progress(Progress { phase: "searching", message, ..Progress::default() });
    let now = Instant::now();
    let effort = Effort {
        restarts: u64::MAX,
        restarts_until: Some(now + patience / 3),
        until: Some(now + patience),
        threads: app.config.threads.div_ceil(app.config.jobs.max(1)).max(1),
        seed,
    };
    let found = search(start, &Options::default(), &effort, &|| stop.raised());
    if !found.complete {
        return Err(Error::interrupted().into());
    }
    if !found.list.is(Optimality::Strong) {
        return Err(Error::bug("the strategy found is not optimal").into());
    }
    let entries = found.list.entries.iter().enumerate();
    let added = entries.filter(|(_, entry)| entry.origin.is_none()).map(|(place, _)| place + 1).collect();
    Ok((found.list.strategy(), added))
}

fn lifted(job: &Job, ready: &Ready, solved: &Solved<'_>, seconds: Option<f64>) -> Result<Strategy, ApiError> {
    let stop = job.stop_flag();
    let (conditions, beam, rules) = BREADTH;
    let until = Instant::now() + patience(seconds).max(Duration::from_secs(1));
    let breadth = Breadth { conditions, beam, rules, until };
    let found = synthesise(&[&solved.arena], &ready.source, &ready.rules, &breadth, &|| stop.raised())
        .map_err(|diagnostics| Error::ill_formed(Report::new(&ready.source, &diagnostics)))?;
    stop.check()?;
    found.ok_or_else(|| {
        ApiError::new(Code::Unsuited, "no list of lifted rules was found that is strongly optimal")
            .hint("ask for rules of facts, or allow more seconds")
    })
}

fn patience(seconds: Option<f64>) -> Duration {
    Duration::from_secs_f64(seconds.unwrap_or(PATIENCE).clamp(0.1, LONGEST))
}

/// Stores a strategy and describes it.
fn keep(
    app: &App,
    ready: &Ready,
    solved: &Solved<'_>,
    strategy: &Strategy,
    added: Vec<usize>,
) -> Result<Value, ApiError> {
    let arena = &solved.arena;
    let list = ListAnswer::new(arena.game, arena.role, strategy);
    let compiled = Compiled::new(arena, &solved.cases, &ready.source, &ready.rules, strategy.clone());
    let optimal = compiled.is_ok_and(|compiled| compiled.follow(Optimality::Strong).flaw.is_none());
    let name = format!(
        "{} for {}: {} rules",
        if added.len() < list.rules { "Completed" } else { "Found" },
        list.role,
        list.rules
    );
    let saved = stored::save(app, &ready.known.id, &name, Origin::Synthesised, &list).ok();
    let result = StrategyResult { optimal, value: arena.value(), saved, added, strategy: list };
    serde_json::to_value(result).map_err(|error| ApiError::new(Code::Bug, error))
}
