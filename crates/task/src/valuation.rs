//! What counts as the value of a state.

use solution::{Model, Reduction};

/// How to take defects of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defects {
    /// Report them.
    Refuse,
    /// Give them a meaning.
    Lenient,
}

/// What values to give.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    /// What a role tries to get.
    pub model: Model,
    /// Whether plies to the end are part of the value.
    pub distances: bool,
    /// What to make of defects in the rules.
    pub defects: Defects,
    /// How rewards are read as win, draw or loss, where they are.
    pub reduction: Option<Reduction>,
}
