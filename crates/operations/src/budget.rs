//! What work may take: memory and time.

use std::fs;
use std::time::{Duration, Instant};

use number::size;
use task::AdviceStep;

use crate::error::Error;

/// Less memory than this is refused for the whole program: it takes about as much itself before any work begins.
const LEAST_MEMORY: usize = 24 << 20;

/// What work may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Bytes of memory, at most.
    pub memory: usize,
    /// Time, at most, if there is a limit.
    pub time: Option<Duration>,
    /// Whether the program does nothing else meanwhile, so that all it holds counts. Else `memory` is a share for this
    /// work, beside which other work has its own.
    pub alone: bool,
}

/// Half of the machine's memory, and all the time in the world.
impl Default for Budget {
    fn default() -> Budget {
        Budget { memory: usize::try_from(machine_memory() / 2).unwrap_or(usize::MAX), time: None, alone: true }
    }
}

impl Budget {
    /// Refuses limits that leave no room for any work.
    pub fn check(&self) -> Result<(), Error> {
        if !self.alone || self.memory >= LEAST_MEMORY {
            return Ok(());
        }
        let (given, least) = (size(self.memory), size(LEAST_MEMORY));
        let what = format!("{given} is not enough memory: every command needs at least {least}");
        Err(Error::limit(what).advise(AdviceStep::MoreMemory))
    }

    /// Whether there is no more memory to allow.
    pub fn is_all(&self) -> bool {
        self.memory as u64 >= machine_memory()
    }

    /// When the time limit is reached, for work that began at `start`.
    pub fn deadline(&self, start: Instant) -> Option<Instant> {
        self.time.and_then(|time| start.checked_add(time))
    }

    /// Hands free memory back to the system. Returns the bytes for an engine: what is allowed, less what the program
    /// has taken so far where it is alone, and a little for what it will take beside the engine.
    pub fn make_room_for_engine(&self) -> Result<usize, Error> {
        give_back();
        let taken = if self.alone { resident() } else { 0 };
        let beside = taken + (self.memory / 32).clamp(2 << 20, 64 << 20);
        let too_little = || Error::limit(format!("{} is not enough memory to start", size(self.memory)));
        self.memory.checked_sub(beside).ok_or_else(|| too_little().advise(AdviceStep::MoreMemory))
    }
}

/// Lists of at least so many bytes go back to the system as soon as they are dropped.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 4 << 20;

/// Hands memory that is free again back to the system. Grounding and proofs leave a lot of it, and the engines have
/// their own. From then on large lists are given back at once: by itself the allocator would keep up to 32 MB of each
/// for the next one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    // SAFETY: the calls take no pointer; they set a number and release pages that no allocation uses, under the
    // allocator's own locks.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::malloc_trim(0);
    }
}

/// Hands memory that is free again back to the system, where that can be asked for.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}

/// Mapped files beyond this are databases, not the program: the system takes their pages back whenever it needs them.
const PROGRAM_PAGES: usize = 16 << 20;

/// Bytes of memory that the program holds now; 0 where nobody knows.
pub fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
        kib.map_or(0, |kib| kib << 10)
    };
    field("RssAnon:") + field("RssShmem:") + field("RssFile:").min(PROGRAM_PAGES)
}

/// The machine's memory: what the control group allows where it says so, else what is installed; 4 GiB where nobody
/// knows.
pub fn machine_memory() -> u64 {
    let installed = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
    });
    let allowed = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    installed.into_iter().chain(allowed).min().unwrap_or(4 << 30)
}
