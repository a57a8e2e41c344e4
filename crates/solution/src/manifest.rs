//! `manifest.json`: what the solution is of, how it was made, and what each file must hash to.
//!
//! Format history. What a later version added is optional, so that directories of all earlier ones are read.
//! - 1: first version. Written by the first versions of the program without `question.reduction`, `question.distances`
//!   and `checksum`.
//! - 2: `encoding.growth`, which a measure of format 1 lacks; `method.decision` and `method.estimate`, where before
//!   there
//!   was only `method.why`.
//! - 3: diagrams of layers that are to be solved tell where the game is over; before, all their states had the same
//!   terminal. `method.estimate.states_per_node` may be null.
//! - 4: `method.effort`; `layers[].with_distances`, while distances are added to a finished solution.
//! - 5: `expected`, `question.security`, `question.precision`, and the layout `expected`, for games with chance or
//!   simultaneous moves.
//!
//! All formats have the same names of models, engines, algorithms and growth; another name is damage.

use matrixgame::Expectation;
use notation::Notation;
use serde::{Deserialize, Serialize};

use crate::names::{Algorithm, Engine, Growth, Model};
use crate::reduction::Reduction;

/// The format that this version writes, and the newest it reads.
pub const FORMAT: u32 = 5;

/// The whole manifest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Format of the directory.
    pub format: u32,
    /// What was asked: a directory answers one question only.
    pub question: Question,
    /// What the states look like.
    pub encoding: Encoding,
    /// How moves and facts are written for people; solutions of earlier versions do not say.
    #[serde(skip_serializing_if = "Notation::is_empty", default)]
    pub notation: Notation,
    /// How it is being answered, and why so.
    pub method: Method,
    /// Games with chance or simultaneous moves: what their values mean. Such a solution has layers of expected rewards,
    /// and is read as an [`ExpectedDatabase`](crate::ExpectedDatabase).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<ExpectedFigures>,
    /// How far it is.
    pub progress: Progress,
    /// The layers, first to last.
    pub layers: Vec<Layer>,
}

impl Manifest {
    /// With the class that an earlier run found, if one did: a resumed run makes no proofs, and knows less about the
    /// game.
    pub fn of_class(mut self, class: Option<String>) -> Manifest {
        if let (Some(decision), Some(class)) = (&mut self.method.decision, class) {
            decision.class = class;
        }
        self
    }

    /// Whether distances are stored: an outcome without one then goes on for ever. A game without a reachable end has
    /// no other outcomes.
    pub fn has_distances(&self) -> bool {
        self.layers.iter().any(Layer::has_distances) || self.never_ends()
    }

    /// Whether the game is solved and none of its states ends it.
    pub fn never_ends(&self) -> bool {
        let ends = |layer: &Layer| {
            layer.terminal_states > 0 || layer.outcomes.iter().any(|outcome| outcome.distance == Some(0))
        };
        self.progress.is_complete() && self.question.infinite.is_some() && !self.layers.iter().any(ends)
    }
}

/// Rules and opponent model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The rule sheet as it was given.
    pub rules: String,
    /// Its name: a path or a bundled name.
    pub name: String,
    /// Hash of the rules' canonical text: survives formatting, not renaming.
    pub rules_hash: String,
    /// Survives renaming of symbols and reordering of rules too.
    pub fingerprint: String,
    /// What a role tries to get.
    pub model: Model,
    /// The reward vector of infinite play, where the game is cyclic.
    pub infinite: Option<Vec<i32>>,
    /// Whether defects of the rules were given a meaning instead of being refused.
    pub lenient: bool,
    /// How rewards are read as win, draw or loss, where they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<Reduction>,
    /// Whether plies to the end are kept with the values; none: where they are cheap.
    #[serde(default)]
    pub distances: Option<bool>,
    /// Whether each role's value is what it can guarantee against all others together.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub security: bool,
    /// How far the bounds of an expected reward may be apart, where it is found by iteration: a decimal number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub precision: Option<String>,
}

/// What the values of a game with chance or simultaneous moves are.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExpectedFigures {
    /// The role that moves by chance, if there is one. It has no value.
    pub random: Option<usize>,
    /// The sum that the rewards of the two other roles have. A state then has one value, that of the first of them;
    /// otherwise it has one per role that does not move by chance.
    pub sum: Option<i32>,
    /// The values of the first state, per role that does not move by chance, once it is solved.
    pub value: Vec<ExpectedReward>,
    /// What infinite play is worth to each of them, where the game is cyclic.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub infinite: Option<Vec<i32>>,
    /// How far the bounds of a value are apart at most.
    pub widest: f64,
    /// States in which some role must mix its moves.
    pub mixed_states: u64,
}

/// An expected reward.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectedReward {
    /// The number as a fraction, where it is known exactly.
    pub exact: Option<String>,
    /// It is not below this.
    pub lower: f64,
    /// It is not above this.
    pub upper: f64,
}

impl ExpectedReward {
    /// For people and programs that compute in floating point: bounds are rounded outwards.
    pub fn new(value: Expectation) -> ExpectedReward {
        let (exact, middle) = (value.exact(), value.middle());
        if exact.is_some_and(|exact| exact.denominator() == 1) {
            return ExpectedReward { exact: exact.map(|exact| exact.to_string()), lower: middle, upper: middle };
        }
        let (lower, upper) = (value.lower().to_f64().next_down(), value.upper().to_f64().next_up());
        ExpectedReward { exact: exact.map(|exact| exact.to_string()), lower, upper }
    }
}

/// State variables and the facts that they stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Encoding {
    /// The roles, in the order in which rewards are given.
    pub roles: Vec<String>,
    /// Facts that hold in every state.
    pub always: Vec<String>,
    /// The variables. Packed layers write their values in this order.
    pub variables: Vec<EncodedVariable>,
    /// The levels of diagram layers, top first.
    pub levels: Vec<LevelOf>,
    /// Weights per variable and value, where the game has a measure: its sum is the same for all states of a layer and
    /// another for each layer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub measure: Option<Vec<Vec<i64>>>,
    /// How the measure grows, where there is one. Manifests of format 1 do not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub growth: Option<Growth>,
}

/// A state variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EncodedVariable {
    /// What its values have in common.
    pub name: String,
    /// Per value the fact that holds, or none.
    pub values: Vec<Option<String>>,
}

/// A level of a diagram: a variable, or a digit of one that is split because it has many values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelOf {
    /// Index of the variable.
    pub variable: usize,
    /// The level has the value `v / weight % size`, where `v` is the variable's.
    pub weight: usize,
    /// Number of values of the level.
    pub size: usize,
}

/// How the solution was computed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Method {
    /// Name and version of the program.
    pub program: String,
    /// What computed it.
    pub engine: Engine,
    /// How.
    pub algorithm: Algorithm,
    /// Why these two, in words.
    pub why: String,
    /// What was decided before the work began.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decision: Option<Decision>,
    /// What the choice of the engine rests on, where it was left to the program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub estimate: Option<Estimate>,
    /// What the work took. Manifests before format 4 do not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<Effort>,
}

impl Method {
    /// An engine and an algorithm, and nothing about the reasons.
    pub fn new(engine: Engine, algorithm: Algorithm) -> Method {
        let (program, why) = (String::new(), String::new());
        Method { program, engine, algorithm, why, decision: None, estimate: None, effort: None }
    }
}

/// What was decided, and by whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// What kind of game it was taken for, in words.
    pub class: String,
    /// The algorithm.
    pub algorithm: Chosen<Algorithm>,
    /// The engine.
    pub engine: Chosen<Engine>,
    /// The order of the variables on the levels of diagrams.
    pub order: Chosen<String>,
    /// Bytes that the engine could have when it was chosen.
    pub bytes: u64,
}

/// One choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chosen<T> {
    /// What was chosen, by its name.
    pub name: T,
    /// Whether somebody asked for it.
    pub asked: bool,
    /// Why it was chosen, in words.
    pub why: String,
}

impl<T> Chosen<T> {
    /// A choice and its reason.
    pub fn new(name: T, asked: bool, why: &str) -> Chosen<T> {
        Chosen { name, asked, why: why.to_owned() }
    }
}

/// What both engines would have to go through.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Reachable states.
    pub states: f64,
    /// Whether these are counted, not guessed.
    pub counted: bool,
    /// States of the largest layer.
    pub largest_layer: f64,
    /// Memory that the explicit engine needs.
    pub explicit_bytes: f64,
    /// Nodes of all layers' diagrams, where diagrams were tried.
    pub nodes: Option<f64>,
    /// States that the explicit engine goes through while the symbolic one goes through a node, where diagrams were
    /// tried.
    pub states_per_node: Option<f64>,
}

/// What the work took up to the last commit, all runs together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Seconds by the clock. A killed run counts up to its last commit.
    pub seconds: f64,
    /// Runs that committed something.
    pub runs: u32,
    /// The most memory that a process held, in bytes; 0 where the system does not tell.
    pub peak_bytes: u64,
}

/// Which part of the work is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Progress {
    /// Layers are being found; those in the list are complete.
    Forward,
    /// All layers are found; those with values are solved.
    Backward,
    /// All is solved.
    Complete {
        /// The value of the first state, per role.
        value: Vec<i32>,
    },
}

impl Progress {
    /// Whether all is solved.
    pub fn is_complete(&self) -> bool {
        matches!(self, Progress::Complete { .. })
    }
}

/// One layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Default)]
pub struct Layer {
    /// Its states.
    pub states: u128,
    /// Those that end the game.
    pub terminal_states: u128,
    /// The file with its states.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub state_file: Option<File>,
    /// The file with their values.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value_file: Option<File>,
    /// Outcomes that occur in the layer: terminal `i + 1` of the value file means entry `i`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub outcomes: Vec<OutcomeCount>,
    /// [`layer::ContentHash`] of states and outcomes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub content: Option<String>,
    /// The same layer with distances, until all layers have them: then they take the place of those without.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with_distances: Option<Box<Layer>>,
}

impl Layer {
    /// Whether plies to the end are stored.
    pub fn has_distances(&self) -> bool {
        self.outcomes.iter().any(|outcome| outcome.distance.is_some())
    }

    /// All files of the layer.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        let added = self.with_distances.as_ref().and_then(|added| added.value_file.as_ref());
        self.state_file.iter().chain(&self.value_file).chain(added)
    }
}

/// An outcome and how many states of a layer have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutcomeCount {
    /// Reward per role.
    pub rewards: Vec<i32>,
    /// Plies to the end, where distances are stored.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distance: Option<u32>,
    /// Number of states.
    pub states: u128,
}

/// A file of the directory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// Its name in the directory.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its BLAKE3 hash, hexadecimal.
    pub hash: String,
    /// How it is laid out.
    pub layout: Layout,
}

/// The two physical forms of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A decision diagram.
    Diagram,
    /// Packed states in ascending order, with their values.
    Packed,
    /// Packed states in ascending order, with expected rewards and strategies.
    Expected,
}
