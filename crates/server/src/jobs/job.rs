//! One job: its state so far, and its listeners.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use operations::Stop;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast;

use super::JobRequest;
use super::progress::{Event, JobProgress, JobState, LayerShare};
use crate::error::{ApiError, Code};
use crate::identity;

/// The maximum number of points in a job's history; beyond, every other one is dropped.
const COURSE: usize = 600;

/// Events buffered for a slow listener; one that misses some gets the whole job again.
const EVENTS: usize = 128;

/// A job.
pub struct Job {
    pub id: String,
    /// Milliseconds since 1970.
    pub created: u64,
    pub request: JobRequest,
    record: Mutex<Record>,
    events: broadcast::Sender<Event>,
}

#[derive(Default)]
struct Record {
    state: JobState,
    stop: Stop,
    resumable: bool,
    error: Option<ApiError>,
    started: Option<Instant>,
    database: Option<String>,
    history: History,
    result: Option<Value>,
}

/// The history of all runs of a job.
#[derive(Clone, Default)]
struct History {
    /// Seconds of earlier runs.
    worked: f64,
    progress: Option<JobProgress>,
    course: Vec<JobProgress>,
    layers: Vec<LayerShare>,
}

/// The stored part of a solve.
#[derive(Serialize, Deserialize)]
pub struct JobFile {
    /// Milliseconds since 1970.
    pub created: u64,
    request: JobRequest,
}

/// A job as shown to listeners and in lists.
#[derive(Serialize)]
pub struct Snapshot {
    id: String,
    kind: &'static str,
    game: String,
    role: Option<String>,
    /// Omitted in lists, since it may be long.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<JobRequest>,
    state: JobState,
    /// Whether it is stopping.
    stopping: bool,
    resumable: bool,
    error: Option<ApiError>,
    /// Milliseconds since 1970.
    created: u64,
    seconds: f64,
    database: Option<String>,
    progress: Option<JobProgress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<JobProgress>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<Vec<LayerShare>>,
    result: Option<Value>,
}

impl Job {
    /// A new job, with the database that it writes.
    pub fn new(request: JobRequest, database: Option<String>) -> Job {
        Job::with(identity::fresh("job"), identity::now(), request, JobState::Queued, database)
    }

    /// A job started by an earlier run of the server.
    pub fn stopped(id: String, file: JobFile) -> Job {
        Job::with(id, file.created, file.request, JobState::Stopped, None)
    }

    /// The part to store for the next run of the server.
    pub fn file(&self) -> JobFile {
        JobFile { created: self.created, request: self.request.clone() }
    }

    fn with(id: String, created: u64, request: JobRequest, state: JobState, database: Option<String>) -> Job {
        let record = Record { state, resumable: true, database, ..Record::default() };
        Job { id, created, request, record: Mutex::new(record), events: broadcast::Sender::new(EVENTS) }
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its state.
    pub fn state(&self) -> JobState {
        self.record().state
    }

    /// Whether it is running or queued.
    pub fn is_active(&self) -> bool {
        matches!(self.state(), JobState::Queued | JobState::Running)
    }

    /// Whether it can be resumed.
    pub fn is_resumable(&self) -> bool {
        let record = self.record();
        matches!(record.state, JobState::Stopped | JobState::Failed) && record.resumable
    }

    /// The database that it writes.
    pub fn database(&self) -> Option<String> {
        self.record().database.clone()
    }

    /// Its stop flag.
    pub fn stop_flag(&self) -> Stop {
        self.record().stop.clone()
    }

    /// Prepares it to be resumed, or to start over if nothing is left of its work.
    pub fn prepare_again(&self, database: Option<String>, is_begun: bool) {
        let mut record = self.record();
        (record.stop, record.error, record.database) = (Stop::default(), None, database);
        if !is_begun {
            record.history = History::default();
        }
    }

    /// Continues an earlier job with the same database: takes over its time and history.
    pub fn succeed(&self, earlier: &Job) {
        self.record().history = earlier.record().history.clone();
    }

    /// Requests a stop; a job that has not started never will.
    pub fn stop(&self) {
        let mut record = self.record();
        record.stop.raise();
        if record.state == JobState::Queued {
            record.state = JobState::Stopped;
        }
        self.tell_state(&record);
    }

    /// Changes its state.
    pub fn enter(&self, state: JobState) {
        let mut record = self.record();
        record.state = state;
        if state == JobState::Running {
            record.started = Some(Instant::now());
        }
        self.tell_state(&record);
    }

    /// Ends it with a result or an error; returns whether it may be resumed later.
    pub fn finish(&self, outcome: Result<Value, ApiError>) -> bool {
        match outcome {
            Ok(result) => {
                let mut record = self.record();
                (record.state, record.result, record.resumable) = (JobState::Done, Some(result), false);
                record.rest();
                self.tell_state(&record);
                false
            }
            Err(error) => {
                let can_go_on = match error.code {
                    Code::Busy | Code::Storage => true,
                    // Within the same limits only work that is stored gets further next time.
                    Code::Limit => self.database().is_some(),
                    _ => false,
                };
                self.fail(error, can_go_on)
            }
        }
    }

    /// Stores its results so far, although it will not finish.
    pub fn keep_partial(&self, result: Value) {
        self.record().result = Some(result);
    }

    /// Ends it without a result; if a stop was requested, that is the reason. Returns whether it may be resumed later.
    pub fn fail(&self, error: ApiError, resumable: bool) -> bool {
        let mut record = self.record();
        // This is how interrupted work reports it.
        if record.stop.raised() && error.code == Code::Conflict {
            (record.state, record.resumable) = (JobState::Stopped, true);
        } else {
            (record.state, record.error, record.resumable) = (JobState::Failed, Some(error), resumable);
        }
        record.rest();
        self.tell_state(&record);
        record.resumable
    }

    /// Reports its progress.
    pub fn progress(&self, mut progress: JobProgress) {
        let mut record = self.record();
        progress.seconds = record.seconds();
        let history = &mut record.history;
        if history.course.len() >= COURSE {
            let mut place = 0;
            history.course.retain(|_| {
                place += 1;
                place % 2 == 0
            });
        }
        history.course.push(progress.clone());
        self.tell("progress", &progress);
        history.progress = Some(progress);
    }

    /// Reports the layers; only new ones are sent.
    pub fn layers(&self, layers: Vec<LayerShare>) {
        let mut record = self.record();
        let known = |layer: &&LayerShare| record.history.layers.get(layer.layer) != Some(*layer);
        let fresh: Vec<&LayerShare> = layers.iter().filter(known).collect();
        if !fresh.is_empty() {
            self.tell("layers", &fresh);
        }
        record.history.layers = layers;
    }

    /// Everything about it, with its history if requested.
    pub fn snapshot(&self, with_course: bool) -> Snapshot {
        self.describe(&self.record(), with_course)
    }

    /// Starts listening: the current state, and a receiver of further events. No receiver if it has ended.
    pub fn listen(&self) -> (Event, Option<broadcast::Receiver<Event>>) {
        let record = self.record();
        let event = self.state_event(&record);
        let receiver = (!event.last).then(|| self.events.subscribe());
        (event, receiver)
    }

    fn describe(&self, record: &Record, with_course: bool) -> Snapshot {
        Snapshot {
            id: self.id.clone(),
            kind: self.request.kind(),
            game: self.request.game().to_owned(),
            role: self.request.role().map(str::to_owned),
            request: with_course.then(|| self.request.clone()),
            state: record.state,
            stopping: record.state == JobState::Running && record.stop.raised(),
            resumable: record.resumable && matches!(record.state, JobState::Stopped | JobState::Failed),
            error: record.error.clone(),
            created: self.created,
            seconds: record.seconds(),
            database: record.database.clone(),
            progress: record.history.progress.clone(),
            history: with_course.then(|| record.history.course.clone()),
            layers: with_course.then(|| record.history.layers.clone()),
            result: record.result.clone(),
        }
    }

    fn state_event(&self, record: &Record) -> Event {
        let data = serde_json::to_string(&self.describe(record, true)).unwrap_or_default();
        let last = !matches!(record.state, JobState::Queued | JobState::Running);
        Event { name: "job", data: data.into(), last }
    }

    fn tell_state(&self, record: &Record) {
        // There may be no listeners.
        let _ = self.events.send(self.state_event(record));
    }

    fn tell(&self, name: &'static str, what: &impl Serialize) {
        if self.events.receiver_count() > 0 {
            let data = serde_json::to_string(what).unwrap_or_default();
            let _ = self.events.send(Event { name, data: data.into(), last: false });
        }
    }
}

impl Record {
    fn seconds(&self) -> f64 {
        self.history.worked + self.started.map_or(0.0, |start| start.elapsed().as_secs_f64())
    }

    /// Adds the time worked so far.
    fn rest(&mut self) {
        self.history.worked = self.seconds();
        self.started = None;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn job() -> Job {
        let request = serde_json::from_value(json!({"kind": "solve", "game": "nim"})).expect("a request");
        Job::new(request, Some("0123456789abcdef".to_owned()))
    }

    #[test]
    fn listeners_receive_progress_and_only_new_layers() {
        let job = job();
        let (first, receiver) = job.listen();
        let mut receiver = receiver.expect("it goes on");
        assert_eq!((first.name, first.last), ("job", false));
        job.progress(JobProgress { phase: "forward", states: 7, ..JobProgress::default() });
        let told = receiver.try_recv().expect("progress is told");
        let data: Value = serde_json::from_str(&told.data).expect("JSON");
        assert_eq!((told.name, &data["states"]), ("progress", &json!(7)));
        let layer = |states: u64| LayerShare { layer: 0, states, solved: false, outcomes: Vec::new() };
        job.layers(vec![layer(1)]);
        assert_eq!(receiver.try_recv().expect("layers are told").name, "layers");
        job.layers(vec![layer(1)]);
        assert!(receiver.try_recv().is_err(), "nothing is new");
        job.finish(Ok(json!({})));
        let last = receiver.try_recv().expect("the end is told");
        assert_eq!((last.name, last.last), ("job", true));
        assert!(job.listen().1.is_none());
    }

    #[test]
    fn an_interrupted_job_is_stopped_and_others_are_failed() {
        let interrupted = || Err(ApiError::new(Code::Conflict, "interrupted"));
        let stopped = job();
        stopped.enter(JobState::Running);
        stopped.stop();
        assert!(stopped.finish(interrupted()) && stopped.state() == JobState::Stopped);
        let failed = job();
        assert!(!failed.finish(Err(ApiError::bad_request("no"))) && failed.state() == JobState::Failed);
        let limited = job();
        assert!(limited.finish(Err(ApiError::new(Code::Limit, "full"))) && limited.is_resumable());
        let search = serde_json::from_value(json!({"kind": "synth", "game": "nim"})).expect("a request");
        let search = Job::new(search, None);
        assert!(!search.finish(Err(ApiError::new(Code::Limit, "late"))) && !search.is_resumable());
    }
}
