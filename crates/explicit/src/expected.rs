//! Games with chance or simultaneous moves: expected rewards by backward induction over matrix games and averages.
//!
//! ```text
//! all states ─ ends: rewards, constant sum ─┬─ measure: layer by layer, successors found as needed ─▶ rounds
//!                                           └─ graph: components, the last first ─┬─ one state: a matrix game
//!                                                                                └─ a cycle: bounded value iteration
//! ```
//!
//! The turn-taking algorithms know nothing of this path. Every round is committed as a layer when it is solved.

mod attractor;
mod choices;
mod end_components;
mod ends;
mod general;
mod graph;
mod induction;
mod iteration;
mod matrices;
mod ordered;
mod rounds;

use game::State;
use prove::ProvedGame;
use solution::manifest::{ExpectedFigures, ExpectedReward, Progress};
use solution::{Directory, Model, Reduction};
use task::{Defects, Error, Observer, Peak, Refusal, Valuation};

use crate::Resources;
use crate::journal::Journal;
use crate::layout::KeyLayout;
use crate::moves::Moves;
use crate::reachable::reachable;
use crate::solve::{States, in_words};
use choices::Choices;
use ends::Ends;
use matrices::Solver;
use rounds::Rounds;

/// What is asked about a game with chance or simultaneous moves.
#[derive(Clone, Debug)]
pub struct ExpectedTask {
    /// The role that moves by chance.
    pub random: Option<usize>,
    /// Whether each role's value is what it can guarantee against all others together.
    pub security: bool,
    /// What a role tries to get, where rewards are general.
    pub model: Model,
    /// What to make of defects in the rules.
    pub defects: Defects,
    /// How rewards are read as win, draw or loss, where they are.
    pub reduction: Option<Reduction>,
    /// What infinite play is worth, per role that does not move by chance; none for the usual value.
    pub infinite: Option<Vec<i32>>,
    /// The lowest reward of the only role, where there is one: what infinite play is worth to it by default.
    pub lowest: i32,
    /// How far bounds may be apart where they are iterated.
    pub precision: f64,
    /// The weights of a measure that grows with every ply, where one is known.
    pub measure: Option<Vec<Vec<i64>>>,
}

impl ExpectedTask {
    fn valuation(&self) -> Valuation {
        Valuation { model: self.model, distances: false, defects: self.defects, reduction: self.reduction }
    }
}

/// Solves a game into a directory, begun or new.
pub fn solve<'a>(
    proved: &ProvedGame,
    task: &ExpectedTask,
    resources: Resources<'_>,
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
) -> Result<Peak, Error> {
    in_words!(KeyLayout::new(&proved.game).bits(), solve_in_words(proved, task, resources, directory, observer))
}

fn solve_in_words<'a, const N: usize>(
    proved: &ProvedGame,
    task: &ExpectedTask,
    resources: Resources<'_>,
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
) -> Result<Peak, Error> {
    let moves = Moves::<N>::new(proved)?;
    let initial = moves.layout.key(&State::initial(&proved.game));
    let journal = Journal::new(directory, observer, &moves.layout, resources);
    if journal.commits.progress().is_complete() {
        return Ok(journal.commits.peak());
    }
    let mut states = States { moves: &moves, initial, journal, resources };
    let keys = match *states.journal.commits.progress() {
        Progress::Forward => reachable(&mut states)?,
        // The layer with all states is the last.
        _ => states.journal.states(states.journal.layers().len() - 1, 0)?,
    };
    let players: Vec<usize> = (0..moves.roles.len()).filter(|role| Some(*role) != task.random).collect();
    if players.is_empty() {
        return Err(Refusal::OnlyChance.into());
    }
    let ends = Ends::find(&moves, &keys, &players, task, resources.threads)?;
    let solver = Solver::new(Choices::new(proved, task.random, &ends.valued(&players)), &ends, task);
    let mut rounds = Rounds::new(&moves.layout, &keys, solver.values_per_state(), resources);
    rounds.read(&states.journal)?;
    let States { journal, .. } = &mut states;
    let infinite = match &task.measure {
        Some(weights) => {
            induction::solve(&moves, &solver, weights, &mut rounds, journal, resources)?;
            None
        }
        None => ordered::solve(&moves, &solver, &mut rounds, journal, resources)?,
    };
    let first = keys.binary_search(&initial).map_err(|_| Refusal::Unsolved)?;
    let values = rounds.values_of(first);
    let rewards = match (ends.sum, values) {
        (Some(sum), [first]) => vec![*first, first.subtracted_from(sum)],
        _ => values.to_vec(),
    };
    let figures = ExpectedFigures {
        random: task.random,
        sum: ends.sum,
        value: rewards.into_iter().map(ExpectedReward::new).collect(),
        infinite,
        widest: rounds.widest(),
        mixed_states: rounds.mixed(),
    };
    journal.commits.finish_expected(figures)?;
    Ok(journal.commits.peak())
}
