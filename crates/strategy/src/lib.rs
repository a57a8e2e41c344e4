//! Strategies a person can learn: synthesise, verify, minimise, explain.

pub mod algorithm2;
pub mod arena;
pub mod bits;
pub mod board;
pub mod cases;
pub mod compiled;
pub mod error;
pub mod exact;
mod expand;
pub mod explain;
pub mod follow;
pub mod lifted;
pub mod lifted_search;
pub mod list;
pub mod minimise;
pub mod naive;
mod neighbourhood;
pub mod options;
pub mod rule;
pub mod search;
pub mod simplify;
pub mod strategy;
pub mod symmetry;
pub mod text;
mod value;
pub mod verify;
pub mod vocabulary;
pub mod words;

pub use arena::{Arena, ArenaOptions};
pub use cases::Cases;
pub use error::Error;
pub use compiled::Compiled;
pub use rule::{Literal, Rule};
pub use strategy::{Content, Item, Strategy};
