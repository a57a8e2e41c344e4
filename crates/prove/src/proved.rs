//! The ground game together with its proved properties: the input of the engines.

use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use game::{Defect, Game, StateVariable};
use number::grouped;

use crate::{Analysis, Class, Measure, ProofOptions, Symmetries, analyse};

/// The maximum number of joint moves that are enumerated.
pub const JOINT_MOVES: usize = 1_000_000;

/// A ground game and its proved properties.
///
/// The effects of joint moves are written in terms of the state variables, and the measure weighs their values. So all
/// of them are computed together.
#[non_exhaustive]
pub struct ProvedGame {
    /// The ground game with its proved variables.
    pub game: Game,
    /// The effects of its joint moves.
    pub effects: Effects,
    /// The class of the game.
    pub class: Class,
    /// A measure over the variables, if one was found.
    pub measure: Option<Measure>,
    /// Permutations that are symmetries of the rules.
    pub symmetries: Symmetries,
}

impl ProvedGame {
    /// Computes the effects of the joint moves of an analysed game, if there are at most `most`.
    pub fn new(game: Game, analysis: Analysis, most: usize) -> Result<ProvedGame, Unproved> {
        let Analysis { variables, class, measure, symmetries, .. } = analysis;
        let game = Game { variables, ..game };
        let implied = Implied::new(&game);
        let joints = joint_moves(&game, &implied, most).map_err(|_| Unproved::TooManyJointMoves(most))?;
        let effects = effects(&game, &implied, joints);
        Ok(ProvedGame { game, effects, class, measure, symmetries })
    }

    /// The same game with variables proved elsewhere, and no measure.
    pub fn with_variables(&self, variables: Vec<StateVariable>) -> Result<ProvedGame, Unproved> {
        let (class, symmetries) = (self.class.clone(), self.symmetries.clone());
        let analysis =
            Analysis { variables, class, measure: None, symmetries, seconds: [0.0; 5], work: [0; 5], limit: None };
        ProvedGame::new(self.game.clone(), analysis, JOINT_MOVES)
    }
}

/// Analyses a game and computes the effects of its joint moves.
pub fn prove(game: Game, options: &ProofOptions) -> Result<ProvedGame, Unproved> {
    let analysis = analyse(&game, options).map_err(Unproved::Defect)?;
    ProvedGame::new(game, analysis, JOINT_MOVES)
}

/// Why there is no proved game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// The ground game is malformed.
    #[error(transparent)]
    Defect(Defect),
    /// There are more joint moves than this limit.
    #[error("the game has more than {} joint moves", grouped(*.0 as u64))]
    TooManyJointMoves(usize),
}
