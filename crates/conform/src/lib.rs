//! Compares evaluators with recorded playouts.
//!
//! A folder holds rule sheets (`games/NAME.kif`) and, for some of them, recordings by another implementation of random
//! playouts (`traces/NAME.jsonl.gz`). Every recorded state is passed to a [`Judge`]: legal moves per role, terminality,
//! goals of terminal states, the successor under the recorded joint move, and the initial state must agree. Judges use
//! canonical text, so that independent evaluators go through the same comparison.
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
