//! Brute force as a `Solver`: a third engine needs no change to the other two.

use solution::manifest::{Encoding, Layout};
use solution::{Algorithm, Directory, Facts};
use task::{Commits, Error, Gauge, Observer, Problem, Solver};

use crate::{Setup, SolvedGame};

/// The engine that evaluates every state with the interpreter.
#[derive(Clone, Copy, Debug)]
pub struct BruteForce;

impl Solver for BruteForce {
    fn solve<'a>(
        &self,
        problem: &Problem<'_>,
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
    ) -> Result<task::Solved, Error> {
        let asked = directory.manifest().question.clone();
        let question = Setup {
            model: asked.model,
            infinite: asked.infinite,
            lenient: asked.lenient,
            distances: problem.task.distances == Some(true),
            layered: problem.task.algorithm == Algorithm::Layered,
            layout: Layout::Packed,
            reduction: asked.reduction,
        };
        let solved = SolvedGame::of(&asked.rules, &question).described_by(&directory.manifest().encoding);
        let mut commits = Commits::new(directory, observer);
        for number in 0..solved.layers.len() {
            let layer = solved.write_layer(commits.directory(), number);
            commits.add_round(layer, Gauge { nodes: 0, bytes: 0, work: 0 })?;
        }
        let value = solved.value().rewards.clone();
        commits.finish(value.clone())?;
        Ok(task::Solved { value, peak: commits.peak() })
    }
}

impl SolvedGame {
    /// The same in the variables of another encoding.
    fn described_by(self, encoding: &Encoding) -> SolvedGame {
        let (own, other) = (Facts::new(&self.encoding), Facts::new(encoding));
        let state = |state: &[u32]| other.state(own.facts(state)).expect("a state of the game");
        let layers =
            self.layers.iter().map(|layer| layer.iter().map(|(key, value)| (state(key), value.clone())).collect());
        SolvedGame { layers: layers.collect(), first: state(&self.first), encoding: encoding.clone(), ..self }
    }
}
