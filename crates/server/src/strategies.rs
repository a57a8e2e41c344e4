//! Strategies: parse, verify, follow, explain, minimise.

mod answers;
mod input;
pub mod stored;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use number::count;
use operations::strategies::{self, ArenaLimits, Listed, NoStrategy};
use serde::{Deserialize, Serialize};
use strategy::Compiled;
use strategy::compiled::choices;
use strategy::explain::explain as explained;
use strategy::follow::Optimality;
use strategy::json::ListAnswer;
use strategy::minimise::{Removed, TRIES, minimise as minimised};
use strategy::verify::verify as verified;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::positions::{GameBoard, PositionReference, bounded, name};
use crate::request::{Body, Names};
use crate::shelf::Ready;
use answers::{ExplanationAnswer, VerdictAnswer};
pub use input::{StrategyInput, StrategyText};

/// Orders of trying when a strategy is minimised, at most.
const MOST_TRIES: u64 = 200;

/// Time for explaining or minimising a strategy.
const STRATEGY_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of what rules match, as a share of what there is for work that comes and goes.
const MATCHES: usize = 4;

/// Reads a strategy away from the threads that serve connections: long texts for large games take a while.
async fn read(app: &Arc<App>, ready: &Arc<Ready>, given: StrategyInput) -> Result<StrategyText, ApiError> {
    let ready = Arc::clone(ready);
    app.light(move |_| given.read(&ready)).await
}

/// A strategy ready to be followed.
pub fn compile<'a>(
    app: &App,
    ready: &Ready,
    listed: &'a Listed<'a>,
    document: StrategyText,
) -> Result<Compiled<'a>, ApiError> {
    // Per rule a row of bits, one for each edge.
    let bytes = document.read.strategy.rules.len().saturating_mul(listed.arena.edges.len() / 8 + 64);
    if bytes > app.share() / MATCHES {
        let error = ApiError::new(Code::Limit, "the strategy has too many rules for a game of this size");
        return Err(error.hint("leave some out"));
    }
    let setting = ready.setting(ArenaLimits::default());
    setting.compile(listed, document.read.clone()).map_err(|error| document.refused(error))
}

/// Refusals with what can be done about them on a page.
impl From<NoStrategy> for ApiError {
    fn from(refusal: NoStrategy) -> ApiError {
        let error = ApiError::new(Code::Unsuited, &refusal);
        match refusal {
            NoStrategy::Failed(error) => error.into(),
            NoStrategy::Unmended(rules) => incomplete(rules),
            NoStrategy::Unfit(Some(example)) => {
                ApiError { error: format!("{}: {}", error.error, example.what), ..error }.hint("ask to mend it too")
            }
            NoStrategy::Unfit(None) => error.hint("ask to mend it too"),
            NoStrategy::NotOptimal => error.hint("verification shows where it fails"),
            NoStrategy::Unlifted(tried) if tried.late => error.hint("ask for rules of facts, or allow more seconds"),
            NoStrategy::Unlifted(_) => error.hint("ask for rules of facts"),
            NoStrategy::TooLargeForProofs => error,
        }
    }
}

/// That time was too short for a list that leaves nothing open.
pub fn incomplete(rules: usize) -> ApiError {
    let why = format!("time limit reached before the list was complete; the partial list has {}", count(rules, "rule"));
    ApiError::new(Code::Limit, why).hint("search longer, or continue the partial list by hand")
}

/// What all requests about a strategy bring.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    strategy: StrategyInput,
}

#[derive(Serialize)]
pub struct Parsed {
    #[serde(flatten)]
    list: ListAnswer,
    /// Per rule a sentence.
    words: Vec<String>,
}

/// `POST /api/games/{game}/strategies/parse`
pub async fn parse(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(about): Body<About>,
) -> Result<Json<Parsed>, ApiError> {
    let ready = app.ready(&id).await?;
    app.light(move |_| {
        let document = about.strategy.read(&ready)?;
        let (game, strategies::Document { role, strategy, .. }) = (&ready.proved.game, document.read);
        let speaker = strategy::words::Speaker { game, role, board: ready.board.as_ref() };
        let words = strategy.rules.iter().map(|item| speaker.sentence(&item.content)).collect();
        Ok(Json(Parsed { list: ListAnswer::new(game, role, &strategy), words }))
    })
    .await
}

#[derive(Serialize)]
pub struct Verified {
    strategy: ListAnswer,
    strong: VerdictAnswer,
    weak: VerdictAnswer,
    /// Moves that the role never makes by choice, such as waiting: no rule can be about these.
    idle_moves: Vec<String>,
    seconds: f64,
}

/// `POST /api/games/{game}/strategies/verify`
pub async fn verify(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(about): Body<About>,
) -> Result<Json<Verified>, ApiError> {
    let ready = app.ready(&id).await?;
    let document = read(&app, &ready, about.strategy).await?;
    let arena = app.arena(&ready, document.read.role).await?;
    app.follow(arena, document, move |app, arena, document| {
        let clock = Instant::now();
        let held = app.databases.of_game(&ready.known.id, None)?;
        let board = GameBoard::new(&ready, held.as_deref())?;
        arena.with(|listed| {
            let compiled = compile(app, &ready, listed, document)?;
            let verdict = |optimality| VerdictAnswer::new(&board, listed, verified(&compiled, optimality));
            Ok(Json(Verified {
                strategy: ListAnswer::new(listed.arena.game, listed.arena.role, &compiled.strategy),
                strong: verdict(Optimality::Strong)?,
                weak: verdict(Optimality::Weak)?,
                idle_moves: idle_moves(listed),
                seconds: clock.elapsed().as_secs_f64(),
            }))
        })
    })
    .await
}

fn idle_moves(listed: &Listed<'_>) -> Vec<String> {
    let arena = &listed.arena;
    let is_idle = |made: usize| listed.cases.table_of(arena.group.representative(made)).is_none();
    let moves = arena.game.moves[arena.role].iter().enumerate();
    moves.filter(|(made, _)| is_idle(*made)).map(|(_, made)| made.name.clone()).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deciding {
    strategy: StrategyInput,
    positions: Vec<PositionReference>,
}

#[derive(Serialize)]
pub struct Decisions {
    decisions: Vec<Decision>,
}

#[derive(Serialize)]
struct Decision {
    state: String,
    /// From 1.
    rule: Option<usize>,
    moves: Vec<String>,
    own_turn: bool,
    /// Of the image that applies.
    literals: Vec<String>,
    /// Whether the rule applies only through a symmetry, and not as it is written.
    mirrored: bool,
    /// Whether every move proposed is; none where no rule applies.
    optimal: Option<bool>,
}

/// `POST /api/games/{game}/strategies/decide`
pub async fn decide(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(deciding): Body<Deciding>,
) -> Result<Json<Decisions>, ApiError> {
    bounded(&deciding.positions)?;
    let ready = app.ready(&id).await?;
    let document = read(&app, &ready, deciding.strategy).await?;
    let arena = app.arena(&ready, document.read.role).await?;
    app.follow(arena, document, move |app, arena, document| {
        let board = GameBoard::new(&ready, None)?;
        arena.with(|listed| {
            let compiled = compile(app, &ready, listed, document)?;
            let decision = |place: &PositionReference| Ok(decision(&compiled, &board.find(place)?.0));
            let decisions = deciding.positions.iter().map(decision).collect::<Result<_, ApiError>>()?;
            Ok(Json(Decisions { decisions }))
        })
    })
    .await
}

fn decision(compiled: &Compiled<'_>, state: &game::State) -> Decision {
    let arena = compiled.arena;
    let decided = compiled.decision(state);
    let own_turn = arena.node_of(state).is_some_and(|node| arena.nodes[node].turn == strategy::arena::Turn::Own);
    let applying = decided.as_ref().and_then(|(rule, _)| compiled.applying(*rule, state));
    let (rule, proposed) = decided.unzip();
    let proposed = proposed.unwrap_or_default();
    let is_mirrored = |rule| proposed.iter().all(|choice| compiled.is_mirrored(rule, state, choice.made));
    Decision {
        state: name(state),
        rule: rule.map(|rule| rule + 1),
        moves: proposed.iter().map(|choice| arena.game.moves[arena.role][choice.made].name.clone()).collect(),
        own_turn: own_turn && !choices(arena, state).is_empty(),
        literals: applying
            .map(|rule| rule.literals.iter().map(|literal| literal.text(arena.game)).collect())
            .unwrap_or_default(),
        mirrored: rule.is_some_and(is_mirrored),
        optimal: rule.map(|_| proposed.iter().all(|choice| arena.edges[choice.edge].optimal)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explaining {
    strategy: StrategyInput,
    #[serde(default)]
    seed: u64,
}

/// `POST /api/games/{game}/strategies/explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(explaining): Body<Explaining>,
) -> Result<Json<ExplanationAnswer>, ApiError> {
    let ready = app.ready(&id).await?;
    let document = read(&app, &ready, explaining.strategy).await?;
    let arena = app.arena(&ready, document.read.role).await?;
    app.heavy(move |app| {
        let end = Instant::now() + STRATEGY_TIMEOUT;
        let board = GameBoard::new(&ready, None)?;
        arena.with(|listed| {
            let compiled = compile(app, &ready, listed, document)?;
            let explanation =
                explained(&compiled, &listed.cases, ready.board.as_ref(), explaining.seed, &|| Instant::now() > end);
            let late = || ApiError::new(Code::Limit, "explaining this many rules of this game takes too long");
            Ok(Json(ExplanationAnswer::new(&board, explanation.ok_or_else(late)?)?))
        })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimising {
    strategy: StrategyInput,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    tries: Option<u64>,
}

#[derive(Serialize)]
pub struct Less {
    before: ListAnswer,
    after: ListAnswer,
    removed: Vec<Removed>,
}

/// `POST /api/games/{game}/strategies/minimise`
pub async fn minimise(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(minimising): Body<Minimising>,
) -> Result<Json<Less>, ApiError> {
    let ready = app.ready(&id).await?;
    let document = read(&app, &ready, minimising.strategy).await?;
    let arena = app.arena(&ready, document.read.role).await?;
    app.heavy(move |app| {
        let end = Instant::now() + STRATEGY_TIMEOUT;
        arena.with(|listed| {
            let compiled = compile(app, &ready, listed, document)?;
            let tries = minimising.tries.unwrap_or(TRIES).clamp(1, MOST_TRIES);
            let less = minimised(&compiled, &listed.cases, minimising.seed, tries, &|| Instant::now() > end);
            let less = less.ok_or(NoStrategy::NotOptimal)?;
            let list = |strategy| ListAnswer::new(listed.arena.game, listed.arena.role, strategy);
            Ok(Json(Less { before: list(&compiled.strategy), after: list(&less.strategy), removed: less.removed }))
        })
    })
    .await
}
