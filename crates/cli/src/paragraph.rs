//! Wraps paragraphs to the terminal.

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
    let mut lines: Vec<String> = Vec::new();
    let bullet = words.starts_with("- ");
    let mut parts: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match parts.last_mut().filter(|_| word.starts_with(|first: char| first.is_ascii_digit())) {
            Some(before) => *before = format!("{before} {word}"),
            None => parts.push(word.to_owned()),
        }
    }
    for word in parts {
        let length = |line: &String| line.chars().count() + 1 + word.chars().count();
        match lines.last_mut().filter(|line| length(line) <= width) {
            Some(line) => *line = format!("{line} {word}"),
            None => {
                let first = lines.is_empty();
                let margin = if bullet && first { 0 } else { indent };
                lines.push(format!("{:margin$}{word}", ""));
            }
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
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
