//! The status of the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use operations::budget::resident;
use serde::Serialize;

use crate::app::App;
use crate::jobs::Load;

#[derive(Serialize)]
pub struct Status {
    name: &'static str,
    version: &'static str,
    memory: Memory,
    jobs: Load,
    databases: usize,
}

#[derive(Serialize)]
struct Memory {
    used: usize,
    limit: usize,
}

/// `GET /api/status`
pub async fn status(State(app): State<Arc<App>>) -> Json<Status> {
    Json(Status {
        name: "backsolve",
        version: env!("CARGO_PKG_VERSION"),
        memory: Memory { used: resident(), limit: app.config.memory },
        jobs: app.jobs.load(),
        databases: app.databases.count(),
    })
}

/// `GET /api/openapi.json`
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::OPENAPI)
}
