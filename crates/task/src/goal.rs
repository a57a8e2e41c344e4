//! Invalid goals of a role in a terminal state: it must have exactly one, from 0 to 100.

use std::fmt;
use std::ops::RangeInclusive;

use crate::valuation::Valuation;

/// The goal values of a well-formed game.
const VALUES: RangeInclusive<i32> = 0..=100;

/// The defect of a role's goals in a terminal state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalDefect {
    /// There is none.
    Missing,
    /// There are several.
    Several,
    /// This value is below 0 or above 100.
    OutOfRange(i32),
}

impl Valuation {
    /// The defect of a role's only goal, if there is one. If goals are read as win, draw or loss, their size does not
    /// matter.
    pub fn defect(&self, value: i32) -> Option<GoalDefect> {
        (self.reduction.is_none() && !VALUES.contains(&value)).then_some(GoalDefect::OutOfRange(value))
    }
}

/// The defect, as the rest of a sentence that starts with the name of the role.
impl fmt::Display for GoalDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalDefect::Missing => f.write_str("has no goal"),
            GoalDefect::Several => f.write_str("has several goals"),
            GoalDefect::OutOfRange(value) => {
                write!(f, "has the goal {value}, which is not from {} to {},", VALUES.start(), VALUES.end())
            }
        }
    }
}
