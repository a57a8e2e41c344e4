//! Distinguishes counters that are heaps of things from plain numbers such as a step counter.

use std::collections::HashSet;

use game::{Evaluator, Game, State};

use crate::Orientation;
use crate::find::Board;

impl Board {
    /// All counters if the drawing says so. Otherwise, if the picture has only counters, those that share their first
    /// word with a counter that moves act on.
    pub(crate) fn heaps(&self, game: &Game, told: &Orientation) -> HashSet<usize> {
        let first = |counter: usize| self.geometry.counters[counter].label.split(' ').next().unwrap_or_default();
        let are_heaps = told.heaps.unwrap_or(self.geometry.cells.is_empty());
        if self.geometry.counters.is_empty() || !are_heaps {
            return HashSet::new();
        }
        let acted: HashSet<&str> = self.acted_on(game).into_iter().map(first).collect();
        let is_heap = |&counter: &usize| {
            (told.heaps == Some(true) || acted.contains(first(counter)))
                && !told.numbers.iter().any(|number| number == first(counter))
        };
        (0..self.geometry.counters.len()).filter(is_heap).collect()
    }

    /// The counters that moves name, or else those that they change in the initial state.
    fn acted_on(&self, game: &Game) -> Vec<usize> {
        let moves = || (0..game.roles.len()).flat_map(|role| game.moves[role].iter().map(move |made| (role, made)));
        let named: Vec<usize> =
            moves().filter_map(|(role, made)| self.reach(&game.roles[role], &made.name).counter).collect();
        if named.is_empty() { self.changed_first(game) } else { named }
    }

    fn changed_first(&self, game: &Game) -> Vec<usize> {
        let Ok(evaluator) = Evaluator::new(game) else { return Vec::new() };
        let start = State::initial(game);
        let legal = evaluator.view(&start).legal;
        let Some(joint) = legal.iter().map(|moves| moves.first().copied()).collect::<Option<Vec<usize>>>() else {
            return Vec::new();
        };
        let (old, new) = (self.view(game, &start), self.view(game, &evaluator.next(&start, &joint)));
        (0..old.counters.len()).filter(|&counter| old.counters[counter] != new.counters[counter]).collect()
    }
}
