//! Chance and hidden information, which GDL-II adds to GDL.
//!
//! Such sheets are read, checked, simulated and counted. They have no value by the algorithms for perfect information:
//! a role `random` would be taken for a player who maximises, and `sees` for a remark. [`Rules::uncertainty`] is the
//! only place that decides which games are of this kind.

use std::fmt;

use crate::rules::{Keyword, Rules, Symbols, Term};

/// The role of GDL-II that moves by chance. Keywords are read in any case.
const RANDOM: &str = "random";

/// What players do not know when they choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncertainty {
    /// The role `random` moves by chance.
    Chance,
    /// Roles see what `sees` rules tell them, even where that is everything.
    Hidden,
}

impl Rules {
    /// What makes the game one without perfect information or with chance, if anything does.
    pub fn uncertainty(&self) -> Option<Uncertainty> {
        let sees = self.keyword(Keyword::Sees);
        if self.roles.iter().any(|role| is_random(role, &self.symbols)) {
            Some(Uncertainty::Chance)
        } else if self.clauses.iter().any(|clause| clause.head.relation == sees) {
            Some(Uncertainty::Hidden)
        } else {
            None
        }
    }
}

/// Whether a role moves by chance.
pub(crate) fn is_random(role: &Term, symbols: &Symbols) -> bool {
    matches!(role, Term::Constant(name) if symbols.name(*name).eq_ignore_ascii_case(RANDOM))
}

/// Why the game is not solved, as a sentence without its full stop.
impl fmt::Display for Uncertainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uncertainty::Chance => "games of chance cannot be solved yet: the role `random` moves by chance",
            Uncertainty::Hidden => {
                "games with hidden information cannot be solved: `sees` rules say what each role sees"
            }
        })
    }
}
