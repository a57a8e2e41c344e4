//! The words of a fact.

use std::collections::HashSet;

/// `(cell 1 2 x)` as its words; `None` for facts with nested terms.
pub fn words(fact: &str) -> Option<Vec<&str>> {
    let inner = match fact.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?,
        None => fact,
    };
    (!inner.contains(['(', ')'])).then(|| inner.split(' ').collect())
}

/// `(drawn (horizontal 1 2))` as its words if the only argument is a term of plain words; `None` for other facts.
pub fn nested_words(fact: &str) -> Option<Vec<&str>> {
    let inner = fact.strip_prefix('(')?.strip_suffix("))")?;
    let (name, rest) = inner.split_once(" (")?;
    let is_plain = |text: &str| !text.contains(['(', ')']);
    (is_plain(name) && !name.contains(' ') && is_plain(rest))
        .then(|| std::iter::once(name).chain(rest.split(' ')).collect())
}

/// Whether a word is a number.
pub fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// The distinct labels in natural order: numbers by value, then words in order of first occurrence.
pub fn ordered<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut different: Vec<&str> = labels.filter(|label| seen.insert(*label)).collect();
    different.sort_by_key(|label| label.parse::<i64>().unwrap_or(i64::MAX));
    different.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_split_into_words() {
        assert_eq!(words("(cell 1 2 x)"), Some(vec!["cell", "1", "2", "x"]));
        assert_eq!(words("over"), Some(vec!["over"]));
        assert_eq!(words("(at (f 1) x)"), None);
        assert_eq!(nested_words("(drawn (line 1 2))"), Some(vec!["drawn", "line", "1", "2"]));
        assert_eq!(nested_words("(at (f 1) x)"), None);
        assert_eq!(nested_words("(at 1 (f 1))"), None);
    }

    #[test]
    fn numbers_are_sorted_and_words_keep_their_order() {
        assert_eq!(ordered(["10", "b", "2", "a", "b"].into_iter()), ["2", "10", "b", "a"]);
    }
}
