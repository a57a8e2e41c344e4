//! The manifest of a new directory: the question, the method, and the reasons.

use fingerprint::Fingerprint;
use prove::ProvedGame;
use solution::Engine;
use solution::manifest::{Chosen, Decision, FORMAT, Manifest, Method, Progress, Question};
use task::Algorithm;

use super::engine::EngineChoice;
use super::plan::Plan;
use super::{Solve, rules_hash};
use crate::drawing;
use crate::proving::class_in_words;

impl Solve<'_> {
    /// The question as stored in the directory.
    pub(super) fn question(&self, infinite: Option<Vec<i32>>, distances: Option<bool>) -> Question {
        Question {
            rules: self.source.text.clone(),
            name: self.source.name.clone(),
            rules_hash: rules_hash(self.rules),
            fingerprint: Fingerprint::of(self.rules).to_string(),
            model: self.options.model,
            infinite,
            lenient: self.options.lenient,
            reduction: self.options.reduction,
            distances,
            security: false,
            precision: None,
            from: self.options.from.clone(),
        }
    }

    /// The manifest of a new directory.
    pub(super) fn manifest(&self, plan: &Plan, proved: &ProvedGame, engine: &EngineChoice) -> Manifest {
        let Plan { choice, traits, .. } = plan;
        let measure = traits.measure.as_ref().filter(|_| choice.algorithm == Algorithm::Layered);
        let variables = match engine.engine {
            Engine::Symbolic => format!("; variables {}", engine.order.name),
            Engine::Explicit => String::new(),
        };
        Manifest {
            format: FORMAT,
            question: self.question(plan.infinite.clone(), plan.distances),
            encoding: engine.order.describe(&proved.game, measure),
            notation: drawing::drawn(self.source, &proved.game).1,
            method: Method {
                program: format!("backsolve {}", env!("CARGO_PKG_VERSION")),
                engine: engine.engine,
                algorithm: choice.algorithm,
                why: format!("{}; {} engine: {}{variables}", choice.why, engine.engine, engine.why),
                decision: Some(self.decision(plan, engine)),
                estimate: engine.estimate,
                effort: None,
            },
            expected: None,
            progress: Progress::Forward,
            layers: Vec::new(),
        }
    }

    fn decision(&self, plan: &Plan, engine: &EngineChoice) -> Decision {
        let choice = &plan.choice;
        let order_asked = self.options.order.is_some();
        let order_why = match engine.engine {
            _ if order_asked => "asked for",
            Engine::Symbolic => "it had the fewest nodes in the race",
            Engine::Explicit => "packed states use this order",
        };
        Decision {
            class: class_in_words(&plan.class, plan.infinite.is_none()),
            algorithm: Chosen::new(choice.algorithm, self.options.algorithm.is_some(), &choice.why),
            engine: Chosen::new(engine.engine, self.options.engine.is_some(), &engine.why),
            order: Chosen::new(engine.order.name.to_owned(), order_asked, order_why),
            bytes: engine.bytes as u64,
        }
    }
}
