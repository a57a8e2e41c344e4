//! Synthesises a strategy, or completes one.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use number::{count, grouped};
use operations::Until;
use operations::strategies::{
    self, ArenaLimits, Listed, Mending, Synthesis, SynthesisAlgorithm, SynthesisSettings, SynthesisStage, opened,
};
use serde::Serialize;
use serde_json::Value;
use strategy::json::ListAnswer;
use strategy::list::List;
use strategy::options::Options;
use strategy::search::{SearchEffort, Standing};

use super::job::Job;
use super::progress::JobProgress;
use super::request::{CompleteRequest, SynthRequest};
use crate::app::App;
use crate::arenas::{HeldArena, ListingWatch};
use crate::error::{ApiError, Code};
use crate::shelf::Ready;
use crate::strategies::stored::{self, StrategyOrigin};
use crate::strategies::{compile, incomplete};

/// The default time limit of the search, and the maximum.
const DEFAULT_SEARCH_SECONDS: f64 = 5.0;
const MOST_SEARCH_SECONDS: f64 = 600.0;

/// The minimum time for the first complete list of a large game: before that there is nothing to show.
const FIRST_LIST: Duration = Duration::from_secs(20);

/// How often progress is reported.
const PULSE: Duration = Duration::from_millis(300);

/// The result.
#[derive(Serialize)]
struct StrategyResult {
    strategy: ListAnswer,
    optimal: bool,
    value: i32,
    /// Its identifier in storage; `None` if storage is full.
    saved: Option<String>,
    /// The numbers of the rules that were not given, from 1.
    added: Vec<usize>,
}

impl From<Synthesis> for StrategyResult {
    fn from(Synthesis { list, optimal, value, added, .. }: Synthesis) -> StrategyResult {
        StrategyResult { strategy: list, optimal, value, saved: None, added }
    }
}

/// Finds a short strategy.
pub fn synth(app: &Arc<App>, job: &Arc<Job>, request: &SynthRequest) -> Result<Value, ApiError> {
    let ready = prepare(app, job, &request.game)?;
    let role = request.role.as_deref().map_or(Ok(0), |name| ready.role(name))?;
    let arena = arena(app, job, &ready, role)?;
    arena.with(|listed| {
        let found = match request.lifted {
            true => lifted(job, &ready, listed, request.seconds)?,
            false => {
                let start = List::new(&listed.arena, &listed.cases);
                improve(app, job, &start, request.seconds, request.seed)?
            }
        };
        conclude(app, job, &ready, found)
    })
}

/// Completes a strategy; if rules are wrong and it is requested, with exceptions before them.
pub fn complete(app: &Arc<App>, job: &Arc<Job>, request: &CompleteRequest) -> Result<Value, ApiError> {
    let ready = prepare(app, job, &request.game)?;
    let document = request.strategy.read(&ready)?;
    let arena = arena(app, job, &ready, document.read.role)?;
    arena.with(|listed| {
        let compiled = compile(app, &ready, listed, document)?;
        let now = Instant::now();
        let until = Until { stop: job.stop_flag(), deadline: Some(now + until_first_list(request.seconds)) };
        let mending = Mending { options: &Options::default(), seed: request.seed, until: &until };
        let report = || {
            let seconds = now.elapsed().as_secs_f64().ceil();
            tell(job, "mending", format!("finding exceptions to wrong rules, {seconds:.0} s so far"));
        };
        let list = match request.mend {
            true => while_reporting(&report, || opened(&listed.cases, &compiled, Some(&mending))),
            false => opened(&listed.cases, &compiled, None),
        }?;
        let found = improve(app, job, &list, request.seconds, request.seed)?;
        conclude(app, job, &ready, found)
    })
}

fn tell(job: &Job, phase: &'static str, message: String) {
    job.progress(JobProgress { phase, message, ..JobProgress::default() });
}

fn prepare(app: &Arc<App>, job: &Job, game: &str) -> Result<Arc<Ready>, ApiError> {
    tell(job, "preparing", "grounding and analysing the rules".to_owned());
    app.make_room()?;
    app.ready_for_job(game, app.budget(None), &job.stop_flag())
}

/// The arena of a role. Listeners are told that the game is being solved first, with the progress.
fn arena(app: &Arc<App>, job: &Job, ready: &Arc<Ready>, role: usize) -> Result<Arc<HeldArena>, ApiError> {
    let listing: ListingWatch = (job.stop_flag(), Arc::default());
    let report = || {
        let so_far = grouped(listing.1.load(Ordering::Relaxed) as u64);
        tell(job, "preparing", format!("listing and solving all states first: {so_far} so far"));
    };
    while_reporting(&report, || app.arena_now(ready, role, &listing))
}

/// Runs work while another thread reports its progress.
fn while_reporting<R>(report: &(dyn Fn() + Sync), work: impl FnOnce() -> R) -> R {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Without a thread for reports the work is done anyway.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            while is_done.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                report();
            }
        });
        // Dropped when the work ends in any way; then the reports end.
        let _done = done;
        work()
    })
}

/// Reports the progress of a search.
struct Teller<'t> {
    job: &'t Job,
    seconds: f64,
    told: Mutex<Option<Instant>>,
}

impl Teller<'_> {
    /// Reports that there is no complete list yet: the first one may take longer than requested.
    fn waits(&self, since: Instant) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = since.elapsed().as_secs_f64();
        if told.is_none() && seconds >= 1.0 {
            tell(self.job, "searching", format!("no complete list yet, after {seconds:.0} s"));
        }
    }

    fn stands(&self, stage: SynthesisStage) {
        let SynthesisStage::Searching(Standing { best: (rules, literals), .. }) = stage else { return };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_some_and(|told| told.elapsed() < PULSE) {
            return;
        }
        *told = Some(Instant::now());
        let (rules, best) = (count(rules, "rule"), count(literals, "condition"));
        tell(self.job, "searching", format!("{rules}, {best} so far; the search takes {:.0} s", self.seconds));
    }
}

/// Stores the result; an incomplete list is stored too, but is not a success.
fn conclude(app: &App, job: &Job, ready: &Ready, found: StrategyResult) -> Result<Value, ApiError> {
    let (complete, rules) = (found.optimal, found.strategy.rules);
    let kept = keep(app, ready, found)?;
    if complete {
        return Ok(kept);
    }
    job.keep_partial(kept);
    job.stop_flag().check()?;
    Err(incomplete(rules))
}

/// Searches from a list for some seconds.
fn improve(
    app: &App,
    job: &Job,
    start: &List<'_>,
    seconds: Option<f64>,
    seed: u64,
) -> Result<StrategyResult, ApiError> {
    let patience = patience(seconds);
    tell(job, "searching", format!("the search takes {:.0} s", patience.as_secs_f64()));
    let now = Instant::now();
    let teller = Teller { job, seconds: patience.as_secs_f64(), told: Mutex::default() };
    let threads = app.config.threads.div_ceil(app.config.jobs.max(1)).max(1);
    let search = SynthesisSettings {
        algorithm: SynthesisAlgorithm::Two,
        options: Options::default(),
        effort: SearchEffort::lasting(patience, threads, seed),
        exact: false,
        until: Until { stop: job.stop_flag(), deadline: Some(now + until_first_list(seconds)) },
        tell: &|stage| teller.stands(stage),
        keep: &|_| (),
    };
    Ok(while_reporting(&|| teller.waits(now), || strategies::improve(start, &search))?.into())
}

fn lifted(job: &Job, ready: &Ready, listed: &Listed<'_>, seconds: Option<f64>) -> Result<StrategyResult, ApiError> {
    let limits = ArenaLimits { until: Until { stop: job.stop_flag(), deadline: None }, ..ArenaLimits::default() };
    Ok(strategies::lifted(&ready.setting(limits), &[listed], patience(seconds), None)?.into())
}

fn patience(seconds: Option<f64>) -> Duration {
    Duration::from_secs_f64(seconds.unwrap_or(DEFAULT_SEARCH_SECONDS).clamp(0.1, MOST_SEARCH_SECONDS))
}

fn until_first_list(seconds: Option<f64>) -> Duration {
    patience(seconds).max(FIRST_LIST)
}

/// Stores a strategy and describes it.
fn keep(app: &App, ready: &Ready, mut found: StrategyResult) -> Result<Value, ApiError> {
    let list = &found.strategy;
    let how = match found.optimal {
        false => "Beginning",
        true if found.added.len() < list.rules => "Completed",
        true => "Found",
    };
    let name = format!("{how} for {}: {}", list.role, count(list.rules, "rule"));
    found.saved = stored::save(app, &ready.known.id, &name, StrategyOrigin::Synthesised, list).ok();
    serde_json::to_value(found).map_err(|error| ApiError::new(Code::Bug, error))
}
