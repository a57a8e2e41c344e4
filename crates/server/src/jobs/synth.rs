//! Synthesising a strategy, and completing one.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use game::Random;
use number::{count, grouped};
use serde::Serialize;
use serde_json::Value;
use strategy::follow::Optimality;
use strategy::json::ListAnswer;
use strategy::lifted_search::{Breadth, synthesise};
use strategy::list::List;
use strategy::mend::mend;
use strategy::options::Options;
use strategy::search::{Effort, Standing, Watch, search};
use strategy::verify::{Verdict, verify};
use strategy::{Compiled, Strategy};
use workshop::{Error, Report, Stop};

use super::job::{Job, Progress};
use super::request::{CompleteRequest, SynthRequest};
use crate::app::App;
use crate::arenas::{Held, Listing, Solved};
use crate::error::{ApiError, Code};
use crate::shelf::Ready;
use crate::strategies::compile;
use crate::strategies::stored::{self, Origin};

/// Time for the search unless another is asked for, and at most.
const PATIENCE: f64 = 5.0;
const LONGEST: f64 = 600.0;

/// Time for the first complete list of a large game, though less was asked for: before that there is nothing to show.
const FIRST_LIST: Duration = Duration::from_secs(20);

/// How often progress is told.
const PULSE: Duration = Duration::from_millis(300);

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
    let arena = arena(app, job, &ready, role)?;
    arena.with(|solved| {
        let found = match request.lifted {
            true => {
                let strategy = lifted(job, &ready, solved, request.seconds)?;
                let rules = strategy.rules.len();
                Found { strategy, added: (1..=rules).collect(), complete: true }
            }
            false => {
                let start = List::new(&solved.arena, &solved.cases);
                improve(app, job, &start, request.seconds, request.seed)?
            }
        };
        conclude(app, job, &ready, solved, found)
    })
}

/// Adds to a strategy what it lacks; where rules are wrong, and that is asked for, exceptions before them.
pub fn complete(app: &Arc<App>, job: &Arc<Job>, request: &CompleteRequest) -> Result<Value, ApiError> {
    let ready = prepare(app, job, &request.game)?;
    let document = request.strategy.read(&ready)?;
    let arena = arena(app, job, &ready, document.role)?;
    arena.with(|solved| {
        let compiled = compile(app, &ready, solved, document)?;
        let mut list = List::of(&solved.cases, &compiled, true);
        if !list.is_advancing(Optimality::Weak) {
            if !request.mend {
                return Err(unfit(&verify(&compiled, Optimality::Weak)));
            }
            except(job, &mut list, request)?;
        }
        let found = improve(app, job, &list, request.seconds, request.seed)?;
        conclude(app, job, &ready, solved, found)
    })
}

/// Puts exceptions before the rules that are wrong.
fn except(job: &Job, list: &mut List<'_>, request: &CompleteRequest) -> Result<(), ApiError> {
    let what = "finding exceptions to the rules that are wrong";
    tell(job, "mending", what.to_owned());
    let (now, random, stop) = (Instant::now(), &mut Random::stream(request.seed, 0), job.stop_flag());
    let end = now + until_first_list(request.seconds);
    let report = || tell(job, "mending", format!("{what}, for {:.0} s so far", now.elapsed().as_secs_f64().ceil()));
    let over = || stop.raised() || Instant::now() >= end;
    match while_reporting(&report, || mend(list, &Options::default(), random, &over)) {
        true => Ok(()),
        false => Err(unfinished(job, list.entries.len())),
    }
}

/// Why a list can't be completed as it stands.
fn unfit(verdict: &Verdict) -> ApiError {
    let why = match &verdict.counter_example {
        Some(example) => {
            format!("the strategy is not weakly optimal, so no rules after it can mend it: {}", example.what)
        }
        None => "the strategy loses nothing, but does not bring the end closer everywhere".to_owned(),
    };
    ApiError::new(Code::Unsuited, why).hint("ask to mend it, too")
}

/// Why there is no complete list: somebody stopped the job, or the time was too short.
fn unfinished(job: &Job, rules: usize) -> ApiError {
    if job.stop_flag().raised() {
        return Error::interrupted().into();
    }
    let why = format!("time limit reached before a list was complete; the beginning has {}", count(rules, "rule"));
    ApiError::new(Code::Limit, why).hint("search for longer, or continue from the beginning by hand")
}

fn tell(job: &Job, phase: &'static str, message: String) {
    job.progress(Progress { phase, message, ..Progress::default() });
}

fn prepare(app: &Arc<App>, job: &Job, game: &str) -> Result<Arc<Ready>, ApiError> {
    tell(job, "preparing", "grounding and analysing the rules".to_owned());
    app.make_room()?;
    app.ready_for_job(game, app.budget(None), &job.stop_flag())
}

/// The arena of a role. Whoever waits for it hears that the game is solved first, and how far that is.
fn arena(app: &Arc<App>, job: &Job, ready: &Arc<Ready>, role: usize) -> Result<Arc<Held>, ApiError> {
    let listing = Listing::new(job.stop_flag());
    let report = || {
        let so_far = grouped(listing.counted() as u64);
        tell(job, "preparing", format!("first all states of the game are listed and solved: {so_far} so far"));
    };
    while_reporting(&report, || app.arena_now(ready, role, &listing))
}

/// Does work of which somebody reports now and then how far it is.
fn while_reporting<R>(report: &(dyn Fn() + Sync), work: impl FnOnce() -> R) -> R {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Without a thread for the reports the work is done all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            while is_done.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                report();
            }
        });
        // Dropped when the work is over, however it ends; then nobody reports any more.
        let _done = done;
        work()
    })
}

/// Who watches a search for a job.
struct Watcher<'w> {
    job: &'w Job,
    stop: Stop,
    /// When to give up although no list is complete.
    end: Instant,
    seconds: f64,
    told: Mutex<Option<Instant>>,
}

impl Watcher<'_> {
    /// Tells that there is no complete list yet, as long as that is so: the first one may take longer than was asked for.
    fn waits(&self, since: Instant) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = since.elapsed().as_secs_f64();
        if told.is_none() && seconds >= 1.0 {
            tell(self.job, "searching", format!("no complete list yet, after {seconds:.0} s"));
        }
    }
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        self.stop.raised() || Instant::now() >= self.end
    }

    fn stands(&self, standing: &Standing) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_some_and(|told| told.elapsed() < PULSE) {
            return;
        }
        *told = Some(Instant::now());
        let (rules, best) = (count(standing.best.0, "rule"), count(standing.best.1, "condition"));
        tell(self.job, "searching", format!("{rules}, {best} so far; the search takes {:.0} s", self.seconds));
    }
}

/// What a search found.
struct Found {
    strategy: Strategy,
    /// Rules that were not given, from 1.
    added: Vec<usize>,
    /// Whether no position is left without a rule.
    complete: bool,
}

/// Stores what was found; a list that is not complete is kept, too, and is no success.
fn conclude(app: &App, job: &Job, ready: &Ready, solved: &Solved<'_>, found: Found) -> Result<Value, ApiError> {
    let (complete, rules) = (found.complete, found.strategy.rules.len());
    let kept = keep(app, ready, solved, found)?;
    if complete {
        return Ok(kept);
    }
    job.keep_partial(kept);
    Err(unfinished(job, rules))
}

/// Searches from a list on, for some seconds.
fn improve(app: &App, job: &Job, start: &List<'_>, seconds: Option<f64>, seed: u64) -> Result<Found, ApiError> {
    let patience = patience(seconds);
    tell(job, "searching", format!("the search takes {:.0} s", patience.as_secs_f64()));
    let now = Instant::now();
    let watcher = Watcher {
        job,
        stop: job.stop_flag(),
        end: now + until_first_list(seconds),
        seconds: patience.as_secs_f64(),
        told: Mutex::default(),
    };
    let effort = Effort {
        restarts: u64::MAX,
        restarts_until: Some(now + patience / 3),
        until: Some(now + patience),
        threads: app.config.threads.div_ceil(app.config.jobs.max(1)).max(1),
        seed,
    };
    let found = while_reporting(&|| watcher.waits(now), || search(start, &Options::default(), &effort, &watcher));
    if found.complete && !found.list.is(Optimality::Strong) {
        return Err(Error::bug("the strategy found is not optimal").into());
    }
    let entries = found.list.entries.iter().enumerate();
    let added = entries.filter(|(_, entry)| entry.origin.is_none()).map(|(place, _)| place + 1).collect();
    Ok(Found { strategy: found.list.strategy(), added, complete: found.complete })
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
        // A search that ended by itself has nothing left to try.
        let more = if Instant::now() >= until { ", or allow more seconds" } else { "" };
        ApiError::new(Code::Unsuited, "no list of lifted rules was found that is strongly optimal")
            .hint(format!("ask for rules of facts{more}"))
    })
}

fn patience(seconds: Option<f64>) -> Duration {
    Duration::from_secs_f64(seconds.unwrap_or(PATIENCE).clamp(0.1, LONGEST))
}

fn until_first_list(seconds: Option<f64>) -> Duration {
    patience(seconds).max(FIRST_LIST)
}

/// Stores a strategy and describes it.
fn keep(app: &App, ready: &Ready, solved: &Solved<'_>, found: Found) -> Result<Value, ApiError> {
    let arena = &solved.arena;
    let Found { strategy, added, complete } = found;
    let list = ListAnswer::new(arena.game, arena.role, &strategy);
    let compiled = Compiled::new(arena, &solved.cases, &ready.source, &ready.rules, strategy);
    let optimal = compiled.is_ok_and(|compiled| compiled.follow(Optimality::Strong).flaw.is_none());
    let how = match complete {
        false => "Beginning",
        true if added.len() < list.rules => "Completed",
        true => "Found",
    };
    let name = format!("{how} for {}: {}", list.role, count(list.rules, "rule"));
    let saved = stored::save(app, &ready.known.id, &name, Origin::Synthesised, &list).ok();
    let result = StrategyResult { optimal, value: arena.value(), saved, added, strategy: list };
    serde_json::to_value(result).map_err(|error| ApiError::new(Code::Bug, error))
}
