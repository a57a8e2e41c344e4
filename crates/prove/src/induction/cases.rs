//! Induction by cases: Houdini with one obligation per claim and effect of joint moves on the claim.
//!
//! For a fixed joint move `next` collapses: most fluents keep their value, a few become constants. That a chess square
//! holds one piece after any ply splits into thousands of such cases by moves. Most of them are trivial, and the others
//! are solver queries about a handful of gates. As a single query it would involve all moves at once.
//!
//! ```text
//! does white (move wp a 2 a 4):  (cell a 2 b) := true   (cell a 2 wp) := false   (cell a 2 wn) := false …      trivial
//! does white (move wp a 5 b 6):  (cell b 5 bp) := (cell b 5 bp) ∧ ¬passing   (cell b 5 b) := (cell b 5 b) ∨ passing     query
//! ```
//!
//! Cases in which several joint moves agree are merged. Only if a claim could be broken in a case, the legality of the
//! moves is added to the query: first the fluents that it settles, then all of it, then that the state is non-terminal.

mod proof;
#[cfg(test)]
mod tests;

use game::cofactor::Cofactors;
use game::implied::Implied;
use game::joint::{JointMove, joint_moves};
use game::variation::for_each_joint_move;
use game::{Circuit, Evaluator, Game, GateKind, Signal, State};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

use super::houdini::Claim;
use crate::quota::{Held, Quota};
use crate::sat::unrolling::Unrolling;
use proof::{Proof, Standing};

/// The maximum number of joint moves considered.
const MOST_JOINT_MOVES: usize = 250_000;
/// The maximum number of signals in all cases.
const MOST_SIGNALS: usize = 50_000_000;
/// Work per fluent whose next value is looked at after a joint move.
const NEXT: u64 = 10;
/// Bytes per signal of a case or a gate.
const SIGNAL_BYTES: usize = 8;

/// A claim after some joint moves, in terms of the state before.
struct Case {
    claim: usize,
    after: Claim,
    /// The joint moves with this effect on the claim.
    joints: Vec<u32>,
}

/// All cases that are not trivial.
struct Cases {
    cases: Vec<Case>,
    joints: Vec<JointMove>,
    /// The game, with the gates of the cases added to its circuit.
    extended: Game,
    /// The bytes of all that.
    _held: Held,
}

/// Claims to be proved by cases.
pub struct Problem<'p> {
    /// The game, with proved groups as variables, which determine the possible joint moves.
    pub game: Game,
    /// Its evaluator.
    pub evaluator: &'p Evaluator<'p>,
    /// Claims that may hold in every reachable state.
    pub claims: &'p [Claim],
    /// For each claim, whether it is likely. Likely claims are tried first and without the others, which are many if
    /// samples are few.
    pub likely: &'p [bool],
    /// Claims that hold in every reachable state.
    pub given: &'p [Claim],
    /// The quota.
    pub quota: Quota,
    /// The quota for claims that are not likely.
    pub soon: Quota,
}

impl Problem<'_> {
    /// Adds to the certain claims those that can be proved on top of them; none if there are too many joint moves.
    pub fn prove(self, certain: &mut [bool]) {
        let Problem { evaluator, claims, likely, quota, soon, .. } = self;
        let all: Vec<&Claim> = claims.iter().chain(self.given).collect();
        let initial = State::initial(&self.game);
        let Some(cases) = Cases::new(self.game, claims, certain, &quota) else { return };
        let mut proof = Proof {
            about: about(&cases.extended, all.iter().copied()),
            core: vec![None; cases.cases.len()],
            resting: vec![Vec::new(); all.len()],
            standing: vec![Standing::Certain; all.len()],
            claims: all,
            evaluator,
            unrolling: Unrolling::new(&cases.extended, &quota),
            cases: &cases,
        };
        for everything in [false, true] {
            if everything {
                proof.unrolling.quota = soon.clone();
            }
            for (claim, standing) in proof.standing.iter_mut().enumerate().take(claims.len()) {
                *standing = match certain[claim] {
                    true => Standing::Certain,
                    false if (everything || likely[claim]) && claims[claim].holds(&initial) => Standing::Assumed,
                    false => Standing::Dropped,
                };
            }
            if proof.run() {
                let kept = proof.standing.iter().map(|&standing| standing == Standing::Assumed);
                certain.iter_mut().zip(kept).for_each(|(certain, kept)| *certain |= kept);
            }
        }
    }
}

impl Cases {
    /// The cases of the claims that are not certain; `None` if there are too many.
    fn new(mut game: Game, claims: &[Claim], certain: &[bool], quota: &Quota) -> Option<Cases> {
        let joints = joint_moves(&game, &Implied::new(&game), MOST_JOINT_MOVES).ok()?;
        let mut cofactors = Cofactors::new(&game.circuit);
        let mut finder = Finder {
            claims,
            certain,
            about: about(&game, claims.iter()),
            touched_by: vec![u32::MAX; claims.len()],
            found: FxHashMap::default(),
            order: Vec::new(),
            size: 0,
        };
        let mut numbers = 0..;
        let mut held = quota.hold(0);
        let told = for_each_joint_move(&game, &joints, &mut cofactors, |cofactors, _, remainders| {
            quota.spend(NEXT * game.next.len() as u64);
            held.set(SIGNAL_BYTES * (finder.size + cofactors.circuit().operand_list.len()));
            if finder.size > MOST_SIGNALS || quota.is_over() {
                return ControlFlow::Break(());
            }
            let next: Vec<Signal> = game.next.iter().map(|&signal| remainders.of(signal)).collect();
            numbers.next().into_iter().for_each(|number| finder.look(number, &next, cofactors.circuit()));
            ControlFlow::Continue(())
        });
        if told.is_break() {
            return None;
        }
        game.circuit = cofactors.circuit().clone();
        Some(Cases { cases: finder.cases(), joints, extended: game, _held: held })
    }

    /// The cases in round-robin order over the claims: a wrong claim usually fails at its first case.
    fn in_turn(&self) -> Vec<usize> {
        let mut turn: FxHashMap<usize, usize> = FxHashMap::default();
        let mut order: Vec<(usize, usize)> = Vec::with_capacity(self.cases.len());
        for (index, case) in self.cases.iter().enumerate() {
            let turn = turn.entry(case.claim).or_default();
            order.push((*turn, index));
            *turn += 1;
        }
        order.sort_unstable();
        order.into_iter().map(|(_, index)| index).collect()
    }
}

/// A claim and its signals after some joint moves.
type Reading = (usize, Vec<Signal>);

/// Collects the cases, joint move by joint move.
struct Finder<'f> {
    claims: &'f [Claim],
    certain: &'f [bool],
    /// For each fluent, the claims about it.
    about: Vec<Vec<usize>>,
    /// For each claim, the last joint move for which it was examined.
    touched_by: Vec<u32>,
    /// The joint moves by the cases that they lead to.
    found: FxHashMap<Reading, Vec<u32>>,
    order: Vec<Reading>,
    /// Signals and joint moves in all cases.
    size: usize,
}

impl Finder<'_> {
    /// Records the cases of a joint move with the given `next` signals.
    fn look(&mut self, number: u32, next: &[Signal], circuit: &Circuit) {
        for fluent in (0..next.len()).filter(|&fluent| next[fluent] != Signal::of(1 + fluent as u32)) {
            for &claim in &self.about[fluent] {
                let seen = std::mem::replace(&mut self.touched_by[claim], number) == number;
                if seen || self.certain[claim] {
                    continue;
                }
                let read = |&signal: &Signal| {
                    let value = next[signal.node() as usize - 1];
                    if signal.inverted() { !value } else { value }
                };
                let after: Vec<Signal> = self.claims[claim].signals().iter().map(read).collect();
                if is_plain(&self.claims[claim], &after, circuit) {
                    continue;
                }
                self.size += 1;
                let reading = (claim, after);
                match self.found.get_mut(&reading) {
                    Some(joints) => joints.push(number),
                    None => {
                        self.size += 2 * reading.1.len();
                        self.order.push(reading.clone());
                        self.found.insert(reading, vec![number]);
                    }
                }
            }
        }
    }

    fn cases(mut self) -> Vec<Case> {
        let case = |reading: Reading| {
            let joints = self.found.remove(&reading).unwrap_or_default();
            Case { claim: reading.0, after: self.claims[reading.0].about(reading.1), joints }
        };
        self.order.into_iter().map(case).collect()
    }
}

/// Whether a claim trivially holds after some joint moves if it holds before them.
fn is_plain(claim: &Claim, after: &[Signal], circuit: &Circuit) -> bool {
    match claim {
        Claim::AtMostOne(before) => {
            let kept = |(&before, &after): (&Signal, &Signal)| {
                let gate = circuit.gate(after.node()).filter(|gate| gate.kind == GateKind::And && !after.inverted());
                after == before || gate.is_some_and(|gate| circuit.operands(gate).contains(&before))
            };
            let mut possible = before.iter().zip(after).filter(|(_, after)| **after != Signal::FALSE);
            possible.clone().take(2).count() < 2 || possible.all(kept)
        }
        Claim::AtLeastOne(_) => after.contains(&Signal::TRUE),
    }
}

/// For each fluent, the claims about it.
fn about<'c>(game: &Game, claims: impl Iterator<Item = &'c Claim>) -> Vec<Vec<usize>> {
    let mut about = vec![Vec::new(); game.fluents.len()];
    for (index, claim) in claims.enumerate() {
        claim.signals().iter().for_each(|signal| about[signal.node() as usize - 1].push(index));
    }
    about
}
