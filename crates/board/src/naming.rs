//! Names places, facts and moves in the terms of the picture.
//!
//! `(mark 1 2)` means nothing to somebody who has not read the rules. That it refers to the place a2 follows from the
//! positions of the cells (`notation.rs`), and that `(reduce 4 0)` takes five from a heap follows from its changes.
//! Everything else keeps the words of the sheet.

use std::collections::HashMap;

use game::Game;
use notation::plain;

use crate::act::Act;
use crate::find::{Board, Meaning};
use crate::label::words;

/// Names of facts that relate one thing to another: `(on a b)` is "a is on b".
const PREPOSITIONS: [&str; 8] = ["above", "at", "behind", "below", "beside", "in", "on", "under"];

impl Board {
    /// A cell in words: `a2` on a grid, otherwise the name in its facts, `number 7`, or its coordinates.
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

    /// A fact or its negation: `a2 is not x`, `heap 2 is empty`; `None` if it is not in the picture.
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

    /// Sets the words of all facts in the picture.
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

    /// A move in any state: `mark a2`, `take heap 4 down to 0`.
    pub fn move_in_words(&self, made: &str) -> String {
        self.notation.of_move(made)
    }

    /// A move with its effect in a state: `take 2 from heap 4, leave 3`.
    pub fn act_in_words(&self, made: &str, act: &Act) -> String {
        let number = |value: &Option<String>| value.as_ref()?.parse::<i64>().ok();
        let taken = match act.changes.as_slice() {
            [change] => change.counter.filter(|&counter| self.is_heap(counter)).and_then(|counter| {
                let (from, to) = (number(&change.from)?, number(&change.to)?);
                let from_where = self.counter_name(counter);
                (from > to).then(|| format!("take {} from {from_where}, leave {to}", from - to))
            }),
            _ => None,
        };
        taken.unwrap_or_else(|| self.move_in_words(made))
    }

    /// A counter as named in moves: `heap 2`, or `the heap` if there is only one.
    fn counter_name(&self, counter: usize) -> String {
        let label = &self.geometry.counters[counter].label;
        if label.contains(' ') { label.clone() } else { format!("the {label}") }
    }

    /// Whether places are named by the column and row labels beside the board.
    pub fn is_ruled(&self) -> bool {
        self.notation.grid.is_some()
    }

    /// Whether a counter is a heap of things.
    pub(crate) fn is_heap(&self, counter: usize) -> bool {
        self.heaps.contains(&counter)
    }
}

/// A fact in words: `(on a b)` is `a is on b`, others keep theirs.
pub fn fact_words(fact: &str) -> String {
    match related(fact).as_slice() {
        [one, name, other] => format!("{one} is {name} {other}"),
        _ => plain(fact),
    }
}

/// The words of `(on a b)` in spoken order; empty for other facts.
fn related(fact: &str) -> Vec<&str> {
    match words(fact).as_deref() {
        Some(&[name, one, other]) if PREPOSITIONS.contains(&name) => vec![one, name, other],
        _ => Vec::new(),
    }
}

/// The text without the outer brackets.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text)
}
