//! The ground game together with what was proved about it: what the engines take.

use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use game::{Defect, Game, StateVariable};
use number::grouped;

use crate::{Analysis, Class, Measure, ProofOptions, Symmetries, analyse};

/// Joint moves that are still listed.
pub const JOINT_MOVES: usize = 1_000_000;

/// A ground game, and what was proved about it.
///
/// What joint moves do is written in terms of the state variables, and the measure weighs their values. So all of it is
/// made at once and belongs together.
#[non_exhaustive]
pub struct ProvedGame {
    /// The ground game with its proved variables.
    pub game: Game,
    /// What its joint moves do.
    pub effects: Effects,
    /// What kind of game it is.
    pub class: Class,
    /// A measure over the variables, if one was found.
    pub measure: Option<Measure>,
    /// Permutations that leave the rules as they are.
    pub symmetries: Symmetries,
}

impl ProvedGame {
    /// Finds out what the joint moves of an analysed game do, if these are at most so many.
    pub fn new(game: Game, analysis: Analysis, most: usize) -> Result<ProvedGame, Unproved> {
        let Analysis { variables, class, measure, symmetries, .. } = analysis;
        let game = Game { variables, ..game };
        let implied = Implied::new(&game);
        let joints = joint_moves(&game, &implied, most).map_err(|_| Unproved::TooManyJointMoves(most))?;
        let effects = effects(&game, &implied, joints);
        Ok(ProvedGame { game, effects, class, measure, symmetries })
    }

    /// The same game with variables that somebody else has proved, and no measure.
    pub fn with_variables(&self, variables: Vec<StateVariable>) -> Result<ProvedGame, Unproved> {
        let (class, symmetries) = (self.class.clone(), self.symmetries.clone());
        let analysis = Analysis { variables, class, measure: None, symmetries, seconds: [0.0; 5] };
        ProvedGame::new(self.game.clone(), analysis, JOINT_MOVES)
    }
}

/// Analyses a game and finds out what its joint moves do.
pub fn prove(game: Game, options: &ProofOptions) -> Result<ProvedGame, Unproved> {
    let analysis = analyse(&game, options).map_err(Unproved::Defect)?;
    ProvedGame::new(game, analysis, JOINT_MOVES)
}

/// Why there is no proved game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// The ground game makes no sense.
    #[error(transparent)]
    Defect(Defect),
    /// There are more joint moves than so many.
    #[error("the game has more than {} joint moves", grouped(*.0 as u64))]
    TooManyJointMoves(usize),
}
