//! Canonical text of ground terms.

/// The term with single spaces, and with `p` for `(p)`.
pub fn canonical(term: &str) -> String {
    let mut text = String::with_capacity(term.len());
    // The position of each open bracket, and whether an argument has followed its name.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut rest = term.trim();
    while let Some(first) = rest.chars().next() {
        if first == ')' {
            text.push(')');
            if let Some((at, 1)) = open.pop() {
                text.pop();
                text.remove(at);
            }
            rest = rest[1..].trim_start();
            continue;
        }
        if let Some((_, parts)) = open.last_mut() {
            if *parts > 0 {
                text.push(' ');
            }
            *parts += 1;
        }
        if first == '(' {
            open.push((text.len(), 0));
            text.push('(');
            rest = rest[1..].trim_start();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len());
            text.push_str(&rest[..end]);
            rest = rest[end..].trim_start();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn nullary_brackets_and_extra_spaces_are_removed() {
        for (given, expected) in [
            ("p", "p"),
            ("(p)", "p"),
            (" ( p ) ", "p"),
            ("( cell 1  1 b )", "(cell 1 1 b)"),
            ("(f (a) (g b (c)))", "(f a (g b c))"),
            ("(f(g x)(h))", "(f (g x) h)"),
        ] {
            assert_eq!(canonical(given), expected);
        }
    }

    #[test]
    fn unbalanced_text_does_not_panic() {
        for text in ["", "(", ")", "(()", "())", "((("] {
            canonical(text);
        }
    }
}
