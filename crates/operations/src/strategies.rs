//! Strategies for people within a budget: the common part of the binary and the server.
//!
//! ```text
//! setting ─┬─ listed: all states with their bitmaps ─┬─ synthesis: a short list, possibly proved minimal
//!          │                                         ├─ completion: extends a given list
//!          │                                         └─ lifted: rules with variables
//!          └─ field: all states on diagrams ─────────── on_diagrams: the same with fewer options
//! document ─ text ─▶ strategy
//! ```
//!
//! Failures are a [`NoStrategy`]: the binary and the server have their own advice for each.

mod completion;
mod document;
mod lifted;
mod on_diagrams;
mod refusal;
mod setting;
mod synthesis;

pub use completion::{Mending, opened};
pub use document::{Document, role};
pub use lifted::lifted;
pub use on_diagrams::{complete_on_diagrams, minimise_on_diagrams};
pub use refusal::NoStrategy;
pub use setting::{ArenaLimits, Listed, StrategyGame};
pub use synthesis::{Synthesis, SynthesisAlgorithm, SynthesisSettings, SynthesisStage, improve};
