//! Multi-valued, multi-terminal decision diagrams.
//!
//! A diagram is a set of states, or a function from states to a few values, where a state is a tuple of small numbers.
//! It has one level per variable, and a node has one child per value of its variable. Equal parts are stored once, so a
//! diagram of a thousand nodes may represent billions of states, and operations take time in the number of nodes.
//!
//! Everything is stored in a [`Store`]; [`Set`] and [`Values`] are handles into it. A [`TransitionRelation`] is a set
//! of pairs of states: [`Store::image`] follows it forward, [`Store::pre_image`] and [`Store::best`] backward.
//!
//! ```
//! use diagram::{Domains, Level, LevelChanges, Store, StoreOptions, TransitionRelation};
//!
//! // A counter from 0 to 4 and a switch; the counter counts while the switch is on.
//! let domains = Domains::new(&[2, 5])?;
//! let steps: Vec<(u16, u16)> = (0..4).map(|count| (count, count + 1)).collect();
//! let count = LevelChanges::new().require(Level(0), &[1]).pairs(Level(1), &steps).relation(&domains)?;
//! let switch = LevelChanges::new().pairs(Level(0), &[(0, 1), (1, 0)]).relation(&domains)?;
//! let step = TransitionRelation::union_of(&domains, &[count, switch])?;
//!
//! let mut store = Store::new(domains, StoreOptions::default())?;
//! let mut reached = store.state(&[0, 0])?;
//! loop {
//!     let next = store.image(&reached, &step)?;
//!     let all = store.union(&reached, &next)?;
//!     if all == reached {
//!         break;
//!     }
//!     reached = all;
//! }
//! assert_eq!(store.count(&reached)?, 10);
//! # Ok::<(), diagram::Error>(())
//! ```
//!
//! Diagrams are *quasi-reduced*: no level is skipped, so a node's children are always on the next level, and an edge is
//! just an index into that level's arena. Sets of game states would skip few levels, and 32-bit indices without level
//! numbers, complement bits or reference counts make the kernel small and fast.

mod apply;
mod build;
mod cache;
mod collect;
mod combine;
mod count;
mod deep;
mod domains;
mod error;
mod file;
mod gate;
mod handle;
mod ids;
mod image;
mod ledger;
mod map;
mod mark;
mod members;
mod operation;
mod preference;
mod preimage;
mod region;
mod relation;
mod sample;
mod store;
mod survey;
#[cfg(test)]
mod testing;
mod unique;
mod walk;

pub use domains::Domains;
pub use error::{Error, StoreLimit};
pub use file::DiagramFileError;
pub use handle::{Diagram, Set, Values};
pub use layer::{Level, Terminal, Value, Weight};
pub use ledger::StoreBudget;
pub use members::Members;
pub use preference::Preference;
pub use relation::{LevelChanges, TransitionRelation};
pub use sample::Sampler;
pub use store::{Store, StoreOptions, Usage};
pub use survey::Survey;
