//! Numbers formatted for people: grouped digits, nouns in singular or plural, sizes with a suitable unit.
//!
//! ```
//! assert_eq!(number::count(1, "rule"), "1 rule");
//! assert_eq!(number::count(5_478, "state"), "5,478 states");
//! assert_eq!(number::size(12_345), "12 KiB");
//! ```
//!
//! A separate crate, since every crate that writes messages needs it.

/// `1234567` as `1,234,567`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A noun in the singular, with its plural if that is irregular.
#[derive(Clone, Copy, Debug)]
pub struct Noun<'n>(&'n str, Option<&'n str>);

impl<'n> From<&'n str> for Noun<'n> {
    fn from(singular: &'n str) -> Noun<'n> {
        Noun(singular, None)
    }
}

impl<'n> From<(&'n str, &'n str)> for Noun<'n> {
    fn from((singular, plural): (&'n str, &'n str)) -> Noun<'n> {
        Noun(singular, Some(plural))
    }
}

/// Plies.
pub const PLY: (&str, &str) = ("ply", "plies");

/// `1 move`, `1,200 moves`, `2 plies`: every count in a message is formatted by this, so that nouns agree with their
/// numbers.
pub fn count<'n>(number: impl TryInto<u128>, noun: impl Into<Noun<'n>>) -> String {
    // Counts are not negative.
    let number = number.try_into().unwrap_or(0);
    let Noun(singular, plural) = noun.into();
    match (number, plural) {
        (1, _) => format!("1 {singular}"),
        (_, Some(plural)) => format!("{} {plural}", grouped(number)),
        (_, None) => format!("{} {singular}s", grouped(number)),
    }
}

/// `all 1,200 states`, `the only state`.
pub fn all<'n>(number: impl TryInto<u128>, noun: impl Into<Noun<'n>>) -> String {
    let noun = noun.into();
    match number.try_into().unwrap_or(0) {
        1 => format!("the only {}", noun.0),
        number => format!("all {}", count(number, noun)),
    }
}

/// `640 bytes`, `12 KiB`, `3.4 MiB`, `2,345 MiB`: sizes in the units of `--memory`.
pub fn size(bytes: impl TryInto<u128>) -> String {
    const KIB: u128 = 1 << 10;
    const MIB: u128 = 1 << 20;
    let bytes = bytes.try_into().unwrap_or(0);
    let tenths = bytes * 10 / MIB;
    match bytes {
        0..KIB => count(bytes, "byte"),
        KIB..MIB => format!("{} KiB", grouped(bytes / KIB)),
        _ if tenths < 100 && !tenths.is_multiple_of(10) => format!("{}.{} MiB", tenths / 10, tenths % 10),
        _ => format!("{} MiB", grouped(bytes / MIB)),
    }
}

/// `69763700.0` as `70,000,000`, `1e30` unchanged: an estimate with two significant digits.
pub fn rounded(value: f64) -> String {
    if !value.is_finite() || value >= 1e15 {
        return format!("{value:.0e}");
    }
    let scale = 10f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    grouped(((value / scale).round() * scale) as u64)
}

/// `40 s`, `12 min`, `3 h`, `5 days`: an approximate time.
pub fn roughly(seconds: f64) -> String {
    let whole = |unit: f64| (seconds / unit).round() as u64;
    match seconds {
        ..90.0 => format!("{} s", whole(1.0)),
        ..5_400.0 => format!("{} min", whole(60.0)),
        ..129_600.0 => format!("{} h", whole(3_600.0)),
        ..31_536_000.0 => format!("{} days", whole(86_400.0)),
        _ => "more than a year".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0u64), "0");
        assert_eq!(grouped(999u64), "999");
        assert_eq!(grouped(1_000u64), "1,000");
        assert_eq!(grouped(4_531_985_219_092u64), "4,531,985,219,092");
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(count(1, "move"), "1 move");
        assert_eq!(count(1200, "move"), "1,200 moves");
        assert_eq!(count(0u64, "move"), "0 moves");
        assert_eq!(count(1u128, PLY), "1 ply");
        assert_eq!(count(9, PLY), "9 plies");
        assert_eq!(all(1, "state"), "the only state");
        assert_eq!(all(5_478, "state"), "all 5,478 states");
    }

    #[test]
    fn sizes_have_a_suitable_unit() {
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(12_345), "12 KiB");
        assert_eq!(size((1 << 20) - 1), "1,023 KiB");
        assert_eq!(size(1 << 20), "1 MiB");
        assert_eq!(size(3 << 19), "1.5 MiB");
        assert_eq!(size(256 << 20), "256 MiB");
        assert_eq!(size(3_000usize << 20), "3,000 MiB");
    }

    #[test]
    fn estimates_have_two_significant_digits() {
        assert_eq!(rounded(69_763_700.0), "70,000,000");
        assert_eq!(rounded(7.0), "7");
        assert_eq!(rounded(1e30), "1e30");
    }

    #[test]
    fn times_have_a_suitable_unit() {
        let times = [40.2, 720.0, 10_000.0, 500_000.0, 1e12].map(roughly);
        assert_eq!(times, ["40 s", "12 min", "3 h", "6 days", "more than a year"]);
    }
}
