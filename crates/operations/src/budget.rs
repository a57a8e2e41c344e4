//! Limits on memory and time.

use std::fs;
use std::time::{Duration, Instant};

use number::size;
use task::AdviceStep;

use crate::error::Error;

/// The minimum memory limit of the whole program: it takes about as much before any work starts.
const LEAST_MEMORY: usize = 24 << 20;

/// The maximum number of bytes that an engine leaves to the rest of the process.
const LARGEST_RESERVE: usize = 64 << 20;

/// The limits of some work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The maximum number of bytes.
    pub memory: usize,
    /// The time limit, if there is one.
    pub time: Option<Duration>,
    /// Whether the process does nothing else meanwhile, so that all its memory counts. Otherwise `memory` is a share
    /// for this work, and other work has its own.
    pub alone: bool,
}

/// Half of the machine's memory, and no time limit.
impl Default for Budget {
    fn default() -> Budget {
        Budget { memory: usize::try_from(machine_memory() / 2).unwrap_or(usize::MAX), time: None, alone: true }
    }
}

impl Budget {
    /// Rejects limits that are too small for any work.
    pub fn check(&self) -> Result<(), Error> {
        if !self.alone || self.memory >= LEAST_MEMORY {
            return Ok(());
        }
        let (given, least) = (size(self.memory), size(LEAST_MEMORY));
        let what = format!("{given} is not enough memory: every command needs at least {least}");
        Err(Error::limit(what).advise(AdviceStep::MoreMemory))
    }

    /// Whether the budget is all of the machine's memory.
    pub fn is_all(&self) -> bool {
        self.memory as u64 >= machine_memory()
    }

    /// The deadline for work that started at `start`.
    pub fn deadline(&self, start: Instant) -> Option<Instant> {
        self.time.and_then(|time| start.checked_add(time))
    }

    /// Returns free memory to the system. Returns the bytes for an engine: the limit, minus the memory that the process
    /// already holds if it is alone, and a small reserve.
    pub fn make_room_for_engine(&self) -> Result<usize, Error> {
        give_back();
        let taken = if self.alone { resident() } else { 0 };
        let beside = taken + (self.memory / 32).clamp(2 << 20, LARGEST_RESERVE);
        let too_little = || Error::limit(format!("{} is not enough memory to start", size(self.memory)));
        self.memory.checked_sub(beside).ok_or_else(|| too_little().advise(AdviceStep::MoreMemory))
    }

    /// The limit with which an engine gets at least `needed` bytes, given that it gets `allowed` with this one. The
    /// reserve and the memory of trials grow with the limit.
    pub fn enough_for(&self, needed: usize, allowed: usize) -> usize {
        let beside = self.memory.saturating_sub(allowed).saturating_add(LARGEST_RESERVE);
        let all = needed.saturating_add(beside);
        all.saturating_add(all / 15).checked_next_multiple_of(1 << 20).unwrap_or(usize::MAX)
    }

    /// The bytes for proofs: half of what is allowed, so that the same is proved wherever as much is allowed, or what is
    /// left if the program holds more than half already.
    pub fn room_for_proofs(&self) -> usize {
        self.make_room_for_engine().unwrap_or(0).min(self.memory / 2)
    }
}

/// Allocations of at least this many bytes are returned to the system as soon as they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 4 << 20;

/// Returns free memory to the system. Grounding and proofs leave much of it, and the engines manage their own. From
/// then on large allocations are returned at once: by default the allocator would keep up to 32 MB of each for reuse.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    // SAFETY: the calls take no pointer; they set a number and release pages that no allocation uses, under the
    // allocator's own locks.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::malloc_trim(0);
    }
}

/// Returns free memory to the system, where that is supported.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}

/// Mapped files beyond this size are databases, not the program: the system reclaims their pages whenever it needs
/// them.
const PROGRAM_PAGES: usize = 16 << 20;

/// The resident memory of the process in bytes; 0 if unknown.
pub fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
        kib.map_or(0, |kib| kib << 10)
    };
    field("RssAnon:") + field("RssShmem:") + field("RssFile:").min(PROGRAM_PAGES)
}

/// The machine's memory: the limit of the control group if there is one, otherwise the installed memory; 4 GiB if
/// unknown.
pub fn machine_memory() -> u64 {
    let installed = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
    });
    let allowed = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    installed.into_iter().chain(allowed).min().unwrap_or(4 << 30)
}
