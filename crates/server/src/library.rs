//! The available games: the bundled ones by name and size, and rule sheets that were uploaded or belong to a database.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use board::Drawing;
use games::{Bundled, Parameters};
use gdl::Source;
use operations::solve::rules_hash;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solution::manifest::Question;

use crate::app::App;
use crate::check::{is_heavy, mode};
use crate::databases::Summary;
use crate::error::{ApiError, Code};
use crate::identity;
use crate::request::{Body, Names};
use crate::storage::{Folder, Storage};

/// The prefix of identifiers of games that are not bundled.
const PREFIX: &str = "my-";

/// The maximum number of games that are not bundled, and of bytes in their sheets.
const MOST: usize = 500;
const MOST_BYTES: usize = 32 << 20;

/// The origin of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOrigin {
    #[default]
    Bundled,
    Uploaded,
    Database,
}

/// A rule sheet, as it is stored if it is not bundled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredSheet {
    pub title: String,
    pub text: String,
    pub lenient: bool,
    pub origin: GameOrigin,
    /// Number of roles; absent in files of early versions.
    #[serde(default)]
    pub roles: usize,
    /// Identifies its rules regardless of comments; also absent there. Empty for bundled games, whose texts do
    /// not change.
    #[serde(default)]
    pub rules_hash: String,
}

impl StoredSheet {
    /// The identifier of a new game, determined by its content.
    fn id(&self) -> String {
        format!("{PREFIX}{}", identity::of(&["game", &self.text, if self.lenient { "lenient" } else { "" }]))
    }

    /// Whether it has the rules of another game, so that they share solutions.
    fn has_rules(&self, rules_hash: &str, lenient: bool) -> bool {
        self.rules_hash == rules_hash && self.lenient == lenient
    }
}

/// An available game.
#[derive(Clone, Debug)]
pub struct LibraryGame {
    pub id: String,
    pub sheet: StoredSheet,
    pub bundled: Option<&'static Bundled>,
}

/// All games that are not bundled.
pub struct Library {
    sheets: RwLock<BTreeMap<String, StoredSheet>>,
}

impl Library {
    /// Reads the uploaded games.
    pub fn open(storage: &Storage) -> Library {
        let named = |(id, mut sheet): (String, StoredSheet)| {
            if sheet.roles == 0 || sheet.rules_hash.is_empty() {
                let rules = gddl::check(&Source::new(&*id, &*sheet.text), mode(sheet.lenient)).rules;
                sheet.roles = rules.as_ref().map_or(0, |rules| rules.roles.len());
                sheet.rules_hash = rules.as_ref().map_or_else(String::new, rules_hash);
            }
            (format!("{PREFIX}{id}"), sheet)
        };
        Library { sheets: RwLock::new(storage.read_all(Folder::Games).into_iter().map(named).collect()) }
    }

    /// The game with an identifier.
    pub fn find(&self, id: &str) -> Result<LibraryGame, ApiError> {
        let own = self.sheets.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        own.map_or_else(|| bundled(id), |sheet| Ok(LibraryGame { id: id.to_owned(), sheet, bundled: None }))
    }

    /// The identifier of a solution's game; its rules are added if they are new.
    pub fn of_solution(&self, question: &Question, roles: usize) -> String {
        let Question { name, rules, rules_hash, lenient, .. } = question;
        match bundled(name) {
            // The head of a sheet records how it was requested, with or without a size.
            Ok(known) if !lenient && games::sheet(name).is_ok_and(|text| text == *rules) => known.id,
            _ => {
                let title = identity::title(name, "Untitled game");
                let (text, rules_hash, lenient) = (rules.clone(), rules_hash.clone(), *lenient);
                let sheet = StoredSheet { title, text, lenient, origin: GameOrigin::Database, roles, rules_hash };
                let id = sheet.id();
                let mut sheets = self.write();
                if sheets.contains_key(&id) {
                    return id;
                }
                // The comments of a sheet may have changed since it was solved.
                let mut known = sheets.iter().filter(|(_, known)| known.has_rules(&sheet.rules_hash, lenient));
                if let Some((known, _)) = known.next() {
                    return known.clone();
                }
                sheets.insert(id.clone(), sheet);
                id
            }
        }
    }

    /// Stores an uploaded sheet under an identifier, even if a database already brought it; returns whether it is new
    /// to the user.
    fn keep(&self, storage: &Storage, id: &str, sheet: StoredSheet) -> Result<bool, ApiError> {
        let mut sheets = self.write();
        let known = sheets.get(id);
        let bytes: usize = sheets.values().map(|sheet| sheet.text.len()).sum();
        if known.is_none() && (sheets.len() >= MOST || bytes + sheet.text.len() > MOST_BYTES) {
            return Err(ApiError::new(Code::Limit, "there are too many games already").hint("delete some"));
        }
        let is_new = known.is_none_or(|known| known.origin != GameOrigin::Uploaded);
        storage.write(Folder::Games, &id[PREFIX.len()..], &sheet)?;
        sheets.insert(id.to_owned(), sheet);
        Ok(is_new)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, StoredSheet>> {
        self.sheets.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self) -> Vec<String> {
        self.sheets.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

/// A bundled game, by its name alone or with a size.
fn bundled(id: &str) -> Result<LibraryGame, ApiError> {
    let name = id.split(':').next().unwrap_or(id);
    let unknown = || ApiError::not_found(format!("there is no game `{}`", identity::title(id, "")));
    let bundled = games::find(name).ok_or_else(unknown)?;
    let id = if id.contains(':') { id.to_owned() } else { bundled.example() };
    let text = games::sheet(&id).map_err(ApiError::not_found)?;
    let size = id.split_once(':').map_or(String::new(), |(_, size)| format!(" {size}"));
    let (title, origin, roles) = (format!("{}{size}", bundled.title), GameOrigin::Bundled, bundled.roles);
    let sheet = StoredSheet { title, text, lenient: false, origin, roles, rules_hash: String::new() };
    Ok(LibraryGame { id, sheet, bundled: Some(bundled) })
}

/// A game in the list.
#[derive(Default, Serialize)]
pub struct Entry {
    id: String,
    name: String,
    title: String,
    origin: GameOrigin,
    roles: usize,
    family: Option<String>,
    description: Option<&'static str>,
    known: Option<&'static str>,
    source: Option<&'static str>,
    parameters: Vec<ParameterEntry>,
    /// The separator between the numbers of a size.
    separator: Option<&'static str>,
    /// The maximum number of numbers, if it is variable.
    longest: Option<usize>,
    default_text: String,
    /// Sizes that are solved in a moment.
    suggested: Vec<String>,
    /// Identifies the rules regardless of comments; `None` for bundled games.
    rules_hash: Option<String>,
    databases: Vec<Summary>,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: &'static str,
    least: i64,
    most: i64,
    default: Option<i64>,
}

/// `GET /api/games`
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.light(|app| {
        let mut games: Vec<Entry> = games::all().iter().map(|bundled| bundled_entry(app, bundled)).collect();
        for id in app.library.ids() {
            games.push(own_entry(app, app.library.find(&id)?));
        }
        Ok(Json(json!({ "games": games })))
    })
    .await
}

fn bundled_entry(app: &App, bundled: &'static Bundled) -> Entry {
    let (parameters, separator, longest) = match &bundled.parameters {
        Parameters::None => (Vec::new(), None, None),
        Parameters::Numbers(numbers) => {
            let entry = |number: &'static games::Parameter| ParameterEntry {
                name: &number.name,
                least: number.least,
                most: number.most,
                default: Some(number.default),
            };
            (numbers.iter().map(entry).collect(), Some("x"), None)
        }
        Parameters::List { name, least, most, longest, .. } => {
            let entry = ParameterEntry { name, least: *least, most: *most, default: None };
            (vec![entry], Some(","), Some(*longest))
        }
    };
    let suggested = Drawing::of_bundled(bundled.name).and_then(|drawing| drawing.get("suggested").cloned());
    Entry {
        id: bundled.example(),
        name: bundled.name.to_owned(),
        title: bundled.title.clone(),
        roles: bundled.roles,
        family: Some(bundled.family.to_string()),
        description: Some(&bundled.rules),
        known: Some(&bundled.known),
        source: Some(&bundled.source),
        parameters,
        separator,
        longest,
        default_text: bundled.parameters.default_text(),
        suggested: suggested.and_then(|suggested| serde_json::from_value(suggested).ok()).unwrap_or_default(),
        databases: app.databases.summaries(|game| game.split(':').next() == Some(bundled.name)),
        ..Entry::default()
    }
}

fn own_entry(app: &App, known: LibraryGame) -> Entry {
    Entry {
        databases: app.databases.summaries(|game| game == known.id),
        name: known.id.clone(),
        title: known.sheet.title,
        origin: known.sheet.origin,
        roles: known.sheet.roles,
        rules_hash: Some(known.sheet.rules_hash),
        id: known.id,
        ..Entry::default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    #[serde(default)]
    name: String,
    text: String,
    #[serde(default)]
    lenient: bool,
}

/// `POST /api/games`
pub async fn upload(
    State(app): State<Arc<App>>,
    Body(upload): Body<Upload>,
) -> Result<(StatusCode, Json<Entry>), ApiError> {
    app.by_weight(is_heavy(&app, &upload.text)?, move |app| add(app, upload)).await
}

impl Upload {
    /// The sheet, if its rules are well-formed.
    fn checked(self) -> Result<StoredSheet, ApiError> {
        let title = identity::title(&self.name, "Untitled game");
        let rules = operations::check(&Source::new(&*title, &*self.text), mode(self.lenient))?;
        let (roles, rules_hash, Upload { text, lenient, .. }) = (rules.roles.len(), rules_hash(&rules), self);
        Ok(StoredSheet { title, text, lenient, origin: GameOrigin::Uploaded, roles, rules_hash })
    }
}

fn add(app: &App, upload: Upload) -> Result<(StatusCode, Json<Entry>), ApiError> {
    let sheet = upload.checked()?;
    let id = sheet.id();
    let is_new = app.library.keep(&app.storage, &id, sheet)?;
    // It may have a new title.
    app.shelf.forget(|known| *known == id);
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(own_entry(app, app.library.find(&id)?))))
}

/// `PUT /api/games/{game}`: changes the name, the comments or the rules. New rules are a new game with its own
/// identifier; everything that depends on the earlier rules is removed with them.
pub async fn replace(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(upload): Body<Upload>,
) -> Result<Json<Entry>, ApiError> {
    app.by_weight(is_heavy(&app, &upload.text)?, move |app| {
        let earlier = own_game(app, &id)?;
        let sheet = upload.checked()?;
        let is_other = !sheet.has_rules(&earlier.sheet.rules_hash, earlier.sheet.lenient);
        if is_other {
            check_free(app, &earlier)?;
        }
        let id = if is_other { sheet.id() } else { earlier.id.clone() };
        app.library.keep(&app.storage, &id, sheet)?;
        if is_other {
            discard(app, &earlier)?;
        }
        // It may have a new title or drawing.
        app.shelf.forget(|known| *known == id);
        Ok(Json(own_entry(app, app.library.find(&id)?)))
    })
    .await
}

/// `DELETE /api/games/{game}`: with its databases, strategies and jobs, which would be useless.
pub async fn remove(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<StatusCode, ApiError> {
    app.light(move |app| {
        let known = own_game(app, &id)?;
        check_free(app, &known)?;
        discard(app, &known)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// An uploaded game, which may be changed and deleted.
fn own_game(app: &App, id: &str) -> Result<LibraryGame, ApiError> {
    let known = app.library.find(id)?;
    match known.sheet.origin {
        GameOrigin::Uploaded => Ok(known),
        _ => Err(ApiError::new(Code::Conflict, "only your own games can be changed or deleted")),
    }
}

/// An error if a job or a database that does not belong to the server needs a game.
fn check_free(app: &App, known: &LibraryGame) -> Result<(), ApiError> {
    app.jobs.check_no_job_of(&known.id)?;
    match app.databases.solutions_of(&known.id) {
        (true, _) => Err(ApiError::new(Code::Conflict, "a database given on the command line belongs to this game")),
        (false, _) => Ok(()),
    }
}

/// Deletes a game and everything that depends on it.
fn discard(app: &App, known: &LibraryGame) -> Result<(), ApiError> {
    let (_, databases) = app.databases.solutions_of(&known.id);
    databases.iter().try_for_each(|database| app.databases.delete(app, database))?;
    app.storage.remove_set_aside();
    app.jobs.forget_game(app, &known.id);
    app.strategies.forget_game(&app.storage, &known.id);
    app.storage.remove(Folder::Games, &known.id[PREFIX.len()..]);
    app.library.write().remove(&known.id);
    app.shelf.forget(|id| *id == known.id);
    app.arenas.forget(|(id, _)| *id == known.id);
    Ok(())
}
