//! Finds positions of a solved game by conditions: counts, and examples to look at.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use board::Picture;
use explore::{Explorer, FindConditions, FoundPositions, Wanted};
use serde::{Deserialize, Serialize};
use solution::StoredState;

use crate::app::App;
use crate::databases::{HeldDatabase, is_complete, number};
use crate::error::{ApiError, Code};
use crate::positions::{GameBoard, Worth, name};
use crate::request::{Body, Names};
use crate::shelf::Ready;

/// The maximum number of positions in an answer.
const MOST: usize = 60;

/// The time limit for checking positions one by one.
const PASS_TIMEOUT: Duration = Duration::from_secs(8);

/// Conditions as for `backsolve find`, and which of the matching positions are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FindRequest {
    database: Option<String>,
    values: Vec<String>,
    distance: Option<String>,
    to_move: Option<String>,
    layer: Option<String>,
    holds: Vec<String>,
    fails: Vec<String>,
    over: Option<bool>,
    optimal_moves: Option<String>,
    zugzwang: bool,
    order: PositionOrder,
    positions: usize,
    /// The same seed draws the same random positions.
    seed: u64,
}

/// The order in which positions are wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PositionOrder {
    #[default]
    First,
    Random,
    Longest,
    PerDistance,
}

/// What was found.
#[derive(Serialize)]
pub struct FindAnswer {
    database: String,
    /// Whether the whole game is solved.
    complete: bool,
    /// Whether time was up before all positions were checked.
    partial: bool,
    states: u64,
    values: Vec<ValueCount>,
    /// Empty if distances are not stored.
    distances: Vec<DistanceCount>,
    layers: Vec<LayerCount>,
    positions: Vec<FoundPosition>,
}

#[derive(Serialize)]
struct ValueCount {
    value: Vec<i32>,
    states: u64,
}

#[derive(Serialize)]
struct DistanceCount {
    /// `None`: optimal play is infinite.
    distance: Option<u32>,
    states: u64,
}

#[derive(Serialize)]
struct LayerCount {
    layer: usize,
    states: u64,
}

/// A position that was found.
#[derive(Serialize)]
struct FoundPosition {
    state: String,
    facts: Vec<String>,
    to_move: Option<String>,
    terminal: bool,
    layer: usize,
    #[serde(flatten)]
    worth: Worth,
    board: Option<Picture>,
}

/// `POST /api/games/{game}/find`
pub async fn find(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(request): Body<FindRequest>,
) -> Result<Json<FindAnswer>, ApiError> {
    let ready = app.ready(&id).await?;
    operations::check_strategic(&ready.rules)?;
    // Without conditions that need the rules nothing is listed, which takes milliseconds.
    let is_slow = request.optimal_moves.is_some() || request.zugzwang || request.over.is_some();
    app.by_weight(is_slow, move |app| {
        let held = app.databases.of_game(&ready.known.id, request.database.as_deref())?;
        let unsolved = || ApiError::new(Code::Unsuited, "this game is not solved yet").hint("solve it first");
        let held = held.ok_or_else(unsolved)?;
        Ok(Json(answer(&ready, &held, &request, app.share() as u64 / 2)?))
    })
    .await
}

impl FindRequest {
    fn conditions(&self) -> FindConditions {
        FindConditions {
            values: self.values.clone(),
            distance: self.distance.clone(),
            to_move: self.to_move.clone(),
            layer: self.layer.clone(),
            holds: self.holds.clone(),
            fails: self.fails.clone(),
            over: self.over,
            optimal_moves: self.optimal_moves.clone(),
            zugzwang: self.zugzwang,
        }
    }

    fn wanted(&self) -> Wanted {
        let positions = self.positions.min(MOST);
        match self.order {
            _ if positions == 0 => Wanted::Counts,
            PositionOrder::First => Wanted::First(positions),
            PositionOrder::Random => Wanted::Sample { positions, seed: self.seed },
            PositionOrder::Longest => Wanted::Longest(positions),
            PositionOrder::PerDistance => Wanted::PerDistance,
        }
    }
}

fn answer(ready: &Ready, held: &HeldDatabase, request: &FindRequest, memory: u64) -> Result<FindAnswer, ApiError> {
    let board = GameBoard::new(ready, Some(held))?;
    let explorer = Explorer::new(&ready.proved.game, held.certain()?)?;
    let criteria = request.conditions().read(&explorer)?;
    let end = Instant::now() + PASS_TIMEOUT;
    let is_late = || Instant::now() > end;
    let FoundPositions { counts, mut positions } = explorer.find(&criteria, request.wanted(), memory, &is_late)?;
    positions.truncate(MOST);
    let positions = positions.iter().map(|stored| described(&board, &explorer, stored));
    Ok(FindAnswer {
        positions: positions.collect::<Result<_, ApiError>>()?,
        database: held.id.clone(),
        complete: is_complete(held.database.manifest()),
        partial: !criteria.tests.is_empty() && is_late(),
        states: number(counts.states),
        values: counts.values.into_iter().rev().map(|(value, n)| ValueCount { value, states: number(n) }).collect(),
        distances: (counts.distances.into_iter())
            .map(|(distance, n)| DistanceCount { distance, states: number(n) })
            .collect(),
        layers: counts.layers.into_iter().map(|(layer, n)| LayerCount { layer, states: number(n) }).collect(),
    })
}

fn described(board: &GameBoard<'_>, explorer: &Explorer<'_>, stored: &StoredState) -> Result<FoundPosition, ApiError> {
    let state = explorer.state(&stored.values);
    let answer = board.oracle.answer(&state)?;
    let (ready, role) = (board.ready, answer.to_move.unwrap_or(0));
    let game = &ready.proved.game;
    Ok(FoundPosition {
        state: name(&state),
        facts: state.facts(game).into_iter().map(str::to_owned).collect(),
        to_move: answer.to_move.map(|role| game.roles[role].clone()),
        terminal: answer.terminal,
        layer: stored.layer,
        worth: board.worth(role, answer.value, answer.distance),
        board: ready.board.as_ref().map(|board| board.view(game, &state)),
    })
}
