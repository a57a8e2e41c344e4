//! Expands templates to rule sheets: two sizes of a game differ only in a handful of facts.
//!
//! A template is a rule sheet with two additions:
//!
//! - `{columns - 1}` anywhere in a line is replaced by the value of the expression;
//! - a line `;@for i in 1..columns: (column {i})` is replaced by its text once for every number of the range, inclusive
//!   (an empty range gives nothing); `;@for i, n in heaps: (init (heap {i} {n}))` does the same for every index `i`,
//!   from 1, and value `n` of a list.
//!
//! Rules with variables do the rest, so templates need neither conditions nor nested loops, and the result reads like a
//! sheet written by hand.

use crate::expression::{Scope, evaluate};

/// The width at which the facts of a `;@for` line are wrapped.
const WIDTH: usize = 110;

/// The arguments of a template.
#[derive(Default)]
pub(crate) struct Arguments {
    /// Numbers by name.
    pub numbers: Scope,
    /// The list parameter, if the game has one: its name and its values.
    pub list: Option<(String, Vec<i64>)>,
}

/// Expands a template to a rule sheet.
pub(crate) fn expand(template: &str, arguments: &Arguments) -> Result<String, String> {
    let mut sheet = String::with_capacity(template.len());
    for line in template.lines() {
        match line.strip_prefix(";@for ") {
            Some(directive) => repeat(directive, arguments, &mut sheet)?,
            None => {
                sheet.push_str(&substitute(line, &arguments.numbers)?);
                sheet.push('\n');
            }
        }
    }
    Ok(sheet)
}

/// Appends the text of one `;@for` line once per iteration, several to a line.
fn repeat(directive: &str, arguments: &Arguments, sheet: &mut String) -> Result<(), String> {
    let malformed = || format!("`;@for {directive}` should read `;@for i in 1..n: text`");
    let (range, text) = directive.split_once(": ").ok_or_else(malformed)?;
    let (names, values) = range.split_once(" in ").ok_or_else(malformed)?;
    let mut column = 0;
    for scope in scopes(names, values, arguments)? {
        let item = substitute(text, &scope)?;
        if column > 0 && column + 1 + item.len() > WIDTH {
            sheet.push('\n');
            column = 0;
        } else if column > 0 {
            sheet.push(' ');
            column += 1;
        }
        sheet.push_str(&item);
        column += item.len();
    }
    if column > 0 {
        sheet.push('\n');
    }
    Ok(())
}

/// One scope for every iteration of a `;@for` line.
fn scopes(names: &str, values: &str, arguments: &Arguments) -> Result<Vec<Scope>, String> {
    let bind = |pairs: &[(&str, i64)]| {
        let mut scope = arguments.numbers.clone();
        scope.extend(pairs.iter().map(|&(name, value)| (name.to_string(), value)));
        scope
    };
    if let Some((place, value)) = names.split_once(", ") {
        let list = arguments.list.as_ref().filter(|(name, _)| name == values);
        let (_, numbers) = list.ok_or_else(|| format!("`{values}` is not a list parameter"))?;
        return Ok((1..).zip(numbers).map(|(i, &n)| bind(&[(place, i), (value, n)])).collect());
    }
    let (first, last) = values.split_once("..").ok_or_else(|| format!("`{values}` is not a range"))?;
    let (first, last) = (evaluate(first, &arguments.numbers)?, evaluate(last, &arguments.numbers)?);
    Ok((first..=last).map(|i| bind(&[(names, i)])).collect())
}

/// The line with every `{expression}` replaced by its value.
fn substitute(line: &str, scope: &Scope) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let (expression, after) = after.split_once('}').ok_or_else(|| format!("`}}` is missing in `{line}`"))?;
        text.push_str(before);
        text.push_str(&evaluate(expression, scope)?.to_string());
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> Result<String, String> {
        let numbers = Scope::from([("n".into(), 3)]);
        expand(template, &Arguments { numbers, list: Some(("heaps".into(), vec![4, 6])) })
    }

    #[test]
    fn plain_lines_are_kept_and_braces_are_replaced() {
        assert_eq!(filled("(a) ; b\n(c {n + 1})").as_deref(), Ok("(a) ; b\n(c 4)\n"));
    }

    #[test]
    fn ranges_are_inclusive() {
        assert_eq!(filled(";@for i in 1..n: (p {i})").as_deref(), Ok("(p 1) (p 2) (p 3)\n"));
        assert_eq!(filled(";@for i in n..n - 1: (p {i})").as_deref(), Ok(""));
    }

    #[test]
    fn lists_give_index_and_value() {
        assert_eq!(filled(";@for i, k in heaps: (h {i} {k})").as_deref(), Ok("(h 1 4) (h 2 6)\n"));
    }

    #[test]
    fn long_rows_are_wrapped() {
        let sheet = filled(";@for i in 1..100: (p {i})").unwrap();
        assert!(sheet.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(sheet.split_whitespace().count(), 200);
    }

    #[test]
    fn mistakes_give_messages() {
        for slip in ["(p {n)", ";@for i in 1..n (p)", ";@for i in n: (p)", ";@for i, k in n: (p)", "(p {m})"] {
            assert!(filled(slip).is_err(), "{slip}");
        }
    }
}
