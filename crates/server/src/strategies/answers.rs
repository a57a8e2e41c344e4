//! Answers about strategies, with states that can be drawn and requested.

use board::Picture;
use operations::strategies::Listed;
use serde::Serialize;
use strategy::explain;
use strategy::json::RuleAnswer;
use strategy::rule::{Literal, Rule};
use strategy::verify;
use strategy::widen::widen;

use crate::error::ApiError;
use crate::positions::{GameBoard, PositionAnswer, name};

/// The number of moves for which a rule is tried; it matters little which of equal ones it makes.
const MOST_TRIED: usize = 8;

/// Whether a strategy is optimal.
#[derive(Serialize)]
pub struct VerdictAnswer {
    optimal: bool,
    strong: bool,
    weakly_optimal: bool,
    reached: u64,
    decided: u64,
    counter_example: Option<CounterExampleAnswer>,
}

/// A counter-example.
#[derive(Serialize)]
struct CounterExampleAnswer {
    what: String,
    state: String,
    facts: Vec<String>,
    moves: Vec<String>,
    line: Vec<Said>,
    rule: Option<usize>,
    proposed: Vec<String>,
    wrong: Option<String>,
    mirrored: bool,
    value: i32,
    value_after: Option<i32>,
    best: Vec<String>,
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

impl VerdictAnswer {
    /// The result of verification.
    pub fn new(
        board: &GameBoard<'_>,
        listed: &Listed<'_>,
        verdict: verify::Verdict,
    ) -> Result<VerdictAnswer, ApiError> {
        let example =
            verdict.counter_example.map(|example| CounterExampleAnswer::new(board, listed, example)).transpose()?;
        Ok(VerdictAnswer {
            optimal: verdict.optimal,
            strong: verdict.strong,
            weakly_optimal: verdict.weakly_optimal,
            reached: verdict.reached,
            decided: verdict.decided,
            counter_example: example,
        })
    }
}

impl CounterExampleAnswer {
    fn new(
        board: &GameBoard<'_>,
        listed: &Listed<'_>,
        example: verify::CounterExample,
    ) -> Result<CounterExampleAnswer, ApiError> {
        let state = board.state_of(&example.state)?;
        let line: Vec<Said> = example.moves.iter().map(|said| Said::new(said)).collect();
        let moves: Vec<String> = line.iter().map(|said| said.text.clone()).collect();
        let position = board.position(&state, Some(moves.clone()))?;
        let soonest = position.soonest(&example.best);
        let rules = soonest.iter().take(MOST_TRIED).filter_map(|made| rule_for(board, listed, &state, made));
        let rule_for_state = rules.min_by_key(|rule| rule.when.len());
        Ok(CounterExampleAnswer {
            what: example.what,
            state: name(&state),
            facts: example.state,
            moves,
            line,
            rule: example.rule,
            proposed: example.proposed,
            wrong: example.wrong,
            mirrored: example.mirrored,
            value: example.value,
            value_after: example.value_after,
            best: example.best,
            board: position.board.clone(),
            position,
            rule_for_state,
        })
    }
}

impl Said {
    /// `x (mark 1 1)`, or `x wait, o wait` if it was not one role's turn.
    fn new(said: &str) -> Said {
        let parts: Vec<(&str, &str)> = said.split(", ").filter_map(|part| part.split_once(' ')).collect();
        let role = if let [(role, _)] = *parts { Some(role.to_owned()) } else { None };
        Said { role, text: parts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" ") }
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

/// A strategy in words.
#[derive(Serialize)]
pub struct ExplanationAnswer {
    symmetries: String,
    #[serde(flatten)]
    about: explain::AboutList,
    rules: Vec<RuleExplanationAnswer>,
}

#[derive(Serialize)]
struct RuleExplanationAnswer {
    #[serde(flatten)]
    about: explain::AboutRule,
    example: Option<ExampleAnswer>,
    non_example: Option<ExampleAnswer>,
}

#[derive(Serialize)]
struct ExampleAnswer {
    state: String,
    facts: Vec<String>,
    board: Option<Picture>,
    moves: Vec<String>,
    moves_in_words: Vec<String>,
    mirrored: Vec<String>,
    images: Vec<String>,
    /// For each move, where it acts.
    cells: Vec<Vec<usize>>,
    any_move: bool,
    rule: Option<usize>,
    why: String,
}

impl ExplanationAnswer {
    /// The explanation with states to draw.
    pub fn new(board: &GameBoard<'_>, explanation: explain::Explanation) -> Result<ExplanationAnswer, ApiError> {
        let drawn = |example: Option<explain::Example>| example.map(|one| ExampleAnswer::new(board, one)).transpose();
        let rule = |explain::RuleExplanation { about, example, non_example }| {
            Ok(RuleExplanationAnswer { about, example: drawn(example)?, non_example: drawn(non_example)? })
        };
        Ok(ExplanationAnswer {
            symmetries: board.ready.proved.symmetries.fixing_roles.to_string(),
            about: explanation.about,
            rules: explanation.rules.into_iter().map(rule).collect::<Result<_, ApiError>>()?,
        })
    }
}

impl ExampleAnswer {
    fn new(board: &GameBoard<'_>, example: explain::Example) -> Result<ExampleAnswer, ApiError> {
        let state = board.state_of(&example.state)?;
        let position = board.position(&state, None)?;
        Ok(ExampleAnswer {
            state: name(&state),
            facts: example.state,
            cells: example.moves.iter().map(|made| position.cells_of(made)).collect(),
            board: position.board,
            moves: example.moves,
            moves_in_words: example.moves_in_words,
            mirrored: example.mirrored,
            images: example.images,
            any_move: example.any_move,
            rule: example.rule,
            why: example.why,
        })
    }
}
