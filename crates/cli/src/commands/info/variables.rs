//! Lists state variables in few lines: similar ones are counted, not listed.
//!
//! Nine variables `(cell 1 1 _)`, `(cell 1 2 _)`, … with the values `b`, `o`, `x` become `9 × (cell · · _)  b, o, x`.

use super::answer::VariableAnswer;

/// The number of values that are listed before the rest are counted.
const MOST_VALUES: usize = 12;

/// A group of similar variables.
#[derive(Debug, PartialEq, Eq)]
pub struct VariableKind {
    /// Their number.
    pub count: usize,
    /// The common pattern of their names.
    pub name: String,
    /// Their values.
    pub values: String,
}

/// The kinds of variables, in the order of the first of each.
pub fn kinds(variables: &[VariableAnswer]) -> Vec<VariableKind> {
    let mut kinds: Vec<(Vec<String>, VariableKind)> = Vec::new();
    for variable in variables {
        let name = items(&variable.name);
        let values = values(variable, &name);
        let alike = kinds.iter_mut().find(|(first, kind)| kind.values == values && looks_like(first, &name));
        match alike {
            Some((first, kind)) => {
                for (there, here) in first.iter_mut().zip(&name) {
                    if there != here {
                        *there = "·".into();
                    }
                }
                kind.count += 1;
                kind.name = join(first);
            }
            None => kinds.push((name, VariableKind { count: 1, name: variable.name.clone(), values })),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// Same relation, same length, holes in the same positions.
fn looks_like(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.first() == b.first() && a.iter().zip(b).all(|(a, b)| (a == "_") == (b == "_"))
}

/// The values of a variable: the items at the hole of its name.
fn values(variable: &VariableAnswer, name: &[String]) -> String {
    let mut values: Vec<String> = match variable.fluents.as_slice() {
        [_] => return "true or false".into(),
        fluents => fluents.iter().map(|fluent| value(fluent, name)).collect(),
    };
    let more = values.len().saturating_sub(MOST_VALUES);
    values.truncate(MOST_VALUES);
    values.extend((more > 0).then(|| format!("… {more} more")));
    values.extend(variable.none.then(|| "none".to_string()));
    values.join(", ")
}

fn value(fluent: &str, name: &[String]) -> String {
    let own = items(fluent);
    if own.len() != name.len() {
        return fluent.to_string();
    }
    let holes: Vec<&str> = own.iter().zip(name).filter(|(_, n)| *n == "_").map(|(o, _)| o.as_str()).collect();
    if holes.is_empty() { fluent.to_string() } else { holes.join(" ") }
}

/// The relation and its arguments: `(cell (at 1 2) b)` has three items.
fn items(text: &str) -> Vec<String> {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let Some(inner) = inner else { return vec![text.to_string()] };
    let mut items = vec![String::new()];
    let mut depth = 0usize;
    for character in inner.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (character, depth, items.last_mut()) {
            (' ', 0, _) => items.push(String::new()),
            (_, _, Some(item)) => item.push(character),
            (_, _, None) => {}
        }
    }
    items
}

fn join(items: &[String]) -> String {
    match items {
        [only] => only.clone(),
        _ => format!("({})", items.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, fluents: &[&str], none: bool) -> VariableAnswer {
        VariableAnswer { name: name.into(), fluents: fluents.iter().map(ToString::to_string).collect(), none }
    }

    #[test]
    fn similar_variables_are_counted() {
        let variables = [
            variable("(cell 1 1 _)", &["(cell 1 1 b)", "(cell 1 1 x)"], false),
            variable("(cell 1 2 _)", &["(cell 1 2 b)", "(cell 1 2 x)"], false),
            variable("(control _)", &["(control w)", "(control b)"], false),
            variable("over", &["over"], true),
            variable("(cell 2 2 _)", &["(cell 2 2 b)", "(cell 2 2 x)"], false),
        ];
        let lines: Vec<String> =
            kinds(&variables).iter().map(|k| format!("{} {} {}", k.count, k.name, k.values)).collect();
        assert_eq!(lines, ["3 (cell · · _) b, x", "1 (control _) w, b", "1 over true or false"]);
    }

    #[test]
    fn nested_terms_are_one_item() {
        assert_eq!(items("(cell (at 1 2) b)"), ["cell", "(at 1 2)", "b"]);
        assert_eq!(items("p"), ["p"]);
    }

    #[test]
    fn long_lists_of_values_are_cut() {
        let fluents: Vec<String> = (0..40).map(|i| format!("(step {i})")).collect();
        let fluents: Vec<&str> = fluents.iter().map(String::as_str).collect();
        let kinds = kinds(&[variable("(step _)", &fluents, true)]);
        assert!(kinds[0].values.ends_with("11, … 28 more, none"), "{}", kinds[0].values);
    }
}
