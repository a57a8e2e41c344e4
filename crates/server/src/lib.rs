//! The HTTP API and the embedded page: `backsolve serve`.
//!
//! ```text
//! connection ─ guard ─▶ route ─▶ resource ─┬─ shelf: prepared games      ─┐
//!                                          ├─ databases: open solutions   ├─ operations, query, board, strategy
//!                                          ├─ arenas: games for strategies│
//!                                          └─ jobs: solve, synth, complete┘
//! ```
//!
//! One file per resource. Each parses a request, calls the libraries, and builds the answer; all knowledge about games
//! is in the libraries. The API is described in `docs/openapi.json`, which is served at `/api/openapi.json`.
//!
//! The server runs on the machine of its user, so the main concerns are that no other site can use it (`guard.rs`),
//! that no request can crash it, and that its resources are bounded: bodies, connections, jobs, time and memory
//! ([`Config`]).

mod app;
mod arenas;
mod check;
mod connections;
mod databases;
mod error;
mod events;
mod expected;
mod find;
mod game;
mod guard;
mod identity;
mod impatient;
mod jobs;
mod kept;
mod library;
mod listen;
mod matches;
mod page;
mod positions;
mod request;
mod review;
mod routes;
mod shelf;
mod status;
mod storage;
mod strategies;

pub use app::{App, Config};
pub use listen::{Bound, bind};
pub use routes::ROUTES;

/// The description of the API.
pub const OPENAPI: &str = include_str!("../../../docs/openapi.json");
