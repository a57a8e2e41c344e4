//! The state and progress of a job, as reported to listeners.

use std::sync::Arc;

use serde::Serialize;

use crate::databases::Share;

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    #[default]
    Queued,
    Running,
    Stopped,
    Done,
    Failed,
}

/// The progress of a job.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JobProgress {
    pub seconds: f64,
    pub phase: &'static str,
    pub layer: usize,
    pub layers: Option<usize>,
    /// Layers found in the forward phase, or solved in the backward one.
    pub finished: usize,
    /// The states of this layer.
    pub states: u64,
    /// The total number of states found, and solved.
    pub found: u64,
    pub solved: u64,
    pub nodes: usize,
    pub bytes: usize,
    /// States per second.
    pub rate: f64,
    pub message: String,
}

/// The figures of a layer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayerShare {
    pub layer: usize,
    pub states: u64,
    pub solved: bool,
    pub outcomes: Vec<Share>,
}

/// An event for listeners: its name, and JSON.
#[derive(Clone, Debug)]
pub struct Event {
    pub name: &'static str,
    pub data: Arc<str>,
    /// Whether it is the last one.
    pub last: bool,
}
