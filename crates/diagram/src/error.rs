//! What can go wrong, as values.

use std::fmt;

use number::{count, size};

use crate::ids::{Level, Value};

/// Why an operation gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The budget does not suffice even after collection. Drop diagrams that are not needed and try again, or give
    /// a larger budget.
    OutOfBudget(StoreLimit),
    /// The system refused memory that the budget allows.
    OutOfMemory,
    /// A count that does not fit into 128 bits.
    CountTooLarge,
    /// A level that the store does not have.
    NoSuchLevel(Level),
    /// A value that is not in the domain of its level.
    NoSuchValue(Level, Value),
    /// A state that has not one value per level.
    WrongLength {
        /// How many values were given.
        given: usize,
        /// How many levels there are.
        levels: usize,
    },
    /// States that should come in increasing order, without repetition, and don't.
    Unsorted,
    /// A diagram or relation of another store, or with other domains.
    Foreign,
    /// Domains that no store can have: no value or too many values in one, or too many of them.
    BadDomains,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreLimit {
    /// So many nodes at a time.
    Nodes(usize),
    /// So many bytes at a time.
    Bytes(usize),
    /// So many steps in all.
    Steps(u64),
}

impl Error {
    /// Whether memory does not suffice, so that a way that needs less of it may do. Steps that are used up are used up
    /// for every way.
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::OutOfBudget(limit) => write!(f, "the diagrams need more than the {limit} they may take"),
            Error::OutOfMemory => write!(f, "the system has no more memory to give"),
            Error::CountTooLarge => write!(f, "the number of states does not fit into 128 bits"),
            Error::NoSuchLevel(level) => write!(f, "there is no {level}"),
            Error::NoSuchValue(level, value) => write!(f, "value {value} is not in the domain of {level}"),
            Error::WrongLength { given, levels } => {
                write!(f, "a state of {given} values was given where there are {levels} levels")
            }
            Error::Unsorted => write!(f, "the states are not in increasing order"),
            Error::Foreign => write!(f, "the diagram or relation belongs to another store"),
            Error::BadDomains => write!(f, "there must be between 1 and 4096 domains, none of them empty"),
        }
    }
}

impl std::error::Error for Error {}

/// Why a walk through diagrams ended early. Small, since every step returns it or a node: both fit into a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The budget of nodes was reached.
    Nodes,
    /// The budget of bytes was reached.
    Bytes,
    /// The system refused memory.
    Memory,
    /// The walk took all the steps it may: it is long enough for several threads, or the budget is used up.
    Long,
}
