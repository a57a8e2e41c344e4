//! Game records: the match format of General Game Playing, of which ours is a subset, and plain lists of moves.
//!
//! ```json
//! {"game": "tic-tac-toe", "gameRoleNames": ["x", "o"], "playerNamesFromHost": ["Ann", "level 5"],
//!  "moves": [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]], "goalValues": [], "isCompleted": false}
//! ```

use game::State;
use query::{GroundOracle, Ply};
use serde::Serialize;
use serde_json::Value;

/// A played game. The names of its fields are those of the match format.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct MatchRecord {
    /// The game, by its bundled name or its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The roles.
    #[serde(rename = "gameRoleNames")]
    pub roles: Vec<String>,
    /// The names of their players.
    #[serde(rename = "playerNamesFromHost")]
    pub players: Vec<String>,
    /// For each ply, the moves of all roles, or only the relevant ones.
    pub moves: Vec<Vec<String>>,
    /// The rewards, once the game is over.
    #[serde(rename = "goalValues")]
    pub rewards: Vec<i32>,
    /// Whether the game is over.
    #[serde(rename = "isCompleted")]
    pub is_complete: bool,
}

impl MatchRecord {
    /// Parses a file: an object of the match format, or a list of moves as accepted by `query`.
    pub fn read(text: &str) -> Result<MatchRecord, String> {
        if !text.trim_start().starts_with('{') {
            let moves = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
            return Ok(MatchRecord {
                moves: moves.map(|line| vec![line.to_owned()]).collect(),
                ..MatchRecord::default()
            });
        }
        let object: Value = serde_json::from_str(text).map_err(|error| format!("this match is not JSON: {error}"))?;
        let plies = object.get("moves").and_then(Value::as_array).ok_or("this match has no list `moves`")?;
        Ok(MatchRecord {
            game: object.get("game").and_then(Value::as_str).map(str::to_owned),
            roles: texts(object.get("gameRoleNames")),
            players: texts(object.get("playerNamesFromHost")),
            moves: plies.iter().map(ply).collect::<Result<_, _>>()?,
            rewards: numbers(object.get("goalValues")),
            is_complete: object.get("isCompleted") == Some(&Value::Bool(true)),
        })
    }

    /// The moves as a text that [`query::GroundOracle::play`] parses. Moves of one ply are in square brackets.
    pub fn text(&self) -> String {
        let ply = |moves: &Vec<String>| match &moves[..] {
            [one] => one.clone(),
            several => format!("[{}]", several.join(" ")),
        };
        self.moves.iter().map(ply).collect::<Vec<_>>().join("\n")
    }

    /// Plays the moves from the start. Some servers write names in upper case, which sheets hardly ever do.
    pub fn plies(&self, oracle: &GroundOracle<'_>) -> Result<Vec<Ply<State>>, query::Error> {
        let (start, moves) = (oracle.initial(), self.text());
        let played = oracle.play(&start, &moves);
        played.or_else(|error| oracle.play(&start, &moves.to_lowercase()).map_err(|_| error))
    }

    /// The name of a role's player, or else of the role.
    pub fn player<'r>(&'r self, role: usize, roles: &'r [String]) -> &'r str {
        match self.players.get(role) {
            Some(name) if !name.is_empty() => name,
            _ => roles.get(role).map_or("", String::as_str),
        }
    }
}

/// The moves of a ply: a list, or one move.
fn ply(value: &Value) -> Result<Vec<String>, String> {
    let wrong = || format!("`{value}` in the list `moves` of this match is not a list of moves");
    match value {
        Value::String(one) => Ok(vec![one.clone()]),
        Value::Array(moves) => {
            moves.iter().map(|one| one.as_str().map(str::to_owned)).collect::<Option<_>>().ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array);
    list.into_iter().flatten().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
}

fn numbers(value: Option<&Value>) -> Vec<i32> {
    let list = value.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_i64).filter_map(|one| i32::try_from(one).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_records_are_read_back() {
        let moves = [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]];
        let record = MatchRecord {
            game: Some("tic-tac-toe".to_owned()),
            roles: vec!["x".to_owned(), "o".to_owned()],
            players: vec!["Ann".to_owned(), String::new()],
            moves: moves.map(|ply| ply.map(str::to_owned).to_vec()).to_vec(),
            rewards: vec![100, 0],
            is_complete: true,
        };
        assert_eq!(MatchRecord::read(&serde_json::to_string(&record).unwrap()), Ok(record.clone()));
        assert_eq!(record.text(), "[(mark 1 1) noop]\n[noop (mark 2 2)]");
        assert_eq!([record.player(0, &record.roles), record.player(1, &record.roles)], ["Ann", "o"]);
    }

    #[test]
    fn lists_of_moves_are_read_line_by_line() {
        let record = MatchRecord::read("; a comment\n(mark 1 1)\n\n mark 2 2 \n").unwrap();
        assert_eq!(record.text(), "(mark 1 1)\nmark 2 2");
    }

    #[test]
    fn text_that_is_not_a_match_is_rejected_with_a_message() {
        assert!(MatchRecord::read("{").unwrap_err().contains("is not JSON"));
        assert!(MatchRecord::read("{}").unwrap_err().contains("no list `moves`"));
        assert!(MatchRecord::read("{\"moves\": [[1]]}").unwrap_err().contains("`[1]`"));
    }
}
