//! Solving a game.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use number::count;
use operations::Budget;
use operations::solve::{Solve, SolveOptions};
use serde_json::Value;
use solution::directory::read_manifest;
use task::{Algorithm, CommitReport, Phase};

use super::job::Job;
use super::progress::{JobProgress, LayerShare};
use super::request::SolveRequest;
use crate::app::App;
use crate::databases::{is_complete, number, shares};
use crate::error::{ApiError, Code};

/// The default time limit of a solve, and the maximum.
const DEFAULT_SOLVE_TIME: Duration = Duration::from_secs(3600);
const MOST_SOLVE_TIME: Duration = Duration::from_secs(7 * 86_400);

/// How often the layers in the directory are read, and how often progress is reported.
const LOOKING: Duration = Duration::from_millis(250);
const TELLING: Duration = Duration::from_millis(50);

/// Starts or resumes a solve.
pub fn run(app: &Arc<App>, job: &Arc<Job>, request: &SolveRequest) -> Result<Value, ApiError> {
    let id = job.database().ok_or_else(|| ApiError::new(Code::Bug, "a solve without a database"))?;
    let path = app.storage.database(&id);
    let stop = job.stop_flag();
    let is_solved = read_manifest(&path).ok().flatten().is_some_and(|manifest| is_complete(&manifest));
    if !is_solved {
        let mut watch = Watch::new(job, &path);
        watch.prepare();
        app.make_room()?;
        let options = options(app, request)?;
        let ready = app.ready_for_job(&request.game, options.budget, &stop)?;
        let options = SolveOptions { lenient: ready.known.sheet.lenient, ..options };
        let solve = Solve::new(&ready.source, &ready.rules, &options, &path, &stop);
        let outcome = solve.run(&ready.proved, &mut |report| watch.see(report));
        watch.look();
        if let Err(error) = outcome {
            // Committed layers can be queried; a failure to open them adds nothing to the error.
            let _ = app.databases.refresh(&id, &app.storage, &app.library);
            return Err(error.into());
        }
    }
    let held = app.databases.refresh(&id, &app.storage, &app.library)?;
    job.layers(layers(held.database.manifest()));
    serde_json::to_value(held.summary()).map_err(|error| ApiError::new(Code::Bug, error))
}

fn options(app: &App, request: &SolveRequest) -> Result<SolveOptions, ApiError> {
    let memory = request.memory.map_or(app.share(), |bytes| bytes.min(app.share()));
    let time = request
        .seconds
        .map_or(DEFAULT_SOLVE_TIME, |seconds| Duration::from_secs_f64(seconds.min(MOST_SOLVE_TIME.as_secs_f64())));
    let most = app.config.threads.max(1);
    let threads = request.threads.unwrap_or(most.div_ceil(app.config.jobs.max(1))).clamp(1, most);
    let budget = Budget { memory, time: Some(time), alone: false };
    Ok(SolveOptions {
        model: request.model()?,
        algorithm: request.algorithm()?,
        engine: request.engine()?,
        infinite: request.infinite.clone(),
        distances: request.distances,
        ..SolveOptions::new(budget, threads)
    })
}

/// Reports the progress in a job's directory to its listeners.
struct Watch<'w> {
    job: &'w Job,
    path: &'w Path,
    start: Instant,
    looked: Option<Instant>,
    told: Option<Instant>,
    /// States found or solved by an earlier run.
    earlier: u64,
    found: u64,
    solved: u64,
    solved_layers: usize,
    layers_with_distances: usize,
}

impl<'w> Watch<'w> {
    /// Counts from the commits of an earlier run.
    fn new(job: &'w Job, path: &'w Path) -> Watch<'w> {
        let manifest = read_manifest(path).ok().flatten();
        let (found, solved) = manifest.as_ref().map_or((0, 0), committed);
        let solved_layers =
            manifest.as_ref().map_or(0, |manifest| layers(manifest).iter().filter(|of| of.solved).count());
        let earlier = found.saturating_add(solved);
        let (start, looked, told, layers_with_distances) = (Instant::now(), None, None, 0);
        Watch { job, path, start, looked, told, earlier, found, solved, solved_layers, layers_with_distances }
    }

    fn prepare(&self) {
        self.job.progress(JobProgress {
            phase: "preparing",
            found: self.found,
            solved: self.solved,
            message: "grounding and analysing the rules".to_owned(),
            ..JobProgress::default()
        });
    }

    fn see(&mut self, report: &CommitReport) {
        let states = number(report.states);
        // Layers are solved from the last to the first, so their numbers decrease; the count of solved layers
        // increases.
        let (phase, finished, verb) = match report.phase {
            Phase::Forward => {
                // Another engine that takes over finds the layers again.
                self.found = if report.layer == 0 { 0 } else { self.found };
                self.found = self.found.saturating_add(states);
                ("forward", report.layer + 1, "found")
            }
            Phase::Backward => {
                self.solved = self.solved.saturating_add(states);
                self.solved_layers += 1;
                ("backward", self.solved_layers, "solved")
            }
            Phase::Distances => {
                self.layers_with_distances += 1;
                ("distances", self.layers_with_distances, "with distances")
            }
        };
        if self.looked.is_none_or(|looked| looked.elapsed() > LOOKING) {
            self.look();
        }
        // Small games have a hundred layers in a moment, so reports are limited.
        if self.told.is_some_and(|told| told.elapsed() < TELLING) {
            return;
        }
        self.told = Some(Instant::now());
        let all = self.found.saturating_add(self.solved).saturating_sub(self.earlier) as f64;
        self.job.progress(JobProgress {
            seconds: 0.0,
            phase,
            layer: report.layer,
            finished,
            layers: report.layers,
            states,
            found: self.found,
            solved: self.solved,
            nodes: report.nodes,
            bytes: report.bytes,
            rate: all / self.start.elapsed().as_secs_f64().max(1e-3),
            message: match report.layers {
                Some(all) => format!("{finished} of {} {verb}", count(all, "layer")),
                None => format!("{} {verb}", count(finished, "layer")),
            },
        });
    }

    /// Reads the layers of the directory.
    fn look(&mut self) {
        self.looked = Some(Instant::now());
        if let Ok(Some(manifest)) = read_manifest(self.path) {
            self.job.layers(layers(&manifest));
        }
    }
}

fn layers(manifest: &solution::Manifest) -> Vec<LayerShare> {
    let share = |(layer, of): (usize, &solution::manifest::Layer)| LayerShare {
        layer,
        states: number(of.states),
        solved: of.value_file.is_some() || !of.outcomes.is_empty(),
        outcomes: shares(std::slice::from_ref(of)),
    };
    manifest.layers.iter().enumerate().map(share).collect()
}

/// The numbers of states that an unfinished solution has found and solved. By plies, layers are found and then solved;
/// otherwise solved ones are taken from one layer with all states.
fn committed(manifest: &solution::Manifest) -> (u64, u64) {
    let (mut open, mut solved) = (0u64, 0u64);
    for layer in layers(manifest) {
        let sum = if layer.solved { &mut solved } else { &mut open };
        *sum = sum.saturating_add(layer.states);
    }
    let is_by_plies = manifest.method.algorithm == Algorithm::Layered;
    let is_searching = manifest.progress == solution::manifest::Progress::Forward;
    (if is_by_plies || is_searching { open.saturating_add(solved) } else { open }, solved)
}
