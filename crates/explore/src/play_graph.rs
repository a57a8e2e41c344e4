//! All reachable positions, with their moves and stored values.

use game::{Evaluator, Game, State, StateSet};
use query::{Error, Prober};
use solution::Database;

/// A reachable position.
#[derive(Clone, Debug)]
pub struct GraphPosition {
    /// The role that chooses, if there is one.
    pub mover: Option<usize>,
    /// The positions after its moves, one entry per move; empty if the position is terminal.
    pub next: Vec<u32>,
    /// The value under optimal play.
    pub value: Vec<i32>,
    /// Plies to the end, if stored and optimal play ends.
    pub distance: Option<u32>,
}

/// The reachable positions, the start first.
#[derive(Clone, Debug)]
pub struct PlayGraph {
    /// The positions.
    pub positions: Vec<GraphPosition>,
    /// Number of roles.
    pub roles: usize,
    /// Whether distances are stored.
    pub has_distances: bool,
    /// The value of infinite play, if the game has such play.
    pub infinite: Option<Vec<i32>>,
}

/// Creates positions one by one, from the ground game and its solution.
pub(crate) struct Player<'g> {
    pub evaluator: Evaluator<'g>,
    prober: Prober<'g>,
    lenient: bool,
}

impl<'g> Player<'g> {
    pub fn new(game: &'g Game, database: &'g Database) -> Result<Player<'g>, Error> {
        let evaluator = Evaluator::new(game).map_err(|defect| Error::Question(defect.to_string()))?;
        let lenient = database.manifest().question.lenient;
        Ok(Player { evaluator, prober: Prober::new(game, database), lenient })
    }

    /// The role that chooses and the joint moves; none if the state is terminal.
    pub fn choices(&self, state: &State) -> Result<(Option<usize>, Vec<Vec<usize>>), Error> {
        let view = self.evaluator.view(state);
        if view.terminal || self.lenient && view.legal.iter().any(Vec::is_empty) {
            return Ok((None, Vec::new()));
        }
        let choosing: Vec<usize> = (0..view.legal.len()).filter(|&role| view.legal[role].len() > 1).collect();
        if choosing.len() > 1 || view.legal.iter().any(Vec::is_empty) {
            let why = "the rules have simultaneous moves, or leave a role without a move";
            return Err(Error::Question(why.to_owned()));
        }
        let mover = choosing.first().copied();
        let joint = |made: usize| -> Vec<usize> {
            (0..view.legal.len()).map(|role| if Some(role) == mover { made } else { view.legal[role][0] }).collect()
        };
        Ok((mover, view.legal[mover.unwrap_or(0)].iter().map(|&made| joint(made)).collect()))
    }

    /// The value and the distance of a state.
    pub fn probe(&self, state: &State) -> Result<(Vec<i32>, Option<u32>), Error> {
        let found = self.prober.probe(state)?;
        let unsolved =
            || Error::Question("the solution lacks a position that play can reach: it is not complete".to_owned());
        found.map(|outcome| (outcome.rewards.clone(), outcome.distance)).ok_or_else(unsolved)
    }
}

impl PlayGraph {
    /// Explores a game from its start; `None` if it has more than `most` positions.
    pub fn explore(game: &Game, database: &Database, most: usize) -> Result<Option<PlayGraph>, Error> {
        let player = Player::new(game, database)?;
        let first = State::initial(game);
        let mut known = StateSet::new(first.words().len());
        known.insert(first.words());
        let mut positions = Vec::new();
        while positions.len() < known.len() {
            if known.len() > most {
                return Ok(None);
            }
            let at = positions.len();
            let state = State::from_words(known.rows(at..at + 1));
            let (mover, joints) = player.choices(&state)?;
            let next = joints.iter().map(|joint| known.insert(player.evaluator.next(&state, joint).words()).0 as u32);
            let next = next.collect();
            let (value, distance) = player.probe(&state)?;
            positions.push(GraphPosition { mover, next, value, distance });
        }
        let manifest = database.manifest();
        Ok(Some(PlayGraph {
            positions,
            roles: game.roles.len(),
            has_distances: manifest.has_distances(),
            infinite: manifest.question.infinite.clone(),
        }))
    }

    /// The optimal moves of a position, by index.
    pub fn optimal(&self, position: &GraphPosition) -> impl Iterator<Item = usize> {
        let keeps = |&place: &usize| self.positions[position.next[place] as usize].value == position.value;
        (0..position.next.len()).filter(keeps)
    }

    /// For each position, the expected rewards of uniformly random play by all roles. Play that never ends counts as
    /// infinite play.
    pub fn random_values(&self) -> Vec<Vec<f64>> {
        let endless: Vec<f64> = match &self.infinite {
            Some(rewards) => rewards.iter().map(|&reward| f64::from(reward)).collect(),
            None => vec![0.0; self.roles],
        };
        let start = |position: &GraphPosition| match position.next.is_empty() {
            true => position.value.iter().map(|&reward| f64::from(reward)).collect(),
            false => endless.clone(),
        };
        let mut values: Vec<Vec<f64>> = self.positions.iter().map(start).collect();
        // From the last found to the first: most successors are found later, so acyclic games need few sweeps.
        for _ in 0..MOST_SWEEPS {
            let mut change = 0.0f64;
            for at in (0..self.positions.len()).rev() {
                let next = &self.positions[at].next;
                if next.is_empty() {
                    continue;
                }
                let mean = |role: usize| {
                    next.iter().map(|&after| values[after as usize][role]).sum::<f64>() / next.len() as f64
                };
                let new: Vec<f64> = (0..self.roles).map(mean).collect();
                let largest = new.iter().zip(&values[at]).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
                change = change.max(largest);
                values[at] = new;
            }
            if change < PRECISION {
                break;
            }
        }
        values
    }
}

/// The maximum number of sweeps over the positions until random values converge.
const MOST_SWEEPS: usize = 100_000;
/// Smaller changes of a reward are ignored.
const PRECISION: f64 = 1e-11;
