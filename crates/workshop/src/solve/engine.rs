//! Which engine solves a game, and why.
//!
//! The explicit engine searches two million states; how they grow tells whether all would fit. Where they are many the symbolic engine runs for
//! a hundred thousand nodes, and how these grow with the states tells how many there would be. Work is counted in states and nodes and
//! not in seconds, so that the choice is the same on every machine.

use explicit::estimate::probe;
use explicit::key::Key;
use serde::Serialize;
use solution::Manifest;
use symbolic::order::Order;
use symbolic::race::race;
use symbolic::reach::Layer;
use symbolic::trial::trial;
use task::{Algorithm, Choice};

use super::Solve;
use super::order::variable_order;
use crate::error::Error;
use crate::number::grouped;
use crate::prepared::Prepared;
use crate::stop::Stop;

/// States that the explicit engine solves while the symbolic one solves a node, where plies are the layers. On Connect Four 5x5 it is 80, on
/// Clobber 4x5 over 400.
const STATES_PER_NODE: f64 = 200.0;

/// How much more work a state is where plies are not the layers: it is looked for among all others. On Breakthrough 4x5 it is about 4.
const AMONG_ALL: f64 = 4.0;

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

/// Games with more joint moves than this are not tried on diagrams: their relations alone take longer than the answer is worth.
const MOST_TRIED: usize = 2_000;

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
    /// Nodes of all layers' diagrams, where diagrams were tried.
    pub nodes: Option<f64>,
    /// States that the explicit engine goes through while the symbolic one goes through a node.
    pub states_per_node: f64,
}

/// Estimates from a short run of the explicit engine and, where its states are many, of the symbolic one; none if the explicit engine can't
/// take the game.
pub fn estimate(prepared: &Prepared, threads: usize, stop: &Stop) -> Result<Option<Estimate>, Error> {
    let Ok(mut probed) = probe(&prepared.game, &prepared.effects, threads) else { return Ok(None) };
    stop.check()?;
    let plies_are_layers = prepared.traits().measure.is_some_and(|measure| measure.incremental);
    let mut nodes = None;
    if probed.course().total > FEW && prepared.effects.effects.len() <= MOST_TRIED {
        let layers = first_layers(prepared, plies_are_layers, stop)?;
        probed.extend(layers.iter().map(|layer| u64::try_from(layer.states).unwrap_or(u64::MAX)));
        nodes = probed.nodes(&layers.iter().map(|layer| layer.nodes).collect::<Vec<_>>());
    }
    let states = probed.course();
    let words = probed.bits.div_ceil(64).max(1);
    // Wide keys come in powers of two.
    let words = if words > 4 { words.next_power_of_two() } else { words };
    let key = (words * size_of::<Key<1>>()) as f64;
    Ok(Some(Estimate {
        states: states.total,
        counted: probed.complete,
        largest_layer: states.largest,
        explicit_bytes: match plies_are_layers {
            true => 3.0 * states.largest * (key + BESIDE_KEY),
            // All states together, and the moves between them.
            false => states.total * (2.0 * key + 48.0),
        },
        nodes,
        states_per_node: if plies_are_layers { STATES_PER_NODE } else { STATES_PER_NODE / AMONG_ALL },
    }))
}

/// The first layers on diagrams; none where not even these fit.
fn first_layers(prepared: &Prepared, plies_are_layers: bool, stop: &Stop) -> Result<Vec<Layer>, Error> {
    let runners = race(&prepared.game, &prepared.effects);
    stop.check()?;
    let Some(winner) = runners.first() else { return Ok(Vec::new()) };
    Ok(trial(&prepared.game, &prepared.effects, &winner.order, plies_are_layers).unwrap_or_default())
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
    match estimate.nodes {
        Some(nodes) if nodes * estimate.states_per_node < estimate.states => {
            (Engine::Symbolic, format!("{states} in no more than about {} nodes", number(nodes)))
        }
        Some(nodes) => {
            (Engine::Explicit, format!("{states}, which fit into memory, in as many as {} nodes", number(nodes)))
        }
        None => (Engine::Explicit, format!("{states}, which fit into memory")),
    }
}

/// An engine, why it was chosen, and the variable order of its directory.
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// Why, in words.
    pub why: String,
    /// The variable order.
    pub order: Order,
}

impl Solve<'_> {
    /// The engine: the one asked for, else that of the database if it is begun, else the one that an estimate speaks for.
    pub(super) fn choose_engine(
        &self,
        known: Option<&Manifest>,
        prepared: &Prepared,
        choice: &Choice,
    ) -> Result<EngineChoice, Error> {
        let (asked, wanted) = (self.options.engine, self.options.order.as_deref());
        if let Some(known) = known {
            let begun = Engine::named(&known.method.engine).unwrap_or(Engine::Symbolic);
            if asked.is_some_and(|asked| asked != begun) {
                let what = format!("{} was begun by the {} engine", self.path.display(), begun.name());
                return Err(Error::input(what).hint("leave --engine out, or give another directory with --out"));
            }
            let order = variable_order(wanted, Some(known), prepared, self.path)?;
            return Ok(EngineChoice { engine: begun, why: "as it was begun".to_owned(), order });
        }
        match asked {
            Some(Engine::Explicit) => {
                let order = by_number(prepared);
                Ok(EngineChoice { engine: Engine::Explicit, why: "asked for".to_owned(), order })
            }
            None if choice.algorithm != Algorithm::Restart && wanted.is_none() => {
                let estimate = estimate(prepared, self.options.threads, self.stop)?;
                let (engine, why) = choose(estimate.as_ref(), self.options.budget.engine_bytes()?);
                let order = match engine {
                    Engine::Symbolic => variable_order(wanted, None, prepared, self.path)?,
                    Engine::Explicit => by_number(prepared),
                };
                Ok(EngineChoice { engine, why, order })
            }
            _ => {
                let order = variable_order(wanted, None, prepared, self.path)?;
                Ok(EngineChoice { engine: Engine::Symbolic, why: "asked for".to_owned(), order })
            }
        }
    }
}

/// Variables as they are numbered: the order of packed files.
fn by_number(prepared: &Prepared) -> Order {
    Order { name: "by number", variables: (0..prepared.game.variables.len()).collect() }
}

/// A number with two digits that count.
fn number(value: f64) -> String {
    if !value.is_finite() || value >= 1e15 {
        return format!("{value:.0e}");
    }
    let scale = 10f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    grouped(((value / scale).round() * scale) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(states: f64, nodes: f64) -> Estimate {
        let (largest_layer, explicit_bytes) = (states / 10.0, states);
        Estimate { states, counted: false, largest_layer, explicit_bytes, nodes: Some(nodes), states_per_node: 100.0 }
    }

    #[test]
    fn diagrams_where_they_are_far_smaller_or_nothing_else_fits() {
        assert_eq!(choose(Some(&estimate(7e7, 1e6)), 1 << 30).0, Engine::Explicit);
        assert_eq!(choose(Some(&estimate(7e7, 1e6)), 1 << 20).0, Engine::Symbolic);
        assert_eq!(choose(Some(&estimate(7e8, 1e6)), 1 << 30).0, Engine::Symbolic);
        assert_eq!(choose(None, 1 << 30).0, Engine::Symbolic);
    }

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!(number(69_763_700.0), "70,000,000");
        assert_eq!(number(7.0), "7");
        assert_eq!(number(1e30), "1e30");
    }
}
