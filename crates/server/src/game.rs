//! One game: its class, its picture, its rule sheet.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use board::{Geometry, Reach};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::app::App;
use crate::databases::Summary;
use crate::error::ApiError;
use crate::library::GameOrigin;
use crate::positions::{GameBoard, PositionAnswer};
use crate::request::Names;
use crate::shelf::Ready;

/// With more facts and moves describing a game takes more than a moment.
const LARGE: usize = 50_000;

/// A game.
#[derive(Serialize)]
pub struct GameAnswer {
    id: String,
    title: String,
    origin: GameOrigin,
    description: Option<&'static str>,
    roles: Vec<String>,
    /// The index of the role that moves by chance.
    random: Option<usize>,
    /// Whether it can be solved, as far as is known before.
    solvable: bool,
    /// For each role, its minimum and maximum reward.
    rewards: Vec<[i32; 2]>,
    /// Whether values are shown in points rather than as wins, draws and losses.
    in_points: bool,
    class: Class,
    variables: Vec<VariableEntry>,
    moves: usize,
    fluents: usize,
    symmetries: String,
    /// Whether it can be solved in a moment, and its number of states if so.
    small: bool,
    states: Option<usize>,
    facts: Vec<String>,
    move_names: Vec<Vec<String>>,
    /// The notation of moves, by their terms.
    names: BTreeMap<String, String>,
    board: Option<Geometry>,
    /// For each role and move, where it may act.
    places: BTreeMap<String, BTreeMap<String, Reach>>,
    start: PositionAnswer,
    hints: Option<Map<String, Value>>,
    /// Why the sheet's own hints cannot be read.
    drawing_problem: Option<String>,
    databases: Vec<Summary>,
    strategies_possible: bool,
    why_no_strategies: Option<Cow<'static, str>>,
}

#[derive(Serialize)]
struct VariableEntry {
    name: String,
    facts: Vec<String>,
    /// Whether one of the facts holds in every state, rather than at most one.
    exhaustive: bool,
}

#[derive(Serialize)]
struct Class {
    text: String,
    turn_taking: &'static str,
    alternating: &'static str,
    constant_sum: Option<i32>,
    acyclic: &'static str,
}

/// `GET /api/games/{game}`
pub async fn get(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<Json<GameAnswer>, ApiError> {
    let ready = app.ready(&id).await?;
    let game = &ready.proved.game;
    let is_large = game.fluents.len() + game.moves.iter().map(Vec::len).sum::<usize>() > LARGE;
    app.by_weight(is_large, move |app| Ok(Json(describe(app, &ready)?))).await
}

fn describe(app: &App, ready: &Ready) -> Result<GameAnswer, ApiError> {
    let game = &ready.proved.game;
    let held = app.databases.of_game(&ready.known.id, None)?;
    let board = GameBoard::new(ready, held.as_deref())?;
    let why_no_strategies = unsuited(ready);
    let fact = |fluent: &game::Fluent| game.fluents[fluent.0 as usize].clone();
    Ok(GameAnswer {
        id: ready.known.id.clone(),
        title: ready.known.sheet.title.clone(),
        origin: ready.known.sheet.origin,
        description: ready.known.bundled.map(|bundled| bundled.rules.as_str()),
        roles: game.roles.clone(),
        random: ready.rules.random(),
        solvable: ready.is_solvable(),
        rewards: game.goals.iter().map(|goals| range(goals)).collect(),
        in_points: board.in_points,
        class: class(ready),
        variables: game
            .variables
            .iter()
            .map(|variable| VariableEntry {
                name: variable.name.clone(),
                facts: variable.fluents.iter().map(fact).collect(),
                exhaustive: !variable.none,
            })
            .collect(),
        moves: game.moves.iter().map(Vec::len).sum(),
        fluents: game.fluents.len(),
        symmetries: ready.proved.symmetries.fixing_roles.to_string(),
        small: ready.states.is_some() && ready.is_solvable(),
        states: ready.states,
        facts: game.fluents.clone(),
        move_names: game.moves.iter().map(|moves| moves.iter().map(|made| made.name.clone()).collect()).collect(),
        names: names(ready),
        places: places(ready),
        board: ready.board.as_ref().map(|board| board.geometry.clone()),
        start: board.start()?,
        hints: ready.drawing.object().cloned(),
        drawing_problem: ready.drawing_problem.clone(),
        databases: app.databases.summaries(|game| game == ready.known.id),
        strategies_possible: why_no_strategies.is_none(),
        why_no_strategies,
    })
}

fn range(goals: &[game::Goal]) -> [i32; 2] {
    let rewards = || goals.iter().map(|goal| goal.reward);
    [rewards().min().unwrap_or(0), rewards().max().unwrap_or(0)]
}

fn class(ready: &Ready) -> Class {
    let class = &ready.proved.class;
    Class {
        text: operations::class_in_words(&ready.proved.class, false),
        turn_taking: class.turn_taking.verdict.name(),
        alternating: class.alternating.verdict.name(),
        constant_sum: class.sum,
        acyclic: class.acyclic.verdict.name(),
    }
}

fn names(ready: &Ready) -> BTreeMap<String, String> {
    let terms = ready.proved.game.moves.iter().flatten().map(|made| &made.name);
    let notation = ready.notation();
    terms.map(|term| (term.clone(), notation.of_move(term))).collect()
}

fn places(ready: &Ready) -> BTreeMap<String, BTreeMap<String, Reach>> {
    let Some(board) = &ready.board else { return BTreeMap::new() };
    let game = &ready.proved.game;
    let of_role = |(role, moves): (&String, &Vec<game::Move>)| {
        let reach = |made: &game::Move| (made.name.clone(), board.reach(role, &made.name));
        (role.clone(), moves.iter().map(reach).collect())
    };
    game.roles.iter().zip(&game.moves).map(of_role).collect()
}

/// Why strategies cannot be made for a game, as far as its class shows.
fn unsuited(ready: &Ready) -> Option<Cow<'static, str>> {
    if let Some(uncertainty) = ready.rules.uncertainty() {
        return Some(Cow::Owned(format!("No strategies: {uncertainty}.")));
    }
    let class = &ready.proved.class;
    let why = match class.roles {
        1 => None,
        2 if class.constant_sum.is_refuted() => {
            Some("Strategies need a game in which one player's gain is the other's loss.")
        }
        2 if class.turn_taking.is_refuted() => Some("Strategies need a game without simultaneous moves."),
        2 => None,
        _ => Some("Strategies need a game with one or two players."),
    };
    why.map(Cow::Borrowed)
}

/// `GET /api/games/{game}/sheet`
pub async fn sheet(State(app): State<Arc<App>>, Names(id): Names<String>) -> Result<impl IntoResponse, ApiError> {
    let text = app.library.find(&id)?.sheet.text;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
