//! What a short run before the work may take: a race of variable orders, a trial, a probe.

/// Bytes that a short run never needs more than.
const SHORT_RUN: usize = 512 << 20;

/// What a short run may take.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// Bytes at most.
    pub bytes: usize,
    /// Steps of diagrams at most.
    pub steps: u64,
    /// Asked between two steps; a run that may not go on ends with what it has.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Allowance<'a> {
    /// Of so many bytes, or as many as a short run needs.
    pub fn new(bytes: usize, go_on: &'a (dyn Fn() -> bool + Sync)) -> Allowance<'a> {
        Allowance { bytes: bytes.min(SHORT_RUN), steps: u64::MAX, go_on }
    }

    /// The same with so many steps.
    pub fn within_steps(self, steps: u64) -> Allowance<'a> {
        Allowance { steps, ..self }
    }
}

/// As much as a short run needs, and all the time in the world.
impl Default for Allowance<'_> {
    fn default() -> Self {
        Allowance { bytes: SHORT_RUN, steps: u64::MAX, go_on: &|| true }
    }
}
