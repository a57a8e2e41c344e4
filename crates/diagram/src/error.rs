//! Errors of diagram operations.

use std::fmt;

use number::{count, size};

use crate::ids::{Level, Value};

/// Why an operation gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The budget is not enough even after garbage collection. Drop diagrams that are not needed and try again, or
    /// allow a larger budget.
    #[error("the diagrams exceed their limit of {0}")]
    OutOfBudget(StoreLimit),
    /// The system refused memory that the budget allows.
    #[error("the system is out of memory")]
    OutOfMemory,
    /// A count exceeds 128 bits.
    #[error("the number of states does not fit in 128 bits")]
    CountTooLarge,
    /// A level that the store does not have.
    #[error("there is no {0}")]
    NoSuchLevel(Level),
    /// A value that is not in the domain of its level.
    #[error("value {1} is not in the domain of {0}")]
    NoSuchValue(Level, Value),
    /// A state does not have one value per level.
    #[error("the state has {given} values, but there are {levels} levels")]
    WrongLength {
        /// The number of values given.
        given: usize,
        /// The number of levels.
        levels: usize,
    },
    /// States that should be strictly ascending are not.
    #[error("the states are not in increasing order")]
    Unsorted,
    /// A diagram or relation of another store, or with other domains.
    #[error("the diagram or relation belongs to another store")]
    Foreign,
    /// Domains that no store can have: a domain without values or with too many, or too many domains.
    #[error("there must be between 1 and 4096 domains, none of them empty")]
    BadDomains,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreLimit {
    /// The number of nodes.
    Nodes(usize),
    /// The number of bytes.
    Bytes(usize),
    /// The total number of steps.
    Steps(u64),
}

impl Error {
    /// Whether memory was not enough, so that a method that needs less may work. Steps are used up for every method.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Error::OutOfMemory | Error::OutOfBudget(StoreLimit::Nodes(_) | StoreLimit::Bytes(_)))
    }
}

impl fmt::Display for StoreLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLimit::Nodes(nodes) => f.write_str(&count(*nodes, "node")),
            StoreLimit::Bytes(bytes) => f.write_str(&size(*bytes)),
            StoreLimit::Steps(steps) => f.write_str(&count(*steps, "step")),
        }
    }
}

/// Why a walk through diagrams ended early. Small, since every step returns it or a node: both fit into a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The node budget was reached.
    Nodes,
    /// The byte budget was reached.
    Bytes,
    /// The system refused memory.
    Memory,
    /// The walk took all its steps: it is long enough for several threads, or the budget is used up.
    Long,
}
