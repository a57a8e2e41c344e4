//! What there is to draw, and what stands there in a state.

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
    /// The content that means that nothing is there.
    pub empty: Option<String>,
    /// Heaps, hands, scores.
    pub counters: Vec<Counter>,
}

/// A rectangle of cells; not every place needs one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pane {
    /// What it is called, where there are several.
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
    /// What may hold here, with the content that it means.
    pub facts: Vec<CellFact>,
}

/// A fact about a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellFact {
    /// The fact.
    pub fact: String,
    /// What then stands in the cell.
    pub content: String,
    /// That it holds and that it does not, in words.
    pub words: [String; 2],
}

/// Something that has a number, or another value, without a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counter {
    /// What it is, `heap 2`.
    pub label: String,
    /// What it may be.
    pub values: Vec<CounterValue>,
}

/// A value of a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterValue {
    /// The fact.
    pub fact: String,
    /// The value as it is written.
    pub value: String,
    /// The same as a number.
    pub number: Option<i64>,
    /// That it has this value and that it does not, in words.
    pub words: [String; 2],
}

/// What stands where in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// Per cell what stands there; the content that means nothing is left out.
    pub contents: Vec<Vec<String>>,
    /// Per counter its value.
    pub counters: Vec<Option<String>>,
    /// Facts that are not drawn.
    pub rest: Vec<String>,
}

/// What a move changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Or the counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<usize>,
    /// What was there.
    pub from: Option<String>,
    /// What is there now.
    pub to: Option<String>,
}
