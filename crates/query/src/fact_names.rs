//! Parses facts: in the terms of the rules, `(cell 1 2 x)`, or with the names of the board, `cell a2 x`.

use std::collections::HashMap;

use notation::Notation;
use solution::manifest::Encoding;

use crate::error::Error;
use crate::spelling;

/// The facts of a solution by their spellings.
pub struct FactNames {
    /// The fact for each spelling, which is its names separated by spaces.
    facts: HashMap<String, String>,
    /// The number of names in the longest spelling.
    longest: usize,
}

impl FactNames {
    /// The facts of an encoding.
    pub fn new(encoding: &Encoding, notation: &Notation) -> FactNames {
        let values = encoding.variables.iter().flat_map(|variable| variable.values.iter().flatten());
        let known: Vec<&String> = values.chain(&encoding.always).collect();
        let spelt = |text: &str| spelling::names(text).join(" ");
        // If a name of the board is also a term of the rules, the rules take precedence.
        let board = known.iter().map(|fact| (spelt(&notation.of_fact(fact)), (*fact).clone()));
        let facts: HashMap<String, String> =
            board.chain(known.iter().map(|fact| (spelt(fact), (*fact).clone()))).collect();
        let longest = facts.keys().map(|key| key.split(' ').count()).max().unwrap_or(0);
        FactNames { facts, longest }
    }

    /// The facts that a text spells; brackets and commas only separate them.
    pub fn read(&self, text: &str) -> Result<Vec<String>, Error> {
        spelling::check_brackets(text)?;
        let names = spelling::names(text);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < names.len() {
            let longest = self.longest.min(names.len() - at);
            let fact =
                (1..=longest).rev().find_map(|count| Some((count, self.facts.get(&names[at..at + count].join(" "))?)));
            match fact {
                Some((count, fact)) => {
                    found.push(fact.clone());
                    at += count;
                }
                // Each fact may be given as `(true …)`.
                None if names[at] == "true" => at += 1,
                None => return Err(self.unknown(&names[at..])),
            }
        }
        Ok(found)
    }

    fn unknown(&self, names: &[&str]) -> Error {
        let mut known: Vec<&String> = self.facts.values().collect();
        known.sort_unstable();
        let given = &names[..names.len().min(self.longest)];
        let why = format!("`{}` begins with no fact of the game", given.join(" "));
        Error::Question(match spelling::meant(names, known.iter().map(|fact| fact.as_str())) {
            Some(number) => format!("{why}; did you mean {}?", known[number]),
            None => why,
        })
    }
}

#[cfg(test)]
mod tests {
    use notation::{Argument, Grid, Pattern};
    use solution::manifest::EncodedVariable;

    use super::*;

    fn names() -> FactNames {
        let labels = ["1", "2"].map(str::to_owned);
        let cell = Pattern { name: "cell".to_owned(), arguments: vec![Argument::Place, Argument::Word] };
        let notation = Notation { grid: Grid::new(&labels, &labels, false), facts: vec![cell], ..Notation::default() };
        let variable = |values: &[&str]| EncodedVariable {
            name: String::new(),
            values: values.iter().map(|fact| Some((*fact).to_owned())).collect(),
        };
        let variables = vec![variable(&["(cell 1 2 x)", "(cell 1 2 o)"]), variable(&["(control x)"])];
        FactNames::new(&Encoding { variables, ..Encoding::default() }, &notation)
    }

    #[test]
    fn both_spellings_are_parsed() {
        let wanted = ["(cell 1 2 x)", "(control x)"].map(str::to_owned).to_vec();
        for text in ["(cell 1 2 x) (control x)", "cell a2 x, control x", "((true (cell 1 2 x)) (true (control x)))"] {
            assert_eq!(names().read(text).expect("facts"), wanted, "{text}");
        }
    }

    #[test]
    fn a_misspelt_fact_finds_the_intended_one() {
        let error = names().read("(cel 1 2 x)").expect_err("no fact").to_string();
        assert!(error.ends_with("did you mean (cell 1 2 x)?"), "{error}");
        assert!(names().read("(cell 1 2 x").is_err());
    }
}
