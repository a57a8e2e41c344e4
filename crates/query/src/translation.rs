//! Translates facts of a renamed copy of a game to the names of the original.

use std::collections::HashMap;

use fingerprint::{Comparison, Fingerprint, isomorphism};
use gdl::Rules;

use crate::error::Error;

/// From the names of a copy to those of the solution.
#[derive(Clone, Debug)]
pub struct Translation {
    names: HashMap<String, String>,
}

impl Translation {
    /// Maps the names of `copy` to those of `original`, the rules of the solution.
    pub fn new(copy: &Rules, original: &Rules) -> Result<Translation, Error> {
        let other = || Error::Question("these are neither the rules of the solution nor a renamed copy".to_owned());
        if Fingerprint::of(copy) != Fingerprint::of(original) {
            return Err(other());
        }
        match isomorphism(copy, original) {
            Comparison::Same(map) => {
                let name = |(from, to): (gdl::rules::Symbol, gdl::rules::Symbol)| {
                    (copy.symbols.name(from).to_owned(), original.symbols.name(to).to_owned())
                };
                Ok(Translation { names: map.into_iter().map(name).collect() })
            }
            Comparison::Different => Err(other()),
            Comparison::Unknown => {
                Err(Error::Question("could not decide whether these rules are a copy of the solution's".to_owned()))
            }
        }
    }

    /// From the names of the solution to those of the copy.
    pub fn inverse(&self) -> Translation {
        Translation { names: self.names.iter().map(|(from, to)| (to.clone(), from.clone())).collect() }
    }

    /// A term of the copy in the names of the original.
    pub fn translate(&self, term: &str) -> String {
        let mut text = String::with_capacity(term.len());
        let mut rest = term;
        while let Some(start) = rest.find(|c: char| !is_punctuation(c)) {
            text += &rest[..start];
            let end = rest[start..].find(is_punctuation).map_or(rest.len(), |length| start + length);
            let name = &rest[start..end];
            text += self.names.get(name).map_or(name, String::as_str);
            rest = &rest[end..];
        }
        text + rest
    }
}

fn is_punctuation(c: char) -> bool {
    c == '(' || c == ')' || c == ' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_changes_names_and_keeps_brackets() {
        let names = [("zok", "cell"), ("vim", "1"), ("q", "b")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let translation = Translation { names: names.into_iter().collect() };
        assert_eq!(translation.translate("(zok vim (zok q 7))"), "(cell 1 (cell b 7))");
        assert_eq!(translation.translate("q"), "b");
        assert_eq!(translation.inverse().translate("(cell 1 (cell b 7))"), "(zok vim (zok q 7))");
    }
}
