//! Inductive invariants, many at a time: the Houdini algorithm (Flanagan & Leino 2001).
//!
//! All candidates hold in the first state. They are assumed together in some non-terminal state, every role makes one
//! legal move, and a solver searches for a successor that breaks one. A candidate that can be broken is dropped. That
//! weakens the assumption, so candidates whose proof used it are checked again, until none is dropped. The remaining
//! ones hold in every reachable state. The result is the largest provable set, independent of the order of the queries.
//! A single group would rarely be provable: that a cell holds one mark depends on there being one mover.
//!
//! Mutual exclusion is first tried by [`super::exclusion`], which is faster where it succeeds.

use game::{Evaluator, Fluent, Game, Signal, State};
use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use super::exclusion::{self, Exclusion};
use crate::quota::Quota;
use crate::sat::unrolling::{Sense, Unrolling};
use crate::sat::{Answer, Lit};

/// A statement about a single state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// At most one of these fluents holds.
    AtMostOne(Vec<Signal>),
    /// At least one of these fluents or negated fluents holds.
    AtLeastOne(Vec<Signal>),
}

impl Claim {
    /// The same claim about other signals, one for each of its own.
    pub fn about(&self, signals: Vec<Signal>) -> Claim {
        match self {
            Claim::AtMostOne(_) => Claim::AtMostOne(signals),
            Claim::AtLeastOne(_) => Claim::AtLeastOne(signals),
        }
    }

    /// The fluents or negated fluents that it is about.
    pub fn signals(&self) -> &[Signal] {
        match self {
            Claim::AtMostOne(signals) | Claim::AtLeastOne(signals) => signals,
        }
    }

    /// Whether it follows from an at-most-one claim about a larger group.
    fn is_part_of(&self, other: &Claim) -> bool {
        match (self, other) {
            (Claim::AtMostOne(part), Claim::AtMostOne(whole)) => part.iter().all(|fluent| whole.contains(fluent)),
            _ => false,
        }
    }

    /// The two fluents, if the claim is that one implies the other.
    fn implication(&self) -> Option<(Signal, Signal)> {
        match self {
            Claim::AtLeastOne(signals) => match signals[..] {
                [one, other] if one.inverted() && !other.inverted() => Some((!one, other)),
                _ => None,
            },
            Claim::AtMostOne(_) => None,
        }
    }

    /// Whether the claim holds in a state.
    pub fn holds(&self, state: &State) -> bool {
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

/// The proof status of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Status {
    /// To be checked.
    Open,
    /// Preserved by every ply from states in which these claims hold.
    Kept(Vec<usize>),
    Dropped,
}

/// The status of each claim, and the dependencies of proofs.
struct Ledger {
    status: Vec<Status>,
    /// For each claim, those whose proof used it at some time.
    dependents: Vec<Vec<usize>>,
}

impl Ledger {
    fn new(status: Vec<Status>) -> Ledger {
        let dependents = vec![Vec::new(); status.len()];
        Ledger { status, dependents }
    }

    fn is_alive(&self, claim: usize) -> bool {
        self.status[claim] != Status::Dropped
    }

    fn keep(&mut self, claim: usize, core: Vec<usize>) {
        core.iter().for_each(|&other| self.dependents[other].push(claim));
        self.status[claim] = Status::Kept(core);
    }

    /// Adds the preserved claims to the certain ones.
    fn confirm(&self, certain: &mut [bool]) {
        for (certain, status) in certain.iter_mut().zip(&self.status) {
            *certain |= matches!(status, Status::Kept(_));
        }
    }

    /// Drops a claim and reopens those whose proof used it, which it returns.
    fn drop(&mut self, claim: usize) -> Vec<usize> {
        self.status[claim] = Status::Dropped;
        let mut opened = std::mem::take(&mut self.dependents[claim]);
        opened.retain(|&dependent| {
            let rested = matches!(&self.status[dependent], Status::Kept(core) if core.contains(&claim));
            if rested {
                self.status[dependent] = Status::Open;
            }
            rested
        });
        opened
    }
}

/// The conflict limits of a query, when a claim is first checked and at each retry. Wrong claims usually fail quickly,
/// and a proof is worth its time only after they have.
const CONFLICTS: [u64; 3] = [300, 3_000, 60_000];

/// Adds to the `certain` claims those that are proved to hold in every reachable state, provided that those given do
/// and the unrolling assumes them. A claim whose last query reaches its limit is dropped, and once the unrolling's quota
/// is used up only complete proofs count. Claims with little `doubt` are tried first and others on top of them; claims
/// without doubt (0) are relied on even before they are proved.
pub fn prove(
    unrolling: &mut Unrolling,
    evaluator: &Evaluator,
    claims: &[Claim],
    doubt: &[u32],
    given: &[Claim],
    certain: &mut [bool],
) {
    // Most of the work; the rest is for claims that only search can prove.
    let most = unrolling.quota.percent(83);
    by_structure(unrolling.game, claims, doubt, given, certain, &most);
    if !unrolling.quota.is_over() {
        by_search(unrolling, evaluator, claims, certain);
    }
}

/// Adds the claims that hold by [`super::exclusion`] alone, on top of each other. This is Houdini with another prover,
/// and its results are proved regardless of later steps.
pub fn by_structure(
    game: &Game,
    claims: &[Claim],
    doubt: &[u32],
    given: &[Claim],
    certain: &mut [bool],
    quota: &Quota,
) {
    let mut exclusion = Exclusion::new(game, quota);
    given.iter().filter_map(Claim::implication).for_each(|(one, other)| exclusion.assume(one, other));
    let initial = State::initial(game);
    let start = |(claim, &certain): (&Claim, &bool)| {
        let possible = matches!(claim, Claim::AtMostOne(_)) || claim.implication().is_some();
        match certain {
            true => Status::Kept(Vec::new()),
            false if possible && claim.holds(&initial) => Status::Open,
            false => Status::Dropped,
        }
    };
    let mut ledger = Ledger::new(claims.iter().zip(certain.iter()).map(start).collect());
    let member_of = member_of(game, claims);
    // Large groups first: if they are preserved, so are their parts.
    let rank = |claim: usize, stage: usize| (doubt[claim], stage, Reverse(claims[claim].signals().len()), claim);
    // If several groups would do, a proof uses the first in this order, so few are used in total.
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|&claim| rank(claim, 0));
    let mut place = vec![0; claims.len()];
    order.iter().enumerate().for_each(|(at, &claim)| place[claim] = at);
    let mut queue: BTreeSet<(u32, usize, Reverse<usize>, usize)> =
        (0..claims.len()).map(|claim| rank(claim, 0)).collect();
    while let Some((_, stage, _, claim)) = queue.pop_first() {
        if ledger.status[claim] != Status::Open {
            continue;
        }
        // First on top of claims that are likely to stay, so that few proofs have to be repeated.
        let firm = |c: usize| doubt[c] == 0 || matches!(ledger.status[c], Status::Kept(_));
        let groups = |fluent: u32, firmly: bool| -> Vec<usize> {
            let alive = member_of[fluent as usize].iter().copied().filter(|&c| ledger.is_alive(c));
            alive.filter(|&c| c == claim || !firmly || firm(c)).map(|c| place[c]).collect()
        };
        let whole = member_of[claims[claim].signals()[0].node() as usize - 1].iter().copied().find(|&other| {
            let kept = matches!(ledger.status[other], Status::Kept(_));
            kept && other != claim && claims[claim].is_part_of(&claims[other])
        });
        let core = match (&claims[claim], claims[claim].implication()) {
            (Claim::AtMostOne(_), _) if whole.is_some() => whole.map(|other| vec![place[other]]),
            (Claim::AtMostOne(fluents), _) => {
                let mut prove = |firmly| exclusion.prove(place[claim], fluents, &|f| groups(f, firmly), stage);
                let last = stage + 1 >= exclusion::STAGES;
                prove(true).or_else(|| if last { prove(false) } else { None })
            }
            (_, Some((one, other))) => exclusion.implies(one, other).then(Vec::new),
            _ => None,
        };
        let core = core.map(|core| core.into_iter().map(|place| order[place]).collect());
        match core {
            Some(core) => ledger.keep(claim, core),
            None if stage + 1 < exclusion::STAGES => {
                queue.insert(rank(claim, stage + 1));
            }
            // After all others of little doubt, of which more may fail.
            None => queue.extend(ledger.drop(claim).into_iter().map(|claim| rank(claim, exclusion::STAGES))),
        }
    }
    ledger.confirm(certain);
}

/// Adds the claims that the solver proves to the certain ones.
fn by_search(unrolling: &mut Unrolling, evaluator: &Evaluator, claims: &[Claim], certain: &mut [bool]) {
    let initial = State::initial(unrolling.game);
    let start = |(claim, &certain): (&Claim, &bool)| match certain {
        true => Status::Kept(Vec::new()),
        false if claim.holds(&initial) => Status::Open,
        false => Status::Dropped,
    };
    let mut ledger = Ledger::new(claims.iter().zip(certain.iter()).map(start).collect());
    let truth = unrolling.solver.truth();
    let mut active = Vec::with_capacity(claims.len());
    for (claim, &certain) in claims.iter().zip(certain.iter()) {
        active.push(if certain { truth } else { unrolling.solver.fresh() });
        claim.assume(unrolling, active[active.len() - 1]);
    }
    let ply = unrolling.ply(0);
    let mut broken: Vec<Option<Lit>> = vec![None; claims.len()];
    let mut queue: VecDeque<(usize, usize)> = (0..claims.len()).map(|claim| (claim, 0)).collect();
    while let Some((claim, effort)) = queue.pop_front() {
        if ledger.status[claim] != Status::Open {
            continue;
        }
        if unrolling.quota.is_over() {
            queue.extend(ledger.drop(claim).into_iter().map(|opened| (opened, 0)));
            continue;
        }
        let goal = match broken[claim] {
            Some(goal) => goal,
            None => *broken[claim].insert(claims[claim].broken(unrolling, 1)),
        };
        let assumed: Vec<usize> = (0..claims.len()).filter(|&c| !certain[c] && ledger.is_alive(c)).collect();
        let mut assumptions = vec![ply, goal];
        assumptions.extend(assumed.iter().map(|&c| active[c]));
        match unrolling.solver.solve(&assumptions, CONFLICTS[effort]) {
            Answer::Unsat => {
                let core = assumed.iter().copied().filter(|&c| unrolling.solver.in_core(active[c])).collect();
                ledger.keep(claim, core);
            }
            Answer::Unknown if effort + 1 < CONFLICTS.len() => queue.push_back((claim, effort + 1)),
            answer => {
                let mut fallen = vec![claim];
                if let (Answer::Sat, Some(successor)) = (answer, unrolling.model_successor(evaluator)) {
                    fallen.extend(assumed.iter().copied().filter(|&c| c != claim && !claims[c].holds(&successor)));
                }
                for claim in fallen {
                    queue.extend(ledger.drop(claim).into_iter().map(|opened| (opened, 0)));
                    unrolling.solver.clause([!active[claim]]);
                }
            }
        }
    }
    ledger.confirm(certain);
}

/// For each fluent, the at-most-one claims that contain it.
fn member_of(game: &Game, claims: &[Claim]) -> Vec<Vec<usize>> {
    let mut member_of = vec![Vec::new(); game.fluents.len()];
    for (index, claim) in claims.iter().enumerate() {
        if let Claim::AtMostOne(fluents) = claim {
            fluents.iter().for_each(|fluent| member_of[fluent.node() as usize - 1].push(index));
        }
    }
    member_of
}
