//! Names and contents of the columns.
//!
//! ```text
//! layer  to_move  terminal  value_x  value_o  distance  cell 1 1  cell 1 2  …
//!     0  x        false          50       50         9  blank     blank
//! ```
//!
//! The name of a state variable's column is the part that its facts share, and the cells hold the rest. A variable of
//! numbers becomes a column of numbers; a fact that holds or not becomes a column of truth values.

use std::collections::HashSet;

use solution::Manifest;
use solution::manifest::EncodedVariable;

/// The columns of a solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Columns {
    /// Per role that has a value, its name in the columns `value_…`, or `lower_…` and `upper_…`.
    pub roles: Vec<String>,
    /// Whether values are expected rewards, with a lower and an upper bound.
    pub expected: bool,
    /// Whether plies to the end are stored.
    pub distances: bool,
    /// Whose turn it is, if a state variable determines it.
    pub turns: Option<TurnColumn>,
    /// Whether it is known which states are terminal.
    pub ends: bool,
    /// The state variables.
    pub variables: Vec<VariableColumn>,
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnColumn {
    /// The state variable that determines it; `None` if it is always the same role.
    pub variable: Option<usize>,
    /// The role for each of its values.
    pub roles: Vec<String>,
}

/// The column of a state variable.
#[derive(Clone, PartialEq, Debug)]
pub struct VariableColumn {
    /// Its name.
    pub name: String,
    /// Its cells.
    pub cells: Cells,
}

/// For each value of a state variable, the content of its cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    /// Whether a fact holds.
    Flags(Vec<bool>),
    /// Numbers; none where no fact holds.
    Numbers(Vec<Option<i32>>),
    /// Words; none where no fact holds.
    Words(Vec<Option<String>>),
}

/// Names that columns of state variables do not get.
const FIXED: [&str; 4] = ["layer", "to_move", "terminal", "distance"];

impl Columns {
    /// The columns of a solution, without whose turn it is.
    pub fn new(manifest: &Manifest) -> Columns {
        let encoding = &manifest.encoding;
        let random = manifest.expected.as_ref().and_then(|expected| expected.random);
        let players = encoding.roles.iter().enumerate().filter(|(role, _)| Some(*role) != random);
        let mut columns = Columns {
            roles: players.map(|(_, name)| name.clone()).collect(),
            expected: manifest.expected.is_some(),
            distances: manifest.expected.is_none() && manifest.has_distances(),
            turns: None,
            ends: manifest.expected.is_none() && manifest.has_distances(),
            variables: Vec::new(),
        };
        let mut taken: HashSet<String> = FIXED.map(str::to_owned).into();
        taken.extend(columns.value_names());
        for variable in &encoding.variables {
            let mut column = VariableColumn::new(variable);
            while !taken.insert(column.name.clone()) {
                column.name.push('_');
            }
            columns.variables.push(column);
        }
        columns
    }

    /// The same with the role to move.
    pub fn with_turns(self, turns: Option<TurnColumn>) -> Columns {
        Columns { turns, ..self }
    }

    /// The same with terminal states, which the caller marks if distances do not tell them.
    pub fn with_ends(self) -> Columns {
        Columns { ends: true, ..self }
    }

    /// The names of the columns of values.
    pub fn value_names(&self) -> Vec<String> {
        let names = |role: &String| match self.expected {
            true => vec![format!("lower_{role}"), format!("upper_{role}")],
            false => vec![format!("value_{role}")],
        };
        self.roles.iter().flat_map(names).collect()
    }

    /// The names of all columns.
    pub fn names(&self) -> Vec<String> {
        let before = [("layer", true), ("to_move", self.turns.is_some()), ("terminal", self.ends)];
        let before = before.into_iter().filter(|(_, has)| *has).map(|(name, _)| name.to_owned());
        let distance = self.distances.then(|| "distance".to_owned());
        let variables = self.variables.iter().map(|variable| variable.name.clone());
        before.chain(self.value_names()).chain(distance).chain(variables).collect()
    }
}

impl VariableColumn {
    /// The column of a state variable.
    fn new(variable: &EncodedVariable) -> VariableColumn {
        let facts: Vec<&str> = variable.values.iter().flatten().map(|fact| bare(fact)).collect();
        if let [only] = facts[..] {
            let holds = variable.values.iter().map(Option::is_some).collect();
            return VariableColumn { name: only.to_owned(), cells: Cells::Flags(holds) };
        }
        // Joined groups have several patterns: `(cell 1 1 _) / (gone 1 1)`.
        let name = variable.name.split(" / ").map(bare).collect::<Vec<_>>().join(" / ");
        let shared = name.strip_suffix(" _").map(|start| format!("{start} "));
        let rest = shared
            .as_deref()
            .filter(|shared| facts.iter().all(|fact| fact.starts_with(shared) && is_word(&fact[shared.len()..])));
        let cell = |fact: &Option<String>| {
            let fact = bare(fact.as_deref()?);
            Some(rest.map_or(fact, |shared| &fact[shared.len()..]).to_owned())
        };
        let words: Vec<Option<String>> = variable.values.iter().map(cell).collect();
        let name = if rest.is_some() { name[..name.len() - 2].to_owned() } else { name };
        VariableColumn { name, cells: numbers(&words).map_or(Cells::Words(words), Cells::Numbers) }
    }
}

/// The words as numbers, if all are and are written in the usual way.
fn numbers(words: &[Option<String>]) -> Option<Vec<Option<i32>>> {
    let number = |word: &String| word.parse::<i32>().ok().filter(|number| number.to_string() == *word);
    words.iter().map(|word| word.as_ref().map_or(Some(None), |word| number(word).map(Some))).collect()
}

/// A fact without the outer brackets.
fn bare(fact: &str) -> &str {
    fact.strip_prefix('(').and_then(|fact| fact.strip_suffix(')')).unwrap_or(fact)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '(', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, values: &[&str]) -> VariableColumn {
        let value = |fact: &&str| (!fact.is_empty()).then(|| (*fact).to_owned());
        VariableColumn::new(&EncodedVariable { name: name.to_owned(), values: values.iter().map(value).collect() })
    }

    fn words(words: &[&str]) -> Cells {
        Cells::Words(words.iter().map(|word| (!word.is_empty()).then(|| (*word).to_owned())).collect())
    }

    #[test]
    fn columns_are_named_by_the_shared_part_of_their_facts() {
        let cell = column("(cell 1 2 _)", &["(cell 1 2 x)", "(cell 1 2 o)", ""]);
        assert_eq!((cell.name.as_str(), cell.cells), ("cell 1 2", words(&["x", "o", ""])));
        let heap = column("(heap a _)", &["(heap a 0)", "(heap a 12)"]);
        assert_eq!((heap.name.as_str(), heap.cells), ("heap a", Cells::Numbers(vec![Some(0), Some(12)])));
        let flag = column("(drawn (line 1 2))", &["", "(drawn (line 1 2))"]);
        assert_eq!((flag.name.as_str(), flag.cells), ("drawn (line 1 2)", Cells::Flags(vec![false, true])));
    }

    #[test]
    fn facts_without_a_shared_part_are_written_whole() {
        let king = column("(at king _ _)", &["(at king 1 2)", "(at king 2 1)"]);
        assert_eq!((king.name.as_str(), king.cells), ("at king _ _", words(&["at king 1 2", "at king 2 1"])));
        let joined = column("(cell 1 _) / (gone 1)", &["(cell 1 x)", "(gone 1)"]);
        assert_eq!((joined.name.as_str(), joined.cells), ("cell 1 _ / gone 1", words(&["cell 1 x", "gone 1"])));
        let zeros = column("(digit _)", &["(digit 01)", "(digit 1)"]);
        assert_eq!(zeros.cells, words(&["01", "1"]), "01 is not the number 1");
    }
}
