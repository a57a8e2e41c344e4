//! Which engine solves a game, and why.
//!
//! Both engines run for a moment: the explicit one for a million states, the symbolic one for some ten thousand nodes. How states and nodes
//! grow tells what either would have to go through. Work is counted in states and nodes and not in seconds, so that the choice is
//! the same on every machine.

use explicit::estimate::probe;
use explicit::key::Key;
use serde::Serialize;
use symbolic::race::Runner;

use crate::prepared::Prepared;

/// States per node, at the widest layer, from which on diagrams are faster. Connect Four 5x5 has 116 and takes the explicit engine two thirds of
/// the other's time; Breakthrough 4x5 has 2,471 and takes it eight times as long.
const MANY_PER_NODE: f64 = 300.0;

/// States that take the explicit engine a few seconds: no diagram is worth a try then.
const FEW: f64 = 32e6;

/// Bytes that a state takes in memory beside its key while two layers are worked on.
const BESIDE_KEY: f64 = 4.0;

/// An engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Decision diagrams.
    Symbolic,
    /// Packed states.
    Explicit,
}

impl Engine {
    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Symbolic => "symbolic",
            Engine::Explicit => "explicit",
        }
    }

    /// The engine with a name.
    pub fn named(name: &str) -> Option<Engine> {
        [Engine::Symbolic, Engine::Explicit].into_iter().find(|engine| engine.name() == name)
    }
}

/// What both engines would have to go through.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Reachable states.
    pub states: f64,
    /// Whether these are counted, not guessed.
    pub counted: bool,
    /// States of the largest layer.
    pub largest_layer: f64,
    /// Memory that the explicit engine needs.
    pub explicit_bytes: f64,
    /// States that a node of a diagram stands for at the widest layer, where that can be told.
    pub states_per_node: Option<f64>,
}

/// Estimates from a short run of both engines; none if the explicit engine can't take the game.
pub fn estimate(prepared: &Prepared, runners: &[Runner], threads: usize) -> Option<Estimate> {
    let probed = probe(&prepared.game, &prepared.effects, threads).ok()?;
    let states = probed.course();
    let key = (probed.bits.div_ceil(64).max(1) * size_of::<Key<1>>()) as f64;
    Some(Estimate {
        states: states.total,
        counted: probed.complete,
        largest_layer: states.largest,
        explicit_bytes: match prepared.traits().measure {
            Some(measure) if measure.incremental => 3.0 * states.largest * (key + BESIDE_KEY),
            // All states together, and the moves between them.
            _ => states.total * (2.0 * key + 48.0),
        },
        states_per_node: runners.first().and_then(|runner| probed.states_per_node(&runner.nodes)),
    })
}

/// The engine that an estimate speaks for, and why, in words.
pub fn choose(estimate: Option<&Estimate>, bytes: usize) -> (Engine, String) {
    let Some(estimate) = estimate else {
        return (Engine::Symbolic, "states are too wide for the explicit engine".to_owned());
    };
    let states = match estimate.counted {
        true => format!("{} states", number(estimate.states)),
        false => format!("about {} states", number(estimate.states)),
    };
    if estimate.explicit_bytes > bytes as f64 {
        let needed = number(estimate.explicit_bytes / 1e6);
        return (Engine::Symbolic, format!("{states} would take {needed} MB one by one"));
    }
    match estimate.states_per_node {
        Some(share) if estimate.states > FEW && share > MANY_PER_NODE => {
            (Engine::Symbolic, format!("{states}, up to about {} to a node", number(share)))
        }
        Some(share) => {
            (Engine::Explicit, format!("{states}, which fit into memory, up to about {} to a node", number(share)))
        }
        None => (Engine::Explicit, format!("{states}, which fit into memory")),
    }
}

/// A number with two digits that count.
fn number(value: f64) -> String {
    if !value.is_finite() || value >= 1e15 {
        return format!("{value:.0e}");
    }
    let scale = 10f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    crate::table::grouped(((value / scale).round() * scale) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(states: f64, states_per_node: f64) -> Estimate {
        Estimate {
            states,
            counted: false,
            largest_layer: states / 10.0,
            explicit_bytes: states,
            states_per_node: Some(states_per_node),
        }
    }

    #[test]
    fn diagrams_where_they_are_far_smaller_or_nothing_else_fits() {
        assert_eq!(choose(Some(&estimate(7e7, 116.0)), 1 << 30).0, Engine::Explicit);
        assert_eq!(choose(Some(&estimate(7e7, 116.0)), 1 << 20).0, Engine::Symbolic);
        assert_eq!(choose(Some(&estimate(7e8, 2_000.0)), 1 << 30).0, Engine::Symbolic);
        assert_eq!(choose(Some(&estimate(1e6, 2_000.0)), 1 << 30).0, Engine::Explicit);
        assert_eq!(choose(None, 1 << 30).0, Engine::Symbolic);
    }

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!(number(69_763_700.0), "70,000,000");
        assert_eq!(number(7.0), "7");
        assert_eq!(number(1e30), "1e30");
    }
}
