//! The cost of a solution: time over all runs, and memory.

use std::fs;
use std::time::Instant;

use crate::manifest::Effort;

/// The current run.
#[derive(Debug)]
pub struct Run {
    /// When it started.
    pub start: Instant,
    /// The effort of the runs before it.
    pub earlier: Effort,
}

impl Run {
    /// A run that starts now.
    pub fn new(earlier: Option<Effort>) -> Run {
        Run { start: Instant::now(), earlier: earlier.unwrap_or_default() }
    }

    /// The effort of all runs so far.
    pub fn effort(&self) -> Effort {
        Effort {
            seconds: self.earlier.seconds + self.start.elapsed().as_secs_f64(),
            runs: self.earlier.runs.saturating_add(1),
            peak_bytes: self.earlier.peak_bytes.max(peak_memory()),
        }
    }
}

/// The peak memory of this process in bytes; 0 if the system does not report it. Unlike the figure of `getrusage`, it
/// does not include memory that a parent held before this program was started.
pub fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kib.map_or(0, |kib| kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_efforts_of_runs_add_up() {
        let earlier = Effort { seconds: 12.5, runs: 2, peak_bytes: u64::MAX };
        let effort = Run::new(Some(earlier)).effort();
        assert!(effort.seconds >= 12.5);
        assert_eq!((effort.runs, effort.peak_bytes), (3, u64::MAX));
        assert_eq!(Run::new(None).effort().runs, 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_is_resident_memory() {
        let held = std::hint::black_box(vec![1u8; 48 << 20]);
        assert!(peak_memory() >= held.len() as u64);
    }
}
