//! Fluent groups: guessed, proved, and turned into state variables.

pub(crate) mod candidates;
mod implications;
mod partition;
pub(crate) mod term;

use game::{Evaluator, Fluent, Game, Signal, StateVariable};

use rustc_hash::FxHashSet;

use crate::class::clock::Clock;
use crate::induction::cases;
use crate::induction::everywhere::Premises;
use crate::induction::houdini::{self, Claim};
use crate::quota::Quota;
use crate::samples::Samples;
use crate::samples::columns::Columns;
use crate::sat::unrolling::Unrolling;
use candidates::{Candidates, Group};
use partition::{ProvedGroup, partition};

/// Proved groups of fluents, which hold in all reachable states.
#[derive(Clone, Default, Debug)]
pub struct Groups {
    /// A partition of the fluents.
    pub variables: Vec<StateVariable>,
    /// All claims proved on the way, as premises of further proofs.
    pub invariants: Vec<Claim>,
}

impl Groups {
    /// Guesses groups from the samples, proves as many as possible within a quota, and partitions the fluents.
    pub fn find(game: &Game, evaluator: &Evaluator, samples: &Samples, quota: &Quota) -> Groups {
        let columns = Columns::new(samples, game.fluents.len());
        let candidates = Candidates::new(game, &columns);
        let guessed = candidates.groups.iter().map(guess).collect::<Vec<ProvedGroup>>();
        if samples.exhaustive {
            return Groups::new(game, &candidates, &guessed, Vec::new());
        }
        let mut proved = by_induction(game, evaluator, &candidates, &[], &quota.percent(80));
        let groups = Groups::new(game, &candidates, &proved, Vec::new());
        let premises = Premises { game, samples, invariants: &groups.invariants, quota: quota.percent(50) };
        let mut implications = Clock::find(&premises, evaluator, &groups.variables).implications(game);
        let invariants: Vec<Claim> = groups.invariants.iter().chain(&implications).cloned().collect();
        let premises = Premises { invariants: &invariants, ..premises };
        implications.extend(implications::find(&premises, evaluator, &groups.variables));
        if proved != guessed && !implications.is_empty() {
            // Claims that failed on states excluded by the implications get a second chance.
            let invariants: Vec<Claim> = groups.invariants.into_iter().chain(implications.iter().cloned()).collect();
            let again = by_induction(game, evaluator, &candidates, &invariants, quota);
            for (proved, again) in proved.iter_mut().zip(again) {
                proved.at_most_one |= again.at_most_one;
                proved.at_least_one |= again.at_least_one;
            }
        }
        Groups::new(game, &candidates, &proved, implications)
    }

    fn new(game: &Game, candidates: &Candidates, proved: &[ProvedGroup], implications: Vec<Claim>) -> Groups {
        let claims = candidates.groups.iter().zip(proved).flat_map(|(group, proved)| claims(group, *proved));
        Groups { invariants: claims.chain(implications).collect(), variables: partition(game, candidates, proved) }
    }
}

/// The properties of a group that the samples suggest.
fn guess(group: &Group) -> ProvedGroup {
    ProvedGroup { at_most_one: true, at_least_one: group.exact }
}

/// The maximum number of gates of a small group.
const SMALL: usize = 1000;

/// Proves the groups that can be proved by induction, given what holds in all reachable states.
fn by_induction(
    game: &Game,
    evaluator: &Evaluator,
    candidates: &Candidates,
    invariants: &[Claim],
    quota: &Quota,
) -> Vec<ProvedGroup> {
    let all: Vec<Claim> = candidates.groups.iter().flat_map(|group| claims(group, guess(group))).collect();
    let doubt: Vec<u32> = candidates
        .groups
        .iter()
        .flat_map(|group| claims(group, guess(group)).map(|_| group.doubt + u32::from(!group.exact)))
        .collect();
    let [at_once, soon, most] = [10, 50, 90].map(|share| quota.percent(share));
    let mut certain = small(game, &all, &doubt, invariants, &at_once);
    let likely: Vec<bool> = doubt.iter().map(|&doubt| doubt == 0).collect();
    let problem = cases::Problem {
        game: Game { variables: partition(game, candidates, &verdicts(candidates, &certain)), ..game.clone() },
        evaluator,
        claims: &all,
        likely: &likely,
        given: invariants,
        quota: most,
        soon,
    };
    problem.prove(&mut certain);
    let mut unrolling = Unrolling::new(game, quota);
    let truth = unrolling.solver.truth();
    invariants.iter().for_each(|claim| claim.assume(&mut unrolling, truth));
    houdini::prove(&mut unrolling, evaluator, &all, &doubt, invariants, &mut certain);
    verdicts(candidates, &certain)
}

/// The claims with an easy proof: whose turn it is, step counters.
fn small(game: &Game, claims: &[Claim], doubt: &[u32], invariants: &[Claim], quota: &Quota) -> Vec<bool> {
    let small: Vec<usize> = (0..claims.len()).filter(|&claim| is_small(game, &claims[claim])).collect();
    let few: Vec<Claim> = small.iter().map(|&claim| claims[claim].clone()).collect();
    let doubt: Vec<u32> = small.iter().map(|&claim| doubt[claim]).collect();
    let mut proved = vec![false; few.len()];
    houdini::by_structure(game, &few, &doubt, invariants, &mut proved, quota);
    let mut certain = vec![false; claims.len()];
    small.into_iter().zip(proved).for_each(|(claim, proved)| certain[claim] = proved);
    certain
}

/// Whether the next values of a claim's fluents depend on few gates.
fn is_small(game: &Game, claim: &Claim) -> bool {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut open: Vec<u32> = claim.signals().iter().map(|s| game.next[s.node() as usize - 1].node()).collect();
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            if seen.len() > SMALL {
                return false;
            }
            let gate = game.circuit.gate(node);
            open.extend(gate.into_iter().flat_map(|gate| game.circuit.operands(gate)).map(|s| s.node()));
        }
    }
    true
}

/// The proved properties of each group, given the certain claims.
fn verdicts(candidates: &Candidates, certain: &[bool]) -> Vec<ProvedGroup> {
    let mut certain = certain.iter().copied();
    let mut next = || certain.next().unwrap_or(false);
    let verdict = |group: &Group| {
        let at_most_one = next();
        ProvedGroup { at_most_one, at_least_one: group.exact && next() }
    };
    candidates.groups.iter().map(verdict).collect()
}

/// The claims about a group: at most one, then at least one.
fn claims(group: &Group, proved: ProvedGroup) -> impl Iterator<Item = Claim> + use<> {
    let signals = || group.fluents.iter().map(|&fluent| Signal::of(1 + Fluent(fluent).0)).collect::<Vec<Signal>>();
    let few = proved.at_most_one.then(|| Claim::AtMostOne(signals()));
    let some = proved.at_least_one.then(|| Claim::AtLeastOne(signals()));
    few.into_iter().chain(some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{SampleLimits, sample};
    use crate::testing::line_game;

    fn groups(game: &Game, states: usize) -> Groups {
        let evaluator = Evaluator::new(game).expect("the game is well-formed");
        let quota = Quota::of(u64::MAX);
        let limits = SampleLimits { states, work: 100_000_000, playouts: 20, plies: 1000 };
        let samples = sample(game, &evaluator, &limits, &quota, 1).expect("the game is well-formed");
        Groups::find(game, &evaluator, &samples, &quota)
    }

    #[test]
    fn tic_tac_toe_has_nine_cells_and_a_mover() {
        let game = line_game(3, 3, 3, false);
        // By enumeration and by induction.
        for states in [10_000, 10] {
            let found = groups(&game, states);
            assert_eq!(found.variables.len(), 10);
            assert!(found.variables.iter().all(|variable| !variable.none));
            assert_eq!(found.variables[0].name, "(cell 0 0 _)");
            assert_eq!(found.variables[9].name, "(control _)");
        }
    }

    #[test]
    fn connect_four_is_proved_by_induction() {
        let game = line_game(7, 6, 4, true);
        let found = groups(&game, 10);
        assert_eq!(found.variables.len(), 43);
        assert!(found.variables.iter().all(|variable| !variable.none));
    }
}
