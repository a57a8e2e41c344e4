//! Why an engine is chosen: the figures behind the choice, and the reason in words.

use number::{count, rounded};
use solution::Engine;
use solution::manifest::Estimate;

use super::{Contest, Verdict};
use crate::solve::forecast::Forecast;

impl Contest<'_> {
    /// The estimate behind the choice; `None` if too little is known.
    pub fn estimate(&self) -> Option<Estimate> {
        // JSON has no infinity.
        let finite = |value: f64| value.min(f64::MAX);
        let counted = self.verdict == Verdict::AllFound;
        let forecast = match counted {
            true => Forecast::counted(&self.search, self.forecast.as_ref().and_then(|forecast| forecast.symbolic)),
            false => self.forecast()?,
        };
        Some(Estimate {
            states: finite(forecast.states),
            counted,
            largest_layer: finite(forecast.largest_layer),
            explicit_bytes: finite(forecast.explicit_bytes),
            nodes: forecast.symbolic.map(|diagrams| finite(diagrams.nodes)),
            states_per_node: forecast.symbolic.map(|diagrams| {
                finite(diagrams.steps / diagrams.nodes.max(1.0) / (forecast.explicit / forecast.states.max(1.0)))
            }),
        })
    }

    /// Why an engine is chosen, in words.
    pub fn why(&self, engine: Engine) -> String {
        let Some(estimate) = self.estimate() else { return "the game ends after a few layers".to_owned() };
        let states = match estimate.counted {
            true => count(estimate.states as u64, "state"),
            false => format!("an estimated {} states", rounded(estimate.states)),
        };
        let needed =
            || format!("{states} would need {} MiB as a list", rounded(estimate.explicit_bytes / (1u32 << 20) as f64));
        let fits = estimate.explicit_bytes <= self.search.terms.bytes as f64;
        match (engine, estimate.nodes) {
            (Engine::Explicit, None) if estimate.states == 1.0 => format!("{states} fits in memory"),
            (Engine::Explicit, None) => format!("{states} fit in memory"),
            (Engine::Explicit, Some(nodes)) => {
                format!("{states} fit in memory, and about {} nodes would take longer", rounded(nodes))
            }
            (Engine::Symbolic, _) if self.verdict == Verdict::OutOfMemory => {
                format!("{} did not fit in memory as a list", count(self.search.states() as u64, "state"))
            }
            (Engine::Symbolic, Some(nodes)) if fits => format!("{states} in about {} nodes", rounded(nodes)),
            (Engine::Symbolic, _) => needed(),
        }
    }

    /// Why the explicit engine got the game back, in words.
    pub fn why_back(&self) -> String {
        match self.verdict {
            Verdict::Stalled => "diagrams took far more work than expected".to_owned(),
            _ => "diagrams did not fit in memory".to_owned(),
        }
    }
}
