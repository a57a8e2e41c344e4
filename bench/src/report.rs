//! Writes results as Markdown to the results folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub use number::grouped;

use crate::{Outcome, machine};

/// A table that grows row by row.
pub struct Table {
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns; the first ones are text, the rest numbers.
    pub fn new(heads: &[&'static str]) -> Table {
        Table { heads: heads.to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// As Markdown, with columns aligned for readers of the plain text.
    pub fn markdown(&self, words: usize) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.heads[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let padded: Vec<String> = cells
                .enumerate()
                .map(|(column, cell)| {
                    let space = " ".repeat(widths[column] - cell.chars().count());
                    if column < words { format!("{cell}{space}") } else { format!("{space}{cell}") }
                })
                .collect();
            format!("| {} |\n", padded.join(" | "))
        };
        let mut text = line(&mut self.heads.iter().copied());
        let rule: Vec<String> = widths
            .iter()
            .enumerate()
            .map(
                |(column, &width)| {
                    if column < words { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) }
                },
            )
            .collect();
        text += &line(&mut rule.iter().map(String::as_str));
        for row in &self.rows {
            text += &line(&mut row.iter().map(String::as_str));
        }
        text
    }
}

/// Writes a page of results, with the command that made it, and prints it.
pub fn publish(name: &str, title: &str, text: &str) -> Outcome<()> {
    write(name, title, &format!("{text}\n{}", made_by()))
}

/// The command that is running, and where.
fn made_by() -> String {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let command = format!("cargo run --release -p bench -- {}", arguments.join(" "));
    format!("Made by `{command}` on {}.\n", machine::describe())
}

/// Writes a section of a page of results, with the command that made it, and leaves the page's other sections as they
/// are. Sections are in the order of `headings`.
pub fn publish_section(name: &str, title: &str, headings: &[&str], heading: &str, text: &str) -> Outcome<()> {
    let written = fs::read_to_string(path(name)).unwrap_or_default();
    let new = format!("{text}\n{}", made_by());
    let mut sections = Vec::new();
    for one in headings {
        let known = || written.split("\n## ").find_map(|section| section.strip_prefix(one)?.strip_prefix("\n\n"));
        if let Some(text) = if *one == heading { Some(&*new) } else { known() } {
            sections.push(format!("## {one}\n\n{}\n", text.trim_end()));
        }
    }
    write(name, title, &sections.join("\n"))
}

/// Writes a page of results and prints it.
pub fn write(name: &str, title: &str, text: &str) -> Outcome<()> {
    let page = format!("# {title}\n\n{text}");
    println!("{page}");
    let path = path(name);
    fs::create_dir_all(path.parent().unwrap_or(&path))?;
    fs::write(&path, page)?;
    eprintln!("written to {}", path.display());
    Ok(())
}

fn path(name: &str) -> PathBuf {
    root().join("bench/results").join(format!("{name}.md"))
}

/// The project's root folder: the one with the stored results, or else where this program was built.
pub fn root() -> PathBuf {
    let here = PathBuf::from(".");
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default();
    if here.join("bench/results").is_dir() { here } else { built() }
}

/// Seconds with a suitable number of digits.
pub fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.2}") } else { format!("{seconds:.1}") }
}

/// A factor with a suitable number of digits.
pub fn factor(factor: f64) -> String {
    if factor < 10.0 { format!("{factor:.1}") } else { format!("{factor:.0}") }
}

/// Bytes as megabytes.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / 1e6)
}
