//! Checks a rule sheet while it is being edited.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gdl::{Mode, Source};
use operations::solve::rules_hash;
use operations::{SheetDiagnostics, Stop};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::{ApiError, Code, Mark};
use crate::request::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetRequest {
    text: String,
    #[serde(default)]
    lenient: bool,
}

#[derive(Serialize)]
pub struct Checked {
    ok: bool,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Mark>,
    /// Identifies the rules regardless of comments; `None` if they are not well-formed.
    rules_hash: Option<String>,
}

/// The maximum length of a sheet that is checked in a moment.
const SHORT: usize = 64 << 10;

/// Whether checking a sheet takes long, if there is memory for it at all.
pub fn is_heavy(app: &App, text: &str) -> Result<bool, ApiError> {
    // Two may be checked concurrently.
    if operations::memory_to_check(text) * 2 > app.share() {
        let error = ApiError::new(Code::Limit, "there is not enough memory to check a sheet of this length");
        return Err(error.hint("start the server with more memory"));
    }
    Ok(text.len() > SHORT)
}

/// `POST /api/check`
pub async fn check(State(app): State<Arc<App>>, Body(sheet): Body<SheetRequest>) -> Result<Json<Checked>, ApiError> {
    app.by_weight(is_heavy(&app, &sheet.text)?, move |_| Ok(judge(sheet))).await
}

fn judge(sheet: SheetRequest) -> Json<Checked> {
    let source = Source::new("sheet", sheet.text);
    let checked = operations::examine(&source, mode(sheet.lenient), &Stop::default(), None);
    let report = SheetDiagnostics::new(&source, &checked.diagnostics);
    Json(Checked {
        ok: checked.rules.is_some(),
        errors: report.errors(),
        warnings: report.warnings(),
        diagnostics: Mark::all(&report, |_| None),
        rules_hash: checked.rules.as_ref().map(rules_hash),
    })
}

/// The mode of a check.
pub fn mode(lenient: bool) -> Mode {
    if lenient { Mode::Lenient } else { Mode::Strict }
}
