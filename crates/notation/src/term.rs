//! Terms of the rules as words.

/// The words of a term, the name first; `None` for nested terms.
pub(crate) fn words(term: &str) -> Option<Vec<&str>> {
    let inner = match term.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?,
        None => term,
    };
    (!inner.contains(['(', ')']))
        .then(|| inner.split_whitespace().collect())
        .filter(|words: &Vec<&str>| !words.is_empty())
}

/// A term without redundant brackets: `mark 1 2`, and `draw line 1 2` for `(draw (line 1 2))`. Other inner brackets are
/// kept, since they group words.
pub fn plain(term: &str) -> String {
    let Some(inner) = term.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return term.to_owned() };
    let nested = inner.split_once(" (").filter(|(name, rest)| {
        let is_last = rest.strip_suffix(')').is_some_and(|rest| !rest.contains(['(', ')']));
        is_last && !name.contains([' ', '('])
    });
    match nested {
        Some((name, rest)) => format!("{name} {}", &rest[..rest.len() - 1]),
        None => inner.to_owned(),
    }
}

/// A list of moves, separated by commas.
pub fn joined<S: AsRef<str>>(moves: &[S]) -> String {
    moves.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_meaningful_brackets_are_kept() {
        for (term, text) in [
            ("(mark 1 2)", "mark 1 2"),
            ("noop", "noop"),
            ("(draw (line 1 2))", "draw line 1 2"),
            ("(move (disc 1) (peg 2))", "move (disc 1) (peg 2)"),
            ("(put 3 (f 1))", "put 3 (f 1)"),
        ] {
            assert_eq!(plain(term), text);
        }
    }

    #[test]
    fn plain_terms_are_split_into_words() {
        assert_eq!(words("(mark 1 2)"), Some(vec!["mark", "1", "2"]));
        assert_eq!(words("noop"), Some(vec!["noop"]));
        assert_eq!((words("(draw (line 1 2))"), words("()")), (None, None));
    }
}
