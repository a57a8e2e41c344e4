//! Induction by cases: Houdini with one obligation per claim and way in which joint moves change what the claim is about.
//!
//! Once it is settled who moves where, what `next` says collapses: most fluents keep their value, a few become constants. That a square
//! of chess holds one piece after any ply is, by moves, thousands of such cases, most of them plain at a glance, and where they are not,
//! a question to the solver about a handful of gates. As one question it would drag in all moves at once.
//!
//! ```text
//! does white (move wp a 2 a 4):  (cell a 2 b) := true   (cell a 2 wp) := false   (cell a 2 wn) := false …      plain
//! does white (move wp a 5 b 6):  (cell b 5 bp) := (cell b 5 bp) ∧ ¬passing   (cell b 5 b) := (cell b 5 b) ∨ passing     asked
//! ```
//!
//! Cases in which several joint moves agree are one. Only where a claim could be broken in a case it is asked for what the moves' legality
//! adds, first the fluents that it settles, then all of it, then that the game is not over.

use game::cofactor::Cofactors;
use game::implied::Implied;
use game::joint::{JointMove, joint_moves};
use game::variation::for_each_joint_move;
use game::{Circuit, Evaluator, Fluent, Game, GateKind, Signal, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::houdini::Claim;
use crate::sat::{Answer, Lit};
use crate::unrolling::{Sense, Unrolling, successor};

/// Joint moves that are told apart at most.
const MOST_JOINT_MOVES: usize = 250_000;
/// Signals in all cases.
const MOST_SIGNALS: usize = 50_000_000;
/// Joint moves of a case that are told apart at first.
const FEW: usize = 4;
/// Conflicts that a question may take at first, and after it had too few.
const CONFLICTS: [u64; 2] = [300, 20_000];

/// A claim as it reads after some joint moves, in terms of the state before.
struct Case {
    claim: usize,
    after: Claim,
    /// The joint moves after which it reads so.
    joints: Vec<u32>,
}

/// All cases that are not plain.
struct Cases {
    cases: Vec<Case>,
    joints: Vec<JointMove>,
    /// The game, with the gates of the cases added to its circuit.
    extended: Game,
}

/// How much a question says, in the order in which it is tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Scope {
    /// The fluents that legality settles, and the claims about these and about what the case reads.
    Local,
    /// All that legality says, and all claims.
    Legal,
    /// And that the game goes on.
    GoesOn,
}

/// Claims to be proved by cases.
pub struct Problem<'p> {
    /// The game, with proved groups as variables, which tell the moves that can be made together.
    pub game: Game,
    /// Its evaluator.
    pub evaluator: &'p Evaluator<'p>,
    /// What may hold in every reachable state.
    pub claims: &'p [Claim],
    /// Per claim whether it is likely. These are tried first and without the others, which are many where samples are few.
    pub likely: &'p [bool],
    /// What does hold in every reachable state.
    pub given: &'p [Claim],
    /// When to give up.
    pub deadline: Instant,
    /// When to give up what is not likely.
    pub soon: Instant,
}

impl Problem<'_> {
    /// Adds to the claims that are certain those that can be proved on top of them. Where joint moves are too many, that is none.
    pub fn prove(self, certain: &mut [bool]) {
        let Problem { evaluator, claims, likely, deadline, soon, .. } = self;
        let all: Vec<&Claim> = claims.iter().chain(self.given).collect();
        let initial = State::initial(&self.game);
        let Some(cases) = Cases::new(self.game, claims, certain, deadline) else { return };
        let mut proof = Proof {
            about: about(&cases.extended, all.iter().copied()),
            core: vec![None; cases.cases.len()],
            resting: vec![Vec::new(); all.len()],
            standing: vec![Standing::Certain; all.len()],
            claims: all,
            evaluator,
            unrolling: Unrolling::new(&cases.extended, deadline),
            cases: &cases,
        };
        for everything in [false, true] {
            if everything {
                proof.unrolling.deadline = soon;
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
    /// The cases of the claims that are not certain; none if they are too many.
    fn new(mut game: Game, claims: &[Claim], certain: &[bool], deadline: Instant) -> Option<Cases> {
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
        let told = for_each_joint_move(&game, &joints, &mut cofactors, |cofactors, _, remainders| {
            if finder.size > MOST_SIGNALS || Instant::now() >= deadline {
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
        Some(Cases { cases: finder.cases(), joints, extended: game })
    }

    /// The cases, the first of every claim first: a claim that is wrong mostly falls at once.
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

/// A claim, and what its signals read after some joint moves.
type Reading = (usize, Vec<Signal>);

/// Collects the cases, joint move by joint move.
struct Finder<'f> {
    claims: &'f [Claim],
    certain: &'f [bool],
    /// Per fluent the claims about it.
    about: Vec<Vec<usize>>,
    /// Per claim the joint move that it was looked at for.
    touched_by: Vec<u32>,
    /// The joint moves by the cases that they lead to.
    found: FxHashMap<Reading, Vec<u32>>,
    order: Vec<Reading>,
    /// Signals and joint moves in all cases.
    size: usize,
}

impl Finder<'_> {
    /// Notes the cases of a joint move after which the fluents are as `next` says.
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

/// Whether a claim plainly holds after some joint moves if it holds before them.
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

/// Per fluent the claims about it.
fn about<'c>(game: &Game, claims: impl Iterator<Item = &'c Claim>) -> Vec<Vec<usize>> {
    let mut about = vec![Vec::new(); game.fluents.len()];
    for (index, claim) in claims.enumerate() {
        claim.signals().iter().for_each(|signal| about[signal.node() as usize - 1].push(index));
    }
    about
}

/// What is known of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// It holds in every reachable state.
    Certain,
    /// No case breaks it so far.
    Assumed,
    Dropped,
}

/// The search for claims that every case keeps.
struct Proof<'p> {
    cases: &'p Cases,
    claims: Vec<&'p Claim>,
    /// Per fluent the claims about it.
    about: Vec<Vec<usize>>,
    standing: Vec<Standing>,
    evaluator: &'p Evaluator<'p>,
    unrolling: Unrolling<'p>,
    /// Per case that is settled, the assumed claims that this rests on.
    core: Vec<Option<Vec<usize>>>,
    /// Per claim cases that rested on it at some time.
    resting: Vec<Vec<usize>>,
}

/// What came of a case.
enum Outcome {
    Settled(Vec<usize>),
    /// These claims are not kept.
    Broken(Vec<usize>),
    Unclear,
}

impl Proof<'_> {
    /// Settles all cases or drops their claims; false if time ran out.
    fn run(&mut self) -> bool {
        let mut queue: VecDeque<(usize, usize)> = self.cases.in_turn().into_iter().map(|case| (case, 0)).collect();
        while let Some((case, effort)) = queue.pop_front() {
            let claim = self.cases.cases[case].claim;
            if self.standing[claim] == Standing::Dropped || self.core[case].is_some() {
                continue;
            }
            let dropped = match self.examine(case, CONFLICTS[effort]) {
                Outcome::Settled(core) => {
                    core.iter().for_each(|&claim| self.resting[claim].push(case));
                    self.core[case] = Some(core);
                    continue;
                }
                _ if Instant::now() >= self.unrolling.deadline => return false,
                Outcome::Unclear if effort + 1 < CONFLICTS.len() => {
                    queue.push_back((case, effort + 1));
                    continue;
                }
                Outcome::Unclear => vec![claim],
                Outcome::Broken(claims) => claims,
            };
            for claim in dropped {
                self.standing[claim] = Standing::Dropped;
                for case in std::mem::take(&mut self.resting[claim]) {
                    if self.core[case].as_ref().is_some_and(|core| core.contains(&claim)) {
                        self.core[case] = None;
                        queue.push_back((case, 0));
                    }
                }
            }
        }
        true
    }

    fn examine(&mut self, number: usize, conflicts: u64) -> Outcome {
        let cases = self.cases;
        let case = &cases.cases[number];
        for scope in [Scope::Local, Scope::Legal, Scope::GoesOn] {
            self.unrolling.clear();
            let broken = case.after.broken(&mut self.unrolling, 0);
            let made = self.some_move(&case.joints, scope);
            let active = self.assume(scope);
            let mut assumptions: Vec<Lit> = active.iter().map(|&(_, active)| active).collect();
            assumptions.extend([broken, made]);
            let answer = self.unrolling.solver.solve(&assumptions, conflicts);
            match answer {
                Answer::Unsat => {
                    let used = active.iter().filter(|(_, active)| self.unrolling.solver.in_core(*active));
                    return Outcome::Settled(used.map(|&(claim, _)| claim).collect());
                }
                Answer::Unknown => return Outcome::Unclear,
                Answer::Sat if scope == Scope::Local => {}
                Answer::Sat => {
                    let state = self.unrolling.model_state();
                    let broken = self.counterexample(&state, &case.joints);
                    if broken.contains(&case.claim) {
                        return Outcome::Broken(broken);
                    }
                    if !self.evaluator.view(&state).terminal {
                        break;
                    }
                }
            }
        }
        Outcome::Broken(vec![case.claim])
    }

    /// Takes the claims of a scope for granted: those that are assumed where the literals hold that come back with them.
    fn assume(&mut self, scope: Scope) -> Vec<(usize, Lit)> {
        let mut claims: Vec<usize> = match scope {
            Scope::Local => self.unrolling.fluents().flat_map(|f| &self.about[f.0 as usize]).copied().collect(),
            _ => (0..self.claims.len()).collect(),
        };
        claims.retain(|&claim| self.standing[claim] != Standing::Dropped);
        claims.sort_unstable();
        claims.dedup();
        let mut active = Vec::new();
        let truth = self.unrolling.solver.truth();
        // Those that some fluent holds come first: of the others it is enough to know what they say of the fluents there are.
        claims.sort_by_key(|&claim| matches!(self.claims[claim], Claim::AtMostOne(_)));
        let mut present: Option<FxHashSet<u32>> = None;
        for claim in claims {
            let literal = match self.standing[claim] {
                Standing::Assumed => self.unrolling.solver.fresh(),
                _ => truth,
            };
            match self.claims[claim] {
                Claim::AtMostOne(fluents) if scope == Scope::Local => {
                    let present = present.get_or_insert_with(|| self.unrolling.fluents().map(|f| 1 + f.0).collect());
                    let few = fluents.iter().copied().filter(|fluent| present.contains(&fluent.node())).collect();
                    Claim::AtMostOne(few).assume(&mut self.unrolling, literal);
                }
                claim => claim.assume(&mut self.unrolling, literal),
            }
            if literal != truth {
                active.push((claim, literal));
            }
        }
        active
    }

    /// The claims that a state breaks by one of some joint moves, if the game really allows that.
    fn counterexample(&self, state: &State, joints: &[u32]) -> Vec<usize> {
        let fits = |&&joint: &&u32| {
            let settled = &self.cases.joints[joint as usize].settled;
            settled.iter().all(|&(fluent, holds)| state.contains(fluent) == holds)
        };
        let Some(&joint) = joints.iter().find(fits) else { return Vec::new() };
        let moves: Vec<usize> = self.cases.joints[joint as usize].moves.iter().map(|&index| index as usize).collect();
        let Some(successor) = successor(self.evaluator, state, &moves) else { return Vec::new() };
        let assumed = (0..self.claims.len()).filter(|&claim| self.standing[claim] == Standing::Assumed);
        assumed.filter(|&claim| !self.claims[claim].holds(&successor)).collect()
    }

    /// A literal that implies that one of some joint moves can be made, as far as the scope goes.
    fn some_move(&mut self, joints: &[u32], scope: Scope) -> Lit {
        if scope == Scope::Local && joints.len() > FEW {
            let settled = |joint: u32| &self.cases.joints[joint as usize].settled;
            let mut common = settled(joints[0]).clone();
            joints.iter().for_each(|&joint| common.retain(|fact| settled(joint).binary_search(fact).is_ok()));
            return self.all_settled(&common);
        }
        let mut some: Vec<Lit> = joints.iter().map(|&joint| self.one_move(joint, scope)).collect();
        let made = self.unrolling.solver.fresh();
        some.push(!made);
        self.unrolling.solver.clause(some);
        if scope == Scope::GoesOn {
            let goes_on = self.unrolling.literal(0, !self.cases.extended.terminal, Sense::True);
            self.unrolling.solver.clause([!made, goes_on]);
        }
        made
    }

    fn one_move(&mut self, joint: u32, scope: Scope) -> Lit {
        let (game, joint) = (&self.cases.extended, &self.cases.joints[joint as usize]);
        if scope == Scope::Local {
            return self.all_settled(&joint.settled);
        }
        let legal = joint.moves.iter().zip(&game.moves).map(|(&index, moves)| moves[index as usize].legal);
        self.all(legal.collect())
    }

    fn all_settled(&mut self, settled: &[(Fluent, bool)]) -> Lit {
        let signal = |&(fluent, holds): &(Fluent, bool)| {
            let input = self.cases.extended.fluent_input(fluent);
            if holds { input } else { !input }
        };
        self.all(settled.iter().map(signal).collect())
    }

    /// A literal that implies some signals.
    fn all(&mut self, signals: Vec<Signal>) -> Lit {
        let all = self.unrolling.solver.fresh();
        for signal in signals {
            let literal = self.unrolling.literal(0, signal, Sense::True);
            self.unrolling.solver.clause([!all, literal]);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_tests::{Reachable, random_circuits, random_game};
    use game::Random;
    use std::time::Duration;

    /// Random claims about a few fluents of a game.
    fn random_claims(game: &Game, random: &mut Random) -> Vec<Claim> {
        let mut below = |bound: usize| random.below(bound as u32) as usize;
        let mut claims = Vec::new();
        for _ in 0..40 {
            let fluents = 2 + below(2);
            let mut signals: Vec<Signal> =
                (0..fluents).map(|_| Signal::of(1 + below(game.fluents.len()) as u32)).collect();
            signals.sort_unstable();
            signals.dedup();
            claims.push(match below(2) {
                0 => Claim::AtMostOne(signals),
                _ => Claim::AtLeastOne(signals.into_iter().map(|s| if below(2) == 0 { s } else { !s }).collect()),
            });
        }
        claims
    }

    #[test]
    fn what_is_proved_by_cases_holds_in_every_reachable_state() {
        let mut proved = 0;
        for seed in 0..400 {
            let game = if seed % 2 == 0 { random_game(seed) } else { random_circuits(seed) };
            let mut random = Random::stream(seed, 2);
            let claims = random_claims(&game, &mut random);
            let likely: Vec<bool> = claims.iter().map(|_| random.below(2) == 0).collect();
            let evaluator = Evaluator::new(&game).expect("the game is well-formed");
            let deadline = Instant::now() + Duration::from_secs(60);
            let mut certain = vec![false; claims.len()];
            let problem = Problem {
                game: game.clone(),
                evaluator: &evaluator,
                claims: &claims,
                likely: &likely,
                given: &[],
                deadline,
                soon: deadline,
            };
            problem.prove(&mut certain);
            let reachable = Reachable::new(&game);
            for (claim, _) in claims.iter().zip(&certain).filter(|(_, certain)| **certain) {
                proved += 1;
                assert!(reachable.states.keys().all(|state| claim.holds(state)), "{claim:?} in game {seed}");
            }
        }
        assert!(proved > 400, "{proved}");
    }
}
