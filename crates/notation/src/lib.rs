//! Moves and facts in the words of a board: `(mark 1 2)` is `mark a2`, as chess players name places.
//!
//! ```
//! use notation::{Argument, Grid, Notation, Pattern};
//!
//! let labels = ["1", "2", "3"].map(str::to_owned);
//! let grid = Grid::new(&labels, &labels, false).expect("numbers");
//! let mark = Pattern { name: "mark".to_owned(), arguments: vec![Argument::Place] };
//! let notation = Notation { grid: Some(grid), moves: vec![mark], ..Notation::default() };
//! assert_eq!(notation.of_move("(mark 1 2)"), "mark a2");
//! assert_eq!(notation.of_move("(resign x)"), "resign x");
//! ```
//!
//! Which arguments are places is determined by the board (crate `board`) and stored with the solution, so that its
//! readers need no board. Moves without a pattern are written in the words of the rules.

mod grid;
mod term;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use grid::Grid;
pub use term::{joined, plain};

/// How moves and facts are written for people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Notation {
    /// The names of places, if the board is a grid.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub grid: Option<Grid>,
    /// Moves with places in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub moves: Vec<Pattern>,
    /// Facts with places in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<Pattern>,
    /// Moves by name in the sheet's own words, `{1}` for the first argument.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub words: BTreeMap<String, String>,
}

/// The meaning of the arguments of all moves or facts with one name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pattern {
    /// The name.
    pub name: String,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
}

/// The meaning of one argument, or of two that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    /// An ordinary word.
    Word,
    /// Two arguments: the coordinates of a place.
    Place,
    /// A column of the grid.
    Column,
}

impl Notation {
    /// Whether it is the same as the rules' own words.
    pub fn is_empty(&self) -> bool {
        *self == Notation::default()
    }

    /// A move in this notation.
    pub fn of_move(&self, made: &str) -> String {
        let words = term::words(made);
        let told = words.as_ref().and_then(|words| self.told(words));
        told.or_else(|| self.placed(words.as_deref()?, &self.moves)).unwrap_or_else(|| plain(made))
    }

    /// A fact in this notation.
    pub fn of_fact(&self, fact: &str) -> String {
        term::words(fact).and_then(|words| self.placed(&words, &self.facts)).unwrap_or_else(|| plain(fact))
    }

    /// A move in the sheet's own words.
    fn told(&self, words: &[&str]) -> Option<String> {
        let told = self.words.get(words[0])?;
        let argument = |text: String, (index, word): (usize, &&str)| text.replace(&format!("{{{}}}", index + 1), word);
        Some(words[1..].iter().enumerate().fold(told.clone(), argument))
    }

    /// A term with the names of places.
    fn placed(&self, words: &[&str], patterns: &[Pattern]) -> Option<String> {
        let (grid, (name, mut rest)) = (self.grid.as_ref()?, words.split_first()?);
        let pattern = patterns.iter().find(|one| one.name == *name && one.arity() == rest.len())?;
        let mut text = (*name).to_owned();
        for argument in &pattern.arguments {
            let (own, others) = rest.split_at_checked(argument.words())?;
            text += " ";
            text += &match argument {
                Argument::Word => own[0].to_owned(),
                Argument::Place => grid.place(own[0], own[1])?,
                Argument::Column => grid.column(own[0])?.to_owned(),
            };
            rest = others;
        }
        Some(text)
    }
}

impl Pattern {
    /// The number of words it takes.
    fn arity(&self) -> usize {
        self.arguments.iter().map(|argument| argument.words()).sum()
    }
}

impl Argument {
    /// The number of words it takes.
    pub fn words(self) -> usize {
        if self == Argument::Place { 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notation() -> Notation {
        let pattern =
            |name: &str, arguments: &[Argument]| Pattern { name: name.to_owned(), arguments: arguments.to_vec() };
        let labels = ["1", "2", "3"].map(str::to_owned);
        Notation {
            grid: Grid::new(&labels, &labels, false),
            moves: vec![
                pattern("move", &[Argument::Place, Argument::Place]),
                pattern("promote", &[Argument::Word, Argument::Place]),
                pattern("drop", &[Argument::Column]),
            ],
            facts: vec![pattern("cell", &[Argument::Place, Argument::Word])],
            words: BTreeMap::from([("shift".to_owned(), "disc {1} to peg {2}".to_owned())]),
        }
    }

    #[test]
    fn places_are_named_and_other_words_are_kept() {
        let notation = notation();
        for (term, name) in [
            ("(move 1 2 3 3)", "move a2 c3"),
            ("(promote queen 2 1)", "promote queen b1"),
            ("(drop 3)", "drop c"),
            ("(shift 1 2)", "disc 1 to peg 2"),
            ("(move 1 2)", "move 1 2"),
            ("(move 1 2 3 9)", "move 1 2 3 9"),
            ("(draw (line 1 2))", "draw line 1 2"),
            ("noop", "noop"),
        ] {
            assert_eq!(notation.of_move(term), name);
        }
        assert_eq!(notation.of_fact("(cell 2 3 x)"), "cell b3 x");
        assert_eq!(notation.of_fact("(move 1 2 3 3)"), "move 1 2 3 3", "a fact is no move");
    }

    #[test]
    fn notations_are_restored_from_json() {
        let text = serde_json::to_string(&notation()).expect("text");
        assert_eq!(serde_json::from_str::<Notation>(&text).expect("a notation"), notation());
        assert_eq!(serde_json::to_string(&Notation::default()).expect("text"), "{}");
    }
}
