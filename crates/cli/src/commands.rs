//! One file per command: its arguments, its answer as text and as JSON, and the call into the libraries between them.

pub mod check;
pub mod completions;
pub mod conform;
pub mod diff;
pub mod export;
pub mod find;
pub mod fmt;
pub mod games;
pub mod info;
pub mod man;
pub mod matches;
pub mod play;
pub mod player;
pub mod query;
pub mod reach;
pub mod report;
pub mod review;
pub mod serve;
pub mod simulate;
pub mod solve;
pub mod strategy;
pub mod sweep;
pub mod translate;
pub mod verify;
