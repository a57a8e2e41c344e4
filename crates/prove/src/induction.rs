//! Proofs by induction: a property of the first state that every ply preserves holds in every reachable state.

pub(crate) mod cases;
mod cover;
pub(crate) mod everywhere;
mod exclusion;
pub(crate) mod houdini;
mod separation;
