//! Strategies a person can learn: synthesise, verify, minimise, explain.
//!
//! A strategy is a list of rules, `literals => move`, of which the first applicable one decides (fast-and-frugal trees;
//! Bolander and Pjetursson, *Synthesizing human-friendly optimal strategies in board games*). `docs/strategies.md`
//! defines the meaning of rules, optimality, and the syntax.
//!
//! ```text
//! game ─ arena ─▶ nodes: states up to symmetry, solved ─┬─ follow: reachable nodes, and optimality
//!      └ cases ─▶ bitmaps: the cases each rule matches ─┴─ list: a list under construction, checked incrementally
//!                                                             ├─ algorithm1, algorithm2, simplify: the paper's algorithms
//! text ─▶ strategy ─ compiled ─▶ verify, minimise, explain    ├─ search, neighbourhood: restarts and large neighbourhoods
//!           └ lifted, vocabulary: rules with variables        ├─ exact: by SAT, with refutations
//!                                                             └─ lifted_search: rules with variables
//! ```
//!
//! If there are too many states for that, [`diagrams`] does the same on sets of states, and [`walk`] verifies state by
//! state.

pub mod algorithm1;
pub mod algorithm2;
pub mod arena;
pub mod bits;
mod cases;
pub mod compiled;
pub mod diagrams;
mod error;
pub mod exact;
mod examples;
mod expand;
pub mod explain;
pub mod follow;
pub mod json;
mod lifted;
pub mod lifted_search;
pub mod likeness;
pub mod list;
mod literals;
mod lower_bound;
pub mod mend;
pub mod minimise;
mod neighbourhood;
pub mod options;
pub mod rule;
pub mod scene;
pub mod search;
mod simplify;
mod strategy;
mod symmetry;
pub mod text;
mod value;
pub mod verify;
mod vocabulary;
pub mod walk;
pub mod widen;
pub mod words;

pub use arena::{Arena, ArenaOptions};
pub use cases::Cases;
pub use compiled::Compiled;
pub use error::Error;
pub use rule::{Literal, Rule};
pub use strategy::{Content, Item, Strategy};
