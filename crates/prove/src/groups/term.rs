//! Splits canonical facts into a common frame and arguments.
//!
//! `(cell 1 (pair a b) x)` is the frame `(cell `, ` `, ` `, `)` around the arguments `1`, `(pair a b)` and `x`. Opened,
//! the inner brackets belong to the frame as well, which is then `(cell `, ` (pair `, ` `, `) `, `)` around `1`, `a`,
//! `b` and `x`.

/// A fact as a frame with arguments in its gaps: facts with equal frames differ only in arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term<'t> {
    /// The texts before, between and after the arguments: one more than there are arguments.
    pub frame: Vec<&'t str>,
    /// The arguments.
    pub arguments: Vec<&'t str>,
}

impl<'t> Term<'t> {
    /// Splits a fact at its outermost level.
    pub fn new(text: &'t str) -> Term<'t> {
        Term::cut(text, false)
    }

    /// Splits a fact at all levels. `None` if that is the same.
    pub fn opened(text: &'t str) -> Option<Term<'t>> {
        text.get(1..).is_some_and(|rest| rest.contains('(')).then(|| Term::cut(text, true))
    }

    fn cut(text: &'t str, opened: bool) -> Term<'t> {
        let mut term = Term { frame: Vec::new(), arguments: Vec::new() };
        // The end of the last argument, the start of the current one, the bracket depth, and whether the next word is a
        // name rather than an argument.
        let (mut end, mut start, mut depth, mut name) = (0, None, 0_usize, true);
        for (at, c) in text.char_indices() {
            let outside = opened || depth <= 1;
            let ends = c == ' ' || c == ')';
            if let (true, true, Some(from)) = (ends, outside, start) {
                if name {
                    name = false;
                } else {
                    term.frame.push(&text[end..from]);
                    term.arguments.push(&text[from..at]);
                    end = at;
                }
                start = None;
            }
            match c {
                '(' => {
                    if !opened && depth == 1 {
                        start.get_or_insert(at);
                    }
                    name |= opened || depth == 0;
                    depth += 1;
                }
                ')' => depth = depth.saturating_sub(1),
                ' ' => {}
                _ => {
                    start.get_or_insert(at);
                }
            }
        }
        term.frame.push(&text[end..]);
        term
    }

    /// The fact with `_` for the varying arguments.
    pub fn pattern(&self, varying: &[bool]) -> String {
        let mut text = String::new();
        for ((piece, argument), &varies) in self.frame.iter().zip(&self.arguments).zip(varying) {
            text.push_str(piece);
            text.push_str(if varies { "_" } else { argument });
        }
        text.push_str(self.frame.last().copied().unwrap_or_default());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_split_at_the_outermost_level() {
        let term = Term::new("(cell 1 (pair a (b c)) x)");
        assert_eq!(term.arguments, ["1", "(pair a (b c))", "x"]);
        assert_eq!(term.frame, ["(cell ", " ", " ", ")"]);
        assert_eq!(term.pattern(&[false, true, false]), "(cell 1 _ x)");
    }

    #[test]
    fn opened_facts_keep_inner_names_in_the_frame() {
        let term = Term::opened("(on (card 7 (suit hearts)) left)").expect("it has a bracketed argument");
        assert_eq!(term.arguments, ["7", "hearts", "left"]);
        assert_eq!(term.frame, ["(on (card ", " (suit ", ")) ", ")"]);
        assert_eq!(Term::opened("(control x)"), None);
    }

    #[test]
    fn facts_without_arguments_are_only_a_frame() {
        assert_eq!(Term::new("over"), Term { frame: vec!["over"], arguments: vec![] });
        assert_eq!(Term::new("(over)").arguments.len(), 0);
        assert_eq!(Term::new(")(").arguments.len(), 0);
        assert_eq!(Term::new("").frame, [""]);
    }
}
