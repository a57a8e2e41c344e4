//! Names that PDDL accepts: letters, digits, `-` and `_`, a letter first, case-insensitive. Different names stay
//! different.

use rustc_hash::FxHashSet;

const RESERVED: [&str; 18] = [
    "and",
    "or",
    "not",
    "imply",
    "exists",
    "forall",
    "when",
    "either",
    "object",
    "define",
    "domain",
    "problem",
    "number",
    "increase",
    "total-cost",
    "role",
    "=",
    "wait",
];

/// The used names.
#[derive(Default)]
pub(super) struct Namer {
    taken: FxHashSet<String>,
}

impl Namer {
    /// An unused name similar to the wanted one, which gets a prefix if it does not start with a letter.
    pub fn name(&mut self, wanted: &str, prefix: &str) -> String {
        let plain = sanitised(wanted);
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic());
        let stem = if starts_well { plain } else { format!("{prefix}{plain}") };
        let stem = stem.trim_end_matches('-').to_owned();
        let stem = if stem.is_empty() { prefix.to_owned() } else { stem };
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let mut candidates = std::iter::once(stem.clone()).chain(numbered);
        let is_free = |name: &String| !self.taken.contains(name) && !RESERVED.contains(&&**name);
        let name = candidates.find(is_free).unwrap_or(stem);
        self.taken.insert(name.clone());
        name
    }
}

/// The name in lower case, with characters that PDDL does not accept replaced.
fn sanitised(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | '0'..='9' | '_' | '-' => plain.push(c),
            'A'..='Z' => plain.push(c.to_ascii_lowercase()),
            '+' => plain += "plus",
            '*' => plain += "times",
            '<' => plain += "less",
            '>' => plain += "more",
            '=' => plain += "eq",
            '(' | ')' => {}
            _ => plain.push('-'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_collide() {
        let mut namer = Namer::default();
        let names = ["X", "x", "1", "n1", "a+b", "(p 1 2)", "object"].map(|name| namer.name(name, "n"));
        assert_eq!(names, ["x", "x-2", "n1", "n1-2", "aplusb", "p-1-2", "object-2"]);
    }
}
