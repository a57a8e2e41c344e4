//! Names: those that the server gives are short, of letters and digits, and never a path; those that people give are
//! for reading only.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Length of an identifier.
const LENGTH: usize = 16;

/// Characters of a name that somebody gave, at most.
const LONGEST_TITLE: usize = 120;

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// An identifier that nothing else has, for a thing of some kind.
pub fn fresh(kind: &str) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed).to_string();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    of(&[kind, &now.to_string(), &number])
}

/// An identifier for what is told apart by these parts.
pub fn of(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        // With its length, so that no two lists of parts run into the same bytes.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..LENGTH].to_owned()
}

/// Whether a text may be an identifier.
pub fn is_valid(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// A name that somebody gave, for reading: of bounded length, in one line; or else another.
pub fn title(given: &str, otherwise: &str) -> String {
    let title: String = given.trim().chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
    if title.is_empty() { otherwise.to_owned() } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_tell_parts_apart() {
        assert!(is_valid(&of(&["a", "b"])));
        assert_ne!(of(&["ab", ""]), of(&["a", "b"]));
    }

    #[test]
    fn paths_are_no_identifiers() {
        for text in ["", "../../etc/passwd", "0123456789abcde/", "0123456789ABCDEF", "0123456789abcdef0"] {
            assert!(!is_valid(text), "{text}");
        }
    }
}
