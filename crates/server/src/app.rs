//! What all requests share.

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

/// Memory that a request takes at most while it waits for something heavy: its body, twice.
const WAITING: usize = 4 << 20;

/// Listeners to jobs, at most: each keeps a connection.
const LISTENERS: usize = 96;

/// How long a request waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(20);

/// What the server may take, and where it keeps things.
#[derive(Clone, Debug)]
pub struct Config {
    /// Directory of its own: databases, uploaded games, strategies.
    pub data: PathBuf,
    /// Solutions to show, as given on the command line.
    pub databases: Vec<PathBuf>,
    /// Bytes of memory, at most.
    pub memory: usize,
    /// Threads for all jobs together.
    pub threads: usize,
    /// Number of jobs that run in parallel, at most.
    pub jobs: usize,
    /// Names by which the server may be called beside addresses and `localhost`.
    pub hosts: Vec<String>,
}

/// What all requests share.
pub struct App {
    pub(crate) config: Config,
    pub(crate) library: Library,
    pub(crate) shelf: Shelf,
    pub(crate) databases: Databases,
    pub(crate) arenas: Arenas,
    pub(crate) jobs: Jobs,
    pub(crate) storage: Storage,
    pub(crate) strategies: Strategies,
    /// Turns for work of microseconds to milliseconds.
    light: Arc<Semaphore>,
    /// Turns for work of up to seconds.
    heavy: Arc<Semaphore>,
    /// Places for those who wait for one.
    waiting: Semaphore,
    /// Places for those who listen to jobs, fewer than there are connections.
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

    /// Asks all jobs to stop and waits until they have, for a moment. What they have committed stays, and they can be
    /// resumed.
    pub fn shut_down(&self) {
        self.jobs.shut_down();
    }

    /// A share of the memory: one for each job, one for what is kept, one for what comes and goes.
    pub(crate) fn share(&self) -> usize {
        self.config.memory / (self.config.jobs + 2)
    }

    /// What one piece of work may take from now on.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        Budget { memory: self.share(), time, alone: false }
    }

    /// Does work of a moment, away from the threads that serve connections.
    pub(crate) async fn light<T, W>(self: &Arc<App>, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        self.take_turn(&self.light, work).await
    }

    /// Does work that may take seconds: few at a time.
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

    async fn take_turn<T, W>(self: &Arc<App>, turns: &Arc<Semaphore>, work: W) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        let turn = tokio::time::timeout(TURN_TIMEOUT, Arc::clone(turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(ApiError::busy()) };
        let app = Arc::clone(self);
        let work = move || {
            // Held by the work and not by the request: who hangs up does not end the work, and must not get another
            // turn.
            let _turn = turn;
            work(&app)
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(answer) => answer,
            Err(_) => Err(ApiError::new(Code::Bug, "a bug in Backsolve ended this request")),
        }
    }

    /// Lets go of what was kept for later where it takes memory that jobs may need; an error if memory is used up all
    /// the same.
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
