//! The class of a game whose states are all listed: every property is decided.

use game::stuck::Stuck;
use game::{Game, SearchReport};
use number::all;

use super::Class;
use super::reward::NO_END;
use super::turns::{NO_CHOICE, Rotation, out_of_turn, seen_rotation};
use crate::finding::{Finding, ProofStatus};
use crate::samples::successors::Successors;

impl Class {
    /// Whether some property is unknown.
    pub fn is_open(&self) -> bool {
        [&self.turn_taking, &self.alternating, &self.playable, &self.rewarded, &self.constant_sum, &self.acyclic]
            .into_iter()
            .any(is_open)
    }

    /// Decides unknown properties by a search that found all states. Cycles and turns need its plies.
    pub fn settle(&mut self, game: &Game, found: &SearchReport) {
        if found.stopped.is_some() {
            return;
        }
        let listed = Listed(found);
        close(&mut self.turn_taking, || {
            listed.without(found.simultaneous_example, "several roles have a choice in this state")
        });
        close(&mut self.playable, || match found.stuck_example.map(|witness| found.state(witness)) {
            Some(state) => Finding::refuted(Stuck::in_state(game, &state).to_string(), &state),
            None => listed.proved(),
        });
        close(&mut self.rewarded, || match found.goal_vector_examples.is_empty() && found.goal_example.is_none() {
            true => Finding::proved(NO_END),
            false => listed.without(found.goal_example, "a role has no reward or several here"),
        });
        if is_open(&self.constant_sum) {
            (self.constant_sum, self.sum) = listed.constant_sum(game);
        }
        let Some(plies) = &found.plies else { return };
        if !is_open(&self.acyclic) && !is_open(&self.alternating) {
            return;
        }
        let successors = Successors::new(found.states.len(), plies.list.iter().copied());
        close(&mut self.acyclic, || listed.without(successors.on_cycle(), "this state can repeat"));
        close(&mut self.alternating, || {
            if let Some(witness) = found.simultaneous_example {
                return Finding::refuted("several roles move at once", &found.state(witness));
            }
            let chooser = |state: usize| plies.choosers[state].map(usize::from);
            match seen_rotation(found.states.len(), chooser, |period| successors.phases(period)) {
                Err(state) => out_of_turn(game, chooser(state), &found.state(state)),
                Ok(Rotation::Of(_)) => listed.proved(),
                Ok(Rotation::NoChoice | Rotation::Unseen) => Finding::proved(NO_CHOICE),
            }
        });
    }
}

/// All states of a game.
struct Listed<'l>(&'l SearchReport);

impl Listed<'_> {
    fn proved(&self) -> Finding {
        Finding::proved(format!("holds in {}", all(self.0.states.len(), "reachable state")))
    }

    /// Refuted by the witness if there is one, otherwise proved.
    fn without(&self, witness: Option<usize>, why: &str) -> Finding {
        witness.map_or_else(|| self.proved(), |state| Finding::refuted(why, &self.0.state(state)))
    }

    /// Whether all rewards have the same sum, and the sum.
    fn constant_sum(&self, game: &Game) -> (Finding, Option<i32>) {
        if let Some(witness) = self.0.goal_example {
            let why = "not every role has exactly one reward at the end";
            return (Finding::refuted(why, &self.0.state(witness)), None);
        }
        let total = |rewards: &[i32]| game.players().fold(0_i32, |sum, role| sum.saturating_add(rewards[role]));
        let mut sums = self.0.goal_vector_examples.iter().map(|(rewards, &state)| (total(rewards), state));
        let Some((sum, _)) = sums.next() else { return (Finding::proved(NO_END), None) };
        match sums.find(|&(other, _)| other != sum) {
            None => (self.proved(), Some(sum)),
            Some((other, state)) => {
                let why = format!("the rewards sum to {other} here and to {sum} elsewhere");
                (Finding::refuted(why, &self.0.state(state)), None)
            }
        }
    }
}

fn is_open(finding: &Finding) -> bool {
    finding.verdict == ProofStatus::Unknown
}

fn close(finding: &mut Finding, settled: impl FnOnce() -> Finding) {
    if is_open(finding) {
        *finding = settled();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::line_game;
    use game::{BfsLimits, Tape, search, search_plies};

    #[test]
    fn a_list_of_all_states_and_plies_decides_everything() {
        let game = line_game(3, 3, 3, false);
        let tape = Tape::new(&game).expect("well-formed");
        let mut class = Class::unknown(&game);
        class.settle(&game, &search(&tape, &BfsLimits::default()));
        assert!(class.is_open() && class.turn_taking.is_proved(), "cycles and turns need plies");
        class.settle(&game, &search_plies(&tape, &BfsLimits::default()));
        assert!(!class.is_open());
        assert!(class.alternating.is_proved() && class.acyclic.is_proved() && class.playable.is_proved());
        assert_eq!((class.rewarded.is_proved(), class.sum), (true, Some(100)));
    }

    #[test]
    fn properties_refuted_by_a_list_have_a_witness() {
        let mut game = line_game(3, 3, 3, false);
        // The first role gets less for a win.
        game.goals[0].iter_mut().filter(|goal| goal.reward == 100).for_each(|goal| goal.reward = 90);
        let mut class = Class::unknown(&game);
        class.settle(&game, &search_plies(&Tape::new(&game).expect("well-formed"), &BfsLimits::default()));
        assert!(class.constant_sum.is_refuted() && class.constant_sum.witness.is_some() && class.sum.is_none());
    }

    #[test]
    fn an_incomplete_search_decides_nothing() {
        let game = line_game(3, 3, 3, false);
        let mut class = Class::unknown(&game);
        let limits = BfsLimits { states: 100, ..BfsLimits::default() };
        class.settle(&game, &search_plies(&Tape::new(&game).expect("well-formed"), &limits));
        assert!(class.turn_taking.verdict == ProofStatus::Unknown && class.acyclic.verdict == ProofStatus::Unknown);
    }
}
