//! A trial: the first layers on diagrams, with a few more whenever more steps are allowed.
//!
//! It is limited by counted steps and never by time, so that its result is the same on every machine.

use diagram::{Error, Set, StoreLimit};
use prove::ProvedGame;
use task::{Allowance, VariableOrder};

use crate::engine::{DiagramEngine, Resources};

/// A layer of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialLayer {
    /// Its states, each in the first layer that contains it.
    pub states: u128,
    /// Nodes of its diagram.
    pub nodes: usize,
    /// Steps from this layer to the next.
    pub steps: u64,
}

/// The first layers of a game on diagrams.
pub struct Trial<'g> {
    engine: DiagramEngine<'g>,
    /// The states to be expanded next.
    current: Set,
    /// All states so far, if one can be in two layers.
    visited: Option<Set>,
    layers: Vec<TrialLayer>,
    /// Steps up to the first layer.
    setup: u64,
    /// Whether there will be no further layer: all are done, or memory is not enough.
    ended: bool,
}

impl<'g> Trial<'g> {
    /// Builds the relations. `distinct` says that no state can be in two layers.
    pub fn new(
        proved: &'g ProvedGame,
        order: &VariableOrder,
        distinct: bool,
        allowance: Allowance<'_>,
    ) -> Result<Trial<'g>, Error> {
        let resources = Resources { bytes: allowance.bytes, threads: 1 };
        let mut engine = DiagramEngine::within_steps(allowance.steps, proved, order, resources)?;
        let current = engine.initial()?;
        let visited = (!distinct).then(|| current.clone());
        let setup = engine.store().usage().steps;
        Ok(Trial { engine, current, visited, layers: Vec::new(), setup, ended: false })
    }

    /// Continues for at most this many steps.
    pub fn run(&mut self, steps: u64, go_on: &dyn Fn() -> bool) {
        self.engine.store().allow_steps(steps);
        while !self.ended && go_on() {
            match self.layer() {
                Ok(()) => {}
                Err(Error::OutOfBudget(StoreLimit::Steps(_))) => return,
                // Running out of memory ends the trial; it is not an error.
                Err(_) => self.ended = true,
            }
        }
    }

    /// The layers that are finished.
    pub fn layers(&self) -> &[TrialLayer] {
        &self.layers
    }

    /// Steps before the first layer.
    pub fn setup(&self) -> u64 {
        self.setup
    }

    /// Steps so far, including those of an unfinished layer.
    pub fn steps(&self) -> u64 {
        self.engine.diagrams().usage().steps
    }

    fn layer(&mut self) -> Result<(), Error> {
        let before: u64 = self.setup + self.layers.iter().map(|layer| layer.steps).sum::<u64>();
        let engine = &mut self.engine;
        let (states, nodes) = (engine.store().count(&self.current)?, engine.store().node_count(&self.current)?);
        let open = engine.open(&self.current)?;
        let mut next = engine.successors(&open)?;
        if let Some(visited) = &mut self.visited {
            next = engine.store().difference(&next, visited)?;
            *visited = engine.store().union(visited, &next)?;
        }
        let steps = engine.store().usage().steps - before;
        self.layers.push(TrialLayer { states, nodes, steps });
        self.ended = next.is_empty();
        self.current = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::bundled;

    #[test]
    fn a_trial_resumes_where_its_steps_ended() {
        let (proved, order) = bundled("tic-tac-toe");
        let run = |portion: u64| {
            let mut trial = Trial::new(&proved, &order, true, Allowance::default()).unwrap();
            for turn in 0..20 {
                trial.run(portion << turn, &|| true);
            }
            let layers = trial.layers().iter();
            layers.map(|layer| (layer.states, layer.nodes)).collect::<Vec<_>>()
        };
        let whole = run(1 << 40);
        assert_eq!(whole.len(), 10);
        assert_eq!(whole.iter().map(|layer| layer.0).sum::<u128>(), 5_478);
        assert_eq!(run(2_000), whole);
    }

    #[test]
    fn a_trial_takes_no_more_steps_than_allowed() {
        let (proved, order) = bundled("connect-four:4x4");
        assert!(Trial::new(&proved, &order, true, Allowance::default().within_steps(10)).is_err());
        let mut trial = Trial::new(&proved, &order, true, Allowance::default()).unwrap();
        trial.run(20_000, &|| true);
        assert!(trial.steps() <= trial.setup() + 20_000, "{} after {}", trial.steps(), trial.setup());
        let layers = trial.layers().len();
        assert!((1..17).contains(&layers), "{layers} of 17 layers");
    }
}
