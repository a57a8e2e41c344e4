//! Answers about a game that say how they are known.

use game::State;

/// How a question about all reachable states is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStatus {
    /// It holds in every reachable state.
    Proved,
    /// It does not; there is a reachable state that shows it.
    Refuted,
    /// Neither was found in the time given.
    Unknown,
}

/// An answer with its reason.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answer.
    pub verdict: ProofStatus,
    /// Why, in a sentence without its full stop.
    pub reason: String,
    /// A reachable state that shows why not, where the answer is no.
    pub witness: Option<State>,
}

impl Finding {
    /// It holds.
    pub fn proved(reason: impl Into<String>) -> Finding {
        Finding { verdict: ProofStatus::Proved, reason: reason.into(), witness: None }
    }

    /// It fails in this reachable state.
    pub fn refuted(reason: impl Into<String>, witness: &State) -> Finding {
        Finding { verdict: ProofStatus::Refuted, reason: reason.into(), witness: Some(witness.clone()) }
    }

    /// Not known.
    pub fn unknown(reason: impl Into<String>) -> Finding {
        Finding { verdict: ProofStatus::Unknown, reason: reason.into(), witness: None }
    }

    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        self.verdict == ProofStatus::Proved
    }

    /// Whether it is refuted.
    pub fn is_refuted(&self) -> bool {
        self.verdict == ProofStatus::Refuted
    }
}
