//! Scrambles the names in rules, so that no player recognises a game by its words.

use std::collections::HashMap;

use game::Random;
use gdl::Source;

use crate::term;

/// Names with a predefined meaning.
const RESERVED: [&str; 17] = [
    "<=", "role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "and", "base",
    "input", "sees", "random",
];

const SYLLABLES: [&str; 16] =
    ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va"];

/// A renaming of all symbols of a sheet. Numbers keep their names, since some of them are rewards, and so do variables.
#[derive(Clone, Debug)]
pub struct Scrambling {
    names: HashMap<String, String>,
    meanings: HashMap<String, String>,
}

impl Scrambling {
    /// Scrambles a readable sheet. Returns the sheet with the new names.
    pub fn new(sheet: &str, random: &mut Random) -> (Scrambling, String) {
        let mut scrambling = Scrambling { names: HashMap::new(), meanings: HashMap::new() };
        let source = Source::new("rules", sheet);
        let (read, _) = gdl::reader::read(&source);
        let mut rename = |name: &str| scrambling.rename(name, random);
        let clauses: Vec<String> =
            read.expressions.iter().map(|clause| term::renamed(clause, &source, &mut rename)).collect();
        (scrambling, clauses.join("\n"))
    }

    fn rename(&mut self, name: &str, random: &mut Random) -> String {
        if RESERVED.contains(&name.to_ascii_lowercase().as_str())
            || name.starts_with('?')
            || name.parse::<i64>().is_ok()
        {
            return name.to_owned();
        }
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let syllable = |random: &mut Random| SYLLABLES[random.below(SYLLABLES.len() as u32) as usize];
        let word = format!("{}{}{}", syllable(random), syllable(random), self.names.len());
        self.names.insert(name.to_owned(), word.clone());
        self.meanings.insert(word.clone(), name.to_owned());
        word
    }

    /// A term in the new names.
    pub fn scramble(&self, text: &str) -> String {
        renamed(text, &self.names)
    }

    /// A term in the old names. Case is ignored.
    pub fn unscramble(&self, text: &str) -> String {
        renamed(&text.to_ascii_lowercase(), &self.meanings)
    }
}

fn renamed(text: &str, names: &HashMap<String, String>) -> String {
    let source = Source::new("term", text);
    let (read, _) = gdl::reader::read(&source);
    let mut rename = |name: &str| names.get(name).map_or_else(|| name.to_owned(), Clone::clone);
    let terms: Vec<String> = read.expressions.iter().map(|one| term::renamed(one, &source, &mut rename)).collect();
    terms.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambling_only_changes_names_and_is_reversible() {
        let sheet = "(role Me) ; a comment\n(<= (legal Me (go ?x)) (true (at ?x 1)))";
        let (scrambling, text) = Scrambling::new(sheet, &mut Random::new(3));
        assert!(!text.contains("Me") && !text.contains("go") && text.contains("(<= (legal "), "{text}");
        assert!(text.contains("?x") && text.contains(" 1)"), "{text}");
        let term = "(at (go 7) Me)";
        assert_ne!(scrambling.scramble(term), term);
        assert_eq!(scrambling.unscramble(&scrambling.scramble(term).to_uppercase()), term);
    }
}
