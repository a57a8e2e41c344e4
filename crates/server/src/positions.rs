//! Positions: their facts, the legal moves with values, and where each move acts on the board.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use board::{Act, Picture};
use query::scoring::{WinDrawLoss, are_points, goals_are_points};
use query::{Distance, GroundOracle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::databases::{HeldDatabase, is_complete};
use crate::error::{ApiError, Code};
use crate::expected::ExpectedPosition;
use crate::request::{Body, Names, Parameters};
use crate::shelf::Ready;

/// The maximum number of positions in one request.
const BATCH: usize = 256;

/// The maximum length of the moves to a position in bytes: each ply is evaluated.
pub const LONGEST_LINE: usize = 16 << 10;

/// The time limit of one request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A ply.
pub type Ply = query::Ply<game::State>;

/// A reference to a position: by moves from the start or from a named state, by facts, or by name. Empty for the start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionReference {
    #[serde(default)]
    moves: Option<Vec<String>>,
    /// The name of the state from which the moves are made.
    #[serde(default)]
    from: Option<String>,
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
    /// The role without a legal move in a non-terminal position, if there is one: no move can be made there.
    stuck: Option<String>,
    /// The rewards, if the game has ended.
    rewards: Option<Vec<i32>>,
    to_move: Option<String>,
    mover: Option<usize>,
    /// Whether moves are simultaneous, so that they are joint moves.
    at_once: bool,
    database: Option<String>,
    #[serde(flatten)]
    worth: Worth,
    legal: Vec<Vec<String>>,
    moves: Vec<MoveEntry>,
    /// Expected rewards and mixed strategies, in games with chance or simultaneous moves.
    expected: Option<ExpectedPosition>,
    pub board: Option<Picture>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    text: String,
    joint: Vec<String>,
    state: String,
    best: bool,
    #[serde(flatten)]
    worth: Worth,
    #[serde(flatten)]
    act: Act,
}

/// The value of a position or a move.
#[derive(Clone, Debug, Serialize)]
pub struct Worth {
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    endless: bool,
    distance_unknown: bool,
    outcome: Option<WinDrawLoss>,
    /// The points of the role to move, if the game is scored in points.
    points: Option<i32>,
}

impl PositionAnswer {
    /// The moves among `moves` that end the game soonest, or latest if it is lost.
    pub fn soonest<'m>(&self, moves: &'m [String]) -> Vec<&'m String> {
        // The best are first here, and the fastest of these.
        let mut ranked = self.moves.iter().filter(|one| moves.contains(&one.text));
        let distance = ranked.next().and_then(|first| first.worth.distance);
        let is_as_fast =
            |made: &&String| self.moves.iter().any(|one| one.text == **made && one.worth.distance == distance);
        moves.iter().filter(is_as_fast).collect()
    }

    /// The cells where a move acts.
    pub fn cells_of(&self, made: &str) -> Vec<usize> {
        self.moves.iter().find(|one| one.text == made).map_or(Vec::new(), |one| one.act.cells.clone())
    }
}

/// A game on the board, with a solution if there is one.
pub struct GameBoard<'b> {
    pub ready: &'b Ready,
    pub oracle: GroundOracle<'b>,
    /// Whether values are shown in points.
    pub in_points: bool,
    held: Option<&'b HeldDatabase>,
    /// The deadline of the request.
    end: Instant,
}

impl<'b> GameBoard<'b> {
    /// Sets up the board. Earlier versions ignored chance and hidden information; their databases are ignored.
    pub fn new(ready: &'b Ready, held: Option<&'b HeldDatabase>) -> Result<GameBoard<'b>, ApiError> {
        let is_sound = |held: &&HeldDatabase| match held.database.expected() {
            Some(_) => true,
            None => ready.rules.uncertainty().is_none(),
        };
        let held = held.filter(is_sound);
        let outcomes = held.and_then(|held| held.database.outcomes());
        let oracle = GroundOracle::new(&ready.proved.game, outcomes.map(Arc::as_ref))?.with_notation(ready.notation());
        // By the rewards that occur if the game is solved, otherwise by its goals.
        let in_points = match held.filter(|held| outcomes.is_some() && is_complete(held.database.manifest())) {
            Some(held) => are_points(held.outcomes()),
            None => goals_are_points(&ready.goals_of_players()),
        };
        Ok(GameBoard { ready, oracle, in_points, held, end: Instant::now() + ANSWER_TIMEOUT })
    }

    /// An error if the deadline has passed.
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

    /// The referenced state, and the moves to it if it is given by moves.
    pub fn find(&self, place: &PositionReference) -> Result<(game::State, Option<Vec<Ply>>), ApiError> {
        match place {
            PositionReference { moves: None, from: None, facts: None, state: Some(name) } => {
                Ok((self.named(name)?, None))
            }
            PositionReference { moves: None, from: None, facts: Some(facts), state: None } => {
                Ok((self.with_facts(&facts.join(" "))?, None))
            }
            PositionReference { moves, from, facts: None, state: None } => {
                let from = self.start_of(from.as_deref())?;
                let plies = self.play(&from, &moves.as_deref().unwrap_or_default().join(" "))?;
                Ok((plies.last().map_or(from, |ply| ply.after.clone()), Some(plies)))
            }
            _ => Err(ApiError::bad_request("give exactly one of moves, facts and state")),
        }
    }

    /// The state in which a line begins: the one with this name, or the initial state.
    pub fn start_of(&self, from: Option<&str>) -> Result<game::State, ApiError> {
        from.map_or_else(|| Ok(self.oracle.initial()), |name| self.named(name))
    }

    /// Plays moves from a state.
    pub fn play(&self, from: &game::State, moves: &str) -> Result<Vec<Ply>, ApiError> {
        if moves.len() > LONGEST_LINE {
            return Err(ApiError::bad_request("there are too many moves"));
        }
        Ok(self.oracle.play(from, moves)?)
    }

    /// The state with these facts.
    pub fn with_facts(&self, facts: &str) -> Result<game::State, ApiError> {
        let state = self.oracle.state(facts)?;
        self.check(state)
    }

    /// The state with facts in canonical form.
    pub fn state_of(&self, facts: &[String]) -> Result<game::State, ApiError> {
        Ok(self.oracle.state_of(facts)?)
    }

    /// The state with a name.
    fn named(&self, name: &str) -> Result<game::State, ApiError> {
        let wrong = || ApiError::bad_request("this is not a state of the game");
        let state = self::state(name, self.ready.proved.game.fluents.len()).ok_or_else(wrong)?;
        self.check(state)
    }

    /// Rejects states that the proved variables exclude.
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

    /// The description of a state.
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
                        // A joint move has no place on the board, but its changes have.
                        None => "",
                    };
                    board.act(&game.roles[role], made, view, &board.view(game, &one.next))
                }
                _ => Act::default(),
            };
            let (state, worth) = (name(&one.next), self.worth(role, one.value, one.distance));
            MoveEntry { text: one.text, joint: one.joint, state, best: one.best, worth, act }
        });
        let ends = answer.terminal || answer.stuck.is_some();
        let legal = self.oracle.legal(state).into_iter();
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
            worth: self.worth(role, answer.value, answer.distance),
            legal: legal.map(|moves| moves.into_iter().map(str::to_owned).collect()).collect(),
            moves: moves.collect(),
            expected: self.expected(state)?,
            board: view,
        })
    }

    /// The expected rewards of a state, if the solution has them.
    fn expected(&self, state: &game::State) -> Result<Option<ExpectedPosition>, ApiError> {
        match self.held.and_then(HeldDatabase::expected) {
            Some(mut oracle) => ExpectedPosition::of(&mut oracle, &state.facts(&self.ready.proved.game).join(" ")),
            None => Ok(None),
        }
    }

    /// A value and a distance from a role's point of view.
    pub fn worth(&self, role: usize, value: Option<Vec<i32>>, distance: Distance) -> Worth {
        Worth {
            outcome: value.as_deref().and_then(|value| self.outcome(role, value)),
            points: value.as_deref().and_then(|value| self.points(role, value)),
            distance: distance.plies(),
            endless: distance == Distance::Endless,
            distance_unknown: distance.is_unknown(),
            value,
        }
    }

    /// The points of a role, if the game is scored in points.
    pub fn points(&self, role: usize, value: &[i32]) -> Option<i32> {
        value.get(role).copied().filter(|_| self.in_points)
    }

    /// A value from a role's point of view.
    pub fn outcome(&self, role: usize, value: &[i32]) -> Option<WinDrawLoss> {
        WinDrawLoss::of(value, role, &self.ready.proved.game.goals)
    }
}

/// A short name of a state, for links: its row of bits in hexadecimal, lowest first, without trailing zeros.
pub fn name(state: &game::State) -> String {
    let bytes = state.words().iter().flat_map(|word| word.to_le_bytes());
    let text: String = bytes.map(|byte| format!("{byte:02x}")).collect();
    let text = text.trim_end_matches('0');
    if text.is_empty() { "0".to_owned() } else { text.to_owned() }
}

/// The state with such a name, for a number of fluents.
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
        let place = PositionReference {
            moves: asked.moves.map(|moves| vec![moves]),
            from: None,
            facts: None,
            state: asked.state,
        };
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

/// A position, or an error.
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
) -> Result<Json<Value>, ApiError> {
    bounded(&batch.positions)?;
    let ready = app.ready(&id).await?;
    app.light(move |app| {
        let held = app.databases.of_game(&ready.known.id, batch.database.as_deref())?;
        let board = GameBoard::new(&ready, held.as_deref())?;
        let either = |place: &PositionReference| match describe(&board, place) {
            Ok(position) => Either::Position(Box::new(position)),
            Err(error) => Either::Error(error),
        };
        Ok(Json(json!({ "positions": batch.positions.iter().map(either).collect::<Vec<_>>() })))
    })
    .await
}

/// Rejects more positions than one request may have.
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
    fn names_convert_back_to_states() {
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
    fn text_that_is_not_a_name_is_rejected() {
        for text in ["zz", "ff", "é", &"0".repeat(100), "../.."] {
            assert_eq!(state(text, 4), None, "{text}");
        }
    }
}
