//! A ground game with the data that players need.

use std::sync::Arc;

use game::{Evaluator, Game, Tape};
use solution::{Database, Manifest, Model, Reduction};

use crate::player::Error;

/// A ground game shared by players.
pub struct Playable {
    /// The game.
    pub game: Game,
    /// The game compiled for playouts.
    pub(crate) tape: Tape,
    /// What a role maximises.
    pub model: Model,
    /// Whether a state can repeat. False only if the opposite is proved.
    pub cyclic: bool,
    /// Whether a role without a legal move ends the game.
    pub lenient: bool,
    /// For each role, the assumed value of infinite play.
    pub endless: Vec<i32>,
    /// The constant sum of a two-player game, if it is proved.
    pub sum: Option<i32>,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<Reduction>,
    /// The role that moves by chance, if there is one. Its rewards count 0.
    pub random: Option<usize>,
}

/// The role of GDL-II that moves by chance. Keywords are case-insensitive.
const RANDOM: &str = "random";

impl Playable {
    /// A game without proved properties, with the opponent model `own`.
    pub fn new(game: Game) -> Result<Arc<Playable>, Error> {
        Ok(Arc::new(Playable::with(game)?))
    }

    /// The same, to be modified before it is shared.
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
            random: game.roles.iter().position(|role| role.eq_ignore_ascii_case(RANDOM)),
            game,
        };
        playable.endless = playable.infinite_play();
        Ok(playable)
    }

    /// The same, with the properties in a solution of the game.
    pub fn of_database(self, database: &Database) -> Playable {
        self.of_manifest(database.manifest())
    }

    /// The same, given the manifest of a solution.
    pub fn of_manifest(mut self, manifest: &Manifest) -> Playable {
        (self.model, self.lenient) = (manifest.question.model, manifest.question.lenient);
        if let Some(reduction) = manifest.question.reduction {
            (self.reduction, self.sum) = (Some(reduction), Some(Reduction::SUM));
            self.endless = self.infinite_play();
        }
        // A finished algorithm for acyclic games has found no cycle.
        let solved = manifest.progress.is_complete() && manifest.question.infinite.is_none();
        self.cyclic &= !solved && manifest.encoding.measure.is_none();
        if let Some(infinite) = &manifest.question.infinite {
            self.endless = self.with_chance(infinite.clone());
        }
        self
    }

    /// Number of roles.
    pub fn roles(&self) -> usize {
        self.game.roles.len()
    }

    /// The roles that are played: all but the one that moves by chance.
    pub fn players(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let random = self.random;
        (0..self.roles()).filter(move |&role| Some(role) != random)
    }

    /// The name of a role's move.
    pub fn name(&self, role: usize, made: usize) -> &str {
        &self.game.moves[role][made].name
    }

    /// A role's move by its name.
    pub fn named(&self, role: usize, name: &str) -> Option<usize> {
        self.game.moves[role].iter().position(|known| known.name == name)
    }

    /// The minimum and maximum reward of a role, including infinite play.
    pub fn bounds(&self, role: usize) -> (i32, i32) {
        if self.random == Some(role) {
            return (0, 0);
        }
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

    /// Rewards after reduction, 0 for chance.
    pub fn counted(&self, mut rewards: Vec<i32>) -> Vec<i32> {
        if let Some(random) = self.random {
            rewards.remove(random);
        }
        self.with_chance(self.reduction.map_or(rewards.clone(), |reduction| reduction.apply(&rewards)))
    }

    /// The rewards of the players, with a 0 for chance in its place.
    fn with_chance(&self, mut rewards: Vec<i32>) -> Vec<i32> {
        if let Some(random) = self.random.filter(|&random| random <= rewards.len()) {
            rewards.insert(random, 0);
        }
        rewards
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.game).expect("the tape is made of a game that passed the same check")
    }

    /// The default value of infinite play: the minimum for a single role, otherwise the middle of each role's range.
    fn infinite_play(&self) -> Vec<i32> {
        let alone = self.players().count() == 1;
        let worth = |role: usize| match self.bounds(role) {
            (least, _) if alone => least,
            (least, most) => least + (most - least) / 2,
        };
        (0..self.roles()).map(worth).collect()
    }
}
