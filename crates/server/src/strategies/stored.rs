//! Stored strategies: saved by users, or found by jobs. They may be unfinished.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strategy::json::ListAnswer;

use super::StrategyInput;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::identity;
use crate::request::{Body, Names};
use crate::shelf::Ready;
use crate::storage::{Folder, Storage};

/// The maximum number of stored strategies, and of bytes in their texts: all of them are in memory.
const MOST: usize = 1000;
const MOST_BYTES: usize = 8 << 20;

/// The origin of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyOrigin {
    Saved,
    Synthesised,
}

/// A stored strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stored {
    id: String,
    name: String,
    game: String,
    origin: StrategyOrigin,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saving {
    name: String,
    strategy: StrategyInput,
}

/// All stored strategies, by identifier.
pub struct Strategies {
    kept: RwLock<BTreeMap<String, Stored>>,
}

impl Strategies {
    /// Reads them from storage.
    pub fn open(storage: &Storage) -> Strategies {
        Strategies { kept: RwLock::new(storage.read_all(Folder::Strategies).into_iter().collect()) }
    }

    /// The strategies of a game, the latest first.
    fn of_game(&self, game: &str) -> Vec<Stored> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let mut own: Vec<Stored> = kept.values().filter(|stored| stored.game == game).cloned().collect();
        own.sort_by_key(|stored| std::cmp::Reverse(stored.changed));
        own
    }

    fn find(&self, game: &str, id: &str) -> Result<Stored, ApiError> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get(id).filter(|stored| stored.game == game).cloned();
        found.ok_or_else(|| ApiError::not_found("there is no such strategy"))
    }

    /// Stores a strategy, replacing one with the same identifier.
    fn keep(&self, storage: &Storage, stored: &Stored) -> Result<(), ApiError> {
        let mut kept = self.write();
        let others = || kept.values().filter(|other| other.id != stored.id);
        let bytes: usize = others().map(|other| other.strategy.text.len()).sum();
        if others().count() >= MOST || bytes + stored.strategy.text.len() > MOST_BYTES {
            let error = ApiError::new(Code::Limit, "there are too many strategies already");
            return Err(error.hint("delete some"));
        }
        storage.write(Folder::Strategies, &stored.id, stored)?;
        kept.insert(stored.id.clone(), stored.clone());
        Ok(())
    }

    /// Removes some strategies.
    fn forget(&self, storage: &Storage, is_meant: impl Fn(&Stored) -> bool) {
        let mut kept = self.write();
        kept.retain(|id, stored| {
            let goes = is_meant(stored);
            if goes {
                storage.remove(Folder::Strategies, id);
            }
            !goes
        });
    }

    /// Removes the strategies of a game.
    pub fn forget_game(&self, storage: &Storage, game: &str) {
        self.forget(storage, |stored| stored.game == game);
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Stored>> {
        self.kept.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores a strategy that was found; returns its identifier.
pub fn save(app: &App, game: &str, name: &str, origin: StrategyOrigin, list: &ListAnswer) -> Result<String, ApiError> {
    let text = Text { role: list.role.clone(), text: list.text.clone() };
    let stored = Stored {
        id: identity::of(&["strategy", game, &text.role, &text.text]),
        name: identity::title(name, "Untitled"),
        game: game.to_owned(),
        origin,
        changed: identity::now(),
        strategy: text,
        rules: list.rules,
        literals: list.literals,
    };
    app.strategies.keep(&app.storage, &stored)?;
    Ok(stored.id)
}

/// A strategy as the user left it, valid or not.
fn written(ready: &Ready, id: String, saving: &Saving) -> Result<Stored, ApiError> {
    let text = saving.strategy.bounded_text()?;
    let read = saving.strategy.read(ready).ok();
    let role = match (&read, saving.strategy.role()) {
        (Some(document), _) => document.read.role,
        (None, Some(name)) => ready.role(name)?,
        (None, None) => 0,
    };
    let strategy = read.map(|document| document.read.strategy).unwrap_or_default();
    Ok(Stored {
        id,
        name: identity::title(&saving.name, "Untitled"),
        game: ready.known.id.clone(),
        origin: StrategyOrigin::Saved,
        changed: identity::now(),
        strategy: Text { role: ready.proved.game.roles[role].clone(), text },
        rules: strategy.rules.len(),
        literals: strategy.literals(),
    })
}

/// `GET /api/games/{game}/strategies`
pub async fn list(State(app): State<Arc<App>>, Names(game): Names<String>) -> Result<Json<Value>, ApiError> {
    app.light(move |app| {
        let game = app.library.find(&game)?.id;
        Ok(Json(json!({ "strategies": app.strategies.of_game(&game) })))
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
        let stored = written(&ready, identity::fresh("strategy"), &saving)?;
        app.strategies.keep(&app.storage, &stored)?;
        Ok((StatusCode::CREATED, Json(stored)))
    })
    .await
}

/// `GET /api/games/{game}/strategies/{id}`
pub async fn get(
    State(app): State<Arc<App>>,
    Names((game, id)): Names<(String, String)>,
) -> Result<Json<Stored>, ApiError> {
    app.light(move |app| Ok(Json(app.strategies.find(&app.library.find(&game)?.id, &id)?))).await
}

/// `PUT /api/games/{game}/strategies/{id}`
pub async fn replace(
    State(app): State<Arc<App>>,
    Names((game, id)): Names<(String, String)>,
    Body(saving): Body<Saving>,
) -> Result<Json<Stored>, ApiError> {
    let ready = app.ready(&game).await?;
    app.light(move |app| {
        let old = app.strategies.find(&ready.known.id, &id)?;
        let stored = written(&ready, old.id, &saving)?;
        app.strategies.keep(&app.storage, &stored)?;
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
        let stored = app.strategies.find(&app.library.find(&game)?.id, &id)?;
        app.strategies.forget(&app.storage, |other| other.id == stored.id);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
