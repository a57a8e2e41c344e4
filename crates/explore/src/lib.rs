//! Queries about a solved game: positions by conditions, differences between solutions, figures for designers.
//!
//! An [`Explorer`] is a solution with its ground game. [`FindConditions`] are typed by users; parsed for an explorer they
//! are [`Criteria`]: filters on stored data, and tests that need the rules. Counting by filters lists no states.
//!
//! ```no_run
//! # fn example(game: &game::Game, database: &solution::Database) -> Result<(), query::Error> {
//! use explore::{FindConditions, Explorer, Wanted};
//!
//! let explorer = Explorer::new(game, database)?;
//! let won = FindConditions { values: vec!["win".to_owned()], ..FindConditions::default() };
//! let found = explorer.find(&won.read(&explorer)?, Wanted::Longest(3), 1 << 30, &|| false)?;
//! println!("{} positions are won for the role to move", found.counts.states);
//! # Ok(()) }
//! ```

mod conditions;
mod diff;
mod ends;
mod estimate;
mod explorer;
mod find;
mod play_graph;
mod played;
mod policy;
mod profile;
mod state_test;
mod turns;

pub use conditions::{Criteria, FindConditions, StateTest};
pub use diff::{DiffExample, SolutionDiff};
pub use ends::TerminalStates;
pub use estimate::IntervalEstimate;
pub use explorer::Explorer;
pub use find::{FoundCounts, FoundPositions, PassEstimate, Wanted};
pub use play_graph::{GraphPosition, PlayGraph};
pub use played::{GamesPlayed, PlyFigures, ResultChance};
pub use policy::Policy;
pub use profile::{Duel, GameProfile, OpeningFigures, ProfileOptions};
pub use turns::TurnFact;
