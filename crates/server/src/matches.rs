//! Played games in and out: reads moves and match records, and writes match records.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use play::MatchRecord;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::positions::{GameBoard, LONGEST_LINE};
use crate::request::{Body, Names};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchText {
    text: String,
}

/// A match as the page needs it.
#[derive(Serialize)]
pub struct MatchAnswer {
    /// The game that the record names.
    game: Option<String>,
    /// For each role, its player, if the record names them.
    players: Vec<String>,
    /// One text per ply.
    moves: Vec<String>,
}

/// `POST /api/games/{game}/matches/read`
pub async fn read(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(given): Body<MatchText>,
) -> Result<Json<MatchAnswer>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |_| {
        let record = MatchRecord::read(&given.text).map_err(ApiError::bad_request)?;
        let board = GameBoard::new(&ready, None)?;
        if record.text().len() > LONGEST_LINE {
            return Err(ApiError::bad_request("there are too many moves"));
        }
        let plies = record.plies(&board.oracle)?;
        let moves = plies.into_iter().map(|ply| ply.text).collect();
        Ok(Json(MatchAnswer { game: record.game, players: record.players, moves }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchMoves {
    moves: Vec<String>,
    /// For each role, its player.
    #[serde(default)]
    players: Vec<String>,
}

/// `POST /api/games/{game}/matches/write`
pub async fn write(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(played): Body<MatchMoves>,
) -> Result<Json<MatchRecord>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |_| {
        let board = GameBoard::new(&ready, None)?;
        let start = board.oracle.initial();
        let plies = board.play(&start, &played.moves.join(" "))?;
        let last = plies.last().map_or(start, |ply| ply.after.clone());
        let end = board.oracle.answer(&last)?;
        let is_complete = end.terminal || end.stuck.is_some();
        Ok(Json(MatchRecord {
            game: Some(ready.known.id.clone()),
            roles: ready.proved.game.roles.clone(),
            players: played.players,
            moves: plies.into_iter().map(|ply| ply.joint).collect(),
            rewards: end.value.filter(|_| is_complete).unwrap_or_default(),
            is_complete,
        }))
    })
    .await
}
