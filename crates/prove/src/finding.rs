//! Properties of a game with their proof status.

use game::State;

/// The proof status of a property of all reachable states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStatus {
    /// It holds in every reachable state.
    Proved,
    /// It does not hold; a reachable state shows it.
    Refuted,
    /// Neither was shown within the limits.
    Unknown,
}

impl ProofStatus {
    /// Its name in output and on the page.
    pub fn name(self) -> &'static str {
        match self {
            ProofStatus::Proved => "proved",
            ProofStatus::Refuted => "refuted",
            ProofStatus::Unknown => "unknown",
        }
    }
}

/// A proof status with its reason.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The status.
    pub verdict: ProofStatus,
    /// The reason, as a sentence without its full stop.
    pub reason: String,
    /// A reachable state that refutes it, if the status is refuted.
    pub witness: Option<State>,
}

impl Finding {
    /// A proved property.
    pub fn proved(reason: impl Into<String>) -> Finding {
        Finding { verdict: ProofStatus::Proved, reason: reason.into(), witness: None }
    }

    /// A property refuted by this reachable state.
    pub fn refuted(reason: impl Into<String>, witness: &State) -> Finding {
        Finding { verdict: ProofStatus::Refuted, reason: reason.into(), witness: Some(witness.clone()) }
    }

    /// An undecided property.
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
