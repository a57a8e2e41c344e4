//! `manifest.json`: the question, how it was solved, and the hash of each file.
//!
//! Format history. Fields added by a later version are optional, so that directories of all earlier versions can be
//! read.
//! - 1: first version. Written by the first versions of the program without `question.reduction`, `question.distances`
//!   and `checksum`.
//! - 2: `encoding.growth`, which a measure of format 1 lacks; `method.decision` and `method.estimate`; before, there
//!   was only `method.why`.
//! - 3: diagrams of unsolved layers mark terminal states; before, all their states had the same terminal.
//!   `method.estimate.states_per_node` may be null.
//! - 4: `method.effort`; `layers[].with_distances`, while distances are added to a finished solution.
//! - 5: `expected`, `question.security`, `question.precision`, and the layout `expected`, for games with chance or
//!   simultaneous moves.
//!
//! The names of models, engines, algorithms and growth are the same in all formats; any other name is damage.

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
    /// The question: a directory answers only one.
    pub question: Question,
    /// The encoding of states.
    pub encoding: Encoding,
    /// How moves and facts are written for people; absent in solutions of earlier versions.
    #[serde(skip_serializing_if = "Notation::is_empty", default)]
    pub notation: Notation,
    /// How it is being solved, and why.
    pub method: Method,
    /// Games with chance or simultaneous moves: what their values mean. Such a solution has layers of expected rewards,
    /// and is read as an [`ExpectedDatabase`](crate::ExpectedDatabase).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<ExpectedFigures>,
    /// The phase of the work.
    pub progress: Progress,
    /// The layers, first to last.
    pub layers: Vec<Layer>,
}

impl Manifest {
    /// Takes over the class found by an earlier run, if there is one: a resumed run makes no proofs and knows less
    /// about the game.
    pub fn of_class(mut self, class: Option<String>) -> Manifest {
        if let (Some(decision), Some(class)) = (&mut self.method.decision, class) {
            decision.class = class;
        }
        self
    }

    /// Whether distances are stored: an outcome without one then means infinite play. A game without a reachable
    /// terminal state has no other outcomes.
    pub fn has_distances(&self) -> bool {
        self.layers.iter().any(Layer::has_distances) || self.never_ends()
    }

    /// Whether the game is solved and has no terminal state.
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
    /// The text of the rule sheet.
    pub rules: String,
    /// Its name: a path or a bundled name.
    pub name: String,
    /// Hash of the rules' canonical text: independent of formatting, but not of renaming.
    pub rules_hash: String,
    /// Independent of renaming and reordering as well.
    pub fingerprint: String,
    /// What a role maximises.
    pub model: Model,
    /// The reward vector of infinite play, if the game is cyclic.
    pub infinite: Option<Vec<i32>>,
    /// Whether defects of the rules were given a meaning instead of being refused.
    pub lenient: bool,
    /// How rewards are read as win, draw or loss, if they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<Reduction>,
    /// Whether plies to the end are kept with the values; `None`: where they are cheap.
    #[serde(default)]
    pub distances: Option<bool>,
    /// Whether each role's value is what it can guarantee against all others together.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub security: bool,
    /// How far the bounds of an expected reward may be apart, where it is found by iteration: a decimal number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub precision: Option<String>,
    /// The start, if it is not the sheet's own. The rules above start there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<StartPosition>,
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

    /// The number, or the middle of the bounds, rounded.
    pub fn middle(&self) -> f64 {
        (self.lower + self.upper) / 2.0
    }
}

/// A start that is not the sheet's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartPosition {
    /// The position as given: moves or facts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub given: Option<String>,
    /// The role that begins, if given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first: Option<String>,
    /// The facts of the position.
    pub facts: Vec<String>,
}

/// State variables and the facts that they represent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Encoding {
    /// The roles, in the order of the rewards.
    pub roles: Vec<String>,
    /// Facts that hold in every state.
    pub always: Vec<String>,
    /// The variables. Packed layers write their values in this order.
    pub variables: Vec<EncodedVariable>,
    /// The levels of diagram layers, top first.
    pub levels: Vec<LevelOf>,
    /// Weights per variable and value, if the game has a measure: its sum is the same for all states of a layer and
    /// differs between layers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub measure: Option<Vec<Vec<i64>>>,
    /// How the measure grows, if there is one. Absent in manifests of format 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub growth: Option<Growth>,
}

/// A state variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EncodedVariable {
    /// The common pattern of its values.
    pub name: String,
    /// For each value the fact that holds, or none.
    pub values: Vec<Option<String>>,
}

/// A level of a diagram: a variable, or a digit of one that is split because it has many values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelOf {
    /// Index of the variable.
    pub variable: usize,
    /// The level has the value `v / weight % size`, where `v` is the value of the variable.
    pub weight: usize,
    /// Number of values of the level.
    pub size: usize,
}

/// How the solution was computed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Method {
    /// Name and version of the program.
    pub program: String,
    /// The engine.
    pub engine: Engine,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason for both, in words.
    pub why: String,
    /// The decisions made before the work began.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decision: Option<Decision>,
    /// The basis for the choice of the engine, if it was made by the program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub estimate: Option<Estimate>,
    /// The time and memory used. Absent in manifests before format 4.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<Effort>,
}

impl Method {
    /// An engine and an algorithm without reasons.
    pub fn new(engine: Engine, algorithm: Algorithm) -> Method {
        let (program, why) = (String::new(), String::new());
        Method { program, engine, algorithm, why, decision: None, estimate: None, effort: None }
    }
}

/// The decisions, and whether the user made them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The assumed class of the game, in words.
    pub class: String,
    /// The algorithm.
    pub algorithm: Chosen<Algorithm>,
    /// The engine.
    pub engine: Chosen<Engine>,
    /// The order of the variables on the levels of diagrams.
    pub order: Chosen<String>,
    /// Bytes available to the engine when it was chosen.
    pub bytes: u64,
}

/// One choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chosen<T> {
    /// The name of the choice.
    pub name: T,
    /// Whether the user asked for it.
    pub asked: bool,
    /// The reason, in words.
    pub why: String,
}

impl<T> Chosen<T> {
    /// A choice and its reason.
    pub fn new(name: T, asked: bool, why: &str) -> Chosen<T> {
        Chosen { name, asked, why: why.to_owned() }
    }
}

/// The estimated work of both engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Reachable states.
    pub states: f64,
    /// Whether these are counted rather than estimated.
    pub counted: bool,
    /// States of the largest layer.
    pub largest_layer: f64,
    /// Memory that the explicit engine needs.
    pub explicit_bytes: f64,
    /// Nodes of all layers' diagrams, if diagrams were tried.
    pub nodes: Option<f64>,
    /// The number of states that the explicit engine processes in the time the symbolic one takes per node, if diagrams
    /// were tried.
    pub states_per_node: Option<f64>,
}

/// The time and memory used up to the last commit, over all runs.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Wall-clock seconds. A killed run counts up to its last commit.
    pub seconds: f64,
    /// Runs that committed something.
    pub runs: u32,
    /// The peak memory of a process in bytes; 0 if the system does not report it.
    pub peak_bytes: u64,
}

/// The phase of the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Progress {
    /// Layers are being found; those listed are complete.
    Forward,
    /// All layers are found; those with values are solved.
    Backward,
    /// All layers are solved.
    Complete {
        /// The value of the first state, per role.
        value: Vec<i32>,
    },
}

impl Progress {
    /// Whether all layers are solved.
    pub fn is_complete(&self) -> bool {
        matches!(self, Progress::Complete { .. })
    }
}

/// One layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Default)]
pub struct Layer {
    /// Its states.
    pub states: u128,
    /// Its terminal states.
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
    /// The same layer with distances, until all layers have them and replace those without.
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

/// An outcome and the number of states in a layer that have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutcomeCount {
    /// Reward per role.
    pub rewards: Vec<i32>,
    /// Plies to the end, if distances are stored.
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
    /// Its layout.
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
