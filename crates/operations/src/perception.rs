//! Whether roles know the state of a sheet with `sees` rules: in every reachable state, what a role sees after its own
//! move must tell it what the others did, as far as that matters for the next state.

use std::collections::{HashMap, HashSet};

use gdl::Rules;
use interpret::{Interpreter, State, TermId};

use crate::error::Error;
use task::AdviceStep;

/// States that are looked at. Larger games are refused: nobody knows whether their roles know the state.
const MOST_STATES: usize = 50_000;

/// Joint moves of a state that are looked at.
const MOST_JOINT_MOVES: usize = 10_000;

/// Refuses rules by which some role may not know the state, with a state and moves that show it.
pub fn check_percepts(rules: &Rules) -> Result<(), Error> {
    let mut search = Search { game: Interpreter::new(rules).map_err(Error::unanswered)?, random: rules.random() };
    let first = search.game.initial().map_err(Error::unanswered)?;
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        for next in search.look(&state)? {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > MOST_STATES {
            let what =
                "`sees` rules say what each role sees, and the game is too large to tell whether that is the state";
            return Err(Error::no(what).advise(AdviceStep::Explore));
        }
    }
    Ok(())
}

struct Search {
    game: Interpreter,
    random: Option<usize>,
}

impl Search {
    /// The successors of a state, if every role can tell which one it is in.
    fn look(&mut self, state: &State) -> Result<Vec<State>, Error> {
        let legal = self.game.legal(state).map_err(Error::unanswered)?;
        if self.game.terminal(state).map_err(Error::unanswered)? || legal.iter().any(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let mut joints: Vec<Vec<TermId>> = vec![Vec::new()];
        for moves in &legal {
            joints =
                joints.iter().flat_map(|joint| moves.iter().map(move |&one| [&joint[..], &[one]].concat())).collect();
            if joints.len() > MOST_JOINT_MOVES {
                return Err(Error::no(
                    "`sees` rules say what each role sees, and there are too many joint moves to tell",
                ));
            }
        }
        // Per role, what it does and sees, with the state that follows and the joint move that leads there.
        type Known = HashMap<(usize, TermId, Vec<TermId>), (State, Vec<TermId>)>;
        let mut known: Known = HashMap::new();
        let mut successors = Vec::new();
        for joint in joints {
            let next = self.game.next(state, &joint).map_err(Error::unanswered)?;
            let percepts = self.game.percepts(state, &joint).map_err(Error::unanswered)?;
            for (role, seen) in percepts.into_iter().enumerate().filter(|(role, _)| Some(*role) != self.random) {
                let (other, made) =
                    known.entry((role, joint[role], seen)).or_insert_with(|| (next.clone(), joint.clone())).clone();
                if other != next {
                    return Err(self.hidden(state, role, &made, &joint));
                }
            }
            successors.push(next);
        }
        Ok(successors)
    }

    fn hidden(&self, state: &State, role: usize, one: &[TermId], other: &[TermId]) -> Error {
        let text = |moves: &[TermId]| moves.iter().map(|&made| self.game.text(made)).collect::<Vec<_>>().join(" ");
        let name = self.game.text(self.game.roles()[role]);
        let mut facts: Vec<String> = state.facts().iter().map(|&fact| self.game.text(fact)).collect();
        facts.sort_unstable();
        let what = format!(
            "hidden information: {name} sees the same after the moves {} and {}, and the states that follow differ",
            text(one),
            text(other)
        );
        Error::no(what).shown_by_facts(facts.join(" ")).advise(AdviceStep::Explore)
    }
}
