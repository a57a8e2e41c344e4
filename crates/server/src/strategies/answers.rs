//! Answers about strategies, with states that can be drawn and requested.

use board::Picture;
use operations::strategies::Listed;
use serde::Serialize;
use strategy::explain;
use strategy::json::RuleAnswer;
use strategy::rule::{Literal, Rule};
use strategy::scene::SpokenMove;
use strategy::verify;
use strategy::widen::widen;

use crate::error::ApiError;
use crate::positions::{GameBoard, PositionAnswer, name};

/// The number of moves for which a rule is tried; it matters little which of equal ones it makes.
const MOST_TRIED: usize = 8;

/// A counter-example.
#[derive(Serialize)]
pub struct CounterExampleAnswer {
    state: String,
    facts: Vec<String>,
    moves: Vec<String>,
    line: Vec<Said>,
    #[serde(flatten)]
    about: verify::AboutFlaw,
    board: Option<Picture>,
    position: PositionAnswer,
    /// A rule that would fix it.
    rule_for_state: Option<RuleAnswer>,
}

/// A move and its role.
#[derive(Serialize)]
struct Said {
    role: Option<String>,
    #[serde(rename = "move")]
    text: String,
}

impl CounterExampleAnswer {
    /// The answer, with a rule that would fix it.
    pub fn new(
        board: &GameBoard<'_>,
        listed: &Listed<'_>,
        example: verify::CounterExample,
    ) -> Result<CounterExampleAnswer, ApiError> {
        let state = board.state_of(&example.state)?;
        let line: Vec<Said> = example.moves.iter().map(Said::new).collect();
        let moves: Vec<String> = line.iter().map(|said| said.text.clone()).collect();
        let position = board.position(&state, Some(moves.clone()))?;
        let soonest = position.soonest(&example.about.best);
        let rules = soonest.iter().take(MOST_TRIED).filter_map(|made| rule_for(board, listed, &state, made));
        let rule_for_state = rules.min_by_key(|rule| rule.when.len());
        Ok(CounterExampleAnswer {
            state: name(&state),
            facts: example.state,
            moves,
            line,
            about: example.about,
            board: position.board.clone(),
            position,
            rule_for_state,
        })
    }
}

impl Said {
    /// Names a role only if it was its turn alone.
    fn new(SpokenMove(parts): &SpokenMove) -> Said {
        let role = if let [(role, _)] = parts.as_slice() { Some(role.clone()) } else { None };
        Said { role, text: parts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ") }
    }
}

/// A rule for this and similar states: only the drawn facts, or all facts if nothing is drawn, that are needed for the
/// move to be optimal.
fn rule_for(board: &GameBoard<'_>, listed: &Listed<'_>, state: &game::State, made: &str) -> Option<RuleAnswer> {
    let (game, arena) = (&board.ready.proved.game, &listed.arena);
    let picture = board.ready.board.as_ref();
    let counts = |fluent: &game::Fluent| picture.is_none_or(|picture| picture.draws(fluent.0 as usize));
    let literals = state.fluents().filter(counts).map(|fluent| Literal { fluent: fluent.0, positive: true }).collect();
    let index = game.moves[arena.role].iter().position(|one| one.name == made)?;
    let rule = widen(arena, &listed.cases, &Rule { literals, made: index });
    let when = rule.literals.iter().map(|literal| literal.text(game)).collect();
    Some(RuleAnswer { when, made: made.to_owned(), group: None })
}

/// An example state.
#[derive(Serialize)]
pub struct ExampleAnswer {
    state: String,
    facts: Vec<String>,
    board: Option<Picture>,
    /// For each move, where it acts.
    cells: Vec<Vec<usize>>,
    #[serde(flatten)]
    about: explain::AboutExample,
}

impl ExampleAnswer {
    /// The answer, with its state to draw.
    pub fn new(board: &GameBoard<'_>, example: explain::Example) -> Result<ExampleAnswer, ApiError> {
        let state = board.state_of(&example.state)?;
        let position = board.position(&state, None)?;
        Ok(ExampleAnswer {
            state: name(&state),
            facts: example.state,
            cells: example.about.moves.iter().map(|made| position.cells_of(made)).collect(),
            board: position.board,
            about: example.about,
        })
    }
}
