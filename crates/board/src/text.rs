//! The picture as text, for terminals.
//!
//! ```text
//!     1 2 3
//!   1 x . .
//!   2 . o .
//!   3 . . .
//! ```
//!
//! A content is written as the shortest beginning of its name that no other content has. A place without a cell is
//! blank, an empty cell a dot.

use std::fmt::Write;

use crate::drawing::Drawing;
use crate::find::Board;
use crate::geometry::{Counter, Geometry, Pane, Picture};

/// Stones of a heap that are drawn one by one.
const MOST_STONES: i64 = 40;

impl Board {
    /// What stands where in a state, as lines of text.
    pub fn text(&self, picture: &Picture, drawing: &Drawing) -> String {
        let signs = Signs::new(&self.geometry);
        let mut text = String::new();
        for (number, pane) in self.geometry.panes.iter().enumerate() {
            if let Some(title) = &pane.title {
                let _ = writeln!(text, "{title}");
            }
            text += &self.pane(number, pane, picture, &signs, drawing);
        }
        text += &self.counters(picture, drawing);
        text + &signs.legend(picture)
    }

    /// The cells of a pane, a line per row.
    fn pane(&self, number: usize, pane: &Pane, picture: &Picture, signs: &Signs, drawing: &Drawing) -> String {
        let mut cells = vec![vec![String::new(); pane.width]; pane.height];
        for (cell, contents) in
            self.geometry.cells.iter().zip(&picture.contents).filter(|(cell, _)| cell.pane == number)
        {
            cells[cell.y][cell.x] = if contents.is_empty() { ".".to_owned() } else { signs.written(contents) };
        }
        let width =
            |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let column = width(&mut cells.iter().flatten().chain(&pane.columns));
        let margin = width(&mut pane.rows.iter());
        let row = |label: &str, shift: usize, row: &[String]| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>column$}")).collect();
            format!("  {}{label:>margin$} {}", " ".repeat(shift), cells.join(" ")).trim_end().to_owned() + "\n"
        };
        // Each row of hexagons lies half a cell further to the right.
        let shift = |y: usize| if drawing.is_hexagonal() { y * (column + 1) / 2 } else { 0 };
        let head = row("", 0, &pane.columns);
        head + &cells.iter().enumerate().map(|(y, cells)| row(&pane.rows[y], shift(y), cells)).collect::<String>()
    }

    /// A line per counter, heaps with their stones.
    fn counters(&self, picture: &Picture, drawing: &Drawing) -> String {
        let width = self.geometry.counters.iter().map(|counter| counter.label.chars().count()).max().unwrap_or(0);
        let line = |(counter, value): (&Counter, &Option<String>)| {
            let value = value.as_deref().unwrap_or("-");
            let stones = value.parse().ok().filter(|number| drawing.is_heap(&counter.label) && *number <= MOST_STONES);
            let stones =
                stones.map_or(String::new(), |number: i64| "  ".to_owned() + &"o".repeat(number.max(0) as usize));
            format!("  {:<width$} {value:>3}{stones}\n", counter.label)
        };
        self.geometry.counters.iter().zip(&picture.counters).map(line).collect()
    }
}

/// How contents are written.
struct Signs {
    /// Per content its name and its sign.
    signs: Vec<(String, String)>,
}

impl Signs {
    fn new(geometry: &Geometry) -> Signs {
        let all: Vec<&String> =
            geometry.contents.iter().filter(|content| geometry.empty.as_ref() != Some(content)).collect();
        let sign = |content: &&String| ((*content).clone(), shortest(content, &all));
        Signs { signs: all.iter().map(sign).collect() }
    }

    fn written(&self, contents: &[String]) -> String {
        let sign =
            |content: &String| self.signs.iter().find(|(known, _)| known == content).map(|(_, sign)| sign.as_str());
        contents.iter().filter_map(sign).collect::<Vec<_>>().join("+")
    }

    /// What the signs in a picture mean, where they are not the names themselves.
    fn legend(&self, picture: &Picture) -> String {
        let stands = |content: &str| picture.contents.iter().flatten().any(|standing| standing == content);
        let shortened = self.signs.iter().filter(|(content, sign)| content != sign && stands(content));
        let entries: Vec<String> = shortened.map(|(content, sign)| format!("{sign} {content}")).collect();
        if entries.is_empty() { String::new() } else { format!("  {}\n", entries.join("   ")) }
    }
}

/// The shortest beginning of a name that no other name has; the whole name if there is none.
fn shortest(name: &str, all: &[&String]) -> String {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    let is_own = |start: &&str| all.iter().all(|other| *other == name || !other.starts_with(start));
    ends.map(|end| &name[..end]).find(is_own).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_written_as_short_as_can_be() {
        let names = ["red", "yellow", "black-king", "black-rook", "blue", "b"].map(str::to_owned);
        let all: Vec<&String> = names.iter().collect();
        let signs = names.each_ref().map(|name| shortest(name, &all));
        assert_eq!(signs, ["r", "y", "black-k", "black-r", "blu", "b"]);
    }
}
