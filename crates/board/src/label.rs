//! The words of a fact.

/// `(cell 1 2 x)` as its words; none for facts with nested terms.
pub fn words(fact: &str) -> Option<Vec<&str>> {
    let inner = match fact.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?,
        None => fact,
    };
    (!inner.contains(['(', ')'])).then(|| inner.split(' ').collect())
}

/// Whether a word is a number.
pub fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// The different labels in their natural order: numbers by size, then words as they first came.
pub fn ordered<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut different: Vec<&str> = Vec::new();
    for label in labels {
        if !different.contains(&label) {
            different.push(label);
        }
    }
    different.sort_by_key(|label| label.parse::<i64>().unwrap_or(i64::MAX));
    different.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_taken_apart() {
        assert_eq!(words("(cell 1 2 x)"), Some(vec!["cell", "1", "2", "x"]));
        assert_eq!(words("over"), Some(vec!["over"]));
        assert_eq!(words("(at (f 1) x)"), None);
    }

    #[test]
    fn numbers_come_by_size_and_words_as_they_came() {
        assert_eq!(ordered(["10", "b", "2", "a", "b"].into_iter()), ["2", "10", "b", "a"]);
    }
}
