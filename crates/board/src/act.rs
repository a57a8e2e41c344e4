//! The cells to click for a move.

use std::collections::BTreeSet;

use game::Game;
use serde::Serialize;

use crate::find::{Board, Meaning};
use crate::geometry::{Change, Picture};
use crate::label::{nested_words, words};

/// The cells where a move may act, in any state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Reach {
    /// Cells that it names, in order, or from which the rules select one.
    pub cells: Vec<usize>,
    /// The counter that it changes.
    pub counter: Option<usize>,
    /// The new value of the counter, if the move names it.
    pub to: Option<String>,
}

/// The cells where a move acts in a state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Act {
    /// Cells to click, in order: the target, or the origin and the target. Empty if the move is not on the board.
    pub cells: Vec<usize>,
    /// The counter that it changes.
    pub counter: Option<usize>,
    /// Its changes.
    pub changes: Vec<Change>,
}

impl Board {
    /// Where a move of a role acts, given the pictures before and after it.
    pub fn act(&self, role: &str, made: &str, old: &Picture, new: &Picture) -> Act {
        let changes = changes(old, new);
        let is_changed = |cell: usize| changes.iter().any(|change| change.cell == Some(cell));
        let arguments = arguments(made);
        let named = self.named(role, &arguments, &is_changed);
        let cells = match named.as_slice() {
            // A piece is named by its target alone: its origin is where it was.
            &[to] if self.has_pieces => origin(old, new, to).into_iter().chain([to]).collect(),
            [] => self.filled(old, new),
            _ => named,
        };
        let changed = changes.iter().find_map(|change| change.counter);
        let counter = self.counter(&arguments, |counter| changes.iter().any(|change| change.counter == Some(counter)));
        Act { cells, counter: counter.or(changed.filter(|_| self.geometry.cells.is_empty())), changes }
    }

    /// Where a move of a role may act: `(drop 3)` in all cells of column 3.
    pub fn reach(&self, role: &str, made: &str) -> Reach {
        let arguments = arguments(made);
        let counter = self.counter(&arguments, |_| false);
        let named = self.named(role, &arguments, &|_| true);
        let cells = match arguments.as_slice() {
            [one] if named.is_empty() => {
                let mut line: Vec<usize> =
                    self.places.iter().filter(|(place, _)| place[0] == *one).map(|(_, &cell)| cell).collect();
                line.sort_unstable();
                line
            }
            _ => named,
        };
        let value = |counter: usize| {
            let last = arguments.last()?;
            let values = &self.geometry.counters[counter].values;
            values.iter().find(|known| known.value == *last).map(|known| known.value.clone())
        };
        Reach { cells, counter, to: counter.and_then(value) }
    }

    /// The counter that an argument of a move names: the only one with that name, or the first one for which `is_meant`
    /// holds.
    fn counter(&self, arguments: &[&str], is_meant: impl Fn(usize) -> bool) -> Option<usize> {
        arguments.iter().find_map(|word| match self.counted.get(*word)?.as_slice() {
            &[only] => Some(only),
            several => several.iter().copied().find(|&counter| is_meant(counter)),
        })
    }

    /// The cells whose coordinates are among the arguments of a move; cells with more coordinates are preferred.
    fn named(&self, role: &str, arguments: &[&str], is_changed: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let lengths: BTreeSet<usize> = self.places.keys().map(Vec::len).filter(|&length| length > 0).collect();
        let named = lengths.into_iter().rev().map(|length| self.named_by(length, role, arguments, is_changed));
        named.into_iter().find(|cells| !cells.is_empty()).unwrap_or_default()
    }

    /// The same among cells with a given number of coordinates.
    fn named_by(
        &self,
        length: usize,
        role: &str,
        arguments: &[&str],
        is_changed: &dyn Fn(usize) -> bool,
    ) -> Vec<usize> {
        let cell = |words: &[&str]| {
            let key: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            self.places.get(&key).copied()
        };
        // Only origin and target, one after the other.
        if arguments.len().is_multiple_of(length)
            && let Some(cells) = arguments.chunks(length).map(cell).collect::<Option<Vec<_>>>()
            && !cells.is_empty()
        {
            return cells;
        }
        // Otherwise coordinates at any position, perhaps after the role, if something changes there.
        let with_role: Vec<&str> = std::iter::once(role).chain(arguments.iter().copied()).collect();
        // Backwards, since the piece is named before the target.
        let mut cells = Vec::new();
        let mut end = with_role.len();
        while end >= length {
            match cell(&with_role[end - length..end]).filter(|&cell| is_changed(cell)) {
                Some(cell) => {
                    cells.insert(0, cell);
                    end -= length;
                }
                None => end -= 1,
            }
        }
        cells
    }

    /// Cells with new contents; for a single moving piece, with its origin.
    fn filled(&self, old: &Picture, new: &Picture) -> Vec<usize> {
        let gained = |cell: &usize| new.contents[*cell].iter().any(|piece| !old.contents[*cell].contains(piece));
        let filled: Vec<usize> = (0..new.contents.len()).filter(gained).collect();
        match filled.as_slice() {
            &[to] if self.has_pieces => origin(old, new, to).into_iter().chain([to]).collect(),
            [_] => filled,
            _ => Vec::new(),
        }
    }

    /// Whether some move names an origin and a target cell.
    pub(crate) fn moves_name_two_cells(&self, game: &Game) -> bool {
        let names_two = |role: usize, made: &str| {
            let cells = self.reach(&game.roles[role], made).cells;
            let words = |&cell: &usize| self.geometry.cells[cell].label.split(' ').count();
            cells.len() == 2 && cells.iter().map(words).sum::<usize>() <= arguments(made).len()
        };
        (0..game.roles.len()).any(|role| game.moves[role].iter().any(|made| names_two(role, &made.name)))
    }

    /// Whether a fluent is drawn.
    pub fn draws(&self, fluent: usize) -> bool {
        matches!(self.meaning.get(fluent), Some(Some(Meaning::Content { .. } | Meaning::Value { .. })))
    }
}

/// The words of a move after its name, including those in nested terms: `(draw (horizontal 1 2))`.
pub(crate) fn arguments(made: &str) -> Vec<&str> {
    words(made).or_else(|| nested_words(made)).unwrap_or_default().into_iter().skip(1).collect()
}

/// The origin of the piece that moved to a cell.
fn origin(old: &Picture, new: &Picture, to: usize) -> Option<usize> {
    let came = new.contents[to].iter().find(|piece| !old.contents[to].contains(piece))?;
    (0..old.contents.len()).find(|&cell| old.contents[cell].contains(came) && !new.contents[cell].contains(came))
}

fn changes(old: &Picture, new: &Picture) -> Vec<Change> {
    let content = |contents: &Vec<String>| (!contents.is_empty()).then(|| contents.join(" "));
    let cells = (0..old.contents.len()).filter(|&cell| old.contents[cell] != new.contents[cell]);
    let cells = cells.map(|cell| Change {
        cell: Some(cell),
        counter: None,
        from: content(&old.contents[cell]),
        to: content(&new.contents[cell]),
    });
    let counters = (0..old.counters.len()).filter(|&counter| old.counters[counter] != new.counters[counter]);
    let counters = counters.map(|counter| Change {
        cell: None,
        counter: Some(counter),
        from: old.counters[counter].clone(),
        to: new.counters[counter].clone(),
    });
    cells.chain(counters).collect()
}
