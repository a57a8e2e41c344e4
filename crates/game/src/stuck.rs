//! Stuck states: some role has no legal move in a non-terminal state. This is a defect of the rules, with one message
//! for all callers.

use std::fmt;

use crate::evaluator::Evaluator;
use crate::model::Game;
use crate::state::State;

/// The roles without a legal move in a non-terminal state, and the usual cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// This role has none, while another one has a choice.
    Waits(String),
    /// This role has none, and nobody has a choice: it is probably its turn.
    Moves(String),
    /// No role has one.
    Nobody,
}

impl Stuck {
    /// The case shown by the legal moves of all roles; `None` if every role has one.
    pub fn find<M>(legal: &[Vec<M>], name: impl Fn(usize) -> String) -> Option<Stuck> {
        let role = legal.iter().position(Vec::is_empty)?;
        let has = |least: usize| legal.iter().any(|moves| moves.len() >= least);
        Some(match (has(2), has(1), legal.len()) {
            (true, ..) => Stuck::Waits(name(role)),
            (false, false, 2..) => Stuck::Nobody,
            _ => Stuck::Moves(name(role)),
        })
    }

    /// The case of a state in which some role is known to have no legal move.
    pub fn in_state(game: &Game, state: &State) -> Stuck {
        let legal = Evaluator::new(game).map_or(Vec::new(), |evaluator| evaluator.view(state).legal);
        Stuck::find(&legal, |role| game.roles[role].clone()).unwrap_or(Stuck::Nobody)
    }
}

/// The defect and its usual cause; without the full stop.
impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WHERE: &str = "legal move in a non-terminal state";
        match self {
            Stuck::Waits(role) => {
                write!(f, "{role} has no {WHERE}; the usual cause is a missing `noop` for the role that waits")
            }
            Stuck::Moves(role) => {
                write!(f, "{role} has no {WHERE}; the state should be terminal, or {role} needs a legal move there")
            }
            Stuck::Nobody => {
                write!(f, "no role has a {WHERE}; the state should be terminal, or every role needs a legal move there")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(legal: &[Vec<u8>]) -> Option<String> {
        Stuck::find(legal, |role| ["white", "black"][role].to_owned()).map(|stuck| stuck.to_string())
    }

    #[test]
    fn the_cause_depends_on_the_other_roles_moves() {
        assert_eq!(told(&[vec![1, 2], vec![3]]), None);
        let cause =
            |legal: &[Vec<u8>]| told(legal).expect("a role is stuck").split_once("; ").expect("a cause").1.to_owned();
        assert_eq!(cause(&[vec![1, 2], vec![]]), "the usual cause is a missing `noop` for the role that waits");
        assert_eq!(cause(&[vec![1], vec![]]), "the state should be terminal, or black needs a legal move there");
        assert_eq!(cause(&[vec![]]), "the state should be terminal, or white needs a legal move there");
        assert!(told(&[vec![], vec![]]).is_some_and(|told| told.starts_with("no role has a legal move")));
    }
}
