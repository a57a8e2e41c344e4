//! Integer expressions in templates: `columns + 1`, `5 * (20 / tokens)`, `i mod 2`.
//!
//! Numbers, names, parentheses, `+`, `-`, `*`, `/` (rounded down), `mod` and `^`, with the usual precedence. Sheets are
//! part of the program, so expressions are short and their nesting is bounded. A mistake is still an error value, which
//! the tests of the sheets would show.

use std::collections::HashMap;

/// The values of the names in an expression.
pub(crate) type Scope = HashMap<String, i64>;

/// The value of `text`, or an error message.
pub(crate) fn evaluate(text: &str, scope: &Scope) -> Result<i64, String> {
    let mut parser = Parser { rest: text, scope };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        Some(c) => Err(format!("unexpected `{c}` in the expression `{text}`")),
    }
}

struct Parser<'a> {
    rest: &'a str,
    scope: &'a Scope,
}

impl<'a> Parser<'a> {
    fn sum(&mut self) -> Result<i64, String> {
        let mut value = self.product()?;
        loop {
            if self.accept("+") {
                value = checked(value.checked_add(self.product()?))?;
            } else if self.accept("-") {
                value = checked(value.checked_sub(self.product()?))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut value = self.power()?;
        loop {
            if self.accept("*") {
                value = checked(value.checked_mul(self.power()?))?;
            } else if self.accept("/") {
                value = checked(value.checked_div_euclid(self.power()?))?;
            } else if self.accept("mod") {
                value = checked(value.checked_rem_euclid(self.power()?))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn power(&mut self) -> Result<i64, String> {
        let base = self.factor()?;
        if !self.accept("^") {
            return Ok(base);
        }
        let exponent = self.factor()?;
        checked(u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)))
    }

    fn factor(&mut self) -> Result<i64, String> {
        if self.accept("(") {
            let value = self.sum()?;
            return if self.accept(")") { Ok(value) } else { Err("a closing parenthesis is missing".into()) };
        }
        let word = self.word();
        if word.is_empty() {
            return Err(format!("a number or a name is missing before `{}`", self.rest));
        }
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.scope.get(word).copied().ok_or_else(|| format!("`{word}` is not a parameter")),
        }
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn accept(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.trim_start().chars().next()
    }
}

fn checked(value: Option<i64>) -> Result<i64, String> {
    value.ok_or_else(|| "a number is too large, or is divided by zero".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        evaluate(text, &Scope::from([("columns".into(), 7), ("i".into(), 3)]))
    }

    #[test]
    fn precedence_and_parentheses_are_respected() {
        assert_eq!(value("1 + 2 * 3"), Ok(7));
        assert_eq!(value("(1 + 2) * i"), Ok(9));
        assert_eq!(value("10 - 4 - 3"), Ok(3));
        assert_eq!(value("5 * (20 / columns)"), Ok(10));
        assert_eq!(value("columns mod 2"), Ok(1));
        assert_eq!(value("2 ^ i - 1"), Ok(7));
    }

    #[test]
    fn mistakes_give_messages() {
        for slip in ["", "1 +", "rows", "(1", "1 2", "1 / 0", "2 ^ 64", "2 ^ (1 - 2)", "9223372036854775807 + 1", "{"] {
            assert!(value(slip).is_err(), "{slip}");
        }
    }
}
