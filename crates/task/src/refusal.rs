//! What an algorithm or an engine is not made for.

use std::fmt;

/// Why a task can't be done as it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Win, draw and loss are read from the rewards of two roles.
    NotTwoRoles,
    /// One-player is for one role.
    NotOneRole,
    /// Restart finds no distances.
    NoDistances,
    /// Attractors and games for one have their distances from the search, and keep them.
    AlwaysDistances,
    /// Attractors need two roles and a proved constant sum.
    NoConstantSum,
    /// Infinite play must share the constant sum.
    InfiniteSum(i32),
    /// A state in which a role is stuck ends the game with another sum than all other ends.
    OtherSum {
        /// The sum there.
        found: i64,
        /// The sum elsewhere.
        expected: i64,
    },
    /// There are more layers than the measure has so many values: it is not a measure of this game.
    TooManyLayers(i64),
    /// The directory was begun by another algorithm.
    OtherAlgorithm,
    /// No solved layer has the first state.
    Unsolved,
    /// Restart is for the symbolic engine.
    SymbolicOnly,
    /// The engine can't take the game, in a sentence without its full stop.
    Engine(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotTwoRoles => write!(f, "win, draw and loss need a game with two roles"),
            Refusal::NotOneRole => write!(f, "one-player needs a game with one role"),
            Refusal::NoDistances => write!(f, "restart does not find distances"),
            Refusal::AlwaysDistances => write!(f, "zero-sum and one-player always keep distances"),
            Refusal::NoConstantSum => {
                write!(f, "zero-sum needs two roles whose rewards are proved to have a constant sum")
            }
            Refusal::InfiniteSum(sum) => {
                write!(f, "the rewards of infinite play must sum to {sum}, as all rewards do")
            }
            Refusal::OtherSum { found, expected } => write!(
                f,
                "zero-sum needs rewards with a constant sum, and states in which a role has no move end the game with \
                 another: {found} instead of {expected}"
            ),
            Refusal::TooManyLayers(values) => write!(
                f,
                "there are more layers than the {values} values of the measure, which is not that of the game"
            ),
            Refusal::OtherAlgorithm => write!(f, "the solution was begun by another algorithm"),
            Refusal::Unsolved => write!(f, "the first state was not solved"),
            Refusal::SymbolicOnly => write!(f, "restart needs the symbolic engine"),
            Refusal::Engine(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}
