//! A ground game with what players need to know about it.

use std::sync::Arc;

use game::{Evaluator, Game, Tape};
use solution::{Database, Model, Reduction};

use crate::player::Error;

/// A ground game that players share.
pub struct Playable {
    /// The game.
    pub game: Game,
    /// The game compiled for playouts.
    pub(crate) tape: Tape,
    /// What a role tries to get.
    pub model: Model,
    /// Whether a play can come back to a state. False only where the opposite is proved.
    pub cyclic: bool,
    /// Whether a role without a legal move ends the game.
    pub lenient: bool,
    /// Per role what infinite play is taken to be worth.
    pub endless: Vec<i32>,
    /// What both roles of a game of two get together, where that is proved.
    pub sum: Option<i32>,
    /// How rewards are read as win, draw or loss, where they are.
    pub reduction: Option<Reduction>,
}

impl Playable {
    /// A game of which nothing is proved, with the opponent model `own`.
    pub fn new(game: Game) -> Result<Arc<Playable>, Error> {
        Ok(Arc::new(Playable::with(game)?))
    }

    /// The same, for more to be said about it before it is shared.
    pub fn with(game: Game) -> Result<Playable, Error> {
        let tape = Tape::new(&game).map_err(|defect| Error::Question(defect.to_string()))?;
        let mut playable = Playable {
            tape,
            model: Model::Own,
            cyclic: true,
            lenient: false,
            endless: Vec::new(),
            sum: None,
            reduction: None,
            game,
        };
        playable.endless = playable.infinite_play();
        Ok(playable)
    }

    /// The same, as a solution of the game has it.
    pub fn of_database(mut self, database: &Database) -> Playable {
        let manifest = database.manifest();
        (self.model, self.lenient) = (manifest.question.model, manifest.question.lenient);
        if let Some(reduction) = manifest.question.reduction {
            (self.reduction, self.sum) = (Some(reduction), Some(Reduction::SUM));
            self.endless = self.infinite_play();
        }
        // An algorithm for acyclic games that has finished has found no cycle.
        let solved = manifest.progress.is_complete() && manifest.question.infinite.is_none();
        self.cyclic &= !solved && manifest.encoding.measure.is_none();
        if let Some(infinite) = &manifest.question.infinite {
            self.endless.clone_from(infinite);
        }
        self
    }

    /// Number of roles.
    pub fn roles(&self) -> usize {
        self.game.roles.len()
    }

    /// The name of a role's move.
    pub fn name(&self, role: usize, made: usize) -> &str {
        &self.game.moves[role][made].name
    }

    /// A role's move by its name.
    pub fn named(&self, role: usize, name: &str) -> Option<usize> {
        self.game.moves[role].iter().position(|known| known.name == name)
    }

    /// The least and the most that a role can get, infinite play included.
    pub fn bounds(&self, role: usize) -> (i32, i32) {
        if self.reduction.is_some() {
            return (0, Reduction::SUM);
        }
        let rewards = self.game.goals[role].iter().map(|goal| goal.reward);
        let all = rewards.chain(self.endless.get(role).copied()).chain(self.lenient.then_some(0));
        all.fold(None, |bounds: Option<(i32, i32)>, reward| match bounds {
            Some((least, most)) => Some((least.min(reward), most.max(reward))),
            None => Some((reward, reward)),
        })
        .unwrap_or((0, 0))
    }

    /// Rewards as they count.
    pub fn counted(&self, rewards: Vec<i32>) -> Vec<i32> {
        self.reduction.map_or(rewards.clone(), |reduction| reduction.apply(&rewards))
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.game).expect("the tape is made of a game that passed the same check")
    }

    /// What infinite play is taken to be worth where nobody says: the least for a role alone, else the middle of what
    /// each can get.
    fn infinite_play(&self) -> Vec<i32> {
        let alone = self.roles() == 1;
        let worth = |role: usize| match self.bounds(role) {
            (least, _) if alone => least,
            (least, most) => least + (most - least) / 2,
        };
        (0..self.roles()).map(worth).collect()
    }
}
