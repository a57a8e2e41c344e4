//! Strategies in requests: as text, or rule by rule.

use gdl::Source;
use operations::{Error, strategies};
use serde::{Deserialize, Serialize};
use strategy::Content;
use strategy::json::{ListFile, RuleAnswer};

use crate::error::{ApiError, Code, Mark};
use crate::shelf::Ready;

/// The maximum size of a strategy in bytes.
const LONGEST: usize = 256 << 10;

/// A strategy in a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyInput {
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    list: Option<Vec<RuleAnswer>>,
    #[serde(default)]
    definitions: Vec<String>,
}

/// A parsed strategy.
#[derive(Clone)]
pub struct StrategyText {
    pub read: strategies::Document,
    /// Whether the lines of the text are rules of a list.
    is_list: bool,
}

impl StrategyInput {
    /// The role that the request names, if the text does not.
    pub fn role(&self) -> Option<&str> {
        self.role.as_deref()
    }

    /// The strategy as text.
    pub fn text(&self) -> Result<String, ApiError> {
        match (&self.text, &self.list) {
            (Some(text), None) => Ok(text.clone()),
            (None, Some(list)) => {
                let one_line = |text: &String| text.replace(['\n', '\r'], " ");
                let rule = |rule: &RuleAnswer| RuleAnswer {
                    when: rule.when.iter().map(one_line).collect(),
                    made: one_line(&rule.made),
                    group: rule.group.as_ref().map(one_line),
                };
                Ok(ListFile {
                    role: None,
                    definitions: self.definitions.iter().map(one_line).collect(),
                    list: list.iter().map(rule).collect(),
                }
                .text())
            }
            _ => Err(ApiError::bad_request("give exactly one of text and list")),
        }
    }

    /// The strategy as text, unless it is too long.
    pub fn bounded_text(&self) -> Result<String, ApiError> {
        let text = self.text()?;
        if text.len() > LONGEST {
            return Err(ApiError::new(Code::TooLarge, format!("a strategy has at most {} KiB", LONGEST >> 10)));
        }
        Ok(text)
    }

    /// Parses it for a game.
    pub fn read(&self, ready: &Ready) -> Result<StrategyText, ApiError> {
        let source = Source::new("strategy", self.bounded_text()?);
        let asked = self.role.as_deref().map(|name| ready.role(name)).transpose()?;
        let is_list = self.list.is_some();
        match strategies::Document::read(source.clone(), &ready.proved.game, &ready.rules, asked) {
            Ok(read) => Ok(StrategyText { read, is_list }),
            Err(error) => Err(refused(error, &source, is_list)),
        }
    }
}

impl StrategyText {
    /// Whether it has rules that must be grounded.
    pub fn is_lifted(&self) -> bool {
        self.read.strategy.rules.iter().any(|item| matches!(item.content, Content::Lifted(_)))
    }

    /// An error caused by its rules.
    pub fn refused(&self, error: Error) -> ApiError {
        refused(error, &self.read.source, self.is_list)
    }
}

/// An error of a strategy; for a list, with the rule it belongs to.
fn refused(error: Error, source: &Source, is_list: bool) -> ApiError {
    // A list has one rule per line.
    let is_rule = |line: &str| line.starts_with("=> ") || line.contains(" => ");
    let rule_of = |line: usize| {
        let lines = || source.text.lines().take(line);
        (is_list && lines().last().is_some_and(is_rule)).then(|| lines().filter(|line| is_rule(line)).count())
    };
    let marks = error.diagnostics().map(|report| Mark::all(report, rule_of));
    ApiError { diagnostics: marks, ..error.into() }
}
