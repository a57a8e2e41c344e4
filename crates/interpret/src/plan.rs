//! A rule compiled for one shape of call: a straight line of steps over a frame of slots.
//!
//! A slot holds a term or the place in a list of answers. Inputs lie in the first slots, constants in slots that are
//! filled when the frame is made, so a step only ever names slots. Only calls with outputs can be tried again; which
//! one to go back to when a step fails is known beforehand.

use crate::terms::Functor;

/// Index into a frame.
pub(crate) type Slot = u32;

/// Index of a procedure in its program.
pub(crate) type ProcedureId = u32;

/// There is no earlier call to try again: the rule is done.
pub(crate) const DONE: u32 = u32::MAX;

/// One step; it succeeds (go on) or fails (go back).
pub(crate) enum Step {
    /// Makes a compound term.
    Build { functor: Functor, arguments: Box<[Slot]>, into: Slot },
    /// Takes a compound term with this functor apart, into slots from `into` on.
    Take { term: Slot, functor: Functor, into: Slot },
    /// The terms are the same.
    Equal(Slot, Slot),
    /// The terms differ.
    Differ(Slot, Slot),
    /// The term is a fact of the state, or (`holds` false) it is not.
    Fluent { term: Slot, holds: bool },
    /// There is an answer; its outputs go into slots from `outputs` on. `cursor` remembers which answer it is.
    Call { procedure: ProcedureId, inputs: Box<[Slot]>, outputs: Slot, cursor: Slot },
    /// There is no answer.
    Refute { procedure: ProcedureId, inputs: Box<[Slot]> },
}

/// The steps of a rule and what goes with them.
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// Per step, the call to try again when it fails, or [`DONE`].
    pub(crate) retry: Vec<u32>,
    /// The call to try again after an answer was found: later ones can't change the outputs.
    pub(crate) again: u32,
    /// The frame at the start, without the inputs.
    pub(crate) frame: Vec<u32>,
    /// Where the outputs are at the end.
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
