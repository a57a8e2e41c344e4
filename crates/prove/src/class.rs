//! The class of a game.

pub(crate) mod clock;
mod counter;
mod cycle;
mod listed;
mod reward;
mod turns;

use game::{BfsLimits, Fluent, Game, Tape};

use crate::finding::{Finding, ProofStatus};
use crate::induction::everywhere::Premises;
use clock::Clock;
use cycle::acyclic;
use reward::{constant_sum, rewarded};
use turns::{alternating, playable, turn_taking};

/// The maximum number of states, and their bytes, for a search of all states when nothing else helps.
const SEARCHED: usize = 300_000;
const SEARCHED_BYTES: usize = 64 << 20;
/// Work for a state and its successors, beside a quarter of a step per gate.
const SEARCHED_STATE: u64 = 500;

/// Properties of a game, each with its proof status.
#[derive(Clone, Debug)]
pub struct Class {
    /// Number of roles, the one that moves by chance not counted: nothing below is about it, but that it can move.
    pub roles: usize,
    /// The role that moves by chance, if there is one.
    pub random: Option<usize>,
    /// At most one role has a choice in any non-terminal state. Refuted: simultaneous.
    pub turn_taking: Finding,
    /// The roles have the choice in a fixed rotation.
    pub alternating: Finding,
    /// Every role has a legal move in every non-terminal state.
    pub playable: Finding,
    /// Every role has exactly one reward in every terminal state.
    pub rewarded: Finding,
    /// The rewards of every terminal state have the same sum.
    pub constant_sum: Finding,
    /// That sum, if it is proved.
    pub sum: Option<i32>,
    /// No state can be reached again from itself. Refuted: cyclic.
    pub acyclic: Finding,
    /// Fluents proved to be functions of the ply, such as step counters, ascending.
    pub ply_fluents: Vec<Fluent>,
    /// An upper bound on the number of plies, if a counter in the state proves one.
    pub ply_bound: Option<usize>,
}

impl Class {
    /// The class of a game about which nothing is known.
    pub fn unknown(game: &Game) -> Class {
        let unknown = || Finding::unknown("not tried");
        Class {
            roles: game.players().count(),
            random: game.random(),
            turn_taking: unknown(),
            alternating: unknown(),
            playable: unknown(),
            rewarded: unknown(),
            constant_sum: unknown(),
            sum: None,
            acyclic: unknown(),
            ply_fluents: Vec::new(),
            ply_bound: None,
        }
    }

    /// Classifies a game.
    pub(crate) fn find(premises: &Premises, clock: &Clock) -> Class {
        let unrolling = &mut premises.unrolling();
        let turn_taking = turn_taking(premises, unrolling);
        let alternating = alternating(premises, unrolling, &turn_taking, clock);
        let rewarded = rewarded(premises, unrolling);
        let (constant_sum, sum) = constant_sum(premises, unrolling, &rewarded);
        let ply_bound = clock.bound().or_else(|| counter::bound(premises.game, &premises.quota));
        let mut class = Class {
            roles: premises.game.players().count(),
            random: premises.game.random(),
            playable: playable(premises, unrolling),
            acyclic: acyclic(premises.samples, ply_bound),
            turn_taking,
            alternating,
            rewarded,
            constant_sum,
            sum,
            ply_fluents: clock.fluents.iter().map(|&fluent| Fluent(fluent)).collect(),
            ply_bound,
        };
        // The sum of two rewards decides how a cyclic game is solved, so a search is worthwhile if proofs leave it
        // open.
        if class.roles == 2 && class.constant_sum.verdict == ProofStatus::Unknown {
            class.search(premises);
        }
        class
    }

    /// Searches all states, if there are not many.
    fn search(&mut self, premises: &Premises) {
        let Ok(tape) = Tape::new(premises.game) else { return };
        let quota = &premises.quota;
        let work = SEARCHED_STATE + premises.game.circuit.nodes() as u64 / 4;
        let limits = BfsLimits {
            states: SEARCHED.min((quota.left() / work) as usize),
            bytes: SEARCHED_BYTES.min(quota.bytes_left()),
            deadline: quota.deadline(),
            stop: quota.stop(),
            ..BfsLimits::default()
        };
        let found = game::search(&tape, &limits);
        quota.spend(work * found.states.len() as u64);
        self.settle(premises.game, &found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::Groups;
    use crate::quota::Quota;
    use crate::samples::{SampleLimits, sample};
    use crate::testing::line_game;
    use game::Evaluator;

    fn classify(game: &Game, states: usize) -> Class {
        let evaluator = Evaluator::new(game).expect("the game is well-formed");
        let quota = Quota::of(u64::MAX);
        let limits = SampleLimits { states, work: 100_000_000, playouts: 50, plies: 1000 };
        let samples = sample(game, &evaluator, &limits, &quota, 1).expect("the game is well-formed");
        let groups = Groups::find(game, &evaluator, &samples, &quota);
        let premises = Premises { game, samples: &samples, invariants: &groups.invariants, quota };
        Class::find(&premises, &Clock::find(&premises, &evaluator, &groups.variables))
    }

    #[test]
    fn line_games_alternate_and_share_a_hundred() {
        for (game, states) in
            [(line_game(3, 3, 3, false), 10_000), (line_game(3, 3, 3, false), 10), (line_game(6, 5, 4, true), 10)]
        {
            let class = classify(&game, states);
            assert!(class.turn_taking.is_proved());
            assert!(class.alternating.is_proved(), "{:?}", class.alternating);
            assert!(!class.playable.is_refuted());
            assert!(class.rewarded.is_proved(), "{:?}", class.rewarded);
            assert_eq!(class.sum, Some(100));
            assert_eq!(class.ply_fluents.len(), 2);
            assert_eq!(class.ply_bound, None);
            assert!(!class.acyclic.is_refuted());
        }
    }
}
