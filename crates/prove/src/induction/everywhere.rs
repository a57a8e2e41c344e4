//! Proofs that something holds in every reachable state.
//!
//! The samples may refute it. If they do not, the solver looks for an offending state among those that satisfy the
//! proved invariants; and if it finds one, for an offending *successor* of such a state. The second look knows more:
//! that tic-tac-toe's players do not both have a line is no invariant of the groups, but the state before had no line
//! at all.

use game::Game;
use std::time::Instant;

use super::houdini::Claim;
use crate::finding::Finding;
use crate::samples::{Samples, Visited};
use crate::sat::unrolling::Unrolling;
use crate::sat::{Answer, Lit};

/// Conflicts that a query may take.
pub const CONFLICTS: u64 = 5_000;

/// A game, states that it reaches, and what is already proved about all of them.
pub struct Premises<'k> {
    /// The game.
    pub game: &'k Game,
    /// States that it reaches, the first state among them.
    pub samples: &'k Samples,
    /// Claims that hold in every reachable state.
    pub invariants: &'k [Claim],
    /// When every proof has to end.
    pub deadline: Instant,
}

impl<'k> Premises<'k> {
    /// A solver whose frame 0 is any state that satisfies the invariants.
    pub fn unrolling(&self) -> Unrolling<'k> {
        let mut unrolling = Unrolling::new(self.game, self.deadline);
        let truth = unrolling.solver.truth();
        for claim in self.invariants {
            claim.assume(&mut unrolling, truth);
        }
        unrolling
    }

    /// Whether no reachable state is an offence, by the samples or by an unrolling of [`Premises::unrolling`].
    /// `offends` looks at a visited state and says what is wrong with it; `offence` gives a literal that can be true at
    /// a frame whenever the state there is an offence.
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
            return Finding::proved(format!("seen in {listed}"));
        }
        let open = Finding::unknown("neither a counterexample nor a proof was found");
        if Instant::now() >= self.deadline {
            return open;
        }
        let here = offence(unrolling, 0);
        if unrolling.solver.solve(&[here], CONFLICTS) == Answer::Unsat {
            return Finding::proved("it follows from the fluent groups");
        }
        if Instant::now() >= self.deadline {
            return open;
        }
        let (ply, next) = (unrolling.ply(0), offence(unrolling, 1));
        if unrolling.solver.solve(&[ply, next], CONFLICTS) == Answer::Unsat {
            return Finding::proved("it holds initially, and every ply that respects the fluent groups preserves it");
        }
        open
    }
}
