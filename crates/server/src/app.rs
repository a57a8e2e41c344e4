//! The state shared by all requests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use operations::budget::{give_back, resident};
use operations::{Budget, Error};
use tokio::sync::Semaphore;

use crate::arenas::{Arenas, arenas};
use crate::databases::Databases;
use crate::error::{ApiError, Code};
use crate::jobs::Jobs;
use crate::library::Library;
use crate::shelf::{Shelf, shelf};
use crate::storage::Storage;
use crate::strategies::stored::Strategies;

/// The maximum memory of a request that waits for heavy work: twice its body.
const WAITING: usize = 4 << 20;

/// The maximum number of listeners to jobs: each keeps a connection.
const LISTENERS: usize = 96;

/// How long a request waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(20);

/// The limits and directories of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its own directory: databases, uploaded games, strategies.
    pub data: PathBuf,
    /// Solutions to show, as given on the command line.
    pub databases: Vec<PathBuf>,
    /// The memory limit in bytes.
    pub memory: usize,
    /// Threads for all jobs.
    pub threads: usize,
    /// The maximum number of jobs that run in parallel.
    pub jobs: usize,
    /// Host names under which the server may be reached, besides addresses and `localhost`.
    pub hosts: Vec<String>,
}

/// The state shared by all requests.
pub struct App {
    pub(crate) config: Config,
    pub(crate) library: Library,
    pub(crate) shelf: Shelf,
    pub(crate) databases: Databases,
    pub(crate) arenas: Arenas,
    pub(crate) jobs: Jobs,
    pub(crate) storage: Storage,
    pub(crate) strategies: Strategies,
    /// Permits for work of microseconds to milliseconds.
    light: Arc<Semaphore>,
    /// Permits for work of up to seconds.
    heavy: Arc<Semaphore>,
    /// Places for requests that wait for a permit.
    waiting: Semaphore,
    /// Places for listeners to jobs, fewer than there are connections.
    pub(crate) listeners: Arc<Semaphore>,
}

impl App {
    /// Opens the directory and the databases.
    pub fn open(config: Config) -> Result<Arc<App>, Error> {
        let storage = Storage::open(&config.data)?;
        let library = Library::open(&storage);
        let databases = Databases::open(&config.databases, &storage, &library)?;
        let jobs = Jobs::open(&config, &storage);
        let strategies = Strategies::open(&storage);
        Ok(Arc::new(App {
            library,
            databases,
            jobs,
            storage,
            strategies,
            shelf: shelf(),
            arenas: arenas(),
            light: Arc::new(Semaphore::new(4 * config.threads.max(2))),
            heavy: Arc::new(Semaphore::new(2)),
            waiting: Semaphore::new((config.memory / (config.jobs + 2) / WAITING).clamp(4, 64)),
            listeners: Arc::new(Semaphore::new(LISTENERS)),
            config,
        }))
    }

    /// Stops all jobs and waits a moment for them. Their commits are kept, and they can be resumed.
    pub fn shut_down(&self) {
        self.jobs.shut_down();
    }

    /// A share of the memory: one for each job, one for caches, one for requests.
    pub(crate) fn share(&self) -> usize {
        self.config.memory / (self.config.jobs + 2)
    }

    /// The limits of one piece of work.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        Budget { memory: self.share(), time, alone: false }
    }

    /// Runs short work outside the threads that serve connections.
    pub(crate) async fn light<T, W>(self: &Arc<App>, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        self.take_turn(&self.light, work).await
    }

    /// Runs work that may take seconds, with little parallelism.
    pub(crate) async fn heavy<T, W>(self: &Arc<App>, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        let _place = self.waiting.try_acquire().map_err(|_| ApiError::busy())?;
        self.make_room()?;
        let work = |app: &Arc<App>| {
            let answer = work(app);
            give_back();
            answer
        };
        self.take_turn(&self.heavy, work).await
    }

    /// Runs work as light or heavy, depending on its weight.
    pub(crate) async fn by_weight<T, W>(self: &Arc<App>, is_heavy: bool, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        if is_heavy { self.heavy(work).await } else { self.light(work).await }
    }

    async fn take_turn<T, W>(self: &Arc<App>, turns: &Arc<Semaphore>, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        let turn = tokio::time::timeout(TURN_TIMEOUT, Arc::clone(turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(ApiError::busy()) };
        let app = Arc::clone(self);
        let work = move || {
            // Held by the work, not by the request: a client that disconnects does not end the work, and must not get
            // another permit.
            let _turn = turn;
            work(&app)
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(answer) => answer,
            Err(_) => Err(ApiError::new(Code::Bug, "a bug in Backsolve ended this request")),
        }
    }

    /// Drops caches if jobs may need their memory; an error if memory is still used up.
    pub(crate) fn make_room(&self) -> Result<(), ApiError> {
        let nearly = |bytes: usize| bytes / 8 * 7;
        if resident() < nearly(self.share() * (2 + self.jobs.running())) {
            return Ok(());
        }
        self.arenas.clear();
        self.shelf.clear();
        give_back();
        if resident() < nearly(self.config.memory) {
            return Ok(());
        }
        let error = ApiError::new(Code::Limit, "the memory limit of the server was reached");
        Err(error.hint("stop a job, or try again later"))
    }
}
