//! Resource limits of a grounding, and the errors that say what grew.
//!
//! Grounding can blow up in ways that the author of a sheet does not see: a relation over six coordinates, an unbounded
//! counter, a function term that nests itself. Every loop of this crate reports to a [`Meter`]. When a limit is
//! reached, an [`Error`] names the relation and the clause that were growing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gdl::Span;
use number::size;

/// Bounds of one grounding.
///
/// ```
/// let limits = ground::GroundingLimits { bytes: 1 << 30, ..ground::GroundingLimits::default() };
/// assert!(limits.time.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct GroundingLimits {
    /// Atoms of all relations together.
    pub atoms: usize,
    /// Ground rules.
    pub instances: usize,
    /// Bytes of working memory.
    pub bytes: usize,
    /// Returns the resident memory of the process, which may not exceed `bytes` either. Only for processes that do
    /// nothing else at the time. It includes memory that the grounder does not account for, from the text of the sheet
    /// to memory that the allocator cannot release.
    pub resident: Option<fn() -> usize>,
    /// Symbols in one ground term; this stops function terms that nest themselves.
    pub term_size: u32,
    /// A relation with more atoms than this is restricted to the atoms that are used. Not a limit: it decides how the
    /// work is done, not whether.
    pub restrict_above: u32,
    /// Whether states in which a role has no legal move are terminal. Not a limit: it is part of lenient mode.
    pub stuck_ends: bool,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// A flag that stops the grounding when set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for GroundingLimits {
    fn default() -> GroundingLimits {
        GroundingLimits {
            atoms: 50_000_000,
            instances: 200_000_000,
            bytes: 3 << 30,
            resident: None,
            term_size: 4096,
            restrict_above: 300_000,
            stuck_ends: false,
            time: None,
            stop: None,
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// [`GroundingLimits::atoms`]
    Atoms,
    /// [`GroundingLimits::instances`]
    Instances,
    /// [`GroundingLimits::bytes`]
    Bytes,
    /// [`GroundingLimits::term_size`]
    TermSize,
    /// [`GroundingLimits::time`]
    Time,
    /// [`GroundingLimits::stop`]
    Stop,
}

/// The stage of a grounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroundingStage {
    /// Evaluating relations that are the same in every state.
    Statics,
    /// Finding the facts and moves that may occur.
    Reachability,
    /// Writing out the ground rules.
    Instantiation,
    /// Building and simplifying the circuit.
    Circuit,
}

impl fmt::Display for GroundingStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GroundingStage::Statics => "evaluating the static relations",
            GroundingStage::Reachability => "collecting the possible facts and moves",
            GroundingStage::Instantiation => "writing out the ground rules",
            GroundingStage::Circuit => "building the circuit",
        })
    }
}

/// The sizes when a limit was reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelationSizes {
    /// The largest relations, each with its number of atoms, largest first.
    pub relations: Vec<(String, usize)>,
    /// The clause with the most matches: its head, its span, and the number of matches.
    pub clause: Option<(String, Span, usize)>,
}

impl fmt::Display for RelationSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, atoms)) in self.relations.iter().enumerate() {
            write!(f, "{}`{name}` has {atoms} atoms", if i == 0 { "" } else { ", " })?;
        }
        if let Some((head, _, matches)) = &self.clause {
            let separator = if self.relations.is_empty() { "" } else { "; " };
            write!(f, "{separator}the rule for `{head}` matched {matches} times")?;
        }
        Ok(())
    }
}

/// The reason why there is no ground game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A limit was reached.
    Limit {
        /// The limit.
        resource: Resource,
        /// Its value, in the unit of the resource (time in milliseconds).
        limit: u64,
        /// The stage.
        stage: GroundingStage,
        /// The sizes at that time.
        growth: RelationSizes,
    },
    /// A reward that is not a whole number.
    Reward {
        /// The goal atom.
        goal: String,
    },
}

impl Error {
    /// The relevant place in the rule sheet, if there is one.
    pub fn span(&self) -> Option<Span> {
        match self {
            Error::Limit { growth, .. } => growth.clause.as_ref().map(|clause| clause.1),
            Error::Reward { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit { resource, limit, stage, growth } => {
                write!(f, "the game is too large to ground: {stage} ")?;
                match resource {
                    Resource::Atoms => write!(f, "gave more than {limit} atoms")?,
                    Resource::Instances => write!(f, "gave more than {limit} ground rules")?,
                    Resource::Bytes => write!(f, "took more than {} of memory", size(*limit))?,
                    Resource::TermSize => write!(f, "nested a term beyond {limit} symbols")?,
                    Resource::Time => write!(f, "did not finish within {}", duration(*limit))?,
                    Resource::Stop => write!(f, "was stopped")?,
                }
                if *growth != RelationSizes::default() {
                    write!(f, " ({growth})")?;
                }
                Ok(())
            }
            Error::Reward { goal } => write!(f, "the reward in `{goal}` is not a whole number"),
        }
    }
}

/// `45 s`, `1.5 s`, `200 ms`.
fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1000 => format!("{milliseconds} ms"),
        _ => format!("{} s", milliseconds as f64 / 1000.0),
    }
}

impl std::error::Error for Error {}

/// A limit was reached; an [`Error`] without the details, which only the outermost caller can add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop(pub Resource);

/// Compares resource usage with the [`GroundingLimits`], frequently and cheaply.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The bounds.
    pub limits: &'a GroundingLimits,
    deadline: Option<Instant>,
    ticks: u32,
    /// Largest memory seen.
    pub peak_bytes: usize,
    /// Memory held since the start of the current stage, in addition to the memory reported during the stage.
    pub held_bytes: usize,
    /// The number of atoms so far.
    pub atoms: usize,
    /// The relation that stopped the evaluation by exceeding its expected size, rather than a limit.
    pub outgrown: Option<u32>,
}

/// Steps between two checks of time and memory: some hundred microseconds.
const PERIOD: u32 = 1 << 14;

impl<'a> Meter<'a> {
    /// A meter that starts now.
    pub fn new(limits: &'a GroundingLimits) -> Meter<'a> {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Meter { limits, deadline, ticks: 0, peak_bytes: 0, held_bytes: 0, atoms: 0, outgrown: None }
    }

    /// One step of work; `bytes` returns the memory that the caller holds.
    pub fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), Stop> {
        self.work(1, bytes)
    }

    /// Several steps of work at once.
    pub fn work(&mut self, steps: usize, bytes: impl FnOnce() -> usize) -> Result<(), Stop> {
        self.ticks = self.ticks.saturating_add(steps as u32);
        if self.ticks < PERIOD {
            return Ok(());
        }
        self.check(bytes())
    }

    /// Checks time and memory now.
    pub fn check(&mut self, bytes: usize) -> Result<(), Stop> {
        self.ticks = 0;
        let bytes = bytes + self.held_bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
        if bytes.max(self.limits.resident.map_or(0, |resident| resident())) > self.limits.bytes {
            return Err(Stop(Resource::Bytes));
        }
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop(Resource::Stop));
        }
        match self.deadline {
            Some(deadline) if Instant::now() > deadline => Err(Stop(Resource::Time)),
            _ => Ok(()),
        }
    }

    /// Counts one more atom.
    pub fn atom(&mut self) -> Result<(), Stop> {
        self.atoms += 1;
        if self.atoms > self.limits.atoms { Err(Stop(Resource::Atoms)) } else { Ok(()) }
    }

    /// The limit's value for messages.
    pub fn value(&self, resource: Resource) -> u64 {
        match resource {
            Resource::Atoms => self.limits.atoms as u64,
            Resource::Instances => self.limits.instances as u64,
            Resource::Bytes => self.limits.bytes as u64,
            Resource::TermSize => u64::from(self.limits.term_size),
            Resource::Time => self.limits.time.map_or(0, |time| time.as_micros().div_ceil(1000) as u64),
            Resource::Stop => 0,
        }
    }
}

/// Appends with at most a quarter of unused capacity, and less for large vectors: doubling a vector of a gigabyte would
/// exceed the memory limit by itself.
pub fn push<T>(vector: &mut Vec<T>, value: T) {
    make_room(vector, 1);
    vector.push(value);
}

/// Appends several values, as [`push`] does.
pub fn extend<T: Copy>(vector: &mut Vec<T>, values: &[T]) {
    make_room(vector, values.len());
    vector.extend_from_slice(values);
}

fn make_room<T>(vector: &mut Vec<T>, more: usize) {
    if vector.capacity() - vector.len() < more {
        let quarter = (vector.len() / 4).min(vector.len() / 16 + (16 << 20) / size_of::<T>());
        vector.reserve_exact(more + quarter + 16);
    }
}
