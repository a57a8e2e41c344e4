//! Restarts of Algorithm 2 from many seeds on all cores, then large-neighbourhood search from the best list, until time
//! is up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::Thread;
use std::time::{Duration, Instant};

use game::Random;

use crate::algorithm2::algorithm2;
use crate::follow::Optimality;
use crate::list::List;
use crate::lower_bound::lower_bound;
use crate::neighbourhood;
use crate::options::{Options, Over};

/// Steps of large-neighbourhood search between two reports.
const REPORT: u64 = 256;

/// The interval at which the clock is checked.
const TICK: Duration = Duration::from_millis(20);

/// The effort of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchEffort {
    /// The maximum number of runs of Algorithm 2. At least one is made, regardless of time.
    pub restarts: u64,
    /// When to stop restarting; the remaining time is for large-neighbourhood search.
    pub restarts_until: Option<Instant>,
    /// The deadline; without one there is no large-neighbourhood search.
    pub until: Option<Instant>,
    /// Threads.
    pub threads: usize,
    /// The seed. With restarts alone, the same seed gives the same list.
    pub seed: u64,
}

impl SearchEffort {
    /// A search of the given duration: restarts for a third of the time, then large-neighbourhood search.
    pub fn lasting(time: Duration, threads: usize, seed: u64) -> SearchEffort {
        let now = Instant::now();
        SearchEffort {
            restarts: u64::MAX,
            restarts_until: Some(now + time / 3),
            until: Some(now + time),
            threads,
            seed,
        }
    }
}

/// The observer of a search: may stop it, and receives its progress. A closure that returns whether to stop is an
/// observer.
pub trait Watch: Sync {
    /// Whether to stop.
    fn stopped(&self) -> bool;

    /// Receives the progress from time to time.
    fn stands(&self, _standing: &Standing) {}
}

impl<F: Fn() -> bool + Sync> Watch for F {
    fn stopped(&self) -> bool {
        self()
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Rules and literals of the best list.
    pub best: (usize, usize),
    /// Runs of Algorithm 2 so far.
    pub restarts: u64,
    /// Steps of large-neighbourhood search so far.
    pub steps: u64,
}

/// The result of a search.
pub struct Found<'a> {
    /// The best list: fewest rules, then fewest literals.
    pub list: List<'a>,
    /// Whether it is strongly optimal. It is at least weakly optimal, even if the search was stopped during its first
    /// run.
    pub complete: bool,
    /// Whether it is proved that no list is shorter. Then the search ended with it.
    pub minimal: bool,
    /// Runs of Algorithm 2.
    pub restarts: u64,
    /// Steps of large-neighbourhood search.
    pub steps: u64,
    /// Rules and literals of each run, by seed.
    pub runs: Vec<(usize, usize)>,
}

/// Searches for a short strongly optimal list that starts with a weakly optimal one. Only the observer ends the first
/// run; everything after it ends in time, or with a list that is proved to be minimal.
pub fn search<'a>(start: &List<'a>, options: &Options, effort: &SearchEffort, watch: &dyn Watch) -> Found<'a> {
    let halt = Arc::default();
    let start = &start.halted_by(&halt);
    let first = halting(&halt, &|| watch.stopped(), || algorithm2(start, options, &mut Random::stream(effort.seed, 0)));
    let complete = !first.is_halted() || first.is(Optimality::Strong);
    let least = if complete { lower_bound(start, first.cost()) } else { (0, 0) };
    let shared = Shared {
        least,
        is_least: AtomicBool::new(complete && first.cost() <= least),
        runs: Mutex::new(vec![(0, first.cost())]),
        best: Mutex::new((0, first)),
        next: AtomicU64::new(1),
        steps: AtomicU64::new(0),
        watch,
    };
    let over = |until: Option<Instant>| {
        // Without a time limit every restart is made, so that the same seed gives the same list.
        let settled = until.is_some() && shared.is_least.load(Ordering::Relaxed);
        settled || watch.stopped() || until.is_some_and(|until| Instant::now() >= until)
    };
    if complete && !shared.is_least.load(Ordering::Relaxed) {
        halting(&halt, &|| over(effort.until), || shared.work(start, options, effort, &over));
    }
    let minimal = shared.is_least.load(Ordering::Relaxed);
    let mut runs = shared.runs.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    runs.sort_unstable();
    Found {
        list: shared.best.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1,
        complete,
        minimal,
        restarts: runs.len() as u64,
        steps: shared.steps.into_inner(),
        runs: runs.into_iter().map(|(_, cost)| cost).collect(),
    }
}

/// Runs work while another thread checks the clock and sets a flag at the time limit.
pub(crate) fn halting<R>(halt: &AtomicBool, over: Over<'_>, work: impl FnOnce() -> R) -> R {
    let done = AtomicBool::new(false);
    halt.store(over(), Ordering::Relaxed);
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if over() {
                    halt.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(TICK);
            }
        });
        // Dropped even if the work panics; otherwise nobody would wake the clock thread.
        let _end = End { done: &done, clock: clock.thread() };
        work()
    })
}

/// Stops the clock thread when dropped.
struct End<'e> {
    done: &'e AtomicBool,
    clock: &'e Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.clock.unpark();
    }
}

/// The state shared by the threads.
struct Shared<'a, 'w> {
    /// The best list and its run: of equal ones the earliest counts, regardless of thread timing.
    best: Mutex<(u64, List<'a>)>,
    runs: Mutex<Vec<(u64, (usize, usize))>>,
    next: AtomicU64,
    steps: AtomicU64,
    /// Lower bounds on rules and literals.
    least: (usize, usize),
    /// Whether the best list reaches them.
    is_least: AtomicBool,
    watch: &'w dyn Watch,
}

impl<'a> Shared<'a, '_> {
    /// Restarts, then large-neighbourhood search, on all threads.
    fn work(
        &self,
        start: &List<'a>,
        options: &Options,
        effort: &SearchEffort,
        over: &(dyn Fn(Option<Instant>) -> bool + Sync),
    ) {
        std::thread::scope(|scope| {
            for thread in 0..effort.threads.max(1) as u64 {
                scope.spawn(move || {
                    self.restart(start, options, effort, over);
                    if effort.until.is_some() {
                        let random = &mut Random::stream(effort.seed, u64::MAX - thread);
                        self.improve(options, random, &|| over(effort.until));
                    }
                });
            }
        });
    }

    fn restart(
        &self,
        start: &List<'a>,
        options: &Options,
        effort: &SearchEffort,
        over: &dyn Fn(Option<Instant>) -> bool,
    ) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= effort.restarts || over(effort.restarts_until) {
                return;
            }
            let list = algorithm2(start, options, &mut Random::stream(effort.seed, number));
            if list.is_halted() {
                return;
            }
            lock(&self.runs).push((number, list.cost()));
            self.offer(number, list);
            self.report();
        }
    }

    fn report(&self) {
        let restarts = lock(&self.runs).len() as u64;
        let best = lock(&self.best).1.cost();
        self.watch.stands(&Standing { best, restarts, steps: self.steps.load(Ordering::Relaxed) });
    }

    fn offer(&self, number: u64, list: List<'a>) {
        let mut best = lock(&self.best);
        if (list.cost(), number) < (best.1.cost(), best.0) {
            self.is_least.fetch_or(list.cost() <= self.least, Ordering::Relaxed);
            *best = (number, list);
        }
    }

    fn improve(&self, options: &Options, random: &mut Random, over: &dyn Fn() -> bool) {
        let mut current = lock(&self.best).1.clone();
        let mut least = current.cost();
        while !over() {
            if self.steps.fetch_add(1, Ordering::Relaxed).is_multiple_of(REPORT) {
                self.report();
            }
            if let Some(next) = neighbourhood::step(&current, options, random) {
                if next.cost() < least {
                    least = next.cost();
                    self.offer(0, next.clone());
                }
                current = next;
            }
            if random.below(5000) == 0 {
                // Occasionally restarts from the best list of all threads.
                current = lock(&self.best).1.clone();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
