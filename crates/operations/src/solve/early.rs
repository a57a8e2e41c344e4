//! Solves that end early: their errors, and what a later run can resume from.

use solution::directory::read_manifest;
use task::{Advice, AdviceStep, Kept};

use super::errors::Means;
use super::{Solve, rules_hash};
use crate::begun;
use crate::error::{Error, ErrorKind};

impl Solve<'_> {
    /// The error for a solve that reached its time limit.
    pub fn late(&self) -> Error {
        Error::limit(format!("time limit reached before {}", self.unfinished())).advise(
            Advice::any([vec![AdviceStep::MoreTime].into_iter().chain(self.unreplaced()).collect()]).with(self.kept()),
        )
    }

    /// The error for a solve that was stopped.
    pub fn interrupted(&self) -> Error {
        Error::new(ErrorKind::Interrupted, format!("interrupted before {}", self.unfinished()))
            .advise(Advice::from(self.unreplaced().unwrap_or(AdviceStep::Again)).with(self.kept()))
    }

    /// The replacement is done: repeating it would discard finished work.
    fn unreplaced(&self) -> Option<AdviceStep> {
        (self.options.replace && matches!(self.kept(), Kept::Layers(_))).then_some(AdviceStep::NoReplacement)
    }

    /// The goal that was not reached: a finished solution may only lack distances.
    fn unfinished(&self) -> &'static str {
        match read_manifest(self.path) {
            Ok(Some(known)) if begun::is_complete(&known) && self.options.distances == Some(true) => {
                "all distances were added; the database can still be used"
            }
            _ => "the game was solved",
        }
    }

    /// The error for a solve that was stopped by the time limit or on request.
    pub(super) fn ended_early(&self) -> Error {
        if self.stop.raised() { self.interrupted() } else { self.late() }
    }

    /// Whether an engine failed before its first commit, so that the directory would only be in the way.
    pub(super) fn is_empty(&self, error: &Error) -> bool {
        matches!(error.kind(), ErrorKind::Limit | ErrorKind::Interrupted)
            && matches!(read_manifest(self.path), Ok(Some(known)) if known.layers.is_empty())
    }

    /// What a later run can resume from.
    fn kept(&self) -> Kept {
        match read_manifest(self.path) {
            Ok(None) => Kept::Nothing,
            Ok(Some(known)) if known.question.rules_hash == rules_hash(self.rules) => match known.layers.as_slice() {
                [] => Kept::Nothing,
                _ => Kept::Layers(self.path.to_owned()),
            },
            _ => Kept::Foreign(self.path.to_owned()),
        }
    }

    /// The resources of the engines.
    pub(super) fn means(&self, resumed: bool) -> Means<'_> {
        Means { budget: &self.options.budget, database: Some(self.path), resumed }
    }
}
