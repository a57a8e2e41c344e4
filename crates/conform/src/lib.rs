//! Compares evaluators with recorded playouts.
//!
//! A folder holds rule sheets (`games/NAME.kif`) and, for some of them, what another implementation saw on random
//! playouts (`traces/NAME.jsonl.gz`). Every recorded state is put before a [`Judge`]: legal moves per role, terminal or
//! not, goals of terminal states, the successor under the recorded joint move, and the initial state must be the same.
//! Judges speak canonical text, so that evaluators which share nothing go through the same comparison.
//!
//! ```no_run
//! let options = conform::CorpusOptions::default();
//! let report = conform::run("corpus".as_ref(), &options, &conform::interpreter, &|_| {})?;
//! println!("{} of {} agree", report.agreeing(), report.sheets.len());
//! # Ok::<(), conform::Error>(())
//! ```

mod compare;
mod corpus;
mod judge;
mod text;
mod trace;

pub use compare::compare;
pub use corpus::{CorpusOptions, CorpusReport, Error, MakeJudge, SheetReport, SheetVerdict, names, run};
pub use judge::{Judge, SeenState, SheetLimits, interpreter};
pub use text::canonical;
pub use trace::{Record, Trace};
