//! Decides the cases: Houdini with a separate solver query per case, each as small as possible.

use game::{Evaluator, Fluent, Signal, State};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

use super::Cases;
use crate::induction::houdini::Claim;
use crate::sat::unrolling::{Sense, Unrolling, successor};
use crate::sat::{Answer, Lit};

/// The number of joint moves of a case that are encoded separately at first.
const FEW: usize = 4;
/// The conflict limits of a query: the first attempt and the retry.
const CONFLICTS: [u64; 2] = [300, 20_000];

/// The premises of a query, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Scope {
    /// The fluents that legality settles, and the claims about these and about the fluents that the case reads.
    Local,
    /// All of legality, and all claims.
    Legal,
    /// Also that the state is non-terminal.
    NonTerminal,
}

/// The status of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds in every reachable state.
    Certain,
    /// No case breaks it so far.
    Assumed,
    /// Some case breaks it, or it may not be relied on yet.
    Dropped,
}

/// The search for claims that every case preserves.
pub struct Proof<'p> {
    /// The cases.
    pub cases: &'p Cases,
    /// The claims, including those that hold in every reachable state.
    pub claims: Vec<&'p Claim>,
    /// For each fluent, the claims about it.
    pub about: Vec<Vec<usize>>,
    /// The status of each claim.
    pub standing: Vec<Standing>,
    /// Evaluates the game.
    pub evaluator: &'p Evaluator<'p>,
    /// Encodes the queries, one after the other.
    pub unrolling: Unrolling<'p>,
    /// For each settled case, the assumed claims that its proof uses.
    pub core: Vec<Option<Vec<usize>>>,
    /// For each claim, the cases whose proofs used it at some time.
    pub resting: Vec<Vec<usize>>,
}

/// The result of a case.
enum Examined {
    Settled(Vec<usize>),
    /// These claims are not preserved.
    Broken(Vec<usize>),
    Unclear,
}

impl Proof<'_> {
    /// Decides all cases, dropping claims that fail; returns false if the quota is used up.
    pub fn run(&mut self) -> bool {
        let mut queue: VecDeque<(usize, usize)> = self.cases.in_turn().into_iter().map(|case| (case, 0)).collect();
        while let Some((case, effort)) = queue.pop_front() {
            let claim = self.cases.cases[case].claim;
            if self.standing[claim] == Standing::Dropped || self.core[case].is_some() {
                continue;
            }
            let dropped = match self.examine(case, CONFLICTS[effort]) {
                Examined::Settled(core) => {
                    core.iter().for_each(|&claim| self.resting[claim].push(case));
                    self.core[case] = Some(core);
                    continue;
                }
                _ if self.unrolling.quota.is_over() => return false,
                Examined::Unclear if effort + 1 < CONFLICTS.len() => {
                    queue.push_back((case, effort + 1));
                    continue;
                }
                Examined::Unclear => vec![claim],
                Examined::Broken(claims) => claims,
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

    fn examine(&mut self, number: usize, conflicts: u64) -> Examined {
        let cases = self.cases;
        let case = &cases.cases[number];
        for scope in [Scope::Local, Scope::Legal, Scope::NonTerminal] {
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
                    return Examined::Settled(used.map(|&(claim, _)| claim).collect());
                }
                Answer::Unknown => return Examined::Unclear,
                Answer::Sat if scope == Scope::Local => {}
                Answer::Sat => {
                    let state = self.unrolling.model_state();
                    let broken = self.counterexample(&state, &case.joints);
                    if broken.contains(&case.claim) {
                        return Examined::Broken(broken);
                    }
                    if !self.evaluator.view(&state).terminal {
                        break;
                    }
                }
            }
        }
        Examined::Broken(vec![case.claim])
    }

    /// Adds the claims of a scope as premises; returns the assumed ones with their activation literals.
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
        // At-least-one claims come first: at-most-one claims are then restricted to the fluents that occur.
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

    /// The claims that a state breaks by one of some joint moves, if the game really allows it.
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

    /// A literal that implies that one of some joint moves can be made, within the scope.
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
        if scope == Scope::NonTerminal {
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
