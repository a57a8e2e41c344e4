//! The store: owns all nodes, returns handles, executes operations.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, Weak};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cache::Cache;
use crate::deep::{is_deep, stack_bytes};
use crate::domains::Domains;
use crate::error::{Error, Stop, StoreLimit};
use crate::gate::Gate;
use crate::handle::{Root, RootNode};
use crate::ids::{EMPTY, FULL, Node};
use crate::ledger::{Ledger, StoreBudget};
use crate::operation::Operations;
use crate::unique::Nodes;
use crate::walk::{Space, Walk, Worker};

/// The options of a store.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// Its limits.
    pub budget: StoreBudget,
    /// The number of threads per operation.
    pub threads: usize,
    /// The maximum number of cached results; about one per two nodes while there are fewer.
    pub cache_entries: usize,
}

impl Default for StoreOptions {
    /// One thread, 2^26 cached results, the default budget.
    fn default() -> Self {
        StoreOptions { budget: StoreBudget::default(), threads: 1, cache_entries: 1 << 26 }
    }
}

/// Current and peak usage of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Nodes now, including garbage.
    pub nodes: usize,
    /// The peak number of nodes.
    pub peak_nodes: usize,
    /// Bytes now.
    pub bytes: usize,
    /// The peak number of bytes.
    pub peak_bytes: usize,
    /// The number of garbage collections.
    pub collections: usize,
    /// Steps so far: nodes made or found, with wide ones counted more.
    pub steps: u64,
}

/// Diagrams over fixed domains, and the operations on them.
///
/// Operations take and return handles. One that runs out of budget collects garbage and tries again; only if that does
/// not help it returns [`Error::OutOfBudget`], and the store remains usable.
///
/// ```
/// use diagram::{Domains, StoreOptions, Store};
/// let mut store = Store::new(Domains::new(&[3, 3])?, StoreOptions::default())?;
/// let corner = store.state(&[0, 0])?;
/// let both = store.states([[0, 0], [2, 1]])?;
/// let other = store.difference(&both, &corner)?;
/// assert_eq!(store.count(&other)?, 1);
/// assert_eq!(store.pick(&other)?, Some(vec![2, 1]));
/// # Ok::<(), diagram::Error>(())
/// ```
pub struct Store {
    pub(crate) domains: Domains,
    pub(crate) space: Space,
    pub(crate) pool: Option<ThreadPool>,
    id: u64,
    pub(crate) roots: Vec<Weak<RootNode>>,
    prune_roots_at: usize,
    pub(crate) collect_at: usize,
    pub(crate) collections: usize,
}

/// The address space that a store may reserve for nodes: a sixteenth of what x86-64 and AArch64 give to a process.
const ADDRESS_SPACE: usize = 8 << 40;

/// The minimum address space for the nodes of a level.
const SMALL_ADDRESS_SPACE: usize = 1 << 20;

/// The number of nodes per thread on the level from which a walk no longer shares its work.
const NODES_PER_THREAD: usize = 64;

/// With fewer nodes than this, garbage collection gains nothing.
pub(crate) const FEW_NODES: usize = 100_000;

static NEXT_STORE: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// An empty store.
    pub fn new(domains: Domains, options: StoreOptions) -> Result<Store, Error> {
        let threads = options.threads.max(1);
        let ledger = Ledger::new(options.budget);
        let cache = Cache::new(options.cache_entries, options.budget.bytes / 4, threads);
        let cache = cache.map_err(|_| Error::OutOfMemory)?;
        ledger.take_bytes(cache.bytes()).map_err(|stop| ledger.error(stop))?;
        let levels = domains.levels();
        let nodes = empty_levels(&domains, &ledger).map_err(|stop| ledger.error(stop))?;
        let space = Space {
            levels: nodes,
            cache,
            ledger,
            workers: (0..threads).map(|_| Worker::new(levels)).collect(),
            operations: Mutex::new(Operations::default()),
            gate: Gate::default(),
        };
        let pool = if threads > 1 || is_deep(levels) { Some(thread_pool(threads, levels)?) } else { None };
        let id = NEXT_STORE.fetch_add(1, Ordering::Relaxed);
        Ok(Store {
            domains,
            space,
            pool,
            id,
            roots: Vec::new(),
            prune_roots_at: 1024,
            collect_at: FEW_NODES,
            collections: 0,
        })
    }

    /// The domains of its levels.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }

    /// Its current usage.
    pub fn usage(&self) -> Usage {
        let ledger = &self.space.ledger;
        Usage {
            nodes: ledger.nodes(),
            peak_nodes: ledger.peak_nodes(),
            bytes: ledger.bytes(),
            peak_bytes: ledger.peak_bytes(),
            collections: self.collections,
            steps: ledger.steps(),
        }
    }

    /// Allows this many more steps, after which operations end with [`StoreLimit::Steps`].
    pub fn allow_steps(&mut self, steps: u64) {
        let ledger = &mut self.space.ledger;
        let budget = StoreBudget { steps: ledger.steps().saturating_add(steps), ..ledger.budget() };
        ledger.set_budget(budget);
    }

    /// Counts steps of work outside the diagrams, if the budget has them.
    pub fn charge(&self, steps: u64) -> Result<(), Error> {
        let ledger = &self.space.ledger;
        let enough = steps <= ledger.steps_left();
        ledger.add_steps(steps);
        if enough { Ok(()) } else { Err(ledger.error(Stop::Long)) }
    }

    /// Its budget.
    pub fn budget(&self) -> StoreBudget {
        self.space.ledger.budget()
    }

    /// The node of a handle, which must belong to this store.
    pub(crate) fn node(&self, root: &Root) -> Result<Node, Error> {
        if root.store() == self.id { Ok(root.node()) } else { Err(Error::Foreign) }
    }

    /// A handle to a node of the top level.
    pub(crate) fn hold(&mut self, node: Node) -> Root {
        if self.roots.len() >= self.prune_roots_at {
            self.roots.retain(|root| root.strong_count() > 0);
            self.prune_roots_at = (2 * self.roots.len()).max(1024);
        }
        let root = Root::new(self.id, node);
        self.roots.push(std::sync::Arc::downgrade(root.shared()));
        root
    }

    /// Executes an operation on some diagrams that returns one.
    pub(crate) fn operate<const N: usize>(
        &mut self,
        operands: [&Root; N],
        job: impl Fn(&Walk<'_>, [Node; N]) -> Result<Node, Stop> + Sync,
    ) -> Result<Root, Error> {
        let node = self.derive(&operands, |walk| job(walk, operands.map(Root::node)))?;
        Ok(self.hold(node))
    }

    /// Computes something from some diagrams, and again after garbage collection if the budget is reached; so `job`
    /// must read the nodes of the operands itself.
    pub(crate) fn derive<R: Send>(
        &mut self,
        operands: &[&Root],
        job: impl Fn(&Walk<'_>) -> Result<R, Stop> + Sync,
    ) -> Result<R, Error> {
        for operand in operands {
            self.node(operand)?;
        }
        if self.space.ledger.nodes() >= self.collect_at {
            self.collect();
        }
        let result = match self.attempt(operands, &job) {
            Err(Stop::Nodes | Stop::Bytes | Stop::Memory) => {
                self.collect();
                self.attempt(operands, &job)
            }
            done => done,
        };
        result.map_err(|stop| self.space.ledger.error(stop))
    }

    /// Runs `job` while this many bytes outside the diagrams are accounted for, after garbage collection if necessary.
    pub fn holding<R, E: From<Error>>(
        &mut self,
        bytes: usize,
        job: impl FnOnce(&mut Store) -> Result<R, E>,
    ) -> Result<R, E> {
        if self.space.ledger.take_scratch(bytes).is_err() {
            self.collect();
            self.space.ledger.take_scratch(bytes).map_err(|stop| self.space.ledger.error(stop))?;
        }
        let result = job(self);
        self.space.ledger.give_bytes(bytes);
        result
    }

    /// Runs `job` with at most this many further nodes; `None` if it needs more, or more memory than there is.
    pub fn within<R>(
        &mut self,
        nodes: usize,
        job: impl FnOnce(&mut Store) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let before = self.space.ledger.budget();
        let limit = self.space.ledger.nodes().saturating_add(nodes).min(before.nodes);
        self.space.ledger.set_budget(StoreBudget { nodes: limit, ..before });
        let result = job(self);
        self.space.ledger.set_budget(before);
        match result {
            Ok(done) => Ok(Some(done)),
            Err(Error::OutOfBudget(StoreLimit::Nodes(reached))) if reached == limit && limit < before.nodes => Ok(None),
            Err(Error::OutOfBudget(StoreLimit::Bytes(_)) | Error::OutOfMemory) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn attempt<R: Send>(
        &mut self,
        operands: &[&Root],
        job: impl Fn(&Walk<'_>) -> Result<R, Stop> + Sync,
    ) -> Result<R, Stop> {
        let operations = self.space.operations.get_mut().unwrap_or_else(PoisonError::into_inner);
        if operations.nearly_exhausted() {
            operations.restart();
            self.space.cache.clear();
        }
        self.grow_cache();
        let space = &self.space;
        let Some(pool) = &self.pool else { return job(&Walk::alone(space)) };
        if !is_deep(space.levels.len()) {
            match job(&Walk::short(space)) {
                Err(Stop::Long) => {}
                done => return done,
            }
        }
        let split = operands.iter().map(|operand| split_level(space, operand.node())).min().unwrap_or(0);
        pool.install(|| job(&Walk::together(space, split)))
    }

    /// Grows the cache if the diagrams have grown, unless that would exceed the budget.
    fn grow_cache(&mut self) {
        let Space { cache, ledger, .. } = &mut self.space;
        let nodes = ledger.nodes();
        let bytes = cache.bytes_to_grow(nodes);
        if bytes > 0 && ledger.take_bytes(bytes).is_ok() && cache.grow(nodes).is_err() {
            ledger.give_bytes(bytes);
        }
    }
}

/// Levels without nodes, each with address space for as many as the budget allows. If the system limits the address
/// space, less is reserved until it succeeds.
fn empty_levels(domains: &Domains, ledger: &Ledger) -> Result<Box<[Nodes]>, Stop> {
    let mut address_bytes = ledger.budget().bytes.min(ADDRESS_SPACE / domains.levels());
    let (nodes, bytes) = (ledger.nodes(), ledger.bytes());
    loop {
        let level = |&size: &u16| Nodes::new(usize::from(size), address_bytes, ledger);
        match domains.sizes().iter().map(level).collect() {
            Err(Stop::Memory) if address_bytes > SMALL_ADDRESS_SPACE => {
                ledger.give_nodes(ledger.nodes() - nodes);
                ledger.give_bytes(ledger.bytes() - bytes);
                address_bytes /= 4;
            }
            done => return done,
        }
    }
}

/// The level below which a walk over a diagram no longer shares its work: the first on which the diagram has so many
/// nodes that the steps above it keep all threads busy. Further down, steps are too small to be worth sharing (on
/// Connect Four 5x6, sharing down to the middle took a tenth more CPU time than sharing on the top five levels).
///
/// Only the nodes of this diagram count: the store may hold hundreds of diagrams, each with a node on the top level.
fn split_level(space: &Space, root: Node) -> usize {
    let workers = space.workers.len();
    let mut nodes = vec![root];
    for (level, at) in space.levels.iter().enumerate() {
        if workers == 1 || nodes.len() > NODES_PER_THREAD * workers {
            return level;
        }
        let children = nodes.iter().flat_map(|&node| at.children(node)).map(|child| child.load(Ordering::Relaxed));
        nodes = children.filter(|&child| child != EMPTY && child != FULL).collect();
        nodes.sort_unstable();
        nodes.dedup();
    }
    space.levels.len()
}

fn thread_pool(threads: usize, levels: usize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        // Twice: a thread that waits for another takes on further work on top of its own.
        .stack_size(2 * stack_bytes(levels))
        .thread_name(|thread| format!("diagram-{thread}"))
        .build()
        .map_err(|_| Error::OutOfMemory)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every diagram in the store has a node on the top level; these say nothing about the work on one of them.
    #[test]
    fn work_is_shared_however_many_diagrams_there_are() {
        let domains = Domains::new(&[2; 24]).unwrap();
        let mut store = Store::new(domains, StoreOptions { threads: 2, ..StoreOptions::default() }).unwrap();
        let state = |number: u32| -> [u16; 24] { std::array::from_fn(|level| (number >> (23 - level) & 1) as u16) };
        let kept: Vec<_> = (0..500).map(|number| store.state(&state(number * 31)).unwrap()).collect();
        let many = store.states((0..100_000).map(|number| state(number * 131))).unwrap();
        let level = split_level(&store.space, many.0.node());
        assert!((6..12).contains(&level), "{level}");
        assert_eq!(split_level(&store.space, kept[7].0.node()), 24);
    }
}
