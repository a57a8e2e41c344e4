//! Rules and strategies in text: `literals => move`, with the first applicable rule deciding.
//!
//! A rule applies in a state if its literals, or those of one of its images under the game's symmetries, hold, and its
//! move, or that of the image, is legal (Bolander and Pjetursson, Definitions 6 and 7). Then it proposes the moves of
//! all its applicable images. In a strategy the first applicable rule decides; if there is none, any move may be made.

use game::{Fluent, Game, State};

use crate::error::Error;
use crate::symmetry::Group;

/// The maximum number of images of one rule; only games with enormous groups have more.
const MOST_IMAGES: usize = 100_000;

/// A fluent or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// Index of the fluent.
    pub fluent: u32,
    /// Whether it must hold.
    pub positive: bool,
}

impl Literal {
    /// Whether a state satisfies it.
    pub fn holds(self, state: &State) -> bool {
        state.contains(Fluent(self.fluent)) == self.positive
    }

    /// As GDL writes it.
    pub fn text(self, game: &Game) -> String {
        let fluent = &game.fluents[self.fluent as usize];
        if self.positive { fluent.clone() } else { format!("(not {fluent})") }
    }
}

/// A ground rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// The conditions, ascending.
    pub literals: Vec<Literal>,
    /// The role's move, by index.
    pub made: usize,
}

impl Rule {
    /// `(cell 1 1 x) (not (cell 2 2 o)) => (mark 1 2)`
    pub fn text(&self, game: &Game, role: usize) -> String {
        let literals = self.literals.iter().map(|literal| literal.text(game) + " ");
        literals.collect::<String>() + "=> " + &game.moves[role][self.made].name
    }

    /// Whether it proposes a legal move in a state, as written.
    pub fn makes(&self, made: usize, state: &State) -> bool {
        self.made == made && self.literals.iter().all(|literal| literal.holds(state))
    }

    /// The image of the rule under a symmetry.
    fn image(&self, fluents: &[u32], moves: &[u32]) -> Rule {
        let literal = |l: &Literal| Literal { fluent: fluents[l.fluent as usize], ..*l };
        let mut literals: Vec<Literal> = self.literals.iter().map(literal).collect();
        literals.sort_unstable();
        literals.dedup();
        Rule { literals, made: moves[self.made] as usize }
    }

    /// The image of the rule that makes the representative of its move.
    pub fn normal(&self, group: &Group) -> Rule {
        let symmetry = group.to_representative(self.made);
        self.image(&symmetry.fluents, &symmetry.moves)
    }

    /// The image of a rule in normal form with this move.
    pub fn restored(&self, group: &Group, made: usize) -> Rule {
        let symmetry = group.to_representative(made).inverse();
        self.image(&symmetry.fluents, &symmetry.moves)
    }

    /// All images of the rule, itself first.
    ///
    /// # Errors
    ///
    /// There are too many of them.
    pub fn images(&self, group: &Group, game: &Game, role: usize) -> Result<Vec<Rule>, Error> {
        let mut known = std::collections::HashSet::from([self.clone()]);
        let mut images = vec![self.clone()];
        let mut next = 0;
        while let Some(rule) = images.get(next).cloned() {
            next += 1;
            for generator in &group.generators {
                let image = rule.image(&generator.fluents, &generator.moves);
                if known.insert(image.clone()) {
                    images.push(image);
                }
            }
            if images.len() > MOST_IMAGES {
                let text = self.text(game, role);
                return Err(Error::Limit(format!("the rule {text} has too many images under the game's symmetries")));
            }
        }
        Ok(images)
    }
}
