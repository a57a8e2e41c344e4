//! Lays out the text below the options in `--help` for the available width.
//!
//! The texts are written in the source as people read them: sections with a heading, containing either prose or a list
//! of names with their meanings, separated by at least two spaces. Prose is wrapped to the width, and meanings are
//! beside their names if there is space, otherwise below.
//!
//! ```text
//! Engines:
//!   symbolic    decision diagrams: whole layers at once, for games with far more
//!               states than fit in memory
//! ```

use clap::Command;

/// The default number of columns.
pub const USUAL: usize = 80;
/// Longer lines are harder to read.
const MOST: usize = 100;
/// The minimum width of a meaning beside its name.
const LEAST_BESIDE: usize = 30;
/// The indentation of a meaning below its name.
const BELOW: usize = 6;

/// The command with its texts laid out for a width, and all its subcommands.
pub fn laid_out(command: Command, width: usize) -> Command {
    let width = width.min(MOST);
    let command = command.term_width(width);
    let text = command.get_after_help().map(|text| layout(&text.to_string(), width));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(|below| laid_out(below, width))
}

/// A line of a section.
enum Piece<'t> {
    /// Words to be wrapped.
    Prose(Vec<&'t str>),
    /// A name and its meaning.
    Entry(&'t str, Vec<&'t str>),
    /// Short items in columns.
    Items(Vec<&'t str>),
}

fn layout(text: &str, width: usize) -> String {
    let sections = text.split("\n\n").map(|section| section_layout(section, width));
    sections.collect::<Vec<_>>().join("\n\n")
}

fn section_layout(section: &str, width: usize) -> String {
    let (heading, body) = match section.split_once('\n') {
        Some((first, body)) if first.ends_with(':') && !first.starts_with(' ') => (Some(first), body),
        _ => (None, section),
    };
    let indent = if heading.is_some() { 2 } else { 0 };
    let pieces = pieces(body, indent, heading == Some("Examples:"));
    let names = pieces.iter().filter_map(|piece| match piece {
        Piece::Entry(name, meaning) if !meaning.is_empty() => Some(name.chars().count()),
        _ => None,
    });
    let column = indent + names.max().unwrap_or(0) + 2;
    let mut lines: Vec<String> = heading.map(str::to_owned).into_iter().collect();
    for piece in &pieces {
        match piece {
            Piece::Prose(words) => lines.extend(flow(words, " ", indent, width)),
            Piece::Items(items) => lines.extend(flow(items, "   ", indent, width)),
            Piece::Entry(name, meaning) => lines.extend(entry(name, meaning, indent, column, width)),
        }
    }
    lines.join("\n")
}

/// Parses the lines of a section. In examples each line is separate; elsewhere lines without a gap continue the line
/// above.
fn pieces(body: &str, indent: usize, examples: bool) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for line in body.lines() {
        let deeper = line.len() - line.trim_start().len() > indent;
        let parts: Vec<&str> = line.trim().split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
        let words = || parts.iter().flat_map(|part| part.split_whitespace());
        match (parts.as_slice(), pieces.last_mut()) {
            (_, Some(Piece::Entry(_, meaning))) if deeper => meaning.extend(words()),
            ([_, _, ..], Some(Piece::Items(items))) => items.extend(&parts),
            ([name, meaning], _) => pieces.push(Piece::Entry(name, meaning.split_whitespace().collect())),
            ([_, _, ..], _) => pieces.push(Piece::Items(parts)),
            ([name], _) if examples => pieces.push(Piece::Entry(name, Vec::new())),
            (_, Some(Piece::Prose(prose))) => prose.extend(words()),
            _ => pieces.push(Piece::Prose(words().collect())),
        }
    }
    pieces
}

/// A name with its meaning beside it, or below it if there is no space.
fn entry(name: &str, meaning: &[&str], indent: usize, column: usize, width: usize) -> Vec<String> {
    let named = format!("{:indent$}{name}", "");
    if meaning.is_empty() {
        return vec![named];
    }
    if column + LEAST_BESIDE > width {
        return std::iter::once(named).chain(flow(meaning, " ", BELOW, width)).collect();
    }
    let mut lines = flow(meaning, " ", column, width);
    let padding = column.saturating_sub(named.chars().count());
    lines[0] = format!("{named}{:padding$}{}", "", lines[0].trim_start());
    lines
}

/// Words wrapped to a width; the first may be longer than a line.
pub fn flow(words: &[impl AsRef<str>], gap: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.iter().map(AsRef::as_ref) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + gap.len() + word.chars().count() <= width => {
                *line += gap;
                *line += word;
            }
            _ => lines.push(format!("{:indent$}{word}", "")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  solve tic-tac-toe                 the value and key figures
  solve connect-four:5x5 --out c4   into the directory c4; run it again to resume

Engines:
  auto        by an estimate
  explicit    packed states, sorted layer by layer, spilled to disk
              if memory is short

Exit codes:
  0 done   1 no   2 bad usage or input   3 a limit was reached
  4 damaged   130 interrupted

A layer holds the states after so many plies. A state that can be reached after several
counts at the first.";

    #[test]
    fn meanings_are_beside_their_names_and_prose_is_wrapped() {
        let text = layout(TEXT, 80);
        assert!(text.contains("  solve tic-tac-toe                the value and key figures\n"), "{text}");
        assert!(
            text.contains(
                "  explicit  packed states, sorted layer by layer, spilled to disk if memory is\n            short"
            ),
            "{text}"
        );
        assert!(
            text.contains(
                "  0 done   1 no   2 bad usage or input   3 a limit was reached   4 damaged\n  130 interrupted"
            ),
            "{text}"
        );
        assert!(text.contains("reached after\nseveral counts at the first."), "{text}");
    }

    #[test]
    fn nothing_is_wider_than_the_terminal_and_no_word_is_lost() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for width in [40, 60, 80, 100] {
            let text = layout(TEXT, width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            assert_eq!(words(&text), words(TEXT), "{width}");
        }
    }
}
