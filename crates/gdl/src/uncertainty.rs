//! Chance and hidden information, which GDL-II adds to GDL.
//!
//! The algorithms for turn-taking games do not apply to them: a role `random` would be taken for a player who maximises,
//! and `sees` for a remark. [`Rules::uncertainty`] is the only place that decides which games are of this kind.

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
    /// The role that moves by chance, by its number among the roles.
    pub fn random(&self) -> Option<usize> {
        self.roles.iter().position(|role| is_random(role, &self.symbols))
    }

    /// Whether rules say what roles see.
    pub fn has_percepts(&self) -> bool {
        let sees = self.keyword(Keyword::Sees);
        self.clauses.iter().any(|clause| clause.head.relation == sees)
    }

    /// The kind of uncertainty in the game, if there is any.
    pub fn uncertainty(&self) -> Option<Uncertainty> {
        if self.random().is_some() {
            Some(Uncertainty::Chance)
        } else if self.has_percepts() {
            Some(Uncertainty::Hidden)
        } else {
            None
        }
    }
}

/// Whether a role moves by chance.
fn is_random(role: &Term, symbols: &Symbols) -> bool {
    matches!(role, Term::Constant(name) if symbols.name(*name).eq_ignore_ascii_case(RANDOM))
}

/// What that means for the values of the game, as a sentence without its full stop.
impl fmt::Display for Uncertainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uncertainty::Chance => "the role `random` moves by chance, so values are expected rewards",
            Uncertainty::Hidden => {
                "`sees` rules say what each role sees: the game is solved only if that tells it the state"
            }
        })
    }
}
