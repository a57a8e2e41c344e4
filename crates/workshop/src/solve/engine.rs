//! Which engine solves a game, and why.
//!
//! The explicit engine searches two million states; how they grow tells whether all would fit. Where they are many the symbolic engine runs for
//! a hundred thousand nodes, and how these grow with the states tells how many there would be. Work is counted in states and nodes and
//! not in seconds, so that the choice is the same on every machine.

use explicit::Resources;
use explicit::estimate::probe;
use explicit::key::{Key, words};
use number::{count, grouped};
use solution::Manifest;
pub use solution::manifest::Estimate;
use symbolic::order::Order;
use symbolic::race::race;
use symbolic::reach::Layer;
use symbolic::trial::trial;
use task::{Algorithm, Allowance, Choice};

use super::Solve;
use super::order::{begun_order, new_order};
use crate::budget::give_back;
use crate::error::Error;
use crate::prepared::Prepared;
use crate::scratch;

/// States that the explicit engine solves while the symbolic one solves a node, where plies are the layers. On Connect Four 5x5 it is about 40,
/// on Clobber 4x5 more; a guess at the states per node is 120 for the former, 36 for peg solitaire, which is better solved state by state.
const STATES_PER_NODE: f64 = 80.0;

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

/// Estimates from a short run of the explicit engine and, where its states are many, of the symbolic one; none if the explicit engine can't
/// take the game.
pub fn estimate(prepared: &Prepared, threads: usize, allowance: Allowance<'_>) -> Option<Estimate> {
    let folder = scratch::folder();
    let resources = Resources { bytes: allowance.bytes, threads, folder: &folder, give_back };
    let mut probed = probe(&prepared.game, &prepared.effects, resources, allowance.go_on).ok()?;
    give_back();
    let plies_are_layers = prepared.traits().measure.is_some_and(|measure| measure.incremental);
    let mut nodes = None;
    if probed.course().total > FEW && prepared.effects.effects.len() <= MOST_TRIED {
        let layers = first_layers(prepared, plies_are_layers, allowance);
        probed.extend(layers.iter().map(|layer| u64::try_from(layer.states).unwrap_or(u64::MAX)));
        nodes = probed.nodes(&layers.iter().map(|layer| layer.nodes).collect::<Vec<_>>());
    }
    let states = probed.course();
    let key = (words(probed.bits) * size_of::<Key<1>>()) as f64;
    // Where the probe ran out of memory, a few layers must not speak for packed states: these need more than it had.
    let least = if probed.out_of_memory { allowance.bytes as f64 + 1.0 } else { 0.0 };
    // Files of numbers know no infinity.
    let finite = |value: f64| value.min(f64::MAX);
    Some(Estimate {
        states: finite(states.total),
        counted: probed.complete,
        largest_layer: finite(states.largest),
        explicit_bytes: finite(least.max(match plies_are_layers {
            true => 3.0 * states.largest * (key + BESIDE_KEY),
            // All states together, and the moves between them.
            false => states.total * (2.0 * key + 48.0),
        })),
        nodes: nodes.map(finite),
        states_per_node: if plies_are_layers { STATES_PER_NODE } else { STATES_PER_NODE / AMONG_ALL },
    })
}

/// The first layers on diagrams; none where not even these fit.
fn first_layers(prepared: &Prepared, plies_are_layers: bool, allowance: Allowance<'_>) -> Vec<Layer> {
    let runners = race(&prepared.game, &prepared.effects, allowance);
    let Some(winner) = runners.first() else { return Vec::new() };
    trial(&prepared.game, &prepared.effects, &winner.order, plies_are_layers, allowance)
}

/// The engine that an estimate speaks for, and why, in words.
pub fn choose(estimate: Option<&Estimate>, bytes: usize) -> (Engine, String) {
    let Some(estimate) = estimate else {
        return (Engine::Symbolic, "packed states are too wide, or a short try of them had too little room".to_owned());
    };
    let states = match estimate.counted {
        true => count(estimate.states as u64, "state"),
        false => format!("an estimated {} states", number(estimate.states)),
    };
    if estimate.explicit_bytes > bytes as f64 {
        let needed = number(estimate.explicit_bytes / 1e6);
        return (Engine::Symbolic, format!("{states} would take {needed} MB or more one by one"));
    }
    match estimate.nodes {
        Some(nodes) if nodes * estimate.states_per_node < estimate.states => {
            (Engine::Symbolic, format!("{states} in no more than about {} nodes", number(nodes)))
        }
        Some(nodes) => {
            (Engine::Explicit, format!("{states}, which fit into memory, in as many as {} nodes", number(nodes)))
        }
        // The trial of the diagrams did not come far: that speaks for nobody.
        None if estimate.states > FEW => {
            (Engine::Explicit, format!("{states}, which fit into memory, where a short trial of diagrams told nothing"))
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
    /// What the choice rests on, where it was made.
    pub estimate: Option<Estimate>,
    /// The variable order.
    pub order: Order,
    /// Bytes that the engine can have.
    pub bytes: usize,
}

impl Solve<'_> {
    /// The engine of a directory that was begun, which must be the one asked for.
    pub(super) fn begun_engine(&self, known: &Manifest) -> Result<Engine, Error> {
        let begun = Engine::named(&known.method.engine).unwrap_or(Engine::Symbolic);
        match self.options.engine {
            Some(asked) if asked != begun => {
                let what = format!("{} was begun by the {} engine", self.path.display(), begun.name());
                Err(Error::input(what).hint("leave --engine out, or give another directory with --out"))
            }
            _ => Ok(begun),
        }
    }

    /// The engine: the one asked for, else that of the database if it is begun, else the one that an estimate speaks for.
    pub(super) fn choose_engine(
        &self,
        known: Option<&Manifest>,
        prepared: &Prepared,
        choice: &Choice,
    ) -> Result<EngineChoice, Error> {
        let (asked, wanted) = (self.options.engine, self.options.order.as_deref());
        let bytes = self.options.budget.engine_bytes()?;
        let go_on = || !self.is_over();
        let allowance = Allowance::new(bytes, &go_on);
        let chosen =
            |engine, why: &str, order| EngineChoice { engine, why: why.to_owned(), estimate: None, order, bytes };
        if let Some(known) = known {
            let order = begun_order(wanted, known, prepared, self.path)?;
            return Ok(chosen(self.begun_engine(known)?, "as it was begun", order));
        }
        let left_open = asked.is_none() && wanted.is_none() && choice.algorithm != Algorithm::Restart;
        if asked == Some(Engine::Explicit) {
            return Ok(chosen(Engine::Explicit, "asked for", by_number(prepared)));
        }
        if !left_open {
            return Ok(chosen(Engine::Symbolic, "asked for", new_order(wanted, prepared, allowance)?));
        }
        let estimate = estimate(prepared, self.options.threads, allowance);
        let (engine, why) = choose(estimate.as_ref(), bytes);
        let order = match engine {
            Engine::Symbolic => new_order(None, prepared, allowance)?,
            Engine::Explicit => by_number(prepared),
        };
        Ok(EngineChoice { estimate, ..chosen(engine, &why, order) })
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
        let states_per_node = STATES_PER_NODE;
        Estimate { states, counted: false, largest_layer, explicit_bytes, nodes: Some(nodes), states_per_node }
    }

    /// The estimates for peg solitaire and Connect Four 5x5, which are best solved by these.
    #[test]
    fn games_go_to_the_engine_that_is_faster() {
        assert_eq!(choose(Some(&estimate(36e6, 1e6)), 1 << 30).0, Engine::Explicit);
        assert_eq!(choose(Some(&estimate(123e6, 1e6)), 1 << 30).0, Engine::Symbolic);
    }

    #[test]
    fn diagrams_where_they_are_far_smaller_or_nothing_else_fits() {
        assert_eq!(choose(Some(&estimate(7e7, 1e6)), 1 << 30).0, Engine::Explicit);
        assert_eq!(choose(Some(&estimate(7e7, 1e6)), 1 << 20).0, Engine::Symbolic);
        assert_eq!(choose(Some(&estimate(7e8, 1e6)), 1 << 30).0, Engine::Symbolic);
        assert_eq!(choose(None, 1 << 30).0, Engine::Symbolic);
    }

    #[test]
    fn a_probe_without_memory_does_not_speak_for_packed_states() {
        let rules =
            gdl::check(&gdl::Source::new("hex", games::sheet("hex:4").expect("bundled"))).rules.expect("well-formed");
        let prepared = Prepared::new(&rules, &crate::Budget::default(), &crate::Stop::default()).expect("small");
        let bytes = 1 << 20;
        let found = super::estimate(&prepared, 1, Allowance::new(bytes, &|| true)).expect("narrow states");
        assert!(found.explicit_bytes > bytes as f64, "{found:?}");
        assert_eq!(choose(Some(&found), bytes).0, Engine::Symbolic);
    }

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!(number(69_763_700.0), "70,000,000");
        assert_eq!(number(7.0), "7");
        assert_eq!(number(1e30), "1e30");
    }
}
