//! Strategies as JSON, rule by rule; see `docs/strategies.md`.

use game::Game;
use serde::{Deserialize, Serialize};

use crate::strategy::{Content, Item, Strategy};
use crate::text;

/// The part of every answer about the strategy itself; its field names are an interface.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListAnswer {
    /// Its role.
    pub role: String,
    /// Number of rules.
    pub rules: usize,
    /// The number of things to learn: a group counts once.
    pub length: usize,
    /// Number of literals.
    pub literals: usize,
    /// As text.
    pub text: String,
    /// Rule by rule.
    pub list: Vec<RuleAnswer>,
    /// Definitions of lifted rules.
    pub definitions: Vec<String>,
}

/// A rule in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleAnswer {
    /// Literals.
    #[serde(default)]
    pub when: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The group it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// A strategy as a JSON file: the corresponding part of [`ListAnswer`].
#[derive(Clone, Debug, Deserialize)]
pub struct ListFile {
    /// Its role, if it names one.
    #[serde(default)]
    pub role: Option<String>,
    /// Definitions of lifted rules.
    #[serde(default)]
    pub definitions: Vec<String>,
    /// The rules.
    pub list: Vec<RuleAnswer>,
}

impl ListAnswer {
    /// A strategy as an answer.
    pub fn new(game: &Game, role: usize, strategy: &Strategy) -> ListAnswer {
        let rule = |item: &Item| {
            let (when, made) = match &item.content {
                Content::Ground(rule) => {
                    let when = rule.literals.iter().map(|literal| literal.text(game)).collect();
                    (when, game.moves[role][rule.made].name.clone())
                }
                Content::Lifted(rule) => {
                    (rule.literals.iter().map(|piece| piece.text.clone()).collect(), rule.made.text.clone())
                }
            };
            RuleAnswer { when, made, group: item.group.map(|group| strategy.groups[group].clone()) }
        };
        ListAnswer {
            role: game.roles[role].clone(),
            rules: strategy.rules.len(),
            length: strategy.length(),
            literals: strategy.literals(),
            text: text::write(strategy, game, role),
            list: strategy.rules.iter().map(rule).collect(),
            definitions: strategy.definitions.iter().map(|piece| piece.text.clone()).collect(),
        }
    }
}

impl ListFile {
    /// The same as text.
    pub fn text(&self) -> String {
        let rules = self.list.iter().map(|rule| {
            let when: String = rule.when.iter().map(|literal| format!("{literal} ")).collect();
            (rule.group.as_deref().map(|group| (0, group)), format!("{when}=> {}", rule.made))
        });
        let definitions = self.definitions.iter().map(String::as_str);
        text::write_list(self.role.as_deref(), definitions, rules)
    }
}
