//! A strategy: a prioritised list of rules, some of them in locked groups.

use game::Game;

use crate::lifted::{Lifted, Piece};
use crate::rule::Rule;

/// The content of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Facts and a move, with all images under the game's symmetries.
    Ground(Rule),
    /// A pattern with variables: any matching move.
    Lifted(Lifted),
}

/// A rule in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its content.
    pub content: Content,
    /// The group it belongs to. Rules of a group are contiguous and are kept, moved or removed together, never changed.
    pub group: Option<usize>,
}

/// A prioritised list of rules for a role.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// The rules, in order of priority.
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

    /// The number of things to learn: each group and each rule outside groups counts once.
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
