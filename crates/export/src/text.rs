//! Writes batches as CSV or JSON lines.
//!
//! What can stand in a column of words is quoted once, so a row is a sequence of copies.

use std::io::Write;

use crate::batch::StateBatch;
use crate::columns::{Cells, Columns};
use crate::error::Error;

/// The two formats of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFormat {
    /// A line of names, then a line per state (RFC 4180).
    Csv,
    /// An object per line.
    NdJson,
}

/// A file of text under construction.
pub struct TextFile<'c, W> {
    format: TextFormat,
    columns: &'c Columns,
    /// What stands before each cell: a comma, in JSON also the name.
    before: Vec<String>,
    /// For each variable and value, the text of its cell.
    cells: Vec<Vec<String>>,
    /// The names of the roles to move.
    roles: Vec<String>,
    line: Vec<u8>,
    out: W,
}

impl<'c, W: Write> TextFile<'c, W> {
    /// Begins a file.
    pub fn begin(format: TextFormat, columns: &'c Columns, mut out: W) -> Result<TextFile<'c, W>, Error> {
        let names: Vec<String> = columns.names().iter().map(|name| format.quoted(name)).collect();
        let before = |(place, name): (usize, &String)| match (format, place) {
            (TextFormat::Csv, 0) => String::new(),
            (TextFormat::Csv, _) => ",".to_owned(),
            (TextFormat::NdJson, 0) => format!("{{{name}:"),
            (TextFormat::NdJson, _) => format!(",{name}:"),
        };
        if format == TextFormat::Csv {
            writeln!(out, "{}", names.join(","))?;
        }
        let cells = columns.variables.iter().map(|variable| match &variable.cells {
            Cells::Flags(flags) => flags.iter().map(bool::to_string).collect(),
            Cells::Numbers(numbers) => {
                numbers.iter().map(|number| number.map_or(format.nothing(), |number| number.to_string())).collect()
            }
            Cells::Words(words) => {
                words.iter().map(|word| word.as_ref().map_or(format.nothing(), |word| format.quoted(word))).collect()
            }
        });
        let roles = columns.turns.iter().flat_map(|turns| &turns.roles).map(|role| format.quoted(role)).collect();
        Ok(TextFile {
            format,
            columns,
            before: names.iter().enumerate().map(before).collect(),
            cells: cells.collect(),
            roles,
            line: Vec::new(),
            out,
        })
    }

    /// Adds a batch.
    pub fn push(&mut self, batch: &StateBatch) -> Result<(), Error> {
        for state in 0..batch.states {
            self.line.clear();
            self.row(batch, state)?;
            self.line.extend_from_slice(if self.format == TextFormat::Csv { b"\n" } else { b"}\n" });
            self.out.write_all(&self.line)?;
        }
        Ok(())
    }

    /// Writes the line of a state, in the order of [`Columns::names`].
    fn row(&mut self, batch: &StateBatch, state: usize) -> std::io::Result<()> {
        let (columns, line) = (self.columns, &mut self.line);
        let mut before = self.before.iter().map(String::as_bytes);
        let mut next = |line: &mut Vec<u8>| line.extend_from_slice(before.next().unwrap_or_default());
        next(line);
        write!(line, "{}", batch.layer)?;
        if let Some(turns) = &columns.turns {
            next(line);
            let value = turns.variable.map_or(0, |variable| batch.variables[variable][state] as usize);
            match batch.is_end(state) {
                true => line.extend_from_slice(self.format.nothing().as_bytes()),
                false => line.extend_from_slice(self.roles[value].as_bytes()),
            }
        }
        if columns.ends {
            next(line);
            line.extend_from_slice(if batch.is_end(state) { b"true" } else { b"false" });
        }
        for rewards in &batch.rewards {
            next(line);
            write!(line, "{}", rewards[state])?;
        }
        for bound in batch.bounds.iter().flatten() {
            next(line);
            write!(line, "{}", bound[state])?;
        }
        if columns.distances {
            next(line);
            match batch.distances[state] {
                Some(plies) => write!(line, "{plies}")?,
                None => line.extend_from_slice(self.format.nothing().as_bytes()),
            }
        }
        for (cells, values) in self.cells.iter().zip(&batch.variables) {
            next(line);
            line.extend_from_slice(cells[values[state] as usize].as_bytes());
        }
        Ok(())
    }

    /// Completes the file.
    pub fn finish(mut self) -> Result<(), Error> {
        Ok(self.out.flush()?)
    }
}

impl TextFormat {
    /// A word as it stands in the file.
    fn quoted(self, word: &str) -> String {
        match self {
            TextFormat::NdJson => serde_json::Value::from(word).to_string(),
            TextFormat::Csv if word.contains([',', '"', '\n', '\r']) => format!("\"{}\"", word.replace('"', "\"\"")),
            TextFormat::Csv => word.to_owned(),
        }
    }

    /// A cell without content.
    fn nothing(self) -> String {
        if self == TextFormat::NdJson { "null".to_owned() } else { String::new() }
    }
}
