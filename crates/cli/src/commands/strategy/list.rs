//! A strategy in an answer: its text, and rule by rule for programs.

use ::strategy::{Content, Strategy, text};
use game::Game;
use serde::{Deserialize, Serialize};

/// The part of every answer that is about the strategy itself; its field names are an interface.
#[derive(Serialize)]
pub struct ListAnswer {
    pub role: String,
    /// Number of rules.
    pub rules: usize,
    /// Number of things to learn: a group counts once.
    pub length: usize,
    pub literals: usize,
    pub text: String,
    pub list: Vec<RuleAnswer>,
    pub definitions: Vec<String>,
}

/// A rule in JSON.
#[derive(Serialize, Deserialize)]
pub struct RuleAnswer {
    #[serde(default)]
    when: Vec<String>,
    #[serde(rename = "move")]
    made: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
}

/// A strategy as a JSON file: what [`ListAnswer`] has of it.
#[derive(Deserialize)]
pub struct ListFile {
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    definitions: Vec<String>,
    list: Vec<RuleAnswer>,
}

impl ListAnswer {
    /// A strategy as an answer.
    pub fn new(game: &Game, role: usize, strategy: &Strategy) -> ListAnswer {
        let rule = |item: &::strategy::Item| {
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
        let mut text = self.role.as_ref().map_or(String::new(), |role| format!("(role {role})\n"));
        for definition in &self.definitions {
            text += &if definition.starts_with("(<=") { definition.clone() } else { format!("(define {definition})") };
            text.push('\n');
        }
        let mut open: Option<&String> = None;
        for rule in &self.list {
            if rule.group.as_ref() != open {
                text += if open.is_some() { ")\n" } else { "" };
                text += &rule.group.as_ref().map_or(String::new(), |group| format!("(group {group}\n"));
                open = rule.group.as_ref();
            }
            text += &format!("{} => {}\n", rule.when.join(" "), rule.made);
        }
        text + if open.is_some() { ")\n" } else { "" }
    }
}
