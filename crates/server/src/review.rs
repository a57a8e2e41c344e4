//! A played game, move by move: which were mistakes, and what would have been better.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::positions::{Board, Outcome, Ply, Position, name};
use crate::request::{Body, Names};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    moves: Vec<String>,
    #[serde(default)]
    database: Option<String>,
}

#[derive(Serialize)]
pub struct Review {
    plies: Vec<PlyEntry>,
    #[serde(rename = "final")]
    last: Position,
    /// Per role.
    mistakes: Vec<usize>,
}

#[derive(Serialize)]
struct PlyEntry {
    ply: usize,
    role: Option<String>,
    #[serde(rename = "move")]
    text: String,
    /// Before the move.
    state: String,
    /// None where nobody knows.
    perfect: Option<bool>,
    forced: bool,
    value_before: Option<Vec<i32>>,
    value_after: Option<Vec<i32>>,
    outcome_before: Option<Outcome>,
    outcome_after: Option<Outcome>,
    distance_before: Option<u32>,
    distance_after: Option<u32>,
    /// Keeps the value, but takes longer than it need, or gives in sooner.
    slower: bool,
    better: Vec<String>,
}

/// `POST /api/games/{game}/review`
pub async fn review(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(played): Body<Played>,
) -> Result<Json<Review>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, played.database.as_deref())?;
        let board = Board::new(&ready, held.as_deref())?;
        let plies = board.play(&played.moves.join(" "))?;
        let mut mistakes = vec![0; ready.prepared.game.roles.len()];
        let mut entries = Vec::with_capacity(plies.len());
        for (number, ply) in plies.iter().enumerate() {
            let entry = judge(&board, number + 1, ply)?;
            if let (Some(false), Some(role)) = (entry.perfect, ply.mover) {
                mistakes[role] += 1;
            }
            entries.push(entry);
        }
        let last = plies.last().map_or_else(|| board.oracle.initial(), |ply| ply.after.clone());
        let moves = plies.into_iter().map(|ply| ply.text).collect();
        Ok(Json(Review { plies: entries, last: board.position(&last, Some(moves))?, mistakes }))
    })
    .await
}

fn judge(board: &Board<'_>, ply: usize, made: &Ply) -> Result<PlyEntry, ApiError> {
    board.check_time()?;
    let answer = board.oracle.answer(&made.before)?;
    let role = made.mover.unwrap_or(0);
    let chosen = answer.moves.iter().find(|one| one.text == made.text);
    let best = answer.moves.first();
    // Of moves that several make at once none is the best, and so none is a mistake.
    let perfect = chosen.filter(|chosen| chosen.value.is_some() && !answer.at_once).map(|chosen| chosen.best);
    let value_after = chosen.and_then(|chosen| chosen.value.clone());
    let outcome = |value: &Option<Vec<i32>>| value.as_deref().and_then(|value| board.outcome(role, value));
    let better = answer.moves.iter().filter(|one| one.best && perfect == Some(false)).map(|one| one.text.clone());
    Ok(PlyEntry {
        ply,
        role: made.mover.map(|role| board.ready.prepared.game.roles[role].clone()),
        text: made.text.clone(),
        state: name(&made.before),
        perfect,
        forced: answer.moves.len() == 1,
        outcome_before: outcome(&answer.value),
        outcome_after: outcome(&value_after),
        distance_before: answer.distance.plies(),
        distance_after: chosen.and_then(|chosen| chosen.distance.plies()),
        slower: perfect == Some(true) && chosen.map(|chosen| chosen.distance) != best.map(|best| best.distance),
        better: better.collect(),
        value_before: answer.value,
        value_after,
    })
}
