//! The answer of `info` as an object.

use std::collections::BTreeMap;

use game::Game;
use gdl::Rules;
use prove::{Analysis, Class, Finding, Measure, MeasureGrowth, ProofLimit};
use serde::Serialize;
use solution::manifest::Estimate;

/// The answer. Fields that need the ground game are null if the game is too large to ground.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    pub rules: String,
    pub roles: Vec<String>,
    /// Number of state variables.
    pub variables: Option<usize>,
    /// Number of moves of all roles.
    pub moves: Option<usize>,
    /// Number of symmetries of the ground game, including the identity.
    pub symmetries: Option<u128>,
    /// The number of these that fix every role.
    pub symmetries_fixing_roles: Option<u128>,
    /// Whether these are all, or only those found within the limits.
    pub symmetries_complete: bool,
    /// A limit that some proof has reached: `work`, `memory` or `time`.
    pub proof_limit: Option<&'static str>,
    pub class: ClassAnswer,
    pub progress_measure: Option<MeasureAnswer>,
    pub ground: Option<GroundAnswer>,
    /// The estimated work of solving it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateAnswer>,
    /// Why there is no estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_estimate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_large_to_ground: Option<String>,
    /// States seen in playouts if there is no ground game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled_states: Option<u64>,
    pub seconds: f64,
    /// Warnings about the answer.
    pub warnings: Vec<String>,
}

/// The estimated work of solving a game, and the engine it favours.
#[derive(Clone, Debug, Serialize)]
pub struct EstimateAnswer {
    #[serde(flatten)]
    pub estimate: Estimate,
    pub engine: &'static str,
    pub why: String,
}

/// The class of a game.
#[derive(Debug, Default, Serialize)]
pub struct ClassAnswer {
    #[serde(flatten)]
    pub properties: BTreeMap<&'static str, Property>,
    /// The sum of the rewards, if it is proved to be constant.
    pub sum: Option<i32>,
    /// An upper bound on the number of plies, if a counter in the state proves one.
    pub longest: Option<usize>,
    /// Fluents that are functions of the ply.
    pub step_counters: Vec<String>,
    /// Whether one of the roles is called `random`.
    pub random_role: bool,
}

/// A property and its proof status.
#[derive(Clone, Debug, Serialize)]
pub struct Property {
    /// `proved`, `refuted` or `unknown`.
    pub verdict: &'static str,
    pub reason: String,
    /// The facts of a reachable state that refutes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<String>>,
}

/// Facts about the ground game.
#[derive(Debug, Serialize)]
pub struct GroundAnswer {
    pub fluents: usize,
    /// Fluents that share a proved variable with others.
    pub grouped_fluents: usize,
    /// The logarithm of the number of combinations of values.
    pub bits: f64,
    pub variables: Vec<VariableAnswer>,
    /// Per role.
    pub moves: Vec<usize>,
    pub gates: usize,
    pub operands: usize,
    pub recursive_gates: usize,
    pub seconds: f64,
}

/// A state variable.
#[derive(Debug, Serialize)]
pub struct VariableAnswer {
    pub name: String,
    /// Fluents of which at most one holds, proved.
    pub fluents: Vec<String>,
    /// Whether it may be that none of them holds.
    pub none: bool,
}

/// A progress measure.
#[derive(Debug, Serialize)]
pub struct MeasureAnswer {
    /// `incremental`, `two-ply` or `increasing`.
    pub growth: &'static str,
    /// The role whose plies increase a two-ply measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Per variable and value.
    pub weights: Vec<Vec<i64>>,
}

impl Answer {
    /// From an analysis of the ground game.
    pub fn proved(game: &Game, analysis: &Analysis, ground_seconds: f64) -> Answer {
        Answer {
            roles: game.roles.clone(),
            variables: Some(analysis.variables.len()),
            moves: Some(game.moves.iter().map(Vec::len).sum()),
            symmetries: Some(analysis.symmetries.order),
            symmetries_fixing_roles: Some(analysis.symmetries.fixing_roles),
            symmetries_complete: analysis.symmetries.complete,
            proof_limit: analysis.limit.map(ProofLimit::name),
            class: ClassAnswer::new(&analysis.class, game),
            progress_measure: analysis.measure.as_ref().map(|measure| MeasureAnswer::new(measure, game)),
            ground: Some(GroundAnswer::new(game, analysis, ground_seconds)),
            ..Answer::default()
        }
    }

    /// From playouts with the interpreter.
    pub fn sampled(rules: &Rules, why: String, sample: super::sampled::Sample) -> Answer {
        let roles: Vec<String> = rules.roles.iter().map(|role| rules.display(role).to_string()).collect();
        Answer {
            class: ClassAnswer {
                properties: sample.class,
                random_role: roles.iter().any(|role| role == "random"),
                ..ClassAnswer::default()
            },
            no_estimate: Some("only a ground game can be solved".to_owned()),
            roles,
            too_large_to_ground: Some(why),
            sampled_states: Some(sample.states),
            ..Answer::default()
        }
    }
}

impl ClassAnswer {
    /// The known properties of a class.
    pub fn new(class: &Class, game: &Game) -> ClassAnswer {
        let property = |finding: &Finding| Property {
            verdict: finding.verdict.name(),
            reason: finding.reason.clone(),
            state: finding.witness.as_ref().map(|s| s.facts(game).into_iter().map(String::from).collect()),
        };
        let findings = [
            ("turn_taking", &class.turn_taking),
            ("alternating", &class.alternating),
            ("playable", &class.playable),
            ("rewarded", &class.rewarded),
            ("constant_sum", &class.constant_sum),
            ("acyclic", &class.acyclic),
        ];
        ClassAnswer {
            properties: findings.iter().map(|(name, finding)| (*name, property(finding))).collect(),
            sum: class.sum,
            longest: class.ply_bound,
            step_counters: class.ply_fluents.iter().map(|f| game.fluents[f.0 as usize].clone()).collect(),
            random_role: class.random.is_some(),
        }
    }
}

impl GroundAnswer {
    fn new(game: &Game, analysis: &Analysis, seconds: f64) -> GroundAnswer {
        let circuit = &game.circuit;
        let recursive = circuit.blocks.iter().filter(|block| block.recursive);
        let text = |fluent: &game::Fluent| game.fluents[fluent.0 as usize].clone();
        let variable = |v: &game::StateVariable| VariableAnswer {
            name: v.name.clone(),
            fluents: v.fluents.iter().map(text).collect(),
            none: v.none,
        };
        let grouped = analysis.variables.iter().filter(|v| v.fluents.len() > 1).map(|v| v.fluents.len());
        GroundAnswer {
            fluents: game.fluents.len(),
            grouped_fluents: grouped.sum(),
            bits: analysis.bits(),
            variables: analysis.variables.iter().map(variable).collect(),
            moves: game.moves.iter().map(Vec::len).collect(),
            gates: circuit.gates.len(),
            operands: circuit.operand_list.len(),
            recursive_gates: recursive.map(|block| block.gates.len()).sum(),
            seconds,
        }
    }
}

impl MeasureAnswer {
    fn new(measure: &Measure, game: &Game) -> MeasureAnswer {
        let (growth, role) = match measure.growth {
            MeasureGrowth::Incremental => ("incremental", None),
            MeasureGrowth::TwoPly { role } => ("two-ply", game.roles.get(role).cloned()),
            MeasureGrowth::Increasing => ("increasing", None),
        };
        MeasureAnswer { growth, role, weights: measure.weights.clone() }
    }
}
