//! Lifted rules: patterns with variables, evaluated as GDL.

/// A rule with variables, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The precondition, GDL formulas one after the other.
    pub body: String,
    /// The move, with variables.
    pub made: String,
    /// Number of formulas in the precondition.
    pub literals: usize,
}

impl Lifted {
    /// `(completes-line ?p ?m) (me ?p) => ?m`
    pub fn text(&self) -> String {
        format!("{} => {}", self.body, self.made)
    }
}
