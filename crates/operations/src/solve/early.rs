//! How a solve ends before the game is solved: what is said then, and what there is to resume with.

use solution::directory::read_manifest;
use task::{Advice, AdviceStep, Kept};

use super::errors::Means;
use super::{Solve, rules_hash};
use crate::begun;
use crate::error::{Error, ErrorKind};

impl Solve<'_> {
    /// The error of a solve that reached its time limit.
    pub fn late(&self) -> Error {
        Error::limit(format!("time limit reached before {}", self.unfinished())).advise(
            Advice::any([vec![AdviceStep::MoreTime].into_iter().chain(self.unreplaced()).collect()]).with(self.kept()),
        )
    }

    /// The error of a solve that somebody stopped.
    pub fn interrupted(&self) -> Error {
        Error::new(ErrorKind::Interrupted, format!("interrupted before {}", self.unfinished()))
            .advise(Advice::from(self.unreplaced().unwrap_or(AdviceStep::Again)).with(self.kept()))
    }

    /// What was to be replaced is replaced: to do so again would throw away what is finished.
    fn unreplaced(&self) -> Option<AdviceStep> {
        (self.options.replace && matches!(self.kept(), Kept::Layers(_))).then_some(AdviceStep::NoReplacement)
    }

    /// What was not reached: a finished solution may lack distances only.
    fn unfinished(&self) -> &'static str {
        match read_manifest(self.path) {
            Ok(Some(known)) if begun::is_complete(&known) && self.options.distances == Some(true) => {
                "all distances were added; the database can be used as it was"
            }
            _ => "the game was solved",
        }
    }

    /// The error of a solve that ended because of the time or because somebody asked for it.
    pub(super) fn ended_early(&self) -> Error {
        if self.stop.raised() { self.interrupted() } else { self.late() }
    }

    /// Whether an engine got no further than to begin its directory, which would only stand in the way of another.
    pub(super) fn is_empty(&self, error: &Error) -> bool {
        matches!(error.kind(), ErrorKind::Limit | ErrorKind::Interrupted)
            && matches!(read_manifest(self.path), Ok(Some(known)) if known.layers.is_empty())
    }

    /// What there is to resume with.
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

    /// What the engines have at hand.
    pub(super) fn means(&self, resumed: bool) -> Means<'_> {
        Means { budget: &self.options.budget, database: Some(self.path), resumed }
    }
}
