//! Long work: solving a game, synthesising or completing a strategy.
//!
//! A job waits in a queue, runs in its own thread, reports its progress to listeners, and can be stopped. A solve
//! commits layer by layer to its database, so it resumes after a stop, a limit or a restart of the server.

mod job;
mod progress;
mod request;
mod solve;
mod synth;

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use operations::Error;
use serde::Serialize;
use serde_json::{Value, json};

use crate::app::{App, Config};
use crate::error::{ApiError, Code};
use crate::request::{Body, Names};
use crate::storage::{Folder, Storage};
use job::JobFile;
pub use job::{Job, Snapshot};
pub use progress::{Event, JobState};
pub use request::JobRequest;

/// The maximum number of queued jobs.
const QUEUED: usize = 16;

/// The maximum number of finished, failed or stopped jobs that are kept.
const REMEMBERED: usize = 100;

/// The stack size of a job's thread; only the used part takes memory.
const STACK: usize = 64 << 20;

/// How long a shutdown waits for jobs to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(1000);

/// All jobs.
pub struct Jobs {
    most_running: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// By number, so that they are listed in order of creation.
    jobs: BTreeMap<u64, Arc<Job>>,
    queue: VecDeque<Arc<Job>>,
    running: usize,
    number: u64,
    /// Whether the server is shutting down.
    closed: bool,
}

impl Inner {
    /// The queued or running job that writes to a database.
    fn working_on(&self, database: &str) -> Option<&Arc<Job>> {
        self.jobs.values().find(|job| job.is_active() && job.database().as_deref() == Some(database))
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let found = self.jobs.values().find(|job| job.id == id).cloned();
        found.ok_or_else(|| ApiError::not_found("there is no such job"))
    }

    /// An error if a job is queued or running for a database.
    fn check_idle(&self, database: Option<&str>) -> Result<(), ApiError> {
        match database.and_then(|database| self.working_on(database)) {
            Some(job) => Err(ApiError::in_the_way("another job is already working on this", &job.id)),
            None => Ok(()),
        }
    }

    /// An error if a job for a database cannot be accepted now.
    fn admit(&self, database: Option<&str>) -> Result<(), ApiError> {
        self.check_idle(database)?;
        if self.closed {
            return Err(ApiError::new(Code::Conflict, "the server is shutting down"));
        }
        if self.queue.len() >= QUEUED { Err(ApiError::busy()) } else { Ok(()) }
    }

    /// Removes the resumable jobs of a database: the same request continues in their place.
    fn take_ended(&mut self, app: &App, database: &str) -> Vec<Arc<Job>> {
        // A job of an earlier run of the server has not looked up its database yet.
        let wrote = |job: &Job| job.database().or_else(|| job.request.database(app).ok().flatten());
        let ended = |job: &Arc<Job>| job.is_resumable() && wrote(job).as_deref() == Some(database);
        self.jobs.extract_if(.., |_, job| ended(job)).map(|(_, job)| job).collect()
    }

    fn queue(&mut self, job: &Arc<Job>) {
        job.enter(JobState::Queued);
        self.queue.push_back(Arc::clone(job));
    }
}

/// The number of jobs.
#[derive(Serialize)]
pub struct Load {
    running: usize,
    queued: usize,
    most_running: usize,
    most_queued: usize,
}

impl Jobs {
    /// The unfinished jobs of an earlier run of the server, all stopped.
    pub fn open(config: &Config, storage: &Storage) -> Jobs {
        let mut inner = Inner::default();
        let mut files = storage.read_all::<JobFile>(Folder::Jobs);
        files.sort_by_key(|(_, file)| file.created);
        for (id, file) in files {
            inner.number += 1;
            inner.jobs.insert(inner.number, Arc::new(Job::stopped(id, file)));
        }
        Jobs { most_running: config.jobs.max(1), inner: Mutex::new(inner) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much there is to do.
    pub fn load(&self) -> Load {
        let inner = self.lock();
        Load { running: inner.running, queued: inner.queue.len(), most_running: self.most_running, most_queued: QUEUED }
    }

    /// The number of running jobs.
    pub fn running(&self) -> usize {
        self.lock().running
    }

    /// The job with an identifier.
    pub fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        self.lock().find(id)
    }

    /// Runs work on a database while no job writes to it or starts to.
    pub fn while_idle<T>(&self, database: &str, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
        let inner = self.lock();
        inner.check_idle(Some(database))?;
        work()
    }

    /// An error if a job for a game is queued or running.
    pub fn check_no_job_of(&self, game: &str) -> Result<(), ApiError> {
        let inner = self.lock();
        match inner.jobs.values().find(|job| job.is_active() && job.request.game() == game) {
            Some(job) => Err(ApiError::in_the_way("a job is working on this game", &job.id).hint("stop it first")),
            None => Ok(()),
        }
    }

    /// Queues a new job.
    fn take_on(&self, app: &Arc<App>, job: &Arc<Job>) -> Result<(), ApiError> {
        let mut inner = self.lock();
        let database = job.database();
        inner.admit(database.as_deref())?;
        if let Some(database) = database {
            let is_begun = app.storage.database(&database).exists();
            for earlier in inner.take_ended(app, &database) {
                if is_begun {
                    job.succeed(&earlier);
                }
                app.storage.remove(Folder::Jobs, &earlier.id);
            }
        }
        inner.number += 1;
        let number = inner.number;
        inner.jobs.insert(number, Arc::clone(job));
        for forgotten in forget_old(&mut inner.jobs) {
            app.storage.remove(Folder::Jobs, &forgotten.id);
        }
        inner.queue(job);
        drop(inner);
        self.pump(app);
        Ok(())
    }

    /// Queues a stopped job again. All under one lock, so that of two concurrent requests one is refused.
    fn take_up(&self, app: &Arc<App>, id: &str) -> Result<Arc<Job>, ApiError> {
        let mut inner = self.lock();
        let job = inner.find(id)?;
        if !job.is_resumable() {
            return Err(ApiError::new(Code::Conflict, "this job is not stopped, or cannot be resumed"));
        }
        let database = job.request.database(app)?;
        inner.admit(database.as_deref())?;
        let is_begun = database.as_ref().is_some_and(|database| app.storage.database(database).exists());
        job.prepare_again(database, is_begun);
        inner.queue(&job);
        drop(inner);
        self.pump(app);
        Ok(job)
    }

    /// Stops a job; if it is queued, removes it from the queue.
    fn stop(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let mut inner = self.lock();
        let job = inner.find(id)?;
        job.stop();
        inner.queue.retain(|waiting| waiting.id != id);
        Ok(job)
    }

    /// Removes a job that does not run.
    fn forget(&self, app: &App, id: &str) -> Result<(), ApiError> {
        let mut inner = self.lock();
        let job = inner.find(id)?;
        if job.state() == JobState::Running {
            return Err(ApiError::in_the_way("this job is running", id).hint("stop it first"));
        }
        job.stop();
        inner.queue.retain(|waiting| waiting.id != id);
        inner.jobs.retain(|_, known| known.id != id);
        app.storage.remove(Folder::Jobs, id);
        Ok(())
    }

    /// Removes the jobs of a game.
    pub fn forget_game(&self, app: &App, game: &str) {
        let mut inner = self.lock();
        let gone = inner.jobs.extract_if(.., |_, job| !job.is_active() && job.request.game() == game);
        gone.for_each(|(_, job)| app.storage.remove(Folder::Jobs, &job.id));
    }

    /// Starts queued jobs while the limit allows it.
    fn pump(&self, app: &Arc<App>) {
        let mut inner = self.lock();
        while inner.running < self.most_running && !inner.closed {
            let Some(job) = inner.queue.pop_front() else { return };
            if job.state() != JobState::Queued {
                continue;
            }
            inner.running += 1;
            job.enter(JobState::Running);
            let (app, worker) = (Arc::clone(app), Arc::clone(&job));
            let work = move || {
                run(&app, &worker);
                app.jobs.lock().running -= 1;
                app.jobs.pump(&app);
            };
            if let Err(error) = thread::Builder::new().name("job".to_owned()).stack_size(STACK).spawn(work) {
                inner.running -= 1;
                job.fail(ApiError::new(Code::Limit, format!("no thread for the job: {error}")), true);
            }
        }
    }

    /// Stops all jobs, and waits a moment for them.
    pub fn shut_down(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.jobs.values().for_each(|job| job.stop());
        drop(inner);
        let start = Instant::now();
        while self.lock().running > 0 && start.elapsed() < SHUTDOWN_TIMEOUT {
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Removes the oldest jobs that are neither running nor queued if there are many, finished or failed ones first.
fn forget_old(jobs: &mut BTreeMap<u64, Arc<Job>>) -> Vec<Arc<Job>> {
    let many = jobs.len().saturating_sub(REMEMBERED);
    // The last one is new and not in the queue yet.
    let mut idle: Vec<(bool, u64)> = jobs
        .iter()
        .rev()
        .skip(1)
        .filter(|(_, job)| !job.is_active())
        .map(|(&number, job)| (job.is_resumable(), number))
        .collect();
    idle.sort_unstable();
    idle.into_iter().take(many).filter_map(|(_, number)| jobs.remove(&number)).collect()
}

/// Runs a job and records its outcome.
fn run(app: &Arc<App>, job: &Arc<Job>) {
    let work = || match &job.request {
        JobRequest::Solve(request) => solve::run(app, job, request),
        JobRequest::Synth(request) => synth::synth(app, job, request),
        JobRequest::Complete(request) => synth::complete(app, job, request),
    };
    let outcome = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::bug("a job ended without saying why").into()));
    if !job.finish(outcome) {
        app.storage.remove(Folder::Jobs, &job.id);
    }
}

/// A job in a list, with the title of its game.
#[derive(Serialize)]
struct Listed {
    title: String,
    #[serde(flatten)]
    job: Snapshot,
}

/// `GET /api/jobs`
pub async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    let jobs: Vec<Arc<Job>> = app.jobs.lock().jobs.values().cloned().collect();
    let title = |game: &str| app.library.find(game).map_or_else(|_| game.to_owned(), |known| known.sheet.title);
    let listed = |job: &Arc<Job>| Listed { title: title(job.request.game()), job: job.snapshot(false) };
    Json(json!({ "jobs": jobs.iter().map(listed).collect::<Vec<_>>() }))
}

/// `POST /api/jobs`
pub async fn start(
    State(app): State<Arc<App>>,
    Body(request): Body<JobRequest>,
) -> Result<(StatusCode, Json<Snapshot>), ApiError> {
    app.light(move |app| {
        let request = request.checked(app)?;
        let database = request.database(app)?;
        let is_kept = database.is_some();
        let job = Arc::new(Job::new(request, database));
        // Stored before it starts, so that a later run of the server knows every job that has run.
        if is_kept {
            app.storage.write(Folder::Jobs, &job.id, &job.file())?;
        }
        app.jobs.take_on(app, &job).inspect_err(|_| app.storage.remove(Folder::Jobs, &job.id))?;
        Ok((StatusCode::ACCEPTED, Json(job.snapshot(true))))
    })
    .await
}

/// `GET /api/jobs/{id}`
pub async fn get(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<Json<Snapshot>, ApiError> {
    Ok(Json(app.jobs.get(&id)?.snapshot(true)))
}

/// `POST /api/jobs/{id}/stop`
pub async fn stop(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<Json<Snapshot>, ApiError> {
    Ok(Json(app.jobs.stop(&id)?.snapshot(true)))
}

/// `POST /api/jobs/{id}/resume`
pub async fn resume(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<Json<Snapshot>, ApiError> {
    app.light(move |app| Ok(Json(app.jobs.take_up(app, &id)?.snapshot(true)))).await
}

/// `DELETE /api/jobs/{id}`
pub async fn remove(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<StatusCode, ApiError> {
    app.light(move |app| {
        app.jobs.forget(app, &id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
