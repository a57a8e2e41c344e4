//! Conversion between ground terms and canonical text: `(cell 1 1 b)`.
//!
//! Both directions use an explicit stack: a rule such as `(next (s ?x))` nests terms without bound.

use crate::terms::Terms;

/// Appends the text of `term`.
pub(crate) fn write(terms: &Terms, term: u32, text: &mut String) {
    // The remaining terms, each with whether a space precedes it and how many brackets follow it: a term's last
    // argument inherits the brackets that close after it.
    let mut rest = vec![(term, false, 0usize)];
    while let Some((term, space, closing)) = rest.pop() {
        if space {
            text.push(' ');
        }
        let arguments = terms.arguments(term);
        if !arguments.is_empty() {
            text.push('(');
        }
        text.push_str(terms.name(terms.functor_of(term)));
        for (i, &argument) in arguments.iter().enumerate().rev() {
            let closing = if i + 1 == arguments.len() { closing + 1 } else { 0 };
            rest.push((argument, true, closing));
        }
        if arguments.is_empty() {
            text.extend(std::iter::repeat_n(')', closing));
        }
    }
}

/// Reads one ground term; `(p)` is `p`. `None` if the text is not a single term without variables.
pub(crate) fn read(terms: &mut Terms, text: &str) -> Option<u32> {
    // The open brackets, each with its name and the arguments so far.
    let mut open: Vec<(Option<&str>, Vec<u32>)> = Vec::new();
    let mut result = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        if result.is_some() {
            return None;
        }
        let read;
        if let Some(after) = rest.strip_prefix('(') {
            open.push((None, Vec::new()));
            rest = after.trim_start();
            continue;
        } else if let Some(after) = rest.strip_prefix(')') {
            let (name, arguments) = open.pop()?;
            let functor = terms.functor_named(name?, arguments.len());
            read = terms.intern(functor, &arguments);
            rest = after.trim_start();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            rest = after.trim_start();
            if name.starts_with('?') {
                return None;
            }
            if let Some((head @ None, _)) = open.last_mut() {
                *head = Some(name);
                continue;
            }
            let functor = terms.functor_named(name, 0);
            read = terms.intern(functor, &[]);
        }
        match open.last_mut() {
            Some((Some(_), arguments)) => arguments.push(read),
            Some((None, _)) => return None,
            None => result = Some(read),
        }
    }
    if open.is_empty() { result } else { None }
}

#[cfg(test)]
mod tests {
    use gdl::rules::Symbols;

    use super::{read, write};
    use crate::terms::Terms;

    #[test]
    fn text_and_terms_convert_both_ways() {
        let mut terms = Terms::new(Symbols::default());
        for text in ["a", "(cell 1 1 b)", "(f (g (h a b) c) (k d) e)", "(f (g (h a)))"] {
            let term = read(&mut terms, text).unwrap();
            let mut written = String::new();
            write(&terms, term, &mut written);
            assert_eq!(written, text);
        }
        assert_eq!(read(&mut terms, " ( p ) "), read(&mut terms, "p"));
    }

    #[test]
    fn text_that_is_not_one_ground_term_is_rejected() {
        let mut terms = Terms::new(Symbols::default());
        for text in ["", "a b", "(f a", "f)", "()", "((f) a)", "?x", "(f ?x)"] {
            assert_eq!(read(&mut terms, text), None, "{text}");
        }
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new(Symbols::default());
        let text = format!("{}z{}", "(s ".repeat(100_000), ")".repeat(100_000));
        let term = read(&mut terms, &text).unwrap();
        let mut written = String::new();
        write(&terms, term, &mut written);
        assert_eq!(written, text);
    }
}
