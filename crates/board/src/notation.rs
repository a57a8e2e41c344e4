//! Derives the notation of moves and facts from the board.
//!
//! A grid has one pane of two coordinates, which are numbers, or letters for columns. Two arguments of a move are a
//! place if they are one in every move of that name. If that is ambiguous, as in `(mark 1 2 3)` on a board whose
//! contents are also numbers, the move keeps the words of the rules. A single argument is a column if a piece falls in
//! that column.

use std::collections::BTreeMap;

use game::Game;
use notation::{Argument, Grid, Notation, Pattern};

use crate::Orientation;
use crate::find::Board;
use crate::label::words;

impl Board {
    /// Gives places and labels the names of a grid.
    pub(crate) fn name_places(&mut self) {
        let Some(grid) = &self.notation.grid else { return };
        for (place, &cell) in &self.places {
            if let [first, second] = place.as_slice()
                && let Some(name) = grid.place(first, second)
            {
                self.geometry.cells[cell].name = name;
            }
        }
        for pane in self.geometry.panes.iter_mut().filter(|pane| pane.width > 1 && pane.height > 1) {
            pane.columns.iter_mut().for_each(|label| *label = grid.column(label).unwrap_or(label).to_owned());
            pane.rows.iter_mut().for_each(|label| *label = grid.row(label).unwrap_or(label).to_owned());
        }
    }

    /// The notation of the game's moves and facts.
    pub(crate) fn find_notation(&self, game: &Game, orientation: &Orientation) -> Notation {
        let words = orientation.moves.clone().into_iter().chain(self.heap_words(game)).collect();
        let grid = if orientation.unruled { None } else { self.grid(orientation) };
        if grid.is_none() {
            return Notation { words, ..Notation::default() };
        }
        let moves = game.moves.iter().flatten().map(|made| made.name.as_str());
        let drawn = game.fluents.iter().enumerate().filter(|(fluent, _)| self.draws(*fluent));
        let moves = self.patterns(moves, |name, arity| arity == 1 && self.falls(game, name));
        let facts = self.patterns(drawn.map(|(_, fact)| fact.as_str()), |_, _| false);
        Notation { grid, moves, facts, words }
    }

    /// Moves that name a heap and what is left of it: `take heap {1} down to {2}`.
    fn heap_words(&self, game: &Game) -> BTreeMap<String, String> {
        let mut said: BTreeMap<&str, Option<String>> = BTreeMap::new();
        for (role, moves) in game.roles.iter().zip(&game.moves) {
            for made in moves {
                let Some(words) = words(&made.name).filter(|words| words.len() > 1) else { continue };
                let own = self.heap_and_rest(role, &made.name, &words[1..]);
                let known = said.entry(words[0]).or_insert_with(|| own.clone());
                if *known != own {
                    *known = None;
                }
            }
        }
        said.into_iter().filter_map(|(name, words)| Some((name.to_owned(), words?))).collect()
    }

    /// The words for a move whose arguments are the last word of a heap's name and what is left of that heap.
    fn heap_and_rest(&self, role: &str, made: &str, arguments: &[&str]) -> Option<String> {
        let reach = self.reach(role, made);
        let counter = reach.counter.filter(|&counter| reach.cells.is_empty() && self.is_heap(counter))?;
        let (name, last) = self.geometry.counters[counter].label.rsplit_once(' ')?;
        let is_so = matches!(arguments, [heap, rest] if *heap == last && reach.to.as_deref() == Some(rest));
        is_so.then(|| format!("take {name} {{1}} down to {{2}}"))
    }

    /// The names of places, if all places with two coordinates are in one pane.
    fn grid(&self, orientation: &Orientation) -> Option<Grid> {
        let mut wide = (0..self.geometry.panes.len()).filter(|&pane| {
            let shape = &self.geometry.panes[pane];
            shape.width > 1 && shape.height > 1
        });
        let (Some(pane), None) = (wide.next(), wide.next()) else { return None };
        let is_own =
            |(place, &cell): (&Vec<String>, &usize)| place.len() != 2 || self.geometry.cells[cell].pane == pane;
        let shape = &self.geometry.panes[pane];
        self.places.iter().all(is_own).then(|| Grid::new(&shape.columns, &shape.rows, orientation.transposed)).flatten()
    }

    /// The patterns of some terms by name and number of arguments, if they contain a place or a column.
    fn patterns<'t>(
        &self,
        terms: impl Iterator<Item = &'t str>,
        is_column: impl Fn(&str, usize) -> bool,
    ) -> Vec<Pattern> {
        let mut by_name: BTreeMap<(&str, usize), Vec<Vec<&str>>> = BTreeMap::new();
        for term in terms.filter_map(words) {
            by_name.entry((term[0], term.len() - 1)).or_default().push(term[1..].to_vec());
        }
        let pattern = |((name, arity), all): ((&str, usize), Vec<Vec<&str>>)| {
            let arguments = match self.place_arguments(arity, &all)? {
                places if places.is_empty() => is_column(name, arity).then(|| vec![Argument::Column])?,
                places => in_order(arity, &places),
            };
            Some(Pattern { name: name.to_owned(), arguments })
        };
        by_name.into_iter().filter_map(pattern).collect()
    }

    /// The positions at which two arguments are a place in all of these lists; `None` if two such places overlap,
    /// unless the arguments are a sequence of places.
    fn place_arguments(&self, arity: usize, all: &[Vec<&str>]) -> Option<Vec<usize>> {
        let is_place = |first: usize| {
            let place =
                |arguments: &Vec<&str>| arguments[first..first + 2].iter().map(|word| (*word).to_owned()).collect();
            all.iter().all(|arguments| self.places.contains_key::<Vec<String>>(&place(arguments)))
        };
        let places: Vec<usize> = (0..arity.saturating_sub(1)).filter(|&first| is_place(first)).collect();
        let pairs: Vec<usize> = (0..arity).step_by(2).collect();
        if arity.is_multiple_of(2) && pairs.iter().all(|first| places.contains(first)) {
            return Some(pairs);
        }
        places.windows(2).all(|two| two[0] + 1 < two[1]).then_some(places)
    }
}

/// The arguments, given the positions of places.
fn in_order(arity: usize, places: &[usize]) -> Vec<Argument> {
    let (mut arguments, mut at) = (Vec::new(), 0);
    while at < arity {
        let argument = if places.contains(&at) { Argument::Place } else { Argument::Word };
        at += argument.words();
        arguments.push(argument);
    }
    arguments
}
