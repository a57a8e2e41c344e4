//! Remedies for a failure, as values. Each program words them for its users: the binary names its options, the server
//! what its page offers.
//!
//! ```
//! use task::{Advice, AdviceStep};
//!
//! let advice = Advice::any([vec![AdviceStep::SmallerRewards], vec![AdviceStep::WinDrawLoss]]);
//! assert_eq!(advice.ways.len(), 2);
//! ```

use std::path::PathBuf;

use solution::Difference;

/// The possible remedies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Advice {
    /// Ways out, any of which helps, each as a sequence of steps. Empty if nothing is known to help.
    pub ways: Vec<Vec<AdviceStep>>,
    /// What is kept of the work, if there is a directory for it.
    pub kept: Option<Kept>,
}

/// A step on a way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdviceStep {
    /// Allow more memory.
    MoreMemory,
    /// Allow so many bytes, which are enough.
    EnoughMemory(usize),
    /// Allow more time.
    MoreTime,
    /// End other programs: the machine has less memory than was allowed.
    FreeMemory,
    /// Free disk space.
    FreeDisk,
    /// Wait until the process that writes the directory ends.
    Wait,
    /// Run the same again.
    Again,
    /// Do not replace the contents of the directory.
    NoReplacement,
    /// Leave the algorithm to the program.
    AnyAlgorithm,
    /// Leave the engine to the program.
    AnyEngine,
    /// Keep distances.
    KeepDistances,
    /// Do without distances.
    NoDistances,
    /// Use lenient mode: a missing goal counts as 0, and of several goals the lowest counts.
    LenientGoals,
    /// Use lenient mode: goal values may be below 0 and above 100.
    LenientRange,
    /// Use lenient mode: a state without a legal move ends the game.
    LenientEnd,
    /// Give this role a legal move while it waits.
    WaitingMove(String),
    /// Ask what each role can guarantee against all others together.
    Security,
    /// Give infinite play a reward for each of so many roles.
    InfiniteRewards(usize),
    /// Allow bounds that are further apart.
    LargerPrecision,
    /// Read rewards as win, draw and loss, if only the winner matters.
    WinDrawLoss,
    /// Write smaller rewards into the rules.
    SmallerRewards,
    /// Use one of these variable orders.
    Orders(Vec<String>),
    /// Use the reward of infinite play in the solution, or solve the game with another.
    StoredInfinite,
    /// Use the setting with which the directory was started.
    AsBegun(Difference),
    /// Put the solution into another directory.
    OtherDirectory,
    /// Use another data directory for the server.
    OtherData,
    /// Let the server listen on another port.
    OtherPort,
    /// Solve the game first: there is no solution yet.
    Solve,
    /// Solve the game again in a new directory: the solution cannot be repaired.
    SolveAgain,
    /// Use a game that supports strategies.
    StrategyGame,
    /// The same, or solve this one without a strategy.
    SolveOnly,
    /// Explore the game without solving it.
    Explore,
    /// The same, since it also has simultaneous moves.
    ExploreSimultaneous,
    /// Report a defect of the program.
    Report,
    /// A remedy in the words of the program that made the error.
    Own(String),
}

/// What a later run can resume from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// No finished layer.
    Nothing,
    /// Finished layers in this directory.
    Layers(PathBuf),
    /// Something else in this directory.
    Foreign(PathBuf),
}

impl Advice {
    /// Any of these ways.
    pub fn any(ways: impl IntoIterator<Item = Vec<AdviceStep>>) -> Advice {
        Advice { ways: ways.into_iter().collect(), kept: None }
    }

    /// The same, given what of the work is kept.
    pub fn with(self, kept: Kept) -> Advice {
        Advice { kept: Some(kept), ..self }
    }
}

/// One way of one step.
impl From<AdviceStep> for Advice {
    fn from(step: AdviceStep) -> Advice {
        Advice::any([vec![step]])
    }
}
