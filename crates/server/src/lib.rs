//! The HTTP API and the embedded page: `backsolve serve`.
//!
//! ```text
//! connection ─ guard ─▶ route ─▶ resource ─┬─ shelf: prepared games      ─┐
//!                                          ├─ databases: open solutions   ├─ operations, query, board, strategy
//!                                          ├─ arenas: games for strategies│
//!                                          └─ jobs: solve, synth, complete┘
//! ```
//!
//! One file per resource. Each takes a request apart, asks the libraries, and puts the answer together; what is known
//! about games is known there. The API is described in `docs/openapi.json`, which is served at `/api/openapi.json`.
//!
//! The server runs on the machine of the person who uses it, so what matters is that no page elsewhere can use it
//! (`guard.rs`), that no request can end it, and that what it takes is bounded: bodies, connections, jobs, time and
//! memory ([`Config`]).

mod app;
mod arenas;
mod check;
mod connections;
mod databases;
mod error;
mod events;
mod game;
mod guard;
mod identity;
mod impatient;
mod jobs;
mod kept;
mod library;
mod listen;
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
