//! A rule sheet as a list of clauses, so that a failing one can be reduced clause by clause and literal by literal.

use std::fmt;

use crate::random::RandomChoices;

/// A fact or a rule, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextClause {
    /// The conclusion.
    pub head: String,
    /// The conditions; empty for a fact.
    pub body: Vec<String>,
}

impl fmt::Display for TextClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.body.is_empty() {
            return f.write_str(&self.head);
        }
        write!(f, "(<= {}", self.head)?;
        for literal in &self.body {
            write!(f, " {literal}")?;
        }
        f.write_str(")")
    }
}

/// A rule sheet; prints one clause per line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextSheet {
    /// The clauses in order.
    pub clauses: Vec<TextClause>,
}

impl TextSheet {
    /// Adds a fact.
    pub fn fact(&mut self, head: impl Into<String>) {
        self.clauses.push(TextClause { head: head.into(), body: Vec::new() });
    }

    /// Adds a rule.
    pub fn rule<L: Into<String>>(&mut self, head: impl Into<String>, body: impl IntoIterator<Item = L>) {
        self.clauses.push(TextClause { head: head.into(), body: body.into_iter().map(Into::into).collect() });
    }

    /// Reorders the literals of some bodies, which must not change the meaning.
    pub(crate) fn shuffle_bodies(&mut self, random: &mut RandomChoices) {
        for clause in &mut self.clauses {
            if random.one_in(3) {
                random.shuffle(&mut clause.body);
            }
        }
    }
}

impl fmt::Display for TextSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clauses.iter().try_for_each(|clause| writeln!(f, "{clause}"))
    }
}
