//! Ranges of sizes of a bundled game: `connect-four:4x4..5x5`, `nim:1..4,2..5`.

use std::ops::RangeInclusive;

/// The maximum number of games in a range.
pub const MOST_IN_RANGE: usize = 256;

/// The requests in a range, in ascending order; the request itself if it has none. `None` if a range is not numeric,
/// descends, or has too many games.
///
/// Ranges of corners or of single numbers: `4x4..5x6` are all boards from 4x4 to 5x6, `1..2,3` are `1,3` and `2,3`.
///
/// ```
/// assert_eq!(games::range("chomp:2x3..3x3").expect("a range"), ["chomp:2x3", "chomp:3x3"]);
/// assert_eq!(games::range("nim:1..2,4").expect("a range"), ["nim:1,4", "nim:2,4"]);
/// assert_eq!(games::range("tic-tac-toe").expect("a name"), ["tic-tac-toe"]);
/// ```
pub fn range(request: &str) -> Option<Vec<String>> {
    let Some((name, size)) = request.split_once(':').filter(|(_, size)| size.contains("..")) else {
        return Some(vec![request.to_owned()]);
    };
    let (separator, parts) = parts(size)?;
    let count = parts.iter().try_fold(1usize, |count, part| count.checked_mul(part.clone().count()));
    if count.is_none_or(|count| count == 0 || count > MOST_IN_RANGE) {
        return None;
    }
    let mut sizes = vec![String::new()];
    for part in parts {
        let longer = |size: &String| {
            let between = if size.is_empty() { "" } else { separator };
            part.clone().map(|number| format!("{size}{between}{number}")).collect::<Vec<_>>()
        };
        sizes = sizes.iter().flat_map(longer).collect();
    }
    Some(sizes.into_iter().map(|size| format!("{name}:{size}")).collect())
}

/// The numbers of a size, each with its range, and their separator.
fn parts(size: &str) -> Option<(&'static str, Vec<RangeInclusive<u32>>)> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let one = |text: &str| match text.split_once("..") {
        Some((first, last)) => Some(number(first)?..=number(last)?),
        None => number(text).map(|only| only..=only),
    };
    if size.contains(',') {
        return Some((",", size.split(',').map(one).collect::<Option<_>>()?));
    }
    // Two corners, unless every number has its own range.
    if let Some((first, last)) = size.split_once("..").filter(|(_, last)| !last.contains("..")) {
        let (low, high): (Vec<&str>, Vec<&str>) = (first.split('x').collect(), last.split('x').collect());
        if low.len() == high.len() {
            let range = |(low, high): (&&str, &&str)| Some(number(low)?..=number(high)?);
            return Some(("x", low.iter().zip(&high).map(range).collect::<Option<_>>()?));
        }
        if low.len() > 1 && high.len() > 1 {
            return None;
        }
    }
    Some(("x", size.split('x').map(one).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_corners_or_single_numbers() {
        assert_eq!(range("c:4x4..5x5").expect("four"), ["c:4x4", "c:4x5", "c:5x4", "c:5x5"]);
        assert_eq!(range("c:4x4..5").expect("two"), ["c:4x4", "c:4x5"]);
        assert_eq!(range("c:4..5x4..5").expect("four").len(), 4);
        assert_eq!(range("hanoi:3..5").expect("three"), ["hanoi:3", "hanoi:4", "hanoi:5"]);
        assert_eq!(range("nim:1..4,2..5").expect("sixteen").len(), 16);
        assert_eq!(range("./my:file..kif"), None);
        for wrong in ["c:5..4", "c:a..b", "c:1..1000", "c:4x4..5x5x5", "c:..3"] {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }
}
