//! Finds the picture of a game.

use std::collections::{HashMap, HashSet};

use game::{Game, State};
use notation::Notation;

use crate::Orientation;
use crate::geometry::{Cell, CellFact, Counter, CounterValue, Geometry, Pane, Picture};
use crate::label::{is_number, ordered};
use crate::relation::{Fact, Relation, Shape, relations};

/// More cells than this cannot be drawn.
const MOST_CELLS: usize = 4096;

/// Words that sheets use for an empty cell.
const NOTHING: [&str; 12] =
    ["b", "blank", "empty", "free", "none", "nothing", "vacant", "missing", "dirt", "open", "unmarked", "nil"];

/// The meaning of a fact in the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// This content, by number, is in a cell.
    Content { cell: usize, content: usize },
    /// A piece is off the board.
    Nowhere,
    /// A counter has this value, by number.
    Value { counter: usize, value: usize },
}

/// A place by its coordinates, a fact about it, and the content that the fact puts there.
type Placed<'g> = (Vec<String>, &'g Fact<'g>, String);

/// The index of each label.
fn numbered(labels: &[String]) -> HashMap<&str, usize> {
    labels.iter().enumerate().map(|(number, label)| (label.as_str(), number)).collect()
}

/// The picture of a game.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The static part.
    pub geometry: Geometry,
    /// For each fluent, its meaning.
    pub(crate) meaning: Vec<Option<Meaning>>,
    /// The contents of cells that are the same in every state.
    fixed: Vec<(usize, usize)>,
    /// Cells by their coordinates.
    pub(crate) places: HashMap<Vec<String>, usize>,
    /// Counters by their last word, `2` of `heap 2`; several may share it.
    pub(crate) counted: HashMap<String, Vec<usize>>,
    /// Contents by name.
    numbers: HashMap<String, usize>,
    /// Whether there are too many cells for a picture.
    overfull: bool,
    /// Whether pieces have places, rather than places having contents.
    pub(crate) has_pieces: bool,
    /// Whether moves name their origin, or pieces have places.
    pub(crate) moves_pieces: bool,
    /// Whether cells are hexagons, each row half a cell to the right of the one above.
    pub(crate) hexagonal: bool,
    /// Whether the contents of cells are listed in words.
    pub(crate) listed: bool,
    /// Counters that are heaps of things, not plain numbers such as a step counter.
    pub(crate) heaps: HashSet<usize>,
    /// How moves and facts are written.
    pub notation: Notation,
}

impl Board {
    /// The picture, if there is anything to draw.
    pub fn find(game: &Game, orientation: &Orientation) -> Option<Board> {
        let board = Board::lying(game, orientation)?;
        if orientation.rows_up.is_some() || !board.falls_upwards(game) {
            return Some(board);
        }
        // If the orientation is not given, falling pieces determine which way is up; before, it was only guessed from
        // the labels.
        let lying = |up: bool| Board::lying(game, &Orientation { rows_up: Some(up), ..orientation.clone() });
        [true, false].into_iter().filter_map(lying).find(|turned| !turned.falls_upwards(game)).or(Some(board))
    }

    /// The picture with a given orientation.
    fn lying(game: &Game, orientation: &Orientation) -> Option<Board> {
        let mut board = Board {
            meaning: vec![None; game.fluents.len()],
            hexagonal: orientation.hexagonal,
            listed: orientation.listed,
            ..Board::default()
        };
        let relations = relations(game, &orientation.places);
        for relation in &relations {
            match relation.shape {
                Shape::Content(argument) => board.add_contents(relation, argument, orientation),
                Shape::Mark => board.add_marks(relation, orientation),
                Shape::Number(argument) => board.add_counters(relation, argument),
                Shape::Place(..) | Shape::Other => {}
            }
        }
        board.add_pieces(&relations, orientation);
        board.geometry.empty = board.empty(game, orientation);
        board.heaps = board.heaps(game, orientation);
        board.moves_pieces = board.has_pieces || board.moves_name_two_cells(game);
        board.notation = board.find_notation(game, orientation);
        board.name_places();
        board.name_facts(game);
        let drawn = !board.geometry.cells.is_empty() || !board.geometry.counters.is_empty();
        (drawn && !board.overfull).then_some(board)
    }

    /// The contents of all cells and counters in a state.
    pub fn view(&self, game: &Game, state: &State) -> Picture {
        let mut view = Picture {
            contents: vec![Vec::new(); self.geometry.cells.len()],
            counters: vec![None; self.geometry.counters.len()],
            rest: Vec::new(),
        };
        let is_something = |content: usize| self.geometry.empty.as_ref() != Some(&self.geometry.contents[content]);
        let drawn = state.fluents().filter_map(|fluent| match self.meaning[fluent.0 as usize] {
            Some(Meaning::Content { cell, content }) => Some((cell, content)),
            Some(Meaning::Value { counter, value }) => {
                view.counters[counter] = Some(self.geometry.counters[counter].values[value].value.clone());
                None
            }
            Some(Meaning::Nowhere) => None,
            None => {
                view.rest.push(game.fluents[fluent.0 as usize].clone());
                None
            }
        });
        let drawn: Vec<(usize, usize)> = drawn.chain(self.fixed.iter().copied()).collect();
        for (cell, content) in drawn.into_iter().filter(|&(_, content)| is_something(content)) {
            view.contents[cell].push(self.geometry.contents[content].clone());
        }
        view
    }

    /// Places with contents: one pane, or one per value of the first of three coordinates.
    fn add_contents(&mut self, relation: &Relation<'_>, argument: usize, orientation: &Orientation) {
        let coordinates = |fact: &Fact<'_>| -> Vec<String> {
            let others = fact.arguments.iter().enumerate().filter(|(place, _)| *place != argument);
            others.map(|(_, word)| (*word).to_owned()).collect()
        };
        let placed: Vec<Placed<'_>> =
            relation.facts.iter().map(|fact| (coordinates(fact), fact, fact.arguments[argument].to_owned())).collect();
        match placed.first().map_or(0, |(coordinates, ..)| coordinates.len()) {
            // A single place is not a board: who holds the jewel is an ordinary fact.
            1 if placed.iter().all(|(place, ..)| *place == placed[0].0) => {}
            1 | 2 => self.add_pane(None, &placed, orientation),
            3 => self.add_panes(relation.name, placed, orientation),
            _ => {}
        }
    }

    /// Places that are marked or not, with a pane for each kind.
    fn add_marks(&mut self, relation: &Relation<'_>, orientation: &Orientation) {
        let coordinates = |fact: &Fact<'_>| fact.arguments.iter().map(|word| (*word).to_owned()).collect();
        let placed = relation.facts.iter().map(|fact| (coordinates(fact), fact, relation.name.to_owned()));
        self.add_panes(relation.name, placed.collect(), orientation);
    }

    /// A pane for each value of the first of three coordinates.
    fn add_panes(&mut self, name: &str, placed: Vec<Placed<'_>>, orientation: &Orientation) {
        let titles = ordered(placed.iter().map(|(coordinates, ..)| coordinates[0].as_str()));
        let mut by_title: HashMap<String, Vec<Placed<'_>>> = HashMap::new();
        placed.into_iter().for_each(|one| by_title.entry(one.0[0].clone()).or_default().push(one));
        for title in titles {
            let own = by_title.remove(&title).unwrap_or_default();
            self.add_pane(Some(format!("{name} {title}")), &own, orientation);
        }
    }

    /// Pieces with places, all on one pane: the existing one if they fit there, otherwise a new one.
    fn add_pieces(&mut self, relations: &[Relation<'_>], orientation: &Orientation) {
        let mut placed: Vec<Placed<'_>> = Vec::new();
        for relation in relations {
            let Shape::Place(one, other) = relation.shape else { continue };
            for fact in &relation.facts {
                if !is_number(fact.arguments[one]) || !is_number(fact.arguments[other]) {
                    fact.fluent.into_iter().for_each(|fluent| self.meaning[fluent] = Some(Meaning::Nowhere));
                    continue;
                }
                let rest = fact.arguments.iter().enumerate().filter(|(place, _)| *place != one && *place != other);
                let who: Vec<&str> = rest.map(|(_, word)| *word).collect();
                let who = if who.is_empty() { relation.name.to_owned() } else { who.join(" ") };
                placed.push((vec![fact.arguments[one].to_owned(), fact.arguments[other].to_owned()], fact, who));
            }
        }
        if placed.is_empty() {
            return;
        }
        self.has_pieces = true;
        self.add_pane(None, &placed, orientation);
    }

    /// Adds a pane, unless all its places are already known from another relation over the same coordinates.
    fn add_pane(&mut self, title: Option<String>, placed: &[Placed<'_>], orientation: &Orientation) {
        if placed.iter().all(|(place, ..)| self.places.contains_key(place)) {
            placed.iter().for_each(|(place, fact, content)| self.put(self.places[place], fact, content.clone()));
            return;
        }
        let different: HashSet<&Vec<String>> = placed.iter().map(|(place, ..)| place).collect();
        if self.overfull || self.geometry.cells.len() + different.len() > MOST_CELLS {
            self.overfull = true;
            return;
        }
        // A single coordinate is a row; the first of three is the pane.
        let at = |coordinates: &[String]| -> (String, String) {
            match coordinates {
                [one] => (one.clone(), String::new()),
                [.., one, other] if orientation.transposed => (other.clone(), one.clone()),
                [.., one, other] => (one.clone(), other.clone()),
                [] => Default::default(),
            }
        };
        let all: Vec<(String, String)> = placed.iter().map(|(coordinates, ..)| at(coordinates)).collect();
        let columns = ordered(all.iter().map(|(column, _)| column.as_str()));
        let mut rows = ordered(all.iter().map(|(_, row)| row.as_str()));
        let like_chess = columns.iter().all(|column| !is_number(column)) && rows.iter().all(|row| is_number(row));
        if rows.len() > 1 && orientation.rows_up.unwrap_or(like_chess) {
            rows.reverse();
        }
        let pane = self.geometry.panes.len();
        let (across, down) = (numbered(&columns), numbered(&rows));
        // Places of an earlier pane with the same coordinates are different cells, and moves refer to those.
        let mut own: HashMap<&Vec<String>, usize> = HashMap::new();
        for ((coordinates, fact, content), (column, row)) in placed.iter().zip(&all) {
            let cell = *own.entry(coordinates).or_insert_with(|| {
                let (x, y, label) = (across[column.as_str()], down[row.as_str()], coordinates.join(" "));
                let name = label.clone();
                self.geometry.cells.push(Cell { pane, x, y, label, name, facts: Vec::new() });
                self.geometry.cells.len() - 1
            });
            self.places.entry(coordinates.clone()).or_insert(cell);
            self.put(cell, fact, content.clone());
        }
        self.geometry.panes.push(Pane { title, width: columns.len(), height: rows.len(), columns, rows });
    }

    /// Records that a fact puts something in a cell.
    fn put(&mut self, cell: usize, fact: &Fact<'_>, content: String) {
        let next = self.geometry.contents.len();
        let number = *self.numbers.entry(content.clone()).or_insert(next);
        if number == next {
            self.geometry.contents.push(content.clone());
        }
        match fact.fluent {
            Some(fluent) => {
                self.meaning[fluent] = Some(Meaning::Content { cell, content: number });
                self.geometry.cells[cell].facts.push(CellFact {
                    fact: fact.text.to_owned(),
                    content,
                    words: Default::default(),
                });
            }
            None => self.fixed.push((cell, number)),
        }
    }

    /// Adds things that have a number.
    fn add_counters(&mut self, relation: &Relation<'_>, argument: usize) {
        let mut by_label: HashMap<String, usize> = HashMap::new();
        for fact in &relation.facts {
            let Some(fluent) = fact.fluent else { continue };
            let others = fact.arguments.iter().enumerate().filter(|(place, _)| *place != argument);
            let label = std::iter::once(relation.name).chain(others.map(|(_, word)| *word));
            let label = label.collect::<Vec<_>>().join(" ");
            let next = self.geometry.counters.len();
            let counter = *by_label.entry(label.clone()).or_insert(next);
            if counter == next {
                if let Some((_, last)) = label.rsplit_once(' ') {
                    self.counted.entry(last.to_owned()).or_default().push(counter);
                }
                self.geometry.counters.push(Counter { label, values: Vec::new() });
            }
            let value = fact.arguments[argument].to_owned();
            let values = &mut self.geometry.counters[counter].values;
            self.meaning[fluent] = Some(Meaning::Value { counter, value: values.len() });
            let (number, words) = (value.parse().ok(), Default::default());
            values.push(CounterValue { fact: fact.text.to_owned(), number, value, words });
        }
    }

    /// The content that means empty: the given one, or a word that sheets use, or 0 among numbers, or the most frequent
    /// one in the initial state.
    fn empty(&self, game: &Game, orientation: &Orientation) -> Option<String> {
        let contents = &self.geometry.contents;
        let known = |wanted: &str| contents.iter().find(|content| *content == wanted).cloned();
        if let Some(told) = &orientation.empty {
            return known(told);
        }
        if let Some(word) = NOTHING.iter().find_map(|word| known(word)) {
            return Some(word);
        }
        if contents.iter().all(|content| is_number(content)) {
            return known("0");
        }
        let mut counts = vec![0; contents.len()];
        for &fluent in &game.initial {
            if let Some(Meaning::Content { content, .. }) = self.meaning[fluent.0 as usize] {
                counts[content] += 1;
            }
        }
        let most = (0..counts.len()).max_by_key(|&content| counts[content])?;
        (!self.has_pieces && counts[most] * 3 > self.geometry.cells.len() * 2).then(|| contents[most].clone())
    }
}
