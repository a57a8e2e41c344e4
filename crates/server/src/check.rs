//! Checking a rule sheet while it is written.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gdl::{Mode, Source};
use serde::{Deserialize, Serialize};
use workshop::Report;

use crate::app::App;
use crate::error::{ApiError, Mark};
use crate::request::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
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
}

/// `POST /api/check`
pub async fn check(State(app): State<Arc<App>>, Body(sheet): Body<Sheet>) -> Result<Json<Checked>, ApiError> {
    app.light(move |_| {
        let source = Source::new("sheet", sheet.text);
        let checked = gdl::check::check_in(&source, mode(sheet.lenient));
        let report = Report::new(&source, &checked.diagnostics);
        Ok(Json(Checked {
            ok: checked.rules.is_some(),
            errors: report.errors(),
            warnings: report.warnings(),
            diagnostics: Mark::all(&report, |_| None),
        }))
    })
    .await
}

/// How strictly a sheet is taken.
pub fn mode(lenient: bool) -> Mode {
    if lenient { Mode::Lenient } else { Mode::Strict }
}
