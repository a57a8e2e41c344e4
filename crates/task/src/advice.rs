//! What can be done about a failure, as values. Who asked hears of it in the words of the program that they use: the
//! binary names its options, the server says what its page offers.
//!
//! ```
//! use task::{Advice, AdviceStep};
//!
//! let advice = Advice::any([vec![AdviceStep::SmallerRewards], vec![AdviceStep::WinDrawLoss]]);
//! assert_eq!(advice.ways.len(), 2);
//! ```

use std::path::PathBuf;

use solution::Difference;

/// What can be done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Advice {
    /// Ways out, any of which helps, each as steps that go together. None where nothing is known to help.
    pub ways: Vec<Vec<AdviceStep>>,
    /// What of the work is kept, where there is a directory for it.
    pub kept: Option<Kept>,
}

/// A step on a way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdviceStep {
    /// Allow more memory.
    MoreMemory,
    /// Allow more time.
    MoreTime,
    /// End other programs: the machine has less memory than was allowed.
    FreeMemory,
    /// Make room on the disk.
    FreeDisk,
    /// Wait until the process that writes the directory ends.
    Wait,
    /// Ask the same again.
    Again,
    /// Do not replace what is in the directory.
    NoReplacement,
    /// Leave the algorithm to the program.
    AnyAlgorithm,
    /// Leave the engine to the program.
    AnyEngine,
    /// Keep distances.
    KeepDistances,
    /// Do without distances.
    NoDistances,
    /// Read the rules leniently: a missing goal counts 0, and of several goals the lowest counts.
    LenientGoals,
    /// Read the rules leniently: goal values may be below 0 and above 100.
    LenientRange,
    /// Read the rules leniently: a state without a legal move ends the game.
    LenientEnd,
    /// Give this role a legal move while it waits.
    WaitingMove(String),
    /// Ask what each role can guarantee against all others together.
    Security,
    /// Allow bounds that are further apart.
    LargerPrecision,
    /// Read rewards as win, draw and loss, if only who gets more counts.
    WinDrawLoss,
    /// Write smaller rewards into the rules.
    SmallerRewards,
    /// Take one of these variable orders.
    Orders(Vec<String>),
    /// Take the reward of infinite play that the solution has, or solve the game with another.
    StoredInfinite,
    /// Ask as the directory was begun.
    AsBegun(Difference),
    /// Put the solution into another directory.
    OtherDirectory,
    /// Let the server keep what it has in another directory.
    OtherData,
    /// Let the server listen on another port.
    OtherPort,
    /// Solve the game first: there is no solution yet.
    Solve,
    /// Solve the game again in a new directory: the solution can't be repaired.
    SolveAgain,
    /// Take a game that strategies are made for.
    StrategyGame,
    /// The same, or solve this one, which needs no strategy.
    SolveOnly,
    /// Explore the game without solving it.
    Explore,
    /// The same, since it has simultaneous moves besides what is wrong.
    ExploreSimultaneous,
    /// Report a defect of the program.
    Report,
    /// Something that only the program that made the error knows of, in its own words.
    Own(String),
}

/// What there is to resume with.
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
