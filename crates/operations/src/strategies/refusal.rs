//! Why there is no strategy. The advice differs between the command line and the page, so it is not given here.

use std::fmt;

use number::{count, grouped};
use strategy::lifted_search::Tried;
use strategy::verify::CounterExample;

use crate::error::{Error, ErrorKind};

/// Why there is no strategy.
#[derive(Debug)]
pub enum NoStrategy {
    /// A list to be completed is not weakly optimal, as the example shows; without an example, it only makes detours.
    Unfit(Option<Box<CounterExample>>),
    /// Not all exceptions to wrong rules were found in time; the list has this many rules.
    Unmended(usize),
    /// A list to be minimised is not strongly optimal.
    NotOptimal,
    /// No list of rules with variables was found; this was tried.
    Unlifted(Box<Tried>),
    /// The game is too large for proofs that no smaller list is enough.
    TooLargeForProofs,
    /// Something else.
    Failed(Error),
}

impl NoStrategy {
    /// What kind of reason it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            NoStrategy::Unfit(_) | NoStrategy::NotOptimal | NoStrategy::Unlifted(_) => ErrorKind::No,
            NoStrategy::Unmended(_) | NoStrategy::TooLargeForProofs => ErrorKind::Limit,
            NoStrategy::Failed(error) => error.kind(),
        }
    }
}

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoStrategy::Unfit(Some(_)) => "the strategy is not weakly optimal, so appending rules cannot fix it",
            NoStrategy::Unfit(None) => "the strategy keeps the value, but does not always bring the end closer",
            NoStrategy::Unmended(_) => "time limit reached before all exceptions were found",
            NoStrategy::NotOptimal => "the strategy is not strongly optimal, so it cannot be minimised",
            NoStrategy::Unlifted(tried) => return f.write_str(&unlifted(tried)),
            NoStrategy::TooLargeForProofs => "the game is too large for exact minimisation",
            NoStrategy::Failed(error) => error.message(),
        })
    }
}

/// The message that no list of lifted rules was found, with the rules tried and the extent of the search.
fn unlifted(tried: &Tried) -> String {
    let made_of = match tried.patterns.as_slice() {
        [] => {
            "no goal or terminal condition of this game uses a relation of several facts, so there are no words for conditions"
                .to_owned()
        }
        patterns => format!("conditions used {}", patterns.join(", ")),
    };
    let rules = count(tried.rules, "rule");
    let so_far = match (&tried.best, tried.late) {
        (None, true) if tried.rules == 0 => "time limit reached while rules were being made".to_owned(),
        (None, true) => format!("time limit reached while the first of {rules} were tried"),
        (None, false) => format!("none of the {rules} tried is always right"),
        (Some((best, open)), late) => {
            let lists = format!("lists of up to {} made of {rules} were tried", count(tried.length, "rule"));
            let best = count(best.len(), "rule");
            let open =
                format!("the best, with {best}, leaves {} of {} open", grouped(*open), count(tried.states, "state"));
            format!("{lists}{}; {open}", if late { " before the time limit" } else { "" })
        }
    };
    format!("no strongly optimal list of lifted rules was found: {made_of}; {so_far}")
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
