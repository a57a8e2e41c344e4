//! Solutions: those of the command line and those made by jobs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use number::count;
use operations::Error;
use play::AnyDatabase;
use query::ExpectedOracle;
use query::scoring::are_points;
use serde::Serialize;
use serde_json::{Value, json};
use solution::manifest::{ExpectedFigures, ExpectedReward, Layer, Manifest};
use solution::{Algorithm, Database, Engine, Model};

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::identity;
use crate::library::Library;
use crate::request::Names;
use crate::storage::Storage;

/// The origin of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DatabaseOrigin {
    CommandLine,
    Job,
}

/// An open solution.
pub struct HeldDatabase {
    pub id: String,
    /// Its game.
    pub game: String,
    pub origin: DatabaseOrigin,
    pub database: AnyDatabase,
    /// Answers if its values are expected rewards.
    expected: Option<Mutex<ExpectedOracle>>,
}

/// All solutions.
pub struct Databases {
    held: RwLock<BTreeMap<String, Arc<HeldDatabase>>>,
}

/// A solution in a list.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    id: String,
    game: String,
    title: String,
    roles: Vec<String>,
    /// The class of the game in words, as far as the solution shows it.
    class: String,
    complete: bool,
    value: Option<Vec<i32>>,
    /// Whether values are shown in points, as far as it is solved.
    in_points: bool,
    states: u64,
    terminal_states: u64,
    bytes: u64,
    model: Model,
    algorithm: Algorithm,
    engine: Engine,
    why: String,
    infinite: Option<Vec<i32>>,
    distances: bool,
    origin: DatabaseOrigin,
    outcomes: Vec<Share>,
    /// The figures of a game with chance or simultaneous moves.
    expected: Option<ExpectedSummary>,
}

/// What a game with chance or simultaneous moves is worth.
#[derive(Clone, Debug, Serialize)]
struct ExpectedSummary {
    /// The roles that have a value: all but `random`.
    roles: Vec<String>,
    /// The expected reward of each of them at the start.
    value: Vec<ExpectedReward>,
    /// How far the bounds of a state are apart at most.
    widest: f64,
    /// States in which some role must mix its moves.
    mixed_states: u64,
}

/// The number of states with an outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    rewards: Vec<i32>,
    states: u64,
}

#[derive(Serialize)]
pub struct Detailed {
    #[serde(flatten)]
    summary: Summary,
    layers: Vec<LayerEntry>,
}

#[derive(Serialize)]
struct LayerEntry {
    states: u64,
    terminal_states: u64,
    bytes: u64,
    solved: bool,
    outcomes: Vec<Share>,
}

impl Databases {
    /// Opens the solutions of the command line, which must be readable, and the readable ones in the server's own
    /// directory.
    pub fn open(paths: &[PathBuf], storage: &Storage, library: &Library) -> Result<Databases, Error> {
        let mut held = BTreeMap::new();
        for path in paths {
            let full = path.canonicalize().unwrap_or_else(|_| path.clone());
            let id = identity::of(&["database", &full.to_string_lossy()]);
            held.insert(id.clone(), Arc::new(HeldDatabase::open(&id, path, DatabaseOrigin::CommandLine, library)?));
        }
        for id in storage.databases() {
            if let Ok(database) = HeldDatabase::open(&id, &storage.database(&id), DatabaseOrigin::Job, library) {
                held.insert(id, Arc::new(database));
            }
        }
        Ok(Databases { held: RwLock::new(held) })
    }

    /// Reopens a solution that a job works on.
    pub fn refresh(&self, id: &str, storage: &Storage, library: &Library) -> Result<Arc<HeldDatabase>, Error> {
        let fresh = Arc::new(HeldDatabase::open(id, &storage.database(id), DatabaseOrigin::Job, library)?);
        self.held.write().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), Arc::clone(&fresh));
        Ok(fresh)
    }

    /// A solution by its identifier.
    pub fn get(&self, id: &str) -> Result<Arc<HeldDatabase>, ApiError> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.get(id).cloned().ok_or_else(|| ApiError::not_found("there is no such database"))
    }

    /// The solution to use for a game: the requested one, otherwise a complete one, otherwise an unfinished one.
    pub fn of_game(&self, game: &str, asked: Option<&str>) -> Result<Option<Arc<HeldDatabase>>, ApiError> {
        if let Some(id) = asked {
            let held = self.get(id)?;
            let fits = held.game == game;
            return if fits {
                Ok(Some(held))
            } else {
                Err(ApiError::bad_request("the database belongs to another game"))
            };
        }
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let mut own: Vec<&Arc<HeldDatabase>> = held.values().filter(|held| held.game == game).collect();
        // Complete ones first, then those with the default model, then those with distances.
        let worth = |held: &&Arc<HeldDatabase>| {
            let manifest = held.database.manifest();
            (!is_complete(manifest), manifest.question.model != Model::Own, !manifest.has_distances())
        };
        own.sort_by_key(worth);
        Ok(own.first().map(|held| Arc::clone(held)))
    }

    /// The solutions of some games.
    pub fn summaries(&self, of: impl Fn(&str) -> bool) -> Vec<Summary> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.values().filter(|held| of(&held.game)).map(|held| held.summary()).collect()
    }

    /// Removes a solution that no job works on; its files are only set aside.
    pub fn delete(&self, app: &App, id: &str) -> Result<(), ApiError> {
        app.jobs.while_idle(id, || {
            app.storage.set_database_aside(id)?;
            self.held.write().unwrap_or_else(PoisonError::into_inner).remove(id);
            Ok(())
        })
    }

    /// The solutions of a game: whether one is from the command line, and those made by jobs.
    pub fn solutions_of(&self, game: &str) -> (bool, Vec<String>) {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let of_game = || held.values().filter(|held| held.game == game);
        let made = of_game().filter(|held| held.origin == DatabaseOrigin::Job).map(|held| held.id.clone());
        (of_game().any(|held| held.origin == DatabaseOrigin::CommandLine), made.collect())
    }

    /// The number of solutions.
    pub fn count(&self) -> usize {
        self.held.read().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl HeldDatabase {
    fn open(id: &str, path: &Path, origin: DatabaseOrigin, library: &Library) -> Result<HeldDatabase, Error> {
        let database = AnyDatabase::open(path)?;
        let expected = database.expected().map(|_| ExpectedOracle::open(path)).transpose()?.map(Mutex::new);
        let question = &database.manifest().question;
        let game = library.of_solution(question, database.manifest().encoding.roles.len());
        Ok(HeldDatabase { id: id.to_owned(), game, origin, database, expected })
    }

    /// Answers from expected rewards, if it has them.
    pub fn expected(&self) -> Option<MutexGuard<'_, ExpectedOracle>> {
        Some(self.expected.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Its solution, refused if its values are expected rewards.
    pub fn certain(&self) -> Result<&Database, ApiError> {
        let why = "this works only without chance and simultaneous moves: the values of this game are expected rewards";
        self.database.outcomes().map(Arc::as_ref).ok_or_else(|| ApiError::new(Code::Unsuited, why))
    }

    /// The reward vectors that occur in it.
    pub fn outcomes(&self) -> impl Iterator<Item = &[i32]> {
        self.database.manifest().occurring().map(|outcome| &*outcome.rewards)
    }

    /// Its summary.
    pub fn summary(&self) -> Summary {
        let manifest = self.database.manifest();
        let files = manifest.layers.iter().flat_map(|layer| [&layer.state_file, &layer.value_file]).flatten();
        Summary {
            id: self.id.clone(),
            game: self.game.clone(),
            title: manifest.question.name.clone(),
            roles: manifest.encoding.roles.clone(),
            class: class(manifest),
            complete: is_complete(manifest),
            value: manifest.value().filter(|_| manifest.expected.is_none()).map(<[i32]>::to_vec),
            in_points: are_points(self.outcomes()),
            states: number(manifest.states()),
            terminal_states: number(manifest.terminal_states()),
            bytes: files.map(|file| file.bytes).sum(),
            model: manifest.question.model,
            algorithm: manifest.method.algorithm,
            engine: manifest.method.engine,
            why: manifest.method.why.clone(),
            infinite: manifest.question.infinite.clone(),
            distances: manifest.has_distances(),
            origin: self.origin,
            outcomes: shares(&manifest.layers),
            expected: manifest.expected.as_ref().map(|figures| ExpectedSummary {
                roles: players(manifest, figures),
                value: figures.value.clone(),
                widest: figures.widest,
                mixed_states: figures.mixed_states,
            }),
        }
    }
}

/// The roles that have a value: all but the one that moves by chance.
fn players(manifest: &Manifest, figures: &ExpectedFigures) -> Vec<String> {
    let roles = manifest.encoding.roles.iter().enumerate();
    roles.filter(|(role, _)| Some(*role) != figures.random).map(|(_, name)| name.clone()).collect()
}

/// The class of a game with chance or simultaneous moves.
fn expected_class(manifest: &Manifest, figures: &ExpectedFigures) -> String {
    let mut words = vec![count(players(manifest, figures).len(), "role")];
    words.extend(figures.random.map(|_| "chance".to_owned()));
    words.extend(figures.sum.map(|sum| format!("constant sum {sum}")));
    if is_complete(manifest) {
        words.push(if figures.infinite.is_some() { "cyclic" } else { "acyclic" }.to_owned());
    }
    words.join(", ")
}

/// The class of the game: completely solved games take turns, and for most algorithms they are acyclic.
fn class(manifest: &Manifest) -> String {
    if let Some(figures) = &manifest.expected {
        return expected_class(manifest, figures);
    }
    let roles = manifest.encoding.roles.len();
    let mut words = vec![count(roles, "role")];
    if roles > 1 {
        if is_complete(manifest) {
            words.push("turn-taking".to_owned());
        }
        let mut sums: Vec<i64> =
            manifest.occurring().map(|outcome| outcome.rewards.iter().map(|&r| i64::from(r)).sum()).collect();
        sums.sort_unstable();
        sums.dedup();
        match sums.as_slice() {
            [sum] if is_complete(manifest) => words.push(format!("constant sum {sum}")),
            [_, ..] if sums.len() > 1 => words.push("general rewards".to_owned()),
            _ => {}
        }
    }
    if !manifest.method.algorithm.allows_cycles() && is_complete(manifest) {
        words.push("acyclic".to_owned());
    }
    words.join(", ")
}

/// Whether the whole game is solved.
pub fn is_complete(manifest: &Manifest) -> bool {
    manifest.progress.is_complete()
}

/// JavaScript rounds counts that it cannot represent; here they only must not overflow.
pub fn number(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// States per reward vector, by reward.
pub fn shares(layers: &[Layer]) -> Vec<Share> {
    let mut totals: BTreeMap<&[i32], u64> = BTreeMap::new();
    for outcome in layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0) {
        let total = totals.entry(&outcome.rewards).or_default();
        *total = total.saturating_add(number(outcome.states));
    }
    totals.into_iter().rev().map(|(rewards, states)| Share { rewards: rewards.to_vec(), states }).collect()
}

/// `GET /api/databases`
pub async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "databases": app.databases.summaries(|_| true) }))
}

/// `GET /api/databases/{id}`
pub async fn get(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<Json<Detailed>, ApiError> {
    let held = app.databases.get(&id)?;
    let entry = |layer: &Layer| LayerEntry {
        states: number(layer.states),
        terminal_states: number(layer.terminal_states),
        bytes: [&layer.state_file, &layer.value_file].into_iter().flatten().map(|file| file.bytes).sum(),
        solved: layer.value_file.is_some(),
        outcomes: shares(std::slice::from_ref(layer)),
    };
    let layers = held.database.manifest().layers.iter().map(entry).collect();
    Ok(Json(Detailed { summary: held.summary(), layers }))
}

/// `DELETE /api/databases/{id}`
pub async fn remove(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<StatusCode, ApiError> {
    app.light(move |app| {
        let held = app.databases.get(&id)?;
        if held.origin != DatabaseOrigin::Job {
            return Err(ApiError::new(Code::Conflict, "databases given on the command line cannot be deleted here"));
        }
        app.databases.delete(app, &id)?;
        app.storage.remove_set_aside();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
