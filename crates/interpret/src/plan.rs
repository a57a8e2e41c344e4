//! A rule compiled for one shape of call: a linear sequence of steps over a frame of slots.
//!
//! A slot holds a term or a position in a list of answers. Inputs are in the first slots, and constants in slots that
//! are filled when the frame is created, so a step refers only to slots. Only calls with outputs can be retried; which
//! call to backtrack to when a step fails is known at compile time.

use crate::terms::Functor;

/// Index into a frame.
pub(crate) type Slot = u32;

/// Index of a procedure in its program.
pub(crate) type ProcedureId = u32;

/// There is no earlier call to retry: the rule is done.
pub(crate) const DONE: u32 = u32::MAX;

/// One step; it succeeds (continue) or fails (backtrack).
pub(crate) enum Step {
    /// Builds a compound term.
    Build { functor: Functor, arguments: Box<[Slot]>, into: Slot },
    /// Destructures a compound term with this functor, into slots from `into` on.
    Take { term: Slot, functor: Functor, into: Slot },
    /// The terms are the same.
    Equal(Slot, Slot),
    /// The terms differ.
    Differ(Slot, Slot),
    /// The term is a fact of the state, or is not if `holds` is false.
    Fluent { term: Slot, holds: bool },
    /// There is an answer; its outputs go into slots from `outputs` on. `cursor` records which answer it is.
    Call { procedure: ProcedureId, inputs: Box<[Slot]>, outputs: Slot, cursor: Slot },
    /// There is no answer.
    Refute { procedure: ProcedureId, inputs: Box<[Slot]> },
}

/// The compiled steps of a rule.
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// For each step, the call to retry when it fails, or [`DONE`].
    pub(crate) retry: Vec<u32>,
    /// The call to retry after an answer was found: later calls cannot change the outputs.
    pub(crate) again: u32,
    /// The initial frame, without the inputs.
    pub(crate) frame: Vec<u32>,
    /// The slots of the outputs.
    pub(crate) outputs: Box<[Slot]>,
}

impl Plan {
    /// All procedures that it calls.
    pub(crate) fn calls(&self) -> impl Iterator<Item = Called> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Call { procedure, .. } => Some(Called { procedure: *procedure, positive: true }),
            Step::Refute { procedure, .. } => Some(Called { procedure: *procedure, positive: false }),
            _ => None,
        })
    }
}

/// A procedure that a plan calls.
pub(crate) struct Called {
    pub(crate) procedure: ProcedureId,
    pub(crate) positive: bool,
}
