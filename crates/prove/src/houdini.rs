//! Invariants by induction, many at a time: the Houdini algorithm (Flanagan & Leino 2001).
//!
//! All candidates hold in the first state. They are assumed together in some state that is not terminal, every role makes one legal
//! move, and a solver looks for a successor that breaks one. A candidate that can be broken is dropped, which weakens the assumption,
//! so those whose proof rested on it are looked at again, until nothing drops. What is left holds in every reachable state. It is the
//! largest provable set whatever the order of the queries; one group alone would rarely be provable, since that a cell holds one mark
//! rests on there being one mover.
//!
//! That fluents exclude each other is first tried by [`crate::exclusion`], which is quicker where it succeeds.

use game::{Evaluator, Fluent, Game, Signal, State};
use std::collections::VecDeque;

use crate::exclusion::Exclusion;
use crate::sat::{Answer, Lit};
use crate::unrolling::{Sense, Unrolling};

/// A statement about a single state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// At most one of these fluents holds.
    AtMostOne(Vec<Signal>),
    /// At least one of these fluents or complements of fluents holds.
    AtLeastOne(Vec<Signal>),
}

impl Claim {
    /// Whether the claim holds in a state.
    fn holds(&self, state: &State) -> bool {
        let read = |signal: &Signal| state.contains(Fluent(signal.node() - 1)) != signal.inverted();
        match self {
            Claim::AtMostOne(signals) => signals.iter().filter(|s| read(s)).take(2).count() < 2,
            Claim::AtLeastOne(signals) => signals.iter().any(read),
        }
    }

    /// Makes `active` imply the claim at frame 0.
    pub fn assume(&self, unrolling: &mut Unrolling, active: Lit) {
        match self {
            Claim::AtMostOne(signals) => {
                let literals: Vec<Lit> = signals.iter().map(|&s| unrolling.literal(0, s, Sense::False)).collect();
                unrolling.solver.at_most_one(active, &literals);
            }
            Claim::AtLeastOne(signals) => {
                let mut clause: Vec<Lit> = signals.iter().map(|&s| unrolling.literal(0, s, Sense::True)).collect();
                clause.push(!active);
                unrolling.solver.clause(clause);
            }
        }
    }

    /// A literal that implies that the claim is broken at a frame.
    pub fn broken(&self, unrolling: &mut Unrolling, frame: usize) -> Lit {
        match self {
            Claim::AtMostOne(signals) => {
                let literals: Vec<Lit> = signals.iter().map(|&s| unrolling.literal(frame, s, Sense::True)).collect();
                unrolling.solver.at_least_two(&literals)
            }
            Claim::AtLeastOne(signals) => {
                let broken = unrolling.solver.fresh();
                for &signal in signals {
                    let literal = unrolling.literal(frame, signal, Sense::False);
                    unrolling.solver.clause([!broken, !literal]);
                }
                broken
            }
        }
    }
}

/// How far the proof of a claim has come.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Status {
    /// To be looked at.
    Open,
    /// Kept by every ply from states in which these claims hold.
    Kept(Vec<usize>),
    Dropped,
}

/// Conflicts that a query may take when a claim is first looked at, and each time after it had too few. Claims that fall mostly fall
/// quickly, and a proof is only worth its time once they have.
const CONFLICTS: [u64; 3] = [300, 3_000, 60_000];

/// Which of the claims are proved to hold in every reachable state. A claim whose last query reaches its limit is dropped, and at the
/// unrolling's deadline only those are left whose proof is complete.
pub fn prove(unrolling: &mut Unrolling, evaluator: &Evaluator, claims: &[Claim]) -> Vec<bool> {
    let initial = State::initial(unrolling.game);
    let mut status: Vec<Status> =
        claims.iter().map(|claim| if claim.holds(&initial) { Status::Open } else { Status::Dropped }).collect();
    let active: Vec<Lit> = claims.iter().map(|_| unrolling.solver.fresh()).collect();
    for (claim, &active) in claims.iter().zip(&active) {
        claim.assume(unrolling, active);
    }
    let mut exclusion = Exclusion::new(unrolling.game, unrolling.deadline);
    let member_of = member_of(unrolling.game, claims);
    let ply = unrolling.ply(0);
    let mut broken: Vec<Option<Lit>> = vec![None; claims.len()];
    let mut queue: VecDeque<(usize, usize)> = (0..claims.len()).map(|claim| (claim, 0)).collect();
    while let Some((claim, effort)) = queue.pop_front() {
        if status[claim] != Status::Open {
            continue;
        }
        if let (Claim::AtMostOne(fluents), 0) = (&claims[claim], effort) {
            let groups = |fluent: u32| -> Vec<usize> {
                member_of[fluent as usize].iter().copied().filter(|&c| status[c] != Status::Dropped).collect()
            };
            if let Some(core) = exclusion.prove(claim, fluents, &groups) {
                status[claim] = Status::Kept(core);
                continue;
            }
        }
        let goal = match broken[claim] {
            Some(goal) => goal,
            None => *broken[claim].insert(claims[claim].broken(unrolling, 1)),
        };
        let assumed: Vec<usize> = (0..claims.len()).filter(|&c| status[c] != Status::Dropped).collect();
        let mut assumptions = vec![ply, goal];
        assumptions.extend(assumed.iter().map(|&c| active[c]));
        match unrolling.solver.solve(&assumptions, CONFLICTS[effort]) {
            Answer::Unsat => {
                let core = assumed.iter().copied().filter(|&c| unrolling.solver.in_core(active[c])).collect();
                status[claim] = Status::Kept(core);
            }
            Answer::Unknown if effort + 1 < CONFLICTS.len() => queue.push_back((claim, effort + 1)),
            answer => {
                let mut fallen = vec![claim];
                if let (Answer::Sat, Some(successor)) = (answer, unrolling.model_successor(evaluator)) {
                    fallen.extend(assumed.iter().copied().filter(|&c| c != claim && !claims[c].holds(&successor)));
                }
                for &claim in &fallen {
                    status[claim] = Status::Dropped;
                    unrolling.solver.clause([!active[claim]]);
                }
                reopen(&mut status, &fallen, &mut queue);
            }
        }
    }
    status.iter().map(|status| matches!(status, Status::Kept(_))).collect()
}

/// Per fluent the claims that it excludes other fluents by.
fn member_of(game: &Game, claims: &[Claim]) -> Vec<Vec<usize>> {
    let mut member_of = vec![Vec::new(); game.fluents.len()];
    for (index, claim) in claims.iter().enumerate() {
        if let Claim::AtMostOne(fluents) = claim {
            fluents.iter().for_each(|fluent| member_of[fluent.node() as usize - 1].push(index));
        }
    }
    member_of
}

/// Opens the claims again whose proof rested on one that fell.
fn reopen(status: &mut [Status], fallen: &[usize], queue: &mut VecDeque<(usize, usize)>) {
    for (claim, status) in status.iter_mut().enumerate() {
        if matches!(status, Status::Kept(core) if core.iter().any(|c| fallen.contains(c))) {
            *status = Status::Open;
            queue.push_back((claim, 0));
        }
    }
}
