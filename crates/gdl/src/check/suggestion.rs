//! "Did you mean": the known name closest to a misspelt one.

/// Names longer than this are not compared.
const MAX_LENGTH: usize = 64;
/// With more candidates than this, a suggestion would take too long.
const MAX_CANDIDATES: usize = 2000;

/// The candidate with the smallest edit distance, if that is at most a third of the name's length.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    closest_within((name.chars().count() / 3).max(1), name, candidates)
}

/// The candidate with the smallest edit distance, if that is at most `allowed`.
pub(super) fn closest_within<'a>(
    allowed: usize,
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(MAX_LENGTH + 1).collect();
    if name.len() > MAX_LENGTH {
        return None;
    }
    let near = candidates.take(MAX_CANDIDATES).filter_map(|candidate| {
        let other: Vec<char> = candidate.chars().take(MAX_LENGTH + 1).collect();
        let comparable = other.len() <= MAX_LENGTH && other.len().abs_diff(name.len()) <= allowed && other != name;
        let distance = if comparable { distance(&name, &other) } else { usize::MAX };
        // Replacing a letter suggests a typo only if the names have something else in common.
        (distance <= allowed && distance < name.len()).then_some((distance, candidate))
    });
    near.min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// Whether two names have the same digits. Names that differ in a digit are a series, not a typo.
pub(super) fn same_digits(name: &str, other: &str) -> bool {
    let digits = |name: &str| -> String {
        name.chars().filter(|character| character.is_ascii_digit() || "+-".contains(*character)).collect()
    };
    digits(name) == digits(other)
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            let mut least = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn misspelt_names_find_the_closest_name() {
        let names = ["cell", "control", "line"];
        assert_eq!(closest("cel", names.into_iter()), Some("cell"));
        assert_eq!(closest("clel", names.into_iter()), Some("cell"));
        assert_eq!(closest("Contrl", names.into_iter()), Some("control"));
    }

    #[test]
    fn unrelated_names_get_no_suggestion() {
        assert_eq!(closest("board", ["cell", "control"].into_iter()), None);
        assert_eq!(closest("x", ["y"].into_iter()), None);
    }
}
