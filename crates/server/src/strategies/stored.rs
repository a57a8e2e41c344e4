//! Strategies that are kept: saved by people, or found by jobs. They may be unfinished.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use strategy::json::ListAnswer;

use super::StrategyInput;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::identity;
use crate::request::{Body, Names};
use crate::shelf::Ready;
use crate::storage::Folder;

/// Strategies that are kept, at most.
const MOST: usize = 1000;

/// Where a strategy comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    Saved,
    Synthesised,
}

/// A strategy that is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stored {
    id: String,
    name: String,
    game: String,
    origin: Origin,
    /// Milliseconds since 1970.
    changed: u64,
    strategy: Text,
    rules: usize,
    literals: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Text {
    role: String,
    text: String,
}

#[derive(Serialize)]
pub struct Listing {
    strategies: Vec<Stored>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saving {
    name: String,
    strategy: StrategyInput,
}

/// Keeps a strategy that was found; its identifier.
pub fn save(app: &App, game: &str, name: &str, origin: Origin, list: &ListAnswer) -> Result<String, ApiError> {
    let text = Text { role: list.role.clone(), text: list.text.clone() };
    let stored = Stored {
        id: identity::of(&["strategy", game, &text.role, &text.text]),
        name: identity::title(name, "Untitled"),
        game: game.to_owned(),
        origin,
        changed: now(),
        strategy: text,
        rules: list.rules,
        literals: list.literals,
    };
    app.storage.write(Folder::Strategies, &stored.id, &stored)?;
    Ok(stored.id)
}

fn all(app: &App) -> Vec<Stored> {
    app.storage.read_all::<Stored>(Folder::Strategies).into_iter().map(|(_, stored)| stored).collect()
}

fn find(app: &App, game: &str, id: &str) -> Result<Stored, ApiError> {
    let game = app.library.find(game)?.id;
    let fits = |stored: &Stored| stored.id == id && stored.game == game;
    all(app).into_iter().find(fits).ok_or_else(|| ApiError::not_found("there is no such strategy"))
}

/// A strategy as somebody left it, whether it makes sense or not.
fn written(ready: &Ready, id: String, saving: &Saving) -> Result<Stored, ApiError> {
    let read = saving.strategy.read(ready).ok();
    let role = match (&read, saving.strategy.role()) {
        (Some(document), _) => document.role,
        (None, Some(name)) => ready.role(name)?,
        (None, None) => 0,
    };
    let strategy = read.map(|document| document.strategy).unwrap_or_default();
    Ok(Stored {
        id,
        name: identity::title(&saving.name, "Untitled"),
        game: ready.known.id.clone(),
        origin: Origin::Saved,
        changed: now(),
        strategy: Text { role: ready.prepared.game.roles[role].clone(), text: saving.strategy.text()? },
        rules: strategy.rules.len(),
        literals: strategy.literals(),
    })
}

/// `GET /api/games/{game}/strategies`
pub async fn list(State(app): State<Arc<App>>, Names(game): Names<String>) -> Result<Json<Listing>, ApiError> {
    app.light(move |app| {
        let game = app.library.find(&game)?.id;
        let mut strategies: Vec<Stored> = all(app).into_iter().filter(|stored| stored.game == game).collect();
        strategies.sort_by_key(|stored| std::cmp::Reverse(stored.changed));
        Ok(Json(Listing { strategies }))
    })
    .await
}

/// `POST /api/games/{game}/strategies`
pub async fn create(
    State(app): State<Arc<App>>,
    Names(game): Names<String>,
    Body(saving): Body<Saving>,
) -> Result<(StatusCode, Json<Stored>), ApiError> {
    let ready = app.ready(&game).await?;
    app.light(move |app| {
        if all(app).len() >= MOST {
            return Err(ApiError::new(Code::Limit, format!("there are {MOST} strategies already")).hint("delete some"));
        }
        let id = identity::of(&["strategy", &ready.known.id, &saving.name, &now().to_string()]);
        let stored = written(&ready, id, &saving)?;
        app.storage.write(Folder::Strategies, &stored.id, &stored)?;
        Ok((StatusCode::CREATED, Json(stored)))
    })
    .await
}

/// `GET /api/games/{game}/strategies/{id}`
pub async fn get(
    State(app): State<Arc<App>>,
    Names((game, id)): Names<(String, String)>,
) -> Result<Json<Stored>, ApiError> {
    app.light(move |app| Ok(Json(find(app, &game, &id)?))).await
}

/// `PUT /api/games/{game}/strategies/{id}`
pub async fn replace(
    State(app): State<Arc<App>>,
    Names((game, id)): Names<(String, String)>,
    Body(saving): Body<Saving>,
) -> Result<Json<Stored>, ApiError> {
    let ready = app.ready(&game).await?;
    app.light(move |app| {
        let old = find(app, &game, &id)?;
        let stored = written(&ready, old.id, &saving)?;
        app.storage.write(Folder::Strategies, &stored.id, &stored)?;
        Ok(Json(stored))
    })
    .await
}

/// `DELETE /api/games/{game}/strategies/{id}`
pub async fn remove(
    State(app): State<Arc<App>>,
    Names((game, id)): Names<(String, String)>,
) -> Result<StatusCode, ApiError> {
    app.light(move |app| {
        let stored = find(app, &game, &id)?;
        app.storage.remove(Folder::Strategies, &stored.id);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}
