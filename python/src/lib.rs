//! The Python package `backsolve`: solves games, probes solutions in batches, hands out states as Arrow tables, and
//! plays by the ground game.
//!
//! This crate only translates. The package beside it (`python/backsolve`) adds what is best written in Python.

mod failure;
mod ground;
mod load;
mod solved;
mod solving;
mod states;
mod watched;

/// The native part of the package.
#[pyo3::pymodule]
mod _backsolve {
    #[pymodule_export]
    use crate::ground::Game;
    #[pymodule_export]
    use crate::ground::State;
    #[pymodule_export]
    use crate::solved::Solution;
    #[pymodule_export]
    use crate::solving::{game, open, solve};
    #[pymodule_export]
    use crate::states::StateStream;
}
