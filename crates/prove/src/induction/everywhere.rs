//! Proofs that a property holds in every reachable state.
//!
//! The samples may refute it. If they do not, the solver looks for a violating state that satisfies the proved
//! invariants, and if it finds one, for a violating *successor* of such a state. The second query is stronger: that
//! tic-tac-toe's players do not both have a line does not follow from the groups, but the state before had no line at
//! all.

use game::Game;

use super::houdini::Claim;
use crate::finding::Finding;
use crate::quota::{ProofLimit, Quota};
use crate::samples::{Samples, Visited};
use crate::sat::unrolling::Unrolling;
use crate::sat::{Answer, Lit};

/// The conflict limit of a query.
pub const CONFLICTS: u64 = 5_000;

/// A game, sampled states, and the claims already proved.
pub struct Premises<'k> {
    /// The game.
    pub game: &'k Game,
    /// Sampled reachable states, including the first state.
    pub samples: &'k Samples,
    /// Claims that hold in every reachable state.
    pub invariants: &'k [Claim],
    /// The quota of all proofs.
    pub quota: Quota,
}

impl<'k> Premises<'k> {
    /// A solver whose frame 0 is any state that satisfies the invariants.
    pub fn unrolling(&self) -> Unrolling<'k> {
        let mut unrolling = Unrolling::new(self.game, &self.quota);
        let truth = unrolling.solver.truth();
        for claim in self.invariants {
            claim.assume(&mut unrolling, truth);
        }
        unrolling
    }

    /// Decides whether no reachable state violates a property, by the samples or by an unrolling of
    /// [`Premises::unrolling`]. `offends` returns the violation of a visited state; `offence` returns a literal that
    /// can be true at a frame if the state there is a violation.
    pub fn everywhere(
        &self,
        unrolling: &mut Unrolling,
        offends: impl Fn(&Visited) -> Option<String>,
        offence: impl Fn(&mut Unrolling, usize) -> Lit,
    ) -> Finding {
        for visited in &self.samples.states {
            if let Some(reason) = offends(visited) {
                return Finding::refuted(reason, &visited.state);
            }
        }
        if self.samples.exhaustive {
            let listed = number::all(self.samples.states.len(), "reachable state");
            return Finding::proved(format!("holds in {listed}"));
        }
        if self.quota.is_over() {
            return self.open();
        }
        let here = offence(unrolling, 0);
        if unrolling.solver.solve(&[here], CONFLICTS) == Answer::Unsat {
            return Finding::proved("it follows from the fluent groups");
        }
        if self.quota.is_over() {
            return self.open();
        }
        let (ply, next) = (unrolling.ply(0), offence(unrolling, 1));
        if unrolling.solver.solve(&[ply, next], CONFLICTS) == Answer::Unsat {
            return Finding::proved("it holds initially, and every ply that respects the fluent groups preserves it");
        }
        self.open()
    }

    /// Neither refuted nor proved, with the limit that the user could raise.
    pub fn open(&self) -> Finding {
        let why = match self.quota.reached() {
            None | Some(ProofLimit::Work) => "",
            Some(ProofLimit::Memory) => ": not enough memory",
            Some(ProofLimit::Time) => ": time limit reached",
        };
        Finding::unknown(format!("neither a counterexample nor a proof was found{why}"))
    }
}
