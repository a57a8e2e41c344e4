//! Wraps paragraphs to the terminal.

use crate::help::flow;

/// The maximum number of columns: longer lines are hard to read.
const WIDEST: usize = 80;
/// The minimum number of columns.
const NARROWEST: usize = 30;

/// The width of running text.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    terminal.map_or(WIDEST, |(width, _)| usize::from(width.0)).clamp(NARROWEST, WIDEST)
}

/// Words wrapped to a width, indented, with hanging bullets. No line starts with a number, which belongs to the word
/// before it.
pub fn paragraph(words: &str, width: usize, indent: usize) -> String {
    let (bullet, words) = words.strip_prefix("- ").map_or((0, words), |rest| (2, rest));
    let mut parts: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match parts.last_mut().filter(|_| word.starts_with(|first: char| first.is_ascii_digit())) {
            Some(before) => *before = format!("{before} {word}"),
            None => parts.push(word.to_owned()),
        }
    }
    let mut text: String = flow(&parts, " ", indent, width).into_iter().map(|line| line + "\n").collect();
    text.replace_range(..bullet.min(indent), &"- "[..bullet.min(indent)]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_stay_within_the_width() {
        let text = paragraph("- read the rules from top to bottom", 14, 2);
        assert_eq!(text, "- read the\n  rules from\n  top to\n  bottom\n");
        assert_eq!(paragraph("a word-that-is-longer-than-that", 10, 3), "   a\n   word-that-is-longer-than-that\n");
    }
}
