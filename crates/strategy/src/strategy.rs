//! A strategy: a prioritised list of rules, some of them in locked groups.

use game::Game;

use crate::lifted::{Lifted, Piece};
use crate::rule::Rule;

/// What a rule says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Facts and a move, with all images under the game's symmetries.
    Ground(Rule),
    /// A pattern with variables: any move that fits.
    Lifted(Lifted),
}

/// A rule in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it says.
    pub content: Content,
    /// The group it belongs to. Rules of a group stand together and are kept, moved or removed together, never changed.
    pub group: Option<usize>,
}

/// A prioritised list of rules for a role.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// The rules, first in priority first.
    pub rules: Vec<Item>,
    /// Names of the groups.
    pub groups: Vec<String>,
    /// Definitions that lifted rules use.
    pub definitions: Vec<Piece>,
}

impl Strategy {
    /// A list of ground rules.
    pub fn of(rules: impl IntoIterator<Item = Rule>) -> Strategy {
        let item = |rule| Item { content: Content::Ground(rule), group: None };
        Strategy { rules: rules.into_iter().map(item).collect(), ..Strategy::default() }
    }

    /// Number of literals in the preconditions of all rules.
    pub fn literals(&self) -> usize {
        self.rules.iter().map(|item| item.content.literals()).sum()
    }

    /// Number of things to learn: groups count once, rules outside of groups once each.
    pub fn length(&self) -> usize {
        let lone = self.rules.iter().filter(|item| item.group.is_none()).count();
        lone + (0..self.groups.len()).filter(|&g| self.rules.iter().any(|item| item.group == Some(g))).count()
    }
}

impl Content {
    /// Number of literals in the precondition.
    pub fn literals(&self) -> usize {
        match self {
            Content::Ground(rule) => rule.literals.len(),
            Content::Lifted(rule) => rule.literals.len(),
        }
    }

    /// `(cell 1 1 x) => (mark 1 2)`
    pub fn text(&self, game: &Game, role: usize) -> String {
        match self {
            Content::Ground(rule) => rule.text(game, role),
            Content::Lifted(rule) => rule.text(),
        }
    }
}
