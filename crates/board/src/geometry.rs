//! The static part of a picture, and its contents in a state.

use serde::Serialize;

/// The parts of the picture that never change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Geometry {
    /// Rectangles of cells, side by side.
    pub panes: Vec<Pane>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// All contents that cells may have.
    pub contents: Vec<String>,
    /// The content of an empty cell.
    pub empty: Option<String>,
    /// Heaps, hands, scores.
    pub counters: Vec<Counter>,
}

/// A rectangle of cells; not every position needs one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pane {
    /// Its title, if there are several.
    pub title: Option<String>,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Labels, left to right.
    pub columns: Vec<String>,
    /// Labels, top to bottom.
    pub rows: Vec<String>,
}

/// A cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cell {
    /// The pane it is in.
    pub pane: usize,
    /// Column from the left.
    pub x: usize,
    /// Row from the top.
    pub y: usize,
    /// Its coordinates as facts write them.
    pub label: String,
    /// Its name for people: `a1` in a grid, else its coordinates.
    pub name: String,
    /// The facts about it, with their contents.
    pub facts: Vec<CellFact>,
}

/// A fact about a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellFact {
    /// The fact.
    pub fact: String,
    /// The content of the cell if it holds.
    pub content: String,
    /// The fact and its negation in words.
    pub words: [String; 2],
}

/// A number or another value without a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counter {
    /// Its name, `heap 2`.
    pub label: String,
    /// Its possible values.
    pub values: Vec<CounterValue>,
}

/// A value of a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterValue {
    /// The fact.
    pub fact: String,
    /// The value as text.
    pub value: String,
    /// The value as a number.
    pub number: Option<i64>,
    /// The fact and its negation in words.
    pub words: [String; 2],
}

/// The contents of cells and counters in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// For each cell, its contents; the empty content is left out.
    pub contents: Vec<Vec<String>>,
    /// For each counter, its value.
    pub counters: Vec<Option<String>>,
    /// Facts that are not drawn.
    pub rest: Vec<String>,
}

/// A change made by a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Or the counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<usize>,
    /// The content before.
    pub from: Option<String>,
    /// The content after.
    pub to: Option<String>,
}
