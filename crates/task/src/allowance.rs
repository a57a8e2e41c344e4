//! The limits of a short run before the actual work: a race of variable orders, a trial, a probe.

/// The maximum memory that a short run needs.
const SHORT_RUN: usize = 512 << 20;

/// The limits of a short run.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// The maximum number of bytes.
    pub bytes: usize,
    /// The maximum number of diagram steps.
    pub steps: u64,
    /// Called between two steps; a run that may not continue ends with what it has.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Allowance<'a> {
    /// An allowance of this many bytes, but no more than a short run needs.
    pub fn new(bytes: usize, go_on: &'a (dyn Fn() -> bool + Sync)) -> Allowance<'a> {
        Allowance { bytes: bytes.min(SHORT_RUN), steps: u64::MAX, go_on }
    }

    /// The same with a limit on steps.
    pub fn within_steps(self, steps: u64) -> Allowance<'a> {
        Allowance { steps, ..self }
    }
}

/// As much memory as a short run needs, and no time limit.
impl Default for Allowance<'_> {
    fn default() -> Self {
        Allowance { bytes: SHORT_RUN, steps: u64::MAX, go_on: &|| true }
    }
}
