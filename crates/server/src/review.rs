//! Reviews a game move by move: which moves were mistakes, and which would have been better.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use play::review::expected::{ExpectedReview, JudgedChoice};
use play::review::{JudgedPly, PlyAnswer, Review as Judged};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::databases::HeldDatabase;
use crate::error::ApiError;
use crate::positions::{GameBoard, PositionAnswer, name};
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
    /// Per role but chance the expected points lost by mistakes, in games with chance or simultaneous moves.
    lost: Option<Vec<f64>>,
}

#[derive(Serialize)]
struct PlyEntry {
    #[serde(flatten)]
    answer: PlyAnswer,
    /// Before the move.
    state: String,
    /// The points of the role to move, if the game is scored in points.
    points_before: Option<i32>,
    points_after: Option<i32>,
    /// What the roles that had a choice did, in games with chance or simultaneous moves.
    choices: Vec<JudgedChoice>,
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
        let mut judged = Vec::with_capacity(plies.len());
        for ply in &plies {
            board.check_time()?;
            judged.push(JudgedPly::new(&board.oracle, ply)?);
        }
        let Judged { plies: judged, mut mistakes, .. } = Judged::new(judged, ready.proved.game.roles.len());
        let mut entries: Vec<PlyEntry> = (1..).zip(&judged).map(|(number, ply)| entry(&board, number, ply)).collect();
        let moves: Vec<String> = plies.iter().map(|ply| ply.text.clone()).collect();
        let mut lost = None;
        if let Some(review) = expected(held.as_deref(), &moves.join(" "))? {
            for choice in review.plies.iter().flat_map(|ply| &ply.choices).filter(|choice| choice.mistake) {
                mistakes[choice.place] += 1;
            }
            lost = Some(review.lost);
            entries.iter_mut().zip(review.plies).for_each(|(entry, ply)| entry.choices = ply.choices);
        }
        let last = plies.last().map_or_else(|| board.oracle.initial(), |ply| ply.after.clone());
        Ok(Json(Review { plies: entries, last: board.position(&last, Some(moves))?, mistakes, lost }))
    })
    .await
}

/// The review of a game with chance or simultaneous moves, if its solution has all its positions.
fn expected(held: Option<&HeldDatabase>, moves: &str) -> Result<Option<ExpectedReview>, ApiError> {
    let Some(mut oracle) = held.and_then(HeldDatabase::expected) else { return Ok(None) };
    match ExpectedReview::of(&mut oracle, moves) {
        Ok(review) => Ok(Some(review)),
        Err(query::Error::Question(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn entry(board: &GameBoard<'_>, ply: usize, judged: &JudgedPly) -> PlyEntry {
    let points = |value: &Option<Vec<i32>>| board.points(judged.mover.unwrap_or(0), value.as_deref()?);
    PlyEntry {
        answer: judged.answer(ply, &board.ready.proved.game),
        state: name(&judged.before),
        points_before: points(&judged.judgement.value_before),
        points_after: points(&judged.judgement.value_after),
        choices: Vec::new(),
    }
}
