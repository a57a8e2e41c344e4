//! Positions: what holds, who may do what, what each move is worth, and where it acts on the board.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use board::{Change, Picture};
use query::scoring::{WinDrawLoss, are_points, goals_are_points};
use query::{Distance, GroundOracle};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::databases::{HeldDatabase, is_complete};
use crate::error::{ApiError, Code};
use crate::request::{Body, Names, Parameters};
use crate::shelf::Ready;

/// Positions in one request, at most.
const BATCH: usize = 256;

/// Bytes of the moves to a position, at most: each ply is worked out.
const LONGEST_LINE: usize = 16 << 10;

/// Time for what one request asks for.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A ply that was made.
pub type Ply = query::Ply<game::State>;

/// Which position: after moves from the start, or from its facts, or by its name. Nothing means the start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionReference {
    #[serde(default)]
    moves: Option<Vec<String>>,
    #[serde(default)]
    facts: Option<Vec<String>>,
    #[serde(default)]
    state: Option<String>,
}

/// A position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    game: String,
    pub state: String,
    facts: Vec<String>,
    moves_played: Option<Vec<String>>,
    terminal: bool,
    /// The role that has no legal move although the game is not over, where one has none: nothing can be played there
    /// either.
    stuck: Option<String>,
    /// Where nothing is left to be played, and that counts as an end.
    rewards: Option<Vec<i32>>,
    to_move: Option<String>,
    mover: Option<usize>,
    /// Whether several roles choose at once, so that the moves are joint moves.
    at_once: bool,
    database: Option<String>,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    endless: bool,
    distance_unknown: bool,
    outcome: Option<WinDrawLoss>,
    /// What whoever moves gets, where the game is scored in points.
    points: Option<i32>,
    legal: Vec<Vec<String>>,
    moves: Vec<MoveEntry>,
    pub board: Option<Picture>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    text: String,
    joint: Vec<String>,
    state: String,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    endless: bool,
    distance_unknown: bool,
    best: bool,
    outcome: Option<WinDrawLoss>,
    points: Option<i32>,
    cells: Vec<usize>,
    counter: Option<usize>,
    changes: Vec<Change>,
}

impl PositionAnswer {
    /// Those of some moves that end the game soonest, or latest where it is lost.
    pub fn soonest<'m>(&self, moves: &'m [String]) -> Vec<&'m String> {
        // The best are first here, and of these the fastest.
        let mut ranked = self.moves.iter().filter(|one| moves.contains(&one.text));
        let distance = ranked.next().and_then(|first| first.distance);
        let is_as_fast = |made: &&String| self.moves.iter().any(|one| one.text == **made && one.distance == distance);
        moves.iter().filter(is_as_fast).collect()
    }

    /// Where a move acts.
    pub fn cells_of(&self, made: &str) -> Vec<usize> {
        self.moves.iter().find(|one| one.text == made).map_or(Vec::new(), |one| one.cells.clone())
    }
}

/// A game on the board, with a solution beside it where there is one.
pub struct GameBoard<'b> {
    pub ready: &'b Ready,
    pub oracle: GroundOracle<'b>,
    /// Whether values are told in points.
    pub in_points: bool,
    held: Option<&'b HeldDatabase>,
    /// When whoever asked has waited long enough.
    end: Instant,
}

impl<'b> GameBoard<'b> {
    /// Sets the board up. Of a game that is not solved no database is asked, whoever made it.
    pub fn new(ready: &'b Ready, held: Option<&'b HeldDatabase>) -> Result<GameBoard<'b>, ApiError> {
        let held = held.filter(|_| ready.rules.uncertainty().is_none());
        let oracle =
            GroundOracle::new(&ready.proved.game, held.map(|held| &held.database))?.with_notation(ready.notation());
        // By the rewards that occur where the game is solved, otherwise by what its goals offer.
        let in_points = match held.filter(|held| is_complete(held.database.manifest())) {
            Some(held) => are_points(held.outcomes()),
            None => goals_are_points(&ready.proved.game.goals),
        };
        Ok(GameBoard { ready, oracle, in_points, held, end: Instant::now() + ANSWER_TIMEOUT })
    }

    /// An error if this takes too long.
    pub fn check_time(&self) -> Result<(), ApiError> {
        match Instant::now() > self.end {
            true => Err(ApiError::new(Code::Limit, "this took too long").hint("ask for fewer positions at a time")),
            false => Ok(()),
        }
    }

    /// The position at the start.
    pub fn start(&self) -> Result<PositionAnswer, ApiError> {
        self.position(&self.oracle.initial(), Some(Vec::new()))
    }

    /// The state of a place, and the moves that led there where it is given by moves.
    pub fn find(&self, place: &PositionReference) -> Result<(game::State, Option<Vec<Ply>>), ApiError> {
        match place {
            PositionReference { moves: None, facts: None, state: Some(name) } => Ok((self.named(name)?, None)),
            PositionReference { moves: None, facts: Some(facts), state: None } => {
                Ok((self.with_facts(&facts.join(" "))?, None))
            }
            PositionReference { moves, facts: None, state: None } => {
                let plies = self.play(&moves.as_deref().unwrap_or_default().join(" "))?;
                Ok((plies.last().map_or_else(|| self.oracle.initial(), |ply| ply.after.clone()), Some(plies)))
            }
            _ => Err(ApiError::bad_request("give exactly one of moves, facts and state")),
        }
    }

    /// Plays moves from the start.
    pub fn play(&self, moves: &str) -> Result<Vec<Ply>, ApiError> {
        if moves.len() > LONGEST_LINE {
            return Err(ApiError::bad_request("there are too many moves"));
        }
        Ok(self.oracle.play(&self.oracle.initial(), moves)?)
    }

    /// The state with these facts.
    pub fn with_facts(&self, facts: &str) -> Result<game::State, ApiError> {
        let state = self.oracle.state(facts)?;
        self.check(state)
    }

    /// The state with facts that the game itself wrote.
    pub fn state_of(&self, facts: &[String]) -> Result<game::State, ApiError> {
        Ok(self.oracle.state_of(facts)?)
    }

    /// The state with a name.
    fn named(&self, name: &str) -> Result<game::State, ApiError> {
        let wrong = || ApiError::bad_request("this is not a state of the game");
        let state = self::state(name, self.ready.proved.game.fluents.len()).ok_or_else(wrong)?;
        self.check(state)
    }

    /// Refuses what the proved variables exclude.
    fn check(&self, state: game::State) -> Result<game::State, ApiError> {
        let game = &self.ready.proved.game;
        for variable in &game.variables {
            let holding = variable.fluents.iter().filter(|&&fluent| state.contains(fluent)).count();
            if holding > 1 || (holding == 0 && !variable.none) {
                let what = if holding > 1 { "several facts hold" } else { "no fact holds" };
                return Err(ApiError::bad_request(format!(
                    "{what} of {}, so this is not a state of the game",
                    variable.name
                )));
            }
        }
        Ok(state)
    }

    /// A state, described.
    pub fn position(&self, state: &game::State, moves_played: Option<Vec<String>>) -> Result<PositionAnswer, ApiError> {
        let (ready, game) = (self.ready, &self.ready.proved.game);
        let answer = self.oracle.answer(state)?;
        let view = ready.board.as_ref().map(|board| board.view(game, state));
        let role = answer.to_move.unwrap_or(0);
        let moves = answer.moves.into_iter().map(|one| {
            let act = match (&ready.board, &view) {
                (Some(board), Some(view)) => {
                    let made = match answer.to_move {
                        Some(role) => one.joint[role].as_str(),
                        // What several do at once is no place on the board, but what it changes is.
                        None => "",
                    };
                    board.act(&game.roles[role], made, view, &board.view(game, &one.next))
                }
                _ => board::Act::default(),
            };
            MoveEntry {
                state: name(&one.next),
                outcome: one.value.as_deref().and_then(|value| self.outcome(role, value)),
                points: one.value.as_deref().and_then(|value| self.points(role, value)),
                distance: one.distance.plies(),
                endless: one.distance == Distance::Endless,
                distance_unknown: one.distance.is_unknown(),
                best: one.best,
                value: one.value,
                text: one.text,
                joint: one.joint,
                cells: act.cells,
                counter: act.counter,
                changes: act.changes,
            }
        });
        let ends = answer.terminal || answer.stuck.is_some();
        Ok(PositionAnswer {
            game: ready.known.id.clone(),
            state: name(state),
            facts: state.facts(game).into_iter().map(str::to_owned).collect(),
            moves_played,
            terminal: answer.terminal,
            stuck: answer.stuck.map(|role| game.roles[role].clone()),
            rewards: answer.value.clone().filter(|_| ends),
            to_move: answer.to_move.map(|role| game.roles[role].clone()),
            mover: answer.to_move,
            at_once: answer.at_once,
            database: self.held.map(|held| held.id.clone()),
            outcome: answer.value.as_deref().and_then(|value| self.outcome(role, value)),
            points: answer.value.as_deref().and_then(|value| self.points(role, value)),
            value: answer.value,
            distance: answer.distance.plies(),
            endless: answer.distance == Distance::Endless,
            distance_unknown: answer.distance.is_unknown(),
            legal: self
                .oracle
                .legal(state)
                .into_iter()
                .map(|moves| moves.into_iter().map(str::to_owned).collect())
                .collect(),
            moves: moves.collect(),
            board: view,
        })
    }

    /// What a role gets, where the game is scored in points.
    pub fn points(&self, role: usize, value: &[i32]) -> Option<i32> {
        value.get(role).copied().filter(|_| self.in_points)
    }

    /// How a value looks to a role.
    pub fn outcome(&self, role: usize, value: &[i32]) -> Option<WinDrawLoss> {
        WinDrawLoss::of(value, role, &self.ready.proved.game.goals)
    }
}

/// A short name of a state, for links: its row of bits, in hexadecimal, lowest first, without the zeros at the end.
pub fn name(state: &game::State) -> String {
    let bytes = state.words().iter().flat_map(|word| word.to_le_bytes());
    let text: String = bytes.map(|byte| format!("{byte:02x}")).collect();
    let text = text.trim_end_matches('0');
    if text.is_empty() { "0".to_owned() } else { text.to_owned() }
}

/// The state with such a name, of so many fluents.
fn state(name: &str, fluents: usize) -> Option<game::State> {
    let mut state = game::State::empty(fluents);
    if name.len() > state.words().len() * 16 {
        return None;
    }
    for (place, digit) in name.bytes().enumerate() {
        let digit = char::from(digit).to_digit(16)?;
        // Two digits are a byte, the higher half first.
        let lowest = 8 * (place / 2) + if place % 2 == 0 { 4 } else { 0 };
        for bit in (0..4).filter(|bit| digit >> bit & 1 == 1) {
            let fluent = lowest + bit;
            if fluent >= fluents {
                return None;
            }
            state.insert(game::Fluent(fluent as u32));
        }
    }
    Some(state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    moves: Option<String>,
    state: Option<String>,
    database: Option<String>,
}

/// `GET /api/games/{game}/position`
pub async fn get(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Json<PositionAnswer>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, asked.database.as_deref())?;
        let place = PositionReference { moves: asked.moves.map(|moves| vec![moves]), facts: None, state: asked.state };
        Ok(Json(describe(&GameBoard::new(&ready, held.as_deref())?, &place)?))
    })
    .await
}

fn describe(board: &GameBoard<'_>, place: &PositionReference) -> Result<PositionAnswer, ApiError> {
    board.check_time()?;
    let (state, plies) = board.find(place)?;
    board.position(&state, plies.map(|plies| plies.into_iter().map(|ply| ply.text).collect()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    positions: Vec<PositionReference>,
    #[serde(default)]
    database: Option<String>,
}

#[derive(Serialize)]
pub struct Described {
    positions: Vec<Either>,
}

/// A position, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Either {
    Position(Box<PositionAnswer>),
    Error(ApiError),
}

/// `POST /api/games/{game}/positions`
pub async fn batch(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(batch): Body<Batch>,
) -> Result<Json<Described>, ApiError> {
    bounded(&batch.positions)?;
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, batch.database.as_deref())?;
        let board = GameBoard::new(&ready, held.as_deref())?;
        let either = |place: &PositionReference| match describe(&board, place) {
            Ok(position) => Either::Position(Box::new(position)),
            Err(error) => Either::Error(error),
        };
        Ok(Json(Described { positions: batch.positions.iter().map(either).collect() }))
    })
    .await
}

/// Refuses more positions than one request may ask for.
pub fn bounded(positions: &[PositionReference]) -> Result<(), ApiError> {
    match positions.len() {
        0..=BATCH => Ok(()),
        _ => Err(ApiError::bad_request(format!("a request may ask for at most {BATCH} positions"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_states() {
        for fluents in [1, 7, 64, 65, 200] {
            for step in 1..5 {
                let holding = (0..fluents).step_by(step).map(|fluent| game::Fluent(fluent as u32));
                let original = game::State::from_fluents(fluents, holding);
                assert_eq!(state(&name(&original), fluents), Some(original));
            }
        }
        assert_eq!(state("0", 5), Some(game::State::empty(5)));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in ["zz", "ff", "é", &"0".repeat(100), "../.."] {
            assert_eq!(state(text, 4), None, "{text}");
        }
    }
}
