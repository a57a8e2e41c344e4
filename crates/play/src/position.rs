//! A position: a state of a game, with its history.

use std::sync::Arc;

use game::{State, View};

use crate::playable::Playable;

/// A state of a game with its legal moves and rewards, and the states before it.
#[derive(Clone)]
pub struct Position {
    playable: Arc<Playable>,
    state: State,
    view: View,
    /// The states before, first to last.
    history: Vec<State>,
}

impl Position {
    /// The initial position of a game.
    pub fn initial(playable: &Arc<Playable>) -> Position {
        Position::at(playable, State::initial(&playable.game))
    }

    /// A position without a history.
    pub fn at(playable: &Arc<Playable>, state: State) -> Position {
        let view = playable.evaluator().view(&state);
        Position { playable: Arc::clone(playable), state, view, history: Vec::new() }
    }

    /// The position after a joint move: one move per role.
    pub fn after(&self, joint: &[usize]) -> Position {
        let state = self.playable.evaluator().next(&self.state, joint);
        let view = self.playable.evaluator().view(&state);
        let history = self.history.iter().chain([&self.state]).cloned().collect();
        Position { playable: Arc::clone(&self.playable), state, view, history }
    }

    /// The game.
    pub fn playable(&self) -> &Arc<Playable> {
        &self.playable
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The states before, first to last.
    pub fn history(&self) -> &[State] {
        &self.history
    }

    /// For each role, its legal moves, ascending.
    pub fn legal(&self) -> &[Vec<usize>] {
        &self.view.legal
    }

    /// Whether no move can be made: the state is terminal, or a role has no legal move.
    pub fn is_over(&self) -> bool {
        self.view.terminal || self.view.legal.iter().any(Vec::is_empty)
    }

    /// Whether the game is over by its rules, or in lenient mode.
    pub fn is_end(&self) -> bool {
        self.view.terminal || self.playable.lenient && self.is_over()
    }

    /// For each role, its reward here: the lowest of several, 0 if there is none. It counts only at the end of the
    /// game.
    pub fn rewards(&self) -> Vec<i32> {
        let rewards = self.view.rewards.iter().map(|rewards| rewards.first().copied().unwrap_or(0));
        self.playable.counted(rewards.collect())
    }

    /// The roles that have a choice.
    pub fn choosing(&self) -> Vec<usize> {
        if self.is_over() {
            return Vec::new();
        }
        (0..self.playable.roles()).filter(|&role| self.view.legal[role].len() > 1).collect()
    }

    /// The first legal move of every role; `None` if no move can be made.
    pub fn first_joint(&self) -> Option<Vec<usize>> {
        (!self.is_over()).then(|| self.view.legal.iter().map(|moves| moves[0]).collect())
    }
}
