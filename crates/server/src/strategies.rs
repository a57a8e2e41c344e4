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
use serde_json::{Value, json};
use strategy::Compiled;
use strategy::compiled::choices;
use strategy::explain::{Explanation, explain as explained};
use strategy::follow::Optimality;
use strategy::json::ListAnswer;
use strategy::minimise::{Removed, TRIES, minimise as minimised};
use strategy::verify::{Verdict, verify as verified};

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::positions::{GameBoard, PositionReference, bounded, name};
use crate::request::{Body, Names};
use crate::shelf::Ready;
use answers::{CounterExampleAnswer, ExampleAnswer};
pub use input::{StrategyInput, StrategyText};

/// The maximum number of orders tried when a strategy is minimised.
const MOST_TRIES: u64 = 200;

/// The time limit for explaining or minimising a strategy.
const STRATEGY_TIMEOUT: Duration = Duration::from_secs(20);

/// The memory for the matches of rules, as a fraction of the share for requests.
const MATCHES: usize = 4;

/// A strategy compiled for the arena of its role.
struct Followed<'f> {
    app: &'f App,
    ready: &'f Ready,
    listed: &'f Listed<'f>,
    compiled: Compiled<'f>,
    /// When the work started.
    clock: Instant,
}

/// Follows the strategy of a request, with a permit that depends on the work, the arena and the strategy. The strategy
/// is parsed outside the threads that serve connections: long texts for large games take a while.
async fn followed<T, W>(
    app: &Arc<App>,
    id: &str,
    given: StrategyInput,
    is_heavy: bool,
    work: W,
) -> Result<Json<T>, ApiError>
where
    T: Send + 'static,
    W: FnOnce(&Followed<'_>) -> Result<T, ApiError> + Send + 'static,
{
    let ready = app.ready(id).await?;
    let reader = Arc::clone(&ready);
    let document = app.light(move |_| given.read(&reader)).await?;
    let arena = app.arena(&ready, document.read.role).await?;
    let is_heavy = is_heavy || arena.is_large() || document.is_lifted();
    app.by_weight(is_heavy, move |app| {
        let clock = Instant::now();
        arena.with(|listed| {
            let compiled = compile(app, &ready, listed, document)?;
            Ok(Json(work(&Followed { app, ready: &ready, listed, compiled, clock })?))
        })
    })
    .await
}

/// A compiled strategy.
pub fn compile<'a>(
    app: &App,
    ready: &Ready,
    listed: &'a Listed<'a>,
    document: StrategyText,
) -> Result<Compiled<'a>, ApiError> {
    // For each rule, a row of bits, one for each edge.
    let bytes = document.read.strategy.rules.len().saturating_mul(listed.arena.edges.len() / 8 + 64);
    if bytes > app.share() / MATCHES {
        let error = ApiError::new(Code::Limit, "the strategy has too many rules for a game of this size");
        return Err(error.hint("leave some out"));
    }
    let setting = ready.setting(ArenaLimits::default());
    setting.compile(listed, document.read.clone()).map_err(|error| document.refused(error))
}

/// Refusals with advice for the page.
impl From<NoStrategy> for ApiError {
    fn from(refusal: NoStrategy) -> ApiError {
        let error = ApiError::new(Code::Unsuited, &refusal);
        match refusal {
            NoStrategy::Failed(error) => error.into(),
            NoStrategy::Unmended(rules) => incomplete(rules),
            NoStrategy::Unfit(Some(example)) => {
                ApiError { error: format!("{}: {}", error.error, example.about.what), ..error }
                    .hint("ask to mend it too")
            }
            NoStrategy::Unfit(None) => error.hint("ask to mend it too"),
            NoStrategy::NotOptimal => error.hint("verification shows where it fails"),
            NoStrategy::Unlifted(tried) if tried.late => error.hint("ask for rules of facts, or allow more seconds"),
            NoStrategy::Unlifted(_) => error.hint("ask for rules of facts"),
            NoStrategy::TooLargeForProofs => error,
        }
    }
}

/// The error that there was not enough time for a complete list.
pub fn incomplete(rules: usize) -> ApiError {
    let why = format!("time limit reached before the list was complete; the partial list has {}", count(rules, "rule"));
    ApiError::new(Code::Limit, why).hint("search longer, or continue the partial list by hand")
}

/// The common part of all requests about a strategy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    strategy: StrategyInput,
}

#[derive(Serialize)]
pub struct Parsed {
    #[serde(flatten)]
    list: ListAnswer,
    /// A sentence per rule.
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
    strong: Verdict<CounterExampleAnswer>,
    weak: Verdict<CounterExampleAnswer>,
    /// Moves that the role never chooses, such as waiting: no rule can be about these.
    idle_moves: Vec<String>,
    seconds: f64,
}

/// `POST /api/games/{game}/strategies/verify`
pub async fn verify(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(about): Body<About>,
) -> Result<Json<Verified>, ApiError> {
    followed(&app, &id, about.strategy, false, |Followed { app, ready, listed, compiled, clock }| {
        let held = app.databases.of_game(&ready.known.id, None)?;
        let board = GameBoard::new(ready, held.as_deref())?;
        let verdict = |optimality| {
            verified(compiled, optimality).map(|example| CounterExampleAnswer::new(&board, listed, example))
        };
        Ok(Verified {
            strategy: ListAnswer::new(listed.arena.game, listed.arena.role, &compiled.strategy),
            strong: verdict(Optimality::Strong)?,
            weak: verdict(Optimality::Weak)?,
            idle_moves: idle_moves(listed),
            seconds: clock.elapsed().as_secs_f64(),
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
struct Decision {
    state: String,
    /// The rule's number, from 1.
    rule: Option<usize>,
    moves: Vec<String>,
    own_turn: bool,
    /// The literals of the image that applies.
    literals: Vec<String>,
    /// Whether the rule applies only through a symmetry, not as written.
    mirrored: bool,
    /// Whether all proposed moves are optimal; `None` if no rule applies.
    optimal: Option<bool>,
}

/// `POST /api/games/{game}/strategies/decide`
pub async fn decide(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(deciding): Body<Deciding>,
) -> Result<Json<Value>, ApiError> {
    bounded(&deciding.positions)?;
    followed(&app, &id, deciding.strategy, false, move |Followed { ready, compiled, .. }| {
        let board = GameBoard::new(ready, None)?;
        let decision = |place: &PositionReference| Ok(decision(compiled, &board.find(place)?.0));
        let decisions = deciding.positions.iter().map(decision).collect::<Result<Vec<_>, ApiError>>()?;
        Ok(json!({ "decisions": decisions }))
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

#[derive(Serialize)]
pub struct Explained {
    symmetries: String,
    #[serde(flatten)]
    explanation: Explanation<ExampleAnswer>,
}

/// `POST /api/games/{game}/strategies/explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
    Body(explaining): Body<Explaining>,
) -> Result<Json<Explained>, ApiError> {
    followed(&app, &id, explaining.strategy, true, move |Followed { ready, listed, compiled, clock, .. }| {
        let board = GameBoard::new(ready, None)?;
        let is_late = || clock.elapsed() > STRATEGY_TIMEOUT;
        let explanation = explained(compiled, &listed.cases, ready.board.as_ref(), explaining.seed, &is_late);
        let late = || ApiError::new(Code::Limit, "explaining this many rules of this game takes too long");
        let explanation = explanation.ok_or_else(late)?.map(|example| ExampleAnswer::new(&board, example))?;
        Ok(Explained { symmetries: ready.proved.symmetries.fixing_roles.to_string(), explanation })
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
    followed(&app, &id, minimising.strategy, true, move |Followed { listed, compiled, clock, .. }| {
        let tries = minimising.tries.unwrap_or(TRIES).clamp(1, MOST_TRIES);
        let is_late = || clock.elapsed() > STRATEGY_TIMEOUT;
        let less = minimised(compiled, &listed.cases, minimising.seed, tries, &is_late);
        let less = less.ok_or(NoStrategy::NotOptimal)?;
        let list = |strategy| ListAnswer::new(listed.arena.game, listed.arena.role, strategy);
        Ok(Less { before: list(&compiled.strategy), after: list(&less.strategy), removed: less.removed })
    })
    .await
}
