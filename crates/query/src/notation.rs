//! Moves and facts as people type them.
//!
//! Moves are read against the legal ones, so there is much room: `(mark 1 1) (mark 2 2)`, `mark(1,1), mark(2,2)`,
//! `mark 1 1 mark 2 2` are the same two moves, and where all legal moves begin with the same word that may be left out: `1 1 2 2`.
//! Only names count; brackets, commas and semicolons separate them. Where that leaves several readings the longest wins.

use crate::error::Error;

/// The names in a text, without brackets and separators.
pub fn names(text: &str) -> Vec<&str> {
    let separates = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '[' | ']' | '"' | '\'');
    text.split(separates).filter(|name| !name.is_empty()).collect()
}

/// The legal move that a list of names begins with, and how many names it takes.
pub fn next_move(names: &[&str], legal: &[String]) -> Option<(usize, usize)> {
    let spelt: Vec<Vec<&str>> = legal.iter().map(|text| self::names(text)).collect();
    let longest = |skip: usize| {
        let begins = |(index, spelt): (usize, &Vec<&str>)| {
            let spelt = spelt.get(skip..).filter(|rest| !rest.is_empty())?;
            names.starts_with(spelt).then_some((index, spelt.len()))
        };
        spelt.iter().enumerate().filter_map(begins).max_by_key(|&(index, length)| (length, std::cmp::Reverse(index)))
    };
    let first_words_agree = spelt.windows(2).all(|pair| pair[0].first() == pair[1].first());
    longest(0).or_else(|| if first_words_agree { longest(1) } else { None })
}

/// The terms in a text, one after the other: `(cell 1 1 x) (control o)`, perhaps in one more pair of brackets, perhaps each as
/// `(true …)`. An error is a sentence.
pub fn facts(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    let mut terms = split_terms(text)?;
    if let [one] = terms.as_slice()
        && one.starts_with("((")
    {
        terms = split_terms(&one[1..one.len() - 1])?;
    }
    Ok(terms.into_iter().map(without_true).collect())
}

/// Cuts a text at its outermost brackets, with blanks made uniform.
fn split_terms(text: &str) -> Result<Vec<String>, String> {
    let (mut terms, mut term, mut depth) = (Vec::new(), String::new(), 0usize);
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace([',', ';'], " ");
    for piece in spaced.split_whitespace() {
        if piece == ")" {
            depth = depth.checked_sub(1).ok_or("a closing bracket has no opening one")?;
        } else if depth > 0 && !term.ends_with('(') {
            term.push(' ');
        }
        term += piece;
        if piece == "(" {
            depth += 1;
        }
        if depth == 0 {
            terms.push(std::mem::take(&mut term));
        }
    }
    if depth > 0 { Err("a closing bracket is missing".to_owned()) } else { Ok(terms) }
}

fn without_true(term: String) -> String {
    match term.strip_prefix("(true ").and_then(|rest| rest.strip_suffix(')')) {
        Some(fact) => fact.to_owned(),
        None => term,
    }
}

/// That moves are left where none can be made, after so many: the game is over, or the role `stuck` has no legal move.
pub fn nothing_left(names: &[&str], made: usize, stuck: Option<&str>) -> Error {
    let (left, made) = (names.join(" "), number::count(made, "move"));
    Error::Question(match stuck {
        None => format!("the game is over before `{left}`, after {made}"),
        Some(role) => format!("{role} has no legal move after {made}, so nobody can play `{left}`"),
    })
}

/// Some of the moves, for a sentence.
pub fn listed(texts: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown = texts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    match texts.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}

/// A joint move in which nobody has a choice: what happens, and of that only what is not called `noop` where something is.
pub fn together<'m>(joint: impl IntoIterator<Item = &'m str>) -> String {
    let busy: Vec<&str> = joint.into_iter().filter(|text| *text != "noop").collect();
    if busy.is_empty() { "noop".to_owned() } else { busy.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, legal: &[&str]) -> Option<(usize, usize)> {
        let legal: Vec<String> = legal.iter().map(|&text| text.to_owned()).collect();
        next_move(&names(text), &legal)
    }

    #[test]
    fn moves_may_be_spelt_in_many_ways() {
        let legal = ["(mark 1 1)", "(mark 1 2)"];
        for text in ["(mark 1 2) (mark 1 1)", "mark(1,2)", "mark 1 2; mark 1 1", "[\"(mark 1 2)\"]"] {
            assert_eq!(read(text, &legal), Some((1, 3)), "{text}");
        }
        assert_eq!(read("1 2 1 1", &legal), Some((1, 2)));
        assert_eq!(read("noop", &["noop"]), Some((0, 1)));
    }

    #[test]
    fn what_is_not_legal_is_no_move() {
        assert_eq!(read("mark 3 3", &["(mark 1 1)", "(mark 1 2)"]), None);
        assert_eq!(read("1 1", &["(mark 1 1)", "(take 1 1)"]), None, "mark or take?");
        assert_eq!(read("noop", &[]), None);
        assert_eq!(read("", &["noop"]), None);
    }

    #[test]
    fn the_longest_reading_wins() {
        assert_eq!(read("p q", &["p", "(p q)"]), Some((1, 2)));
        assert_eq!(read("p r", &["p", "(p q)"]), Some((0, 1)));
    }

    #[test]
    fn facts_are_read_with_or_without_true_and_brackets() {
        let wanted: Vec<String> = ["(cell 1 (f 2) x)", "check"].map(String::from).to_vec();
        for text in [
            "(cell 1 (f 2) x) check",
            " ( cell 1 ( f 2 )\nx ) ,check",
            "((cell 1 (f 2) x) check)",
            "(true (cell 1 (f 2) x)) (true check)",
        ] {
            assert_eq!(facts(text).as_ref(), Ok(&wanted), "{text}");
        }
        assert!(facts("(cell 1").is_err() && facts("cell 1)").is_err());
    }
}
