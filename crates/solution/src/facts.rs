//! Converts states between sets of facts, as in the rules, and a value per variable, as in the files.
//!
//! ```text
//! (cell 1 1 x) (cell 1 2 b) … (control o)   ⇄   2 0 … 1
//! ```

use std::collections::HashMap;
use std::fmt;

use crate::manifest::{EncodedVariable, Encoding};

/// A dictionary between facts and values.
#[derive(Clone, Debug)]
pub struct Facts {
    encoding: Encoding,
    meaning: HashMap<String, Meaning>,
    /// For each variable, the value for which none of its facts holds, if there is one.
    none: Vec<Option<u32>>,
}

#[derive(Clone, Copy, Debug)]
enum Meaning {
    Always,
    Value { variable: usize, value: u32 },
}

/// Why a set of facts is not a state of the solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactError {
    /// The fact holds in no reachable state.
    Unknown(String),
    /// Two facts that exclude each other.
    Excluded(String, String),
    /// One of these facts holds in every state, but none is present.
    Missing(Vec<String>),
}

impl fmt::Display for FactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactError::Unknown(fact) => write!(f, "{fact} holds in no reachable state"),
            FactError::Excluded(one, other) => write!(f, "{one} and {other} exclude each other"),
            FactError::Missing(facts) => match facts.as_slice() {
                [first, .., last] if facts.len() > 3 => write!(f, "one of the facts {first} to {last} is missing"),
                [fact] => write!(f, "{fact} is missing, although it holds in every state"),
                facts => write!(f, "one of the facts {} is missing", facts.join(", ")),
            },
        }
    }
}

impl std::error::Error for FactError {}

impl Facts {
    /// The dictionary of an encoding.
    pub fn new(encoding: &Encoding) -> Facts {
        let mut meaning: HashMap<String, Meaning> =
            encoding.always.iter().map(|fact| (fact.clone(), Meaning::Always)).collect();
        for (variable, of) in encoding.variables.iter().enumerate() {
            for (value, fact) in (0..).zip(&of.values) {
                if let Some(fact) = fact {
                    meaning.insert(fact.clone(), Meaning::Value { variable, value });
                }
            }
        }
        let none = |values: &[Option<String>]| values.iter().position(Option::is_none).map(|value| value as u32);
        let none = encoding.variables.iter().map(|variable| none(&variable.values)).collect();
        Facts { encoding: encoding.clone(), meaning, none }
    }

    /// The state with these facts. Facts that hold in every state may be left out.
    pub fn state<'f>(&self, facts: impl IntoIterator<Item = &'f str>) -> Result<Vec<u32>, FactError> {
        let mut values: Vec<Option<u32>> = vec![None; self.none.len()];
        for fact in facts {
            match self.meaning.get(fact) {
                None => return Err(FactError::Unknown(fact.to_owned())),
                Some(Meaning::Always) => {}
                Some(&Meaning::Value { variable, value }) => match values[variable].replace(value) {
                    Some(other) if other != value => {
                        let other = self.encoding.variables[variable].values[other as usize].clone();
                        return Err(FactError::Excluded(other.unwrap_or_default(), fact.to_owned()));
                    }
                    _ => {}
                },
            }
        }
        let complete = |(variable, value): (usize, Option<u32>)| {
            let missing = || self.encoding.variables[variable].values.iter().flatten().cloned().collect();
            value.or(self.none[variable]).ok_or_else(|| FactError::Missing(missing()))
        };
        values.into_iter().enumerate().map(complete).collect()
    }

    /// The facts of a state, sorted, including those that always hold.
    pub fn facts<'a>(&'a self, state: &[u32]) -> Vec<&'a str> {
        let fact = |(&value, variable): (&u32, &'a EncodedVariable)| variable.values.get(value as usize)?.as_deref();
        let holding = state.iter().zip(&self.encoding.variables).filter_map(fact);
        let mut facts: Vec<&str> = holding.chain(self.encoding.always.iter().map(String::as_str)).collect();
        facts.sort_unstable();
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Facts {
        let variable = |name: &str, values: &[&str]| EncodedVariable {
            name: name.to_owned(),
            values: values.iter().map(|v| (!v.is_empty()).then(|| (*v).to_owned())).collect(),
        };
        Facts::new(&Encoding {
            roles: vec![],
            always: vec!["board".to_owned()],
            variables: vec![variable("(cell 1 _)", &["(cell 1 b)", "(cell 1 x)"]), variable("check", &["check", ""])],
            levels: vec![],
            ..Encoding::default()
        })
    }

    #[test]
    fn facts_and_values_convert_both_ways() {
        let facts = example();
        for state in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            assert_eq!(facts.state(facts.facts(&state)), Ok(state.to_vec()));
        }
        assert_eq!(facts.facts(&[1, 1]), ["(cell 1 x)", "board"]);
        assert_eq!(facts.state(["(cell 1 x)"]), Ok(vec![1, 1]), "what always holds may be left out");
    }

    #[test]
    fn facts_that_are_not_a_state_are_rejected() {
        let facts = example();
        assert_eq!(facts.state(["(cell 2 x)"]), Err(FactError::Unknown("(cell 2 x)".into())));
        let both = ["(cell 1 b)", "(cell 1 x)"];
        assert_eq!(facts.state(both), Err(FactError::Excluded(both[0].into(), both[1].into())));
        assert_eq!(facts.state(["check"]), Err(FactError::Missing(both.map(String::from).to_vec())));
    }
}
