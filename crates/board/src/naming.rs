//! Places, facts and moves in the words of the picture.
//!
//! `(mark 1 2)` says nothing to somebody who has not read the rules. That it is about the place a2 is known from
//! where the cells are drawn, and that `(reduce 4 0)` empties a heap from the counter that it names. What the picture
//! does not show keeps the words of the sheet.

use std::collections::HashMap;

use game::Game;

use crate::act::{Act, arguments};
use crate::find::{Board, Meaning};
use crate::label::{nested_words, words};

/// Names of facts that say where one thing is in relation to another: `(on a b)` is "a is on b".
const PREPOSITIONS: [&str; 8] = ["above", "at", "behind", "below", "beside", "in", "on", "under"];

impl Board {
    /// A cell in words: `a2` on a grid, else what facts call it, `number 7`, or its coordinates.
    pub fn place(&self, cell: usize) -> String {
        let found = &self.geometry.cells[cell];
        if found.name != found.label {
            return found.name.clone();
        }
        let named = found.facts.first().and_then(|fact| {
            let (place, content) = bare(&fact.fact).rsplit_once(' ')?;
            (content == fact.content && words(&fact.fact).is_some()).then(|| place.to_owned())
        });
        named.unwrap_or_else(|| found.label.clone())
    }

    /// That a fact holds or does not: `a2 is not x`, `heap 2 is empty`; none if it is not on the picture.
    pub fn fact_in_words(&self, game: &Game, fluent: usize, holds: bool) -> Option<String> {
        let is = if holds { "is" } else { "is not" };
        let text = &game.fluents[fluent];
        if let ([one, name, other], Meaning::Content { .. } | Meaning::Value { .. }) =
            (related(text).as_slice(), self.meaning[fluent]?)
        {
            return Some(format!("{one} {is} {name} {other}"));
        }
        match self.meaning[fluent]? {
            Meaning::Content { cell, content } => {
                let content = &self.geometry.contents[content];
                let last = words(text)?.pop()?;
                let named = if self.geometry.empty.as_ref() == Some(content) { "empty" } else { content };
                Some(match last == content {
                    true => format!("{} {is} {named}", self.place(cell)),
                    false => format!("the {content} {is} at {}", self.place(cell)),
                })
            }
            Meaning::Value { counter, value } => {
                let label = self.counter_name(counter);
                let value = &self.geometry.counters[counter].values[value].value;
                let has = if holds { "has exactly" } else { "does not have exactly" };
                Some(match self.is_heap(counter) {
                    true if value == "0" => format!("{label} {is} empty"),
                    true => format!("{label} {has} {value}"),
                    false => format!("{label} {is} {value}"),
                })
            }
            Meaning::Nowhere => None,
        }
    }

    /// Gives all facts of the picture their words.
    pub(crate) fn name_facts(&mut self, game: &Game) {
        let said = |(fluent, text): (usize, &String)| {
            Some((text.clone(), [self.fact_in_words(game, fluent, true)?, self.fact_in_words(game, fluent, false)?]))
        };
        let mut said: HashMap<String, [String; 2]> = game.fluents.iter().enumerate().filter_map(said).collect();
        let mut words = |fact: &str| said.remove(fact).unwrap_or_else(|| [plain(fact), format!("not {}", plain(fact))]);
        let cells = self.geometry.cells.iter_mut().flat_map(|cell| &mut cell.facts);
        cells.for_each(|fact| fact.words = words(&fact.fact));
        let values = self.geometry.counters.iter_mut().flat_map(|counter| &mut counter.values);
        values.for_each(|value| value.words = words(&value.fact));
    }

    /// A move of a role, whatever the state: `mark a2`, `take heap 4 down to 0`.
    pub fn move_in_words(&self, role: &str, made: &str) -> String {
        let reach = self.reach(role, made);
        let heap = reach.counter.filter(|&counter| reach.cells.is_empty() && self.is_heap(counter));
        let named = self.told(made);
        let left =
            || heap.zip(reach.to.as_ref()).map(|(heap, to)| format!("take {} down to {to}", self.counter_name(heap)));
        named.or_else(left).or_else(|| self.placed(made, &reach.cells)).unwrap_or_else(|| plain(made))
    }

    /// A move in a state in which it acts so: `take 2 from heap 4, leave 3`.
    pub fn act_in_words(&self, role: &str, made: &str, act: &Act) -> String {
        let number = |value: &Option<String>| value.as_ref()?.parse::<i64>().ok();
        let taken = match act.changes.as_slice() {
            [change] => change.counter.filter(|&counter| self.is_heap(counter)).and_then(|counter| {
                let (from, to) = (number(&change.from)?, number(&change.to)?);
                let from_where = self.counter_name(counter);
                (from > to).then(|| format!("take {} from {from_where}, leave {to}", from - to))
            }),
            _ => None,
        };
        taken.unwrap_or_else(|| self.move_in_words(role, made))
    }

    /// A counter as moves name it: `heap 2`, and `the heap` where there is one.
    fn counter_name(&self, counter: usize) -> String {
        let label = &self.geometry.counters[counter].label;
        if label.contains(' ') { label.clone() } else { format!("the {label}") }
    }

    /// The words that were given for moves of this name, with the arguments of the move.
    fn told(&self, made: &str) -> Option<String> {
        let name = words(made).or_else(|| nested_words(made))?[0];
        let given = self.moves.get(name)?;
        let fill = |text: String, (number, word): (usize, &&str)| text.replace(&format!("{{{}}}", number + 1), word);
        Some(arguments(made).iter().enumerate().fold(given.clone(), fill))
    }

    /// Where a move acts, if its last arguments are nothing but that; what stands before them is said before.
    fn placed(&self, made: &str, cells: &[usize]) -> Option<String> {
        let name = words(made).or_else(|| nested_words(made))?[0];
        let arguments = arguments(made);
        let labels: Vec<&str> = cells.iter().map(|&cell| self.geometry.cells[cell].label.as_str()).collect();
        let coordinates: Vec<&str> = labels.iter().flat_map(|label| label.split(' ')).collect();
        let Some(what) = arguments.strip_suffix(coordinates.as_slice()) else {
            return self.column(cells).filter(|_| arguments.len() == 1).map(|column| format!("{name} {column}"));
        };
        let what: String = what.iter().map(|word| format!(" {word}")).collect();
        if cells.is_empty() || !self.is_ruled() {
            return None;
        }
        let places: Vec<String> = cells.iter().map(|&cell| self.place(cell)).collect();
        Some(format!("{name}{what} {}", places.join(" ")))
    }

    /// The column that cells are all of.
    fn column(&self, cells: &[usize]) -> Option<String> {
        let first = &self.geometry.cells[*cells.first()?];
        let pane = &self.geometry.panes[first.pane];
        let is_column = cells.len() == pane.height && cells.iter().all(|&cell| self.geometry.cells[cell].x == first.x);
        (is_column && self.is_ruled()).then(|| pane.columns[first.x].clone())
    }

    /// Whether cells have the names of a grid, by column and row.
    pub fn is_ruled(&self) -> bool {
        self.geometry.cells.iter().any(|cell| cell.name != cell.label)
    }

    /// Whether a counter is a heap of things.
    pub(crate) fn is_heap(&self, counter: usize) -> bool {
        self.heaps.contains(&counter)
    }
}

/// `(mark 2 2)` as people read it: `mark 2 2`, and `(draw (line 1 2))`: `draw line 1 2`. Other inner brackets stay:
/// they tell apart what belongs together.
pub fn plain(term: &str) -> String {
    words(term).or_else(|| nested_words(term)).map_or_else(|| bare(term).to_owned(), |words| words.join(" "))
}

/// A fact in words: `(on a b)` is `a is on b`, others keep theirs.
pub fn fact_words(fact: &str) -> String {
    match related(fact).as_slice() {
        [one, name, other] => format!("{one} is {name} {other}"),
        _ => plain(fact),
    }
}

/// The words of `(on a b)` in the order in which they are said; none for facts that are named otherwise.
fn related(fact: &str) -> Vec<&str> {
    match words(fact).as_deref() {
        Some(&[name, one, other]) if PREPOSITIONS.contains(&name) => vec![one, name, other],
        _ => Vec::new(),
    }
}

/// Without the outer brackets.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text)
}
