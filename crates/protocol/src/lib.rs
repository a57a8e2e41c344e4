//! The General Game Playing protocol, both sides of it.
//!
//! ```text
//!             message ── agent ─┬─ course        moves so far and legal moves, by the interpreter
//!  host ── HTTP ──▶ http        └─ preparation ─▶ mind     a database, a solve in progress, UCT
//!    │                                 └─ library          known databases
//!    └─ seat: a built-in player, or an address (client)
//! ```
//!
//! A host sends rules and moves as bodies of the type `text/acl`, and a player answers each message:
//!
//! | message | answer |
//! |---|---|
//! | `(info)` | `((name backsolve) (status available))` |
//! | `(preview (RULES) CLOCK)` | `ready` |
//! | `(start ID ROLE (RULES) STARTCLOCK PLAYCLOCK)` | `ready`, or `busy` |
//! | `(play ID (MOVES))`, at first `(play ID nil)` | a move |
//! | `(stop ID (MOVES))` | `done` |
//! | `(abort ID)` | `aborted` |
//!
//! The [`Agent`] is a player: bodies in, answers out, without a network, so that conversations can be tested.
//! [`router`] puts it behind HTTP. The [`Host`] runs one match, and a [`Tournament`] many. The protocol is described in
//! chapter 3 of Genesereth & Thielscher, General Game Playing (2014).

mod agent;
mod client;
mod clock;
mod course;
mod host;
mod http;
mod library;
mod message;
mod mind;
mod ongoing;
mod preparation;
mod scramble;
mod term;
mod tournament;

pub use agent::{Agent, AgentOptions, Reply};
pub use client::{Address, Unanswered, send};
pub use clock::Clocks;
pub use host::{Fault, Host, HostedMatch, Seat};
pub use http::{end_abandoned, router};
pub use message::{LONGEST_BODY, Malformed, Message};
pub use scramble::Scrambling;
pub use tournament::{PlayerResult, Tournament, arrangements, wilson_interval};
