//! A played game, move by move: which were mistakes, and what would have been better.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use query::Judgement;
use query::scoring::WinDrawLoss;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::positions::{GameBoard, Ply, PositionAnswer, name};
use crate::request::{Body, Names};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedLine {
    moves: Vec<String>,
    #[serde(default)]
    database: Option<String>,
}

#[derive(Serialize)]
pub struct Review {
    plies: Vec<PlyEntry>,
    #[serde(rename = "final")]
    last: PositionAnswer,
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
    #[serde(flatten)]
    judgement: Judgement,
    outcome_before: Option<WinDrawLoss>,
    outcome_after: Option<WinDrawLoss>,
    /// What whoever moves gets, where the game is scored in points.
    points_before: Option<i32>,
    points_after: Option<i32>,
}

/// `POST /api/games/{game}/review`
pub async fn review(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(played): Body<PlayedLine>,
) -> Result<Json<Review>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, played.database.as_deref())?;
        let board = GameBoard::new(&ready, held.as_deref())?;
        let plies = board.play(&played.moves.join(" "))?;
        let mut mistakes = vec![0; ready.proved.game.roles.len()];
        let mut entries = Vec::with_capacity(plies.len());
        for (number, ply) in plies.iter().enumerate() {
            let entry = judge(&board, number + 1, ply)?;
            if let Some(role) = ply.mover.filter(|_| entry.judgement.is_mistake()) {
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

fn judge(board: &GameBoard<'_>, ply: usize, made: &Ply) -> Result<PlyEntry, ApiError> {
    board.check_time()?;
    let judgement = Judgement::new(board.oracle.answer(&made.before)?, &made.text);
    let role = made.mover.unwrap_or(0);
    let outcome = |value: &Option<Vec<i32>>| board.outcome(role, value.as_deref()?);
    let points = |value: &Option<Vec<i32>>| board.points(role, value.as_deref()?);
    Ok(PlyEntry {
        ply,
        role: made.mover.map(|role| board.ready.proved.game.roles[role].clone()),
        text: made.text.clone(),
        state: name(&made.before),
        outcome_before: outcome(&judgement.value_before),
        outcome_after: outcome(&judgement.value_after),
        points_before: points(&judgement.value_before),
        points_after: points(&judgement.value_after),
        judgement,
    })
}
