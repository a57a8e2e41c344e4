//! States as pictures: facts with two coordinates and a content become a grid, the rest is listed.

use std::collections::BTreeMap;
use std::fmt::Write;

use game::{Game, State};

/// Facts `(name i j content)` by coordinates.
type Grid<'a> = BTreeMap<(&'a str, &'a str), &'a str>;

/// What a reader need not or must not overlook in a picture.
#[derive(Clone, Copy, Default)]
pub struct Focus<'a> {
    /// Moves whose places get a star.
    pub moves: &'a [String],
    /// Facts that go without saying.
    pub known: &'a [String],
}

/// A state as lines of text. A content that stands for most cells of the first state is drawn as a dot.
pub fn draw(game: &Game, state: &State, focus: Focus<'_>) -> Vec<String> {
    let mut grids: BTreeMap<&str, Grid<'_>> = BTreeMap::new();
    let mut others: Vec<&str> = Vec::new();
    for fact in state.facts(game) {
        match parts(fact) {
            Some([name, one, other, content]) => {
                grids.entry(name).or_default().insert((one, other), content);
            }
            None if focus.known.iter().any(|known| known == fact) => {}
            None => others.push(fact),
        }
    }
    let mut lines = Vec::new();
    for (name, grid) in grids {
        lines.extend(draw_grid(name, &grid, &background(game, name), focus.moves));
    }
    if !others.is_empty() {
        lines.push(others.join(" "));
    }
    lines
}

/// `(cell 1 2 x)` as its four parts; none for facts of another shape.
fn parts(fact: &str) -> Option<[&str; 4]> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    let words: Vec<&str> = inner.split(' ').collect();
    (!inner.contains('(')).then(|| words.try_into().ok()).flatten()
}

/// The coordinates that a move such as `(mark 1 2)` names.
fn place(name: &str) -> Option<(&str, &str)> {
    let mut words = name.strip_prefix('(')?.strip_suffix(')')?.split(' ').skip(1);
    let place = (words.next()?, words.next()?);
    words.next().is_none().then_some(place)
}

/// The content that most cells have at the start.
fn background(game: &Game, name: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in State::initial(game).facts(game) {
        if let Some([_, _, _, content]) = parts(fact).filter(|parts| parts[0] == name) {
            *counts.entry(content).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(String::new(), |(content, _)| content.to_owned())
}

fn draw_grid(name: &str, grid: &Grid<'_>, background: &str, moves: &[String]) -> Vec<String> {
    let mut columns: Vec<&str> = grid.keys().map(|&(column, _)| column).collect();
    let mut rows: Vec<&str> = grid.keys().map(|&(_, row)| row).collect();
    for axis in [&mut columns, &mut rows] {
        axis.sort_by_key(|label| (label.parse::<i64>().unwrap_or(i64::MAX), *label));
        axis.dedup();
    }
    let places: Vec<(&str, &str)> = moves.iter().filter_map(|name| place(name)).collect();
    let shown = |(cell, content): (&(&str, &str), &&str)| match *content == background {
        true if places.contains(cell) => "*".to_owned(),
        true => ".".to_owned(),
        false => (*content).to_owned(),
    };
    let width = grid.iter().map(|cell| shown(cell).len()).chain(columns.iter().map(|c| c.len())).max().unwrap_or(1);
    let margin = rows.iter().map(|row| row.len()).max().unwrap_or(1);
    let mut lines = Vec::new();
    let mut header = format!("{:margin$} ", "");
    for column in &columns {
        let _ = write!(header, " {column:>width$}");
    }
    lines.push(format!("{header}    ({name} ACROSS DOWN …)"));
    for row in rows {
        let mut line = format!("{row:>margin$} ");
        for column in &columns {
            let content = grid.get_key_value(&(*column, row)).map_or(String::new(), shown);
            let _ = write!(line, " {content:>width$}");
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}
