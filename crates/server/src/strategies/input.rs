//! Strategies as requests bring them: as text, or rule by rule.

use gdl::{Diagnostic, Source};
use serde::{Deserialize, Serialize};
use strategy::json::{ListFile, RuleAnswer};
use strategy::{Content, Strategy};
use workshop::Report;

use crate::error::{ApiError, Code, Mark};
use crate::shelf::Ready;

/// Bytes of a strategy, at most.
const LONGEST: usize = 256 << 10;

/// A strategy as a request brings it.
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

/// A strategy that was read.
#[derive(Clone)]
pub struct Document {
    pub role: usize,
    pub strategy: Strategy,
    source: Source,
    /// Whether the lines of the text are rules of a list.
    is_list: bool,
}

impl StrategyInput {
    /// The role that it names, where the text does not.
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
            _ => Err(ApiError::bad_request("a strategy is given by text, or by list, and only one of them")),
        }
    }

    /// The strategy as text, unless that is too long.
    pub fn bounded_text(&self) -> Result<String, ApiError> {
        let text = self.text()?;
        if text.len() > LONGEST {
            return Err(ApiError::new(Code::TooLarge, format!("a strategy has at most {} KiB", LONGEST >> 10)));
        }
        Ok(text)
    }

    /// Reads it for a game.
    pub fn read(&self, ready: &Ready) -> Result<Document, ApiError> {
        let text = self.bounded_text()?;
        let asked = self.role.as_deref().map(|name| ready.role(name)).transpose()?;
        let source = Source::new("strategy", text);
        let mut document =
            Document { role: asked.unwrap_or(0), strategy: Strategy::default(), source, is_list: self.list.is_some() };
        let read = strategy::text::read(&document.source, &ready.prepared.game, &ready.rules, document.role);
        let read = read.map_err(|diagnostics| document.refused(&diagnostics))?;
        if let (Some(asked), Some(named)) = (asked, read.role)
            && asked != named
        {
            let roles = &ready.prepared.game.roles;
            let why = format!("the strategy is for {}, not for {}", roles[named], roles[asked]);
            return Err(ApiError::bad_request(why));
        }
        document.role = asked.or(read.role).unwrap_or(0);
        document.strategy = read.strategy;
        Ok(document)
    }
}

impl Document {
    /// Whether it has rules that are grounded before they can be followed.
    pub fn is_lifted(&self) -> bool {
        self.strategy.rules.iter().any(|item| matches!(item.content, Content::Lifted(_)))
    }

    /// What is wrong with it.
    pub fn refused(&self, diagnostics: &[Diagnostic]) -> ApiError {
        let report = Report::new(&self.source, diagnostics);
        // A list has one rule to a line.
        let mut rules = 0;
        let numbers: Vec<Option<usize>> = self
            .source
            .text
            .lines()
            .map(|line| {
                let is_rule = line.starts_with("=> ") || line.contains(" => ");
                rules += usize::from(is_rule);
                (self.is_list && is_rule).then_some(rules)
            })
            .collect();
        let rule_of = |line: usize| numbers.get(line.checked_sub(1)?).copied().flatten();
        let mut error = ApiError::new(Code::IllFormed, report.summary());
        error.diagnostics = Some(Mark::all(&report, rule_of));
        error
    }
}
