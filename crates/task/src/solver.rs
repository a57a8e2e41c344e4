//! What an engine is to those who use one.

use prove::ProvedGame;
use solution::Directory;

use crate::algorithm::Task;
use crate::commits::Observer;
use crate::error::Error;

/// A game, what is to be found out about it, and what that may take.
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The game.
    pub proved: &'p ProvedGame,
    /// What is asked.
    pub task: &'p Task<'p>,
    /// Bytes.
    pub bytes: usize,
    /// Steps, where the engine counts those that no commit interrupts.
    pub steps: u64,
    /// Threads.
    pub threads: usize,
    /// Hands memory that is free again back to the system.
    pub give_back: fn(),
}

/// A solved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value of the first state.
    pub value: Vec<i32>,
    /// The most that the engine took.
    pub peak: Peak,
}

/// The most that an engine took, by its own account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Peak {
    /// Nodes of diagrams.
    pub nodes: usize,
    /// Bytes.
    pub bytes: usize,
}

/// An engine.
pub trait Solver {
    /// Solves a game into a directory, or goes on where an earlier run ended. Every commit is told to the observer, who
    /// may ask to stop.
    fn solve<'a>(
        &self,
        problem: &Problem<'_>,
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
    ) -> Result<Solved, Error>;
}
