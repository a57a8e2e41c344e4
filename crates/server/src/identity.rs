//! Identifiers and titles: identifiers are made by the server, short, of letters and digits, and never a path; titles
//! are given by users and only displayed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Length of an identifier.
const LENGTH: usize = 16;

/// The maximum length of a title.
const LONGEST_TITLE: usize = 120;

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// A unique identifier for a thing of some kind.
pub fn fresh(kind: &str) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed).to_string();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    of(&[kind, &now.to_string(), &number])
}

/// The identifier determined by these parts.
pub fn of(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        // With its length, so that no two lists of parts give the same bytes.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..LENGTH].to_owned()
}

/// Whether a text may be an identifier.
pub fn is_valid(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// A title given by a user, on one line and of limited length; or else a default.
pub fn title(given: &str, otherwise: &str) -> String {
    let title: String = given.trim().chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
    if title.is_empty() { otherwise.to_owned() } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_parts_give_different_identifiers() {
        assert!(is_valid(&of(&["a", "b"])));
        assert_ne!(of(&["ab", ""]), of(&["a", "b"]));
    }

    #[test]
    fn paths_are_not_identifiers() {
        for text in ["", "../../etc/passwd", "0123456789abcde/", "0123456789ABCDEF", "0123456789abcdef0"] {
            assert!(!is_valid(text), "{text}");
        }
    }
}
