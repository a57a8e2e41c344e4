//! Numbers as people read them.

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

/// `1 move`, `2 moves`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
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
    fn nouns_follow_their_number() {
        assert_eq!(count(1, "move"), "1 move");
        assert_eq!(count(1200, "move"), "1,200 moves");
    }
}
