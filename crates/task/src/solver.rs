//! The interface of an engine.

use prove::ProvedGame;
use solution::Directory;

use crate::algorithm::Task;
use crate::commits::Observer;
use crate::error::Error;

/// A game, the question about it, and the limits.
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The game.
    pub proved: &'p ProvedGame,
    /// The question.
    pub task: &'p Task<'p>,
    /// The maximum number of bytes.
    pub bytes: usize,
    /// The maximum number of steps between commits, if the engine counts them.
    pub steps: u64,
    /// Threads.
    pub threads: usize,
    /// Returns free memory to the system.
    pub give_back: fn(),
}

/// A solved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value of the first state.
    pub value: Vec<i32>,
    /// The peak usage of the engine.
    pub peak: Peak,
}

/// The peak usage of an engine, as it accounts for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Peak {
    /// Nodes of diagrams.
    pub nodes: usize,
    /// Bytes.
    pub bytes: usize,
}

/// An engine.
pub trait Solver {
    /// Solves a game into a directory, or resumes an earlier run. Every commit is reported to the observer, which may
    /// stop the solve.
    fn solve<'a>(
        &self,
        problem: &Problem<'_>,
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
    ) -> Result<Solved, Error>;
}
