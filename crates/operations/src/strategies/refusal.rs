//! Why there is no strategy: what can be done about it differs between a command line and a page, so it is not said
//! here.

use std::fmt;

use strategy::verify::CounterExample;

use crate::error::{Error, ErrorKind};

/// Why there is no strategy.
#[derive(Debug)]
pub enum NoStrategy {
    /// A list that is to be completed is not weakly optimal, as the state shows; without one, it only makes detours.
    Unfit(Option<Box<CounterExample>>),
    /// Not all exceptions to wrong rules were found in time; the list has so many rules.
    Unmended(usize),
    /// A list that is to be minimised is not strongly optimal.
    NotOptimal,
    /// No list of rules with variables was found; whether that was for lack of time.
    Unlifted {
        /// Whether the time was over before everything was tried.
        late: bool,
    },
    /// The game is too large for proofs that no smaller list is enough.
    TooLargeForProofs,
    /// Something else.
    Failed(Error),
}

impl NoStrategy {
    /// What kind of reason it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            NoStrategy::Unfit(_) | NoStrategy::NotOptimal | NoStrategy::Unlifted { .. } => ErrorKind::No,
            NoStrategy::Unmended(_) | NoStrategy::TooLargeForProofs => ErrorKind::Limit,
            NoStrategy::Failed(error) => error.kind(),
        }
    }
}

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoStrategy::Unfit(Some(_)) => "the strategy is not weakly optimal, so no rules after it can mend it",
            NoStrategy::Unfit(None) => "the strategy loses nothing, but does not bring the end closer everywhere",
            NoStrategy::Unmended(_) => "time limit reached before all exceptions were found",
            NoStrategy::NotOptimal => "the strategy is not strongly optimal, so nothing can be taken from it",
            NoStrategy::Unlifted { .. } => "no list of lifted rules was found that is strongly optimal",
            NoStrategy::TooLargeForProofs => "the game is too large for exact minimisation",
            NoStrategy::Failed(error) => error.message(),
        })
    }
}

impl From<Error> for NoStrategy {
    fn from(error: Error) -> NoStrategy {
        NoStrategy::Failed(error)
    }
}

impl From<strategy::Error> for NoStrategy {
    fn from(error: strategy::Error) -> NoStrategy {
        NoStrategy::Failed(error.into())
    }
}
