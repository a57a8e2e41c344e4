//! Recognises a rule sheet whose symbols were renamed and whose rules were reordered.
//!
//! A sheet becomes a coloured graph of its clauses, terms, variables and symbols, in which names play no part but for
//! those with a meaning: keywords, the numbers that may become rewards, and the role `random`. Its [`Fingerprint`] is
//! the multiset of colours after refinement: equal for copies, and different for nearly all other games. Whether two
//! sheets with one fingerprint really are copies, and which symbol became which, [`isomorphism`] tells for certain.
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

/// What all renamed and reordered copies of a sheet have in common.
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
