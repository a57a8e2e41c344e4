//! Chance and hidden information, which GDL-II adds to GDL.
//!
//! Such sheets are read, checked, simulated and counted. The algorithms for perfect information cannot solve them: a
//! role `random` would be treated as a player that maximises, and `sees` would be ignored. [`Rules::uncertainty`] is
//! the only place that decides which games are of this kind.

use std::fmt;

use crate::rules::{Keyword, Rules, Symbols, Term};

/// The role of GDL-II that moves by chance. Keywords are case-insensitive.
const RANDOM: &str = "random";

/// The kind of uncertainty in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncertainty {
    /// The role `random` moves by chance.
    Chance,
    /// Roles see only what `sees` rules tell them, even if that is everything.
    Hidden,
}

impl Rules {
    /// The kind of uncertainty in the game, if there is any.
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

/// The reason why the game is not solved, as a sentence without its full stop.
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
