//! A state as lines of text.
//!
//! ```text
//!      a  b  c
//!   1  x  o  .
//!   2  . [ ] .        [ ] marks a move
//!   3  .  .  o
//! ```
//!
//! All cells are drawn, including those that no fact describes as empty. Heaps are rows of things, other counters are
//! numbers, and the remaining facts are in words.

use serde::Serialize;

use crate::act::Act;
use crate::find::Board;
use crate::geometry::{Counter, Pane, Picture};
use crate::naming::fact_words;

/// Contents up to this length are written out; longer ones get a letter.
const SHORT: usize = 3;

/// Heaps up to this height are drawn thing by thing.
const MOST_THINGS: i64 = 30;

const EMPTY: &str = ".";
const THING: &str = "o";

/// A sign of a picture and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sign {
    /// The sign.
    pub sign: String,
    /// Its meaning in words.
    pub meaning: String,
}

/// Draws states of a game.
#[derive(Clone, Debug)]
pub struct Sketch<'b> {
    board: &'b Board,
    /// For each content, its sign.
    signs: Vec<String>,
}

/// How a move affects a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    None,
    From,
    To,
}

impl<'b> Sketch<'b> {
    /// A sketch of a board.
    pub fn new(board: &'b Board) -> Sketch<'b> {
        Sketch { board, signs: signs(&board.geometry.contents) }
    }

    /// Draws a state, with the given moves marked.
    pub fn draw(&self, view: &Picture, acts: &[Act]) -> Vec<String> {
        let panes = self.board.geometry.panes.iter().enumerate();
        let panes: Vec<String> = match self.board.listed {
            true => in_words(&self.facts(view)).into_iter().collect(),
            false => panes.flat_map(|(number, pane)| self.pane(number, pane, view, acts)).collect(),
        };
        panes.into_iter().chain(self.counters(view, acts)).chain(in_words(&view.rest)).collect()
    }

    /// The meaning of the signs that differ from their contents.
    pub fn contents(&self) -> Vec<Sign> {
        let geometry = &self.board.geometry;
        let contents = geometry.contents.iter().zip(&self.signs);
        let short = contents.filter(|(content, short)| content != short && geometry.empty.as_ref() != Some(content));
        short.map(|(content, short)| sign(short, content)).collect()
    }

    /// The meaning of the signs that a reader cannot guess.
    pub fn legend(&self) -> Vec<Sign> {
        let geometry = &self.board.geometry;
        let mut legend = Vec::new();
        if !geometry.cells.is_empty() && !self.board.listed {
            legend.extend(self.contents());
            legend.push(sign(EMPTY, "empty"));
            legend.push(sign("[ ]", "your move goes here"));
            if self.board.moves_pieces {
                legend.push(sign("( )", "the piece that you move"));
            }
        } else if (0..geometry.counters.len()).any(|counter| self.board.is_heap(counter)) {
            legend.push(sign(THING, "one thing in a heap"));
            legend.push(sign(&format!("[{THING}]"), "you take this"));
            legend.push(sign("(3)", "how many there are"));
        }
        legend
    }

    fn pane(&self, number: usize, pane: &Pane, view: &Picture, acts: &[Act]) -> Vec<String> {
        let mut grid: Vec<Vec<Option<(String, Touch)>>> = vec![vec![None; pane.width]; pane.height];
        for (cell, place) in self.board.geometry.cells.iter().enumerate().filter(|(_, cell)| cell.pane == number) {
            grid[place.y][place.x] = Some((self.content(&view.contents[cell]), touch(cell, acts)));
        }
        let shown = grid.iter().flatten().flatten().map(|(content, _)| content.chars().count());
        let labels = pane.columns.iter().map(|label| label.chars().count());
        let width = shown.chain(labels).max().unwrap_or(1);
        let margin = pane.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let header: String = pane.columns.iter().map(|label| format!(" {label:^width$} ")).collect();
        let mut lines: Vec<String> = pane.title.iter().cloned().collect();
        lines.push(format!("{:margin$} {}", "", header.trim_end()));
        for (y, (label, row)) in pane.rows.iter().zip(&grid).enumerate() {
            let cells: String = row.iter().map(|cell| boxed(cell.as_ref(), width)).collect();
            // Each row of hexagons is half a cell further to the right.
            let shift = if self.board.hexagonal { y * (width + 2) / 2 } else { 0 };
            lines.push(format!("{:shift$}{label:>margin$} {}", "", cells.trim_end()));
        }
        lines
    }

    /// The facts about the contents of cells, without those for empty cells.
    fn facts(&self, view: &Picture) -> Vec<String> {
        let cells = self.board.geometry.cells.iter().zip(&view.contents);
        let facts = cells.flat_map(|(cell, contents)| {
            cell.facts.iter().filter(|fact| contents.contains(&fact.content)).map(|fact| fact.fact.clone())
        });
        facts.collect()
    }

    fn content(&self, contents: &[String]) -> String {
        let sign = |content: &String| {
            let known = self.board.geometry.contents.iter().position(|other| other == content);
            known.map_or_else(|| content.clone(), |known| self.signs[known].clone())
        };
        match contents {
            [] => EMPTY.to_owned(),
            several => several.iter().map(sign).collect::<Vec<_>>().join("+"),
        }
    }

    fn counters(&self, view: &Picture, acts: &[Act]) -> Vec<String> {
        let counters = &self.board.geometry.counters;
        let width = counters.iter().map(|counter| counter.label.chars().count()).max().unwrap_or(0);
        let line = |(number, value): (usize, &Option<String>)| {
            let value = value.as_ref()?;
            let label = &counters[number].label;
            let things = value.parse().ok().filter(|things| self.board.is_heap(number) && *things <= MOST_THINGS);
            Some(match things {
                Some(things) => format!("{label:width$}  {}", heap(things, left(number, acts))),
                None => in_words_of(&counters[number], value),
            })
        };
        view.counters.iter().enumerate().filter_map(line).collect()
    }
}

fn sign(sign: &str, meaning: &str) -> Sign {
    Sign { sign: sign.to_owned(), meaning: meaning.to_owned() }
}

/// Facts that are not drawn, on one line.
pub fn in_words(facts: &[String]) -> Option<String> {
    (!facts.is_empty()).then(|| facts.iter().map(|fact| fact_words(fact)).collect::<Vec<_>>().join(", "))
}

/// A counter that is a plain number, as rules speak of it.
fn in_words_of(counter: &Counter, value: &str) -> String {
    let known = counter.values.iter().find(|known| known.value == value);
    known.map_or_else(|| format!("{} is {value}", counter.label), |known| known.words[0].clone())
}

/// How contents are drawn: unchanged if all are short, otherwise by their first letters if these differ.
fn signs(contents: &[String]) -> Vec<String> {
    let mut letters: Vec<String> = contents.iter().map(|content| content.chars().take(1).collect()).collect();
    letters.sort_unstable();
    letters.dedup();
    let is_short = contents.iter().all(|content| content.chars().count() <= SHORT);
    let letter = |content: &String| content.chars().take(1).collect();
    match is_short || letters.len() < contents.len() {
        true => contents.to_vec(),
        false => contents.iter().map(letter).collect(),
    }
}

/// How moves affect a cell: they end at the last of their cells.
fn touch(cell: usize, acts: &[Act]) -> Touch {
    let ends = |act: &Act| act.cells.last() == Some(&cell);
    match acts.iter().any(|act| act.cells.contains(&cell)) {
        false => Touch::None,
        true if acts.iter().any(ends) => Touch::To,
        true => Touch::From,
    }
}

/// A cell with room for brackets around it.
fn boxed(cell: Option<&(String, Touch)>, width: usize) -> String {
    match cell {
        None => " ".repeat(width + 2),
        Some((content, Touch::None)) => format!(" {content:^width$} "),
        Some((content, Touch::From)) => format!("({content:^width$})"),
        Some((content, Touch::To)) if content == EMPTY => format!("[{:width$}]", ""),
        Some((content, Touch::To)) => format!("[{content:^width$}]"),
    }
}

/// What the marked moves leave of a counter, if they take something: the least if there are several.
fn left(counter: usize, acts: &[Act]) -> Option<i64> {
    let changes = acts.iter().flat_map(|act| &act.changes).filter(|change| change.counter == Some(counter));
    changes.filter_map(|change| change.to.as_ref()?.parse().ok()).min()
}

/// `o o [o o]  4`: the things, with removed ones in brackets, and their number.
fn heap(things: i64, left: Option<i64>) -> String {
    let row = |number: i64| vec![THING; usize::try_from(number).unwrap_or(0)].join(" ");
    let stays = left.filter(|&left| left < things).unwrap_or(things);
    let taken = if stays < things { format!("[{}]", row(things - stays)) } else { String::new() };
    let shown: Vec<String> = [row(stays), taken].into_iter().filter(|part| !part.is_empty()).collect();
    match shown.is_empty() {
        true => "empty".to_owned(),
        false => format!("{}  ({things})", shown.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_contents_are_drawn_as_letters_if_these_differ() {
        let contents = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(signs(&contents(&["black", "white"])), ["b", "w"]);
        assert_eq!(signs(&contents(&["x", "o", "on"])), ["x", "o", "on"]);
        assert_eq!(signs(&contents(&["black", "blue"])), ["black", "blue"]);
    }

    #[test]
    fn things_taken_from_a_heap_are_in_brackets() {
        assert_eq!(heap(3, Some(1)), "o [o o]  (3)");
        assert_eq!(heap(2, Some(0)), "[o o]  (2)");
        assert_eq!(heap(2, None), "o o  (2)");
        assert_eq!(heap(0, None), "empty");
    }
}
