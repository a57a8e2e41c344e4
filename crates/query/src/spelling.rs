//! Parses moves and facts as people type them.
//!
//! Moves are matched with the legal ones, so input is flexible: `(mark 1 1) (mark 2 2)`, `mark(1,1), mark(2,2)`,
//! `mark 1 1 mark 2 2` are the same two moves, and if all legal moves begin with the same word, it may be omitted:
//! `1 1 2 2`. Only names count; brackets, commas and semicolons separate them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::error::Error;

/// The names in a text, without brackets and separators.
pub fn names(text: &str) -> Vec<&str> {
    let separates = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '[' | ']' | '"' | '\'');
    text.split(separates).filter(|name| !name.is_empty()).collect()
}

/// The ranges of names in square brackets: `[noop (mark 1 1)]` are the moves of one ply. A pair around a list of moves,
/// as in JSON, contains quotation marks and is ignored.
pub(crate) fn groups(text: &str) -> Vec<Range<usize>> {
    let bracketed = text.match_indices('[').filter_map(|(open, _)| {
        let inside = &text[open + 1..][..text[open + 1..].find([']', '[', '"'])?];
        let closes = text[open + 1 + inside.len()..].starts_with(']');
        let start = names(&text[..open]).len();
        closes.then(|| start..start + names(inside).len())
    });
    bracketed.filter(|group| !group.is_empty()).collect()
}

/// Rejects a text with unbalanced brackets and underlines the bracket: half a move is rarely intended.
pub(crate) fn check_brackets(text: &str) -> Result<(), Error> {
    let mut open = Vec::new();
    for (at, bracket) in text.match_indices(['(', ')']) {
        if bracket == "(" {
            open.push(at);
        } else if open.pop().is_none() {
            return Err(unmatched("this closing bracket is unmatched", text, at));
        }
    }
    open.first().map_or(Ok(()), |&at| Err(unmatched("this opening bracket is never closed", text, at)))
}

fn unmatched(what: &str, text: &str, at: usize) -> Error {
    let column = text[..at].chars().count();
    Error::Question(format!("{what}:\n  {text}\n  {:column$}^", ""))
}

/// The accepted spellings of a joint move.
pub(crate) struct Spelling<'j> {
    /// The names of each role's move.
    pub moves: &'j [Vec<&'j str>],
    /// The roles whose moves are required; those of the others are optional.
    pub needed: &'j [usize],
    /// The number of names omitted at the start of a required move.
    pub skip: usize,
}

impl Spelling<'_> {
    /// The numbers of leading names that spell the joint move, ascending. Optional moves may come before or after the
    /// required ones and in any order.
    pub fn lengths(&self, names: &[&str]) -> BTreeSet<usize> {
        let others = (0..self.moves.len()).filter(|role| !self.needed.contains(role)).collect();
        let mut lengths = BTreeSet::new();
        let mut open = vec![Spelt { end: 0, needed: self.needed, others }];
        while let Some(Spelt { end, needed, others }) = open.pop() {
            if needed.is_empty() && end > 0 {
                lengths.insert(end);
            }
            if let [role, rest @ ..] = needed
                && let Some(end) = self.given(*role, names, end)
            {
                open.push(Spelt { end, needed: rest, others: others.clone() });
            }
            for (index, &role) in others.iter().enumerate() {
                // If several roles make the same move, it does not matter whose move is given.
                let is_first = others[..index].iter().all(|&before| self.moves[before] != self.moves[role]);
                if let (true, Some(end)) = (is_first, self.given(role, names, end)) {
                    let others = others.iter().copied().filter(|&other| other != role).collect();
                    open.push(Spelt { end, needed, others });
                }
            }
        }
        lengths
    }

    /// The end of a role's move starting at `start`, if it is there.
    fn given(&self, role: usize, names: &[&str], start: usize) -> Option<usize> {
        let skip = if self.needed.contains(&role) { self.skip } else { 0 };
        let spelt = self.moves[role].get(skip..).filter(|spelt| !spelt.is_empty())?;
        names[start..].starts_with(spelt).then_some(start + spelt.len())
    }
}

/// A partly parsed joint move: its end so far, and the roles whose moves are still required or possible.
struct Spelt<'n> {
    end: usize,
    needed: &'n [usize],
    others: Vec<usize>,
}

/// The terms in a text: `(cell 1 1 x) (control o)`, optionally within one more pair of brackets, optionally each as
/// `(true …)`.
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

/// Splits a text at its outermost brackets and normalises white space.
fn split_terms(text: &str) -> Result<Vec<String>, String> {
    let (mut terms, mut term, mut depth) = (Vec::new(), String::new(), 0usize);
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace([',', ';'], " ");
    for piece in spaced.split_whitespace() {
        if piece == ")" {
            depth = depth.checked_sub(1).ok_or("a closing bracket is unmatched")?;
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

/// The error that moves are left over after the given number of plies: the game is over, or the role `stuck` has no
/// legal move.
pub fn nothing_left(names: &[&str], made: usize, stuck: Option<&str>) -> Error {
    let (left, made) = (names.join(" "), number::count(made, "move"));
    Error::Question(match stuck {
        None => format!("the game is over before `{left}`, after {made}"),
        Some(role) => format!("{role} has no legal move after {made}, so nobody can play `{left}`"),
    })
}

/// The term that was probably meant by some names: it has as many names, and each is equal or misspelt. Names with
/// different digits are different names.
pub fn meant<'t>(names: &[&str], terms: impl IntoIterator<Item = &'t str>) -> Option<usize> {
    let is_alike = |(given, name): (&&str, &str)| *given == name || is_misspelt(given, name);
    terms.into_iter().position(|term| {
        let spelt = self::names(term);
        names.len() >= spelt.len() && names.iter().zip(spelt).all(is_alike)
    })
}

fn is_misspelt(given: &str, name: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    digits(given) == digits(name) && gdl::check::suggestion::closest(given, std::iter::once(name)).is_some()
}

/// Some of the moves, for a message.
pub fn listed(texts: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown = texts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match texts.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_brackets_group_moves() {
        assert_eq!(groups("[(go west) noop] noop [noop noop]"), [0..3, 4..6]);
        assert!(groups("[\"(mark 1 2)\", \"(mark 1 1)\"] (a b) []").is_empty());
    }

    #[test]
    fn moves_of_others_may_be_included_or_omitted() {
        let moves: [Vec<&str>; 2] = [names("noop"), names("(mark 2 2)")];
        let lengths = |text: &str, skip: usize| {
            let spelling = Spelling { moves: &moves, needed: &[1], skip };
            spelling.lengths(&names(text)).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(lengths("mark 2 2 mark 1 1", 0), [3]);
        assert_eq!(lengths("noop mark 2 2", 0), [4]);
        assert_eq!(lengths("mark 2 2 noop", 0), [3, 4]);
        assert_eq!(lengths("2 2 noop", 1), [2, 3]);
        assert!(lengths("noop noop mark 2 2", 0).is_empty() && lengths("noop", 0).is_empty());
    }

    #[test]
    fn moves_of_others_may_be_given_in_any_order() {
        let moves: [Vec<&str>; 4] = ["(put 1)", "wait", "wait", "rest"].map(names);
        let spelling = Spelling { moves: &moves, needed: &[0], skip: 0 };
        for text in ["wait put 1", "rest wait put 1 wait", "put 1 wait wait rest", "wait rest wait put 1"] {
            let names = names(text);
            assert_eq!(spelling.lengths(&names).last(), Some(&names.len()), "{text}");
        }
        assert!(spelling.lengths(&names("wait wait wait put 1")).is_empty());
    }

    #[test]
    fn misspelt_terms_find_the_intended_one() {
        let terms = ["(mark 1 1)", "(mark 2 2)", "noop"];
        let meant = |text: &str| meant(&names(text), terms);
        assert_eq!(meant("mrk 2 2 mark 1 1"), Some(1));
        assert_eq!(meant("Mark(1,1)"), Some(0));
        assert_eq!(meant("nop"), Some(2));
        assert_eq!((meant("mark 3 3"), meant("take 1 1"), meant("mark 1")), (None, None, None));
    }

    #[test]
    fn facts_are_parsed_with_or_without_true_and_brackets() {
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
