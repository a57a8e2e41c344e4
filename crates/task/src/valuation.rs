//! The valuation of states.

use solution::{Model, Reduction};

/// How to treat defects of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defects {
    /// Report them.
    Refuse,
    /// Give them a meaning.
    Lenient,
}

/// The valuation.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    /// What a role maximises.
    pub model: Model,
    /// Whether plies to the end are part of the value.
    pub distances: bool,
    /// How to treat defects in the rules.
    pub defects: Defects,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<Reduction>,
}
