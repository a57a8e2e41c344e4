//! Tasks that an algorithm or an engine does not support.

/// Why a task is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Win, draw and loss are read from the rewards of two roles.
    #[error("win, draw and loss need a game with two roles")]
    NotTwoRoles,
    /// One-player is for one role.
    #[error("one-player needs a game with one role")]
    NotOneRole,
    /// Restart finds no distances.
    #[error("restart does not find distances")]
    NoDistances,
    /// Attractors and one-player games get distances from the search, and keep them.
    #[error("zero-sum and one-player always keep distances")]
    AlwaysDistances,
    /// Attractors need two roles and a proved constant sum.
    #[error("zero-sum needs two roles whose rewards are proved to have a constant sum")]
    NoConstantSum,
    /// Infinite play must have the constant sum.
    #[error("the rewards of infinite play must sum to {0}, as all rewards do")]
    InfiniteSum(i32),
    /// A stuck state ends the game with another sum than all other terminal states.
    #[error(
        "zero-sum needs a constant sum of rewards, but states without a legal move end the game with {found} instead of \
         {expected}"
    )]
    OtherSum {
        /// The sum there.
        found: i64,
        /// The sum elsewhere.
        expected: i64,
    },
    /// There are more layers than values of the measure: it is not a measure of this game.
    #[error("there are more layers than the {0} values of the measure, so it is not the measure of the game")]
    TooManyLayers(i64),
    /// The directory was started with another algorithm.
    #[error("the solution was started by another algorithm")]
    OtherAlgorithm,
    /// No solved layer contains the first state.
    #[error("the initial state was not solved")]
    Unsolved,
    /// Restart is supported only by the symbolic engine.
    #[error("restart needs the symbolic engine")]
    SymbolicOnly,
    /// Expectation is for games with chance or simultaneous moves.
    #[error("expectation is for games with chance or simultaneous moves")]
    TurnTaking,
    /// Nobody plays.
    #[error("the only role of the game is `random`, so there is nobody whose reward could be expected")]
    OnlyChance,
    /// Infinite play has no value by itself.
    #[error("the game is cyclic, and with these roles infinite play must be given a reward for each of them")]
    NoInfinite,
    /// A reward is too large for bounds.
    #[error("a reward is {0}, and expected rewards go up to {most}", most = matrixgame::LARGEST)]
    LargeReward(i32),
    /// There are more moves than strategies can number.
    #[error("a strategy would have more than {0} moves to choose from")]
    ManyMoves(usize),
    /// The engine does not support the game; a sentence without its full stop.
    #[error("{0}")]
    Engine(String),
}
