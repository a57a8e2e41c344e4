//! Requests for jobs.

use serde::{Deserialize, Serialize};
use solution::Engine;
use task::{Algorithm, Model};

use crate::app::App;
use crate::error::ApiError;
use crate::identity;
use crate::strategies::StrategyInput;

/// A job by its kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobRequest {
    Solve(SolveRequest),
    Synth(SynthRequest),
    Complete(CompleteRequest),
}

/// Solve a game. Missing options are chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    pub game: String,
    #[serde(default = "auto")]
    pub engine: String,
    #[serde(default = "auto")]
    pub algorithm: String,
    #[serde(default = "own")]
    pub model: String,
    /// Bytes.
    #[serde(default)]
    pub memory: Option<usize>,
    #[serde(default)]
    pub seconds: Option<f64>,
    #[serde(default)]
    pub threads: Option<usize>,
    #[serde(default)]
    pub infinite: Option<Vec<i32>>,
    #[serde(default)]
    pub distances: Option<bool>,
}

/// Find a short strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SynthRequest {
    pub game: String,
    #[serde(default)]
    pub role: Option<String>,
    #[serde(default)]
    pub seconds: Option<f64>,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub lifted: bool,
}

/// Complete a strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompleteRequest {
    pub game: String,
    #[serde(default)]
    pub seconds: Option<f64>,
    #[serde(default)]
    pub seed: u64,
    /// Whether exceptions are inserted before wrong rules; otherwise such a strategy is refused.
    #[serde(default)]
    pub mend: bool,
    pub strategy: StrategyInput,
}

fn auto() -> String {
    "auto".to_owned()
}

fn own() -> String {
    "own".to_owned()
}

impl JobRequest {
    /// The request with the canonical name of its game, if it is valid.
    pub fn checked(mut self, app: &App) -> Result<JobRequest, ApiError> {
        let known = app.library.find(self.game())?;
        let (game, seconds) = match &mut self {
            JobRequest::Solve(request) => {
                request.engine()?;
                request.algorithm()?;
                request.model()?;
                (&mut request.game, request.seconds)
            }
            JobRequest::Synth(request) => (&mut request.game, request.seconds),
            JobRequest::Complete(request) => {
                request.strategy.bounded_text()?;
                (&mut request.game, request.seconds)
            }
        };
        *game = known.id;
        match seconds {
            Some(seconds) if !(seconds > 0.0 && seconds.is_finite()) => {
                Err(ApiError::bad_request("seconds are a positive number"))
            }
            _ => Ok(self),
        }
    }

    /// Its game.
    pub fn game(&self) -> &str {
        match self {
            JobRequest::Solve(request) => &request.game,
            JobRequest::Synth(request) => &request.game,
            JobRequest::Complete(request) => &request.game,
        }
    }

    /// Its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            JobRequest::Solve(_) => "solve",
            JobRequest::Synth(_) => "synth",
            JobRequest::Complete(_) => "complete",
        }
    }

    /// Its role.
    pub fn role(&self) -> Option<&str> {
        match self {
            JobRequest::Solve(_) => None,
            JobRequest::Synth(request) => request.role.as_deref(),
            JobRequest::Complete(request) => request.strategy.role(),
        }
    }

    /// The database that it writes: one per question, so that the same request resumes.
    pub fn database(&self, app: &App) -> Result<Option<String>, ApiError> {
        let JobRequest::Solve(request) = self else { return Ok(None) };
        let known = app.library.find(&request.game)?;
        let infinite = format!("{:?}", request.infinite);
        let distances = format!("{:?}", request.distances);
        // Comments of a sheet may change while everything known about its rules stays valid.
        let rules = if known.bundled.is_some() { &known.sheet.text } else { &known.sheet.rules_hash };
        let mut parts = vec![
            "solve",
            rules,
            if known.sheet.lenient { "lenient" } else { "strict" },
            &request.engine,
            &request.algorithm,
            &request.model,
            &infinite,
            &distances,
        ];
        // An unchanged copy of a bundled game is a separate game with its own solutions.
        if known.bundled.is_none() {
            parts.push(&known.id);
        }
        Ok(Some(identity::of(&parts)))
    }
}

impl SolveRequest {
    /// The engine; `None` for the most suitable.
    pub fn engine(&self) -> Result<Option<Engine>, ApiError> {
        match self.engine.as_str() {
            "auto" => Ok(None),
            name => Engine::named(name)
                .map(Some)
                .ok_or_else(|| ApiError::bad_request("an engine is auto, symbolic or explicit")),
        }
    }

    /// The algorithm; `None` for the best.
    pub fn algorithm(&self) -> Result<Option<Algorithm>, ApiError> {
        let names = "an algorithm is auto, layered, fixpoint, zero-sum, one-player or restart";
        match self.algorithm.as_str() {
            "auto" => Ok(None),
            name => Algorithm::named(name).map(Some).ok_or_else(|| ApiError::bad_request(names)),
        }
    }

    /// The opponent model.
    pub fn model(&self) -> Result<Model, ApiError> {
        Model::named(&self.model).ok_or_else(|| ApiError::bad_request("an opponent model is own or difference"))
    }
}
