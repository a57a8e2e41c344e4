//! Proofs by induction: what holds in the first state, and after each ply wherever it held before, holds in every
//! reachable state.

pub(crate) mod cases;
mod cover;
pub(crate) mod everywhere;
mod exclusion;
pub(crate) mod houdini;
mod separation;
