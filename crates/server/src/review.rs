//! Reviews a game move by move: which moves were mistakes, and which would have been better.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::State as GameState;
use play::MatchRecord;
use play::review::expected::{ExpectedReview, JudgedChoice};
use play::review::html::page as page_of;
use play::review::{self, JudgedPly, PlyAnswer, Review as Judged};
use query::Ply;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::databases::HeldDatabase;
use crate::error::ApiError;
use crate::positions::{GameBoard, PositionAnswer, name};
use crate::request::{Body, Names};
use crate::shelf::Ready;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedLine {
    moves: Vec<String>,
    /// The name of the state in which the line begins.
    #[serde(default)]
    from: Option<String>,
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
    /// For each role, the points lost by its mistakes: expected points in games with chance or simultaneous moves.
    lost: Vec<f64>,
    /// The last ply that changed the value, counted from 1.
    decided: Option<usize>,
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
        let from = board.start_of(played.from.as_deref())?;
        let plies = board.play(&from, &played.moves.join(" "))?;
        let Judged { plies: judged, mut mistakes, lost, decided } = judge(&board, &plies)?;
        let mut lost: Vec<f64> = lost.into_iter().map(|points| points as f64).collect();
        let mut entries: Vec<PlyEntry> = (1..).zip(&judged).map(|(number, ply)| entry(&board, number, ply)).collect();
        let moves: Vec<String> = plies.iter().map(|ply| ply.text.clone()).collect();
        if let Some(review) = expected(&ready, held.as_deref(), &from, &moves.join(" "))? {
            for choice in review.plies.iter().flat_map(|ply| &ply.choices).filter(|choice| choice.mistake) {
                mistakes[choice.place] += 1;
                lost[choice.place] += choice.lost;
            }
            entries.iter_mut().zip(review.plies).for_each(|(entry, ply)| entry.choices = ply.choices);
        }
        let last = plies.last().map_or(from, |ply| ply.after.clone());
        let last = board.position(&last, Some(moves))?;
        Ok(Json(Review { plies: entries, last, mistakes, lost, decided: decided.map(|ply| ply + 1) }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageOf {
    moves: Vec<String>,
    /// For each role, its player.
    #[serde(default)]
    players: Vec<String>,
    /// The name of the state in which the line begins.
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    database: Option<String>,
}

/// `POST /api/games/{game}/review/page`
pub async fn page(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(played): Body<PageOf>,
) -> Result<impl IntoResponse, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, played.database.as_deref())?;
        held.as_deref().map(HeldDatabase::certain).transpose()?;
        let board = GameBoard::new(&ready, held.as_deref())?;
        let plies = board.play(&board.start_of(played.from.as_deref())?, &played.moves.join(" "))?;
        let judged = judge(&board, &plies)?;
        let (roles, notation) = (&ready.proved.game.roles, &ready.notation());
        let record = MatchRecord { players: played.players, ..MatchRecord::default() };
        let players = (0..roles.len()).map(|role| record.player(role, roles)).collect();
        let text = page_of(&judged, &ready.known.sheet.title, &review::Names { roles, players, notation });
        // To be saved, not to be shown here: the page of a game is not a part of this site.
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"game.html\""),
        ];
        Ok((headers, text))
    })
    .await
}

/// Judges a line, within the time of a request.
fn judge(board: &GameBoard<'_>, plies: &[Ply<GameState>]) -> Result<Judged, ApiError> {
    let mut judged = Vec::with_capacity(plies.len());
    for ply in plies {
        board.check_time()?;
        judged.push(JudgedPly::new(&board.oracle, ply)?);
    }
    Ok(Judged::new(judged, board.ready.proved.game.roles.len()))
}

/// The review of a game with chance or simultaneous moves, if its solution has all its positions.
fn expected(
    ready: &Ready,
    held: Option<&HeldDatabase>,
    from: &GameState,
    moves: &str,
) -> Result<Option<ExpectedReview>, ApiError> {
    let Some(mut oracle) = held.and_then(HeldDatabase::expected) else { return Ok(None) };
    let start = oracle.state(&from.facts(&ready.proved.game).join(" "));
    match start.and_then(|start| ExpectedReview::of(&mut oracle, &start, moves)) {
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
