//! Terms of the rules as words.

/// The words of a term, the name first; none for terms with terms in them.
pub(crate) fn words(term: &str) -> Option<Vec<&str>> {
    let inner = match term.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?,
        None => term,
    };
    (!inner.contains(['(', ')']))
        .then(|| inner.split_whitespace().collect())
        .filter(|words: &Vec<&str>| !words.is_empty())
}

/// A term without the brackets that say nothing: `mark 1 2`, and `draw line 1 2` for `(draw (line 1 2))`. Other inner
/// brackets tell what belongs together.
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

/// Moves one after the other. A comma tells where one ends.
pub fn joined<S: AsRef<str>>(moves: &[S]) -> String {
    moves.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stay_where_they_say_something() {
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
    fn words_are_those_of_a_plain_term() {
        assert_eq!(words("(mark 1 2)"), Some(vec!["mark", "1", "2"]));
        assert_eq!(words("noop"), Some(vec!["noop"]));
        assert_eq!((words("(draw (line 1 2))"), words("()")), (None, None));
    }
}
