//! Recognises a rule sheet whose symbols were renamed and whose rules were reordered.
//!
//! A sheet becomes a coloured graph of its clauses, terms, variables and symbols. Names are ignored except those with a
//! meaning: keywords, numbers that may become rewards, and the role `random`. Its [`Fingerprint`] is the multiset of
//! colours after refinement: equal for copies, and different for nearly all other games. [`isomorphism`] decides
//! whether two sheets with the same fingerprint really are copies, and maps their symbols.
//!
//! ```text
//! (role white)  (init (cell 1 b)) …        (role plum)  (init (zok vim q)) …
//!         └── one fingerprint ──┘   white ↦ plum, cell ↦ zok, 1 ↦ vim, b ↦ q
//! ```

mod graph;
mod isomorphism;
mod meaning;
mod refinement;

use std::fmt;

use gdl::Rules;

pub use isomorphism::{Comparison, SymbolMap, isomorphism};

/// An invariant of all renamed and reordered copies of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// The fingerprint of a sheet.
    pub fn of(rules: &Rules) -> Fingerprint {
        let graph = graph::Graph::of(rules);
        Fingerprint(refinement::Colouring::new(&graph).refined(&graph).summary())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
