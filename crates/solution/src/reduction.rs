//! Reduction of general rewards to win, draw and loss.
//!
//! Algorithms for win, draw and loss apply to all games if rewards are reduced: by the sign of the difference, or by
//! thresholds on the first role's reward. The lecture that describes it names the loss of information (Edelkamp &
//! Kissmann): (10/9) and (100/0) become the same, and (10/0) better than (99/100).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How the rewards of two roles are read as win, draw or loss.
///
/// ```
/// use solution::Reduction;
/// assert_eq!(Reduction::Sign.apply(&[70, 80]), [0, 100]);
/// let thresholds: Reduction = "25,75".parse()?;
/// assert_eq!(thresholds.apply(&[70, 80]), [50, 50]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reduction {
    /// The role with the higher reward wins.
    Sign,
    /// The first role wins above `win`, loses below `loss`, and draws in between.
    Thresholds {
        /// Rewards below this lose.
        loss: i32,
        /// Rewards above this win.
        win: i32,
    },
}

/// The rewards for a win, a loss and a draw after a reduction.
const WON: i32 = 100;
const LOST: i32 = 0;
const DRAWN: i32 = 50;

impl Reduction {
    /// The sum of both rewards after any reduction.
    pub const SUM: i32 = WON + LOST;

    /// The rewards as win, draw or loss.
    pub fn apply(self, rewards: &[i32]) -> Vec<i32> {
        let &[first, second] = rewards else { return rewards.to_vec() };
        let verdict = match self {
            Reduction::Sign => first.cmp(&second),
            Reduction::Thresholds { win, .. } if first > win => std::cmp::Ordering::Greater,
            Reduction::Thresholds { loss, .. } if first < loss => std::cmp::Ordering::Less,
            Reduction::Thresholds { .. } => std::cmp::Ordering::Equal,
        };
        match verdict {
            std::cmp::Ordering::Greater => vec![WON, LOST],
            std::cmp::Ordering::Equal => vec![DRAWN, DRAWN],
            std::cmp::Ordering::Less => vec![LOST, WON],
        }
    }
}

impl FromStr for Reduction {
    type Err = String;

    fn from_str(text: &str) -> Result<Reduction, String> {
        if text == "sign" {
            return Ok(Reduction::Sign);
        }
        let numbers: Option<Vec<i32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[loss, win]) if loss <= win => Ok(Reduction::Thresholds { loss, win }),
            Some([_, _]) => Err("LOSS must not be greater than WIN".to_owned()),
            _ => Err("give `sign`, or two rewards LOSS,WIN".to_owned()),
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reduction::Sign => f.write_str("sign"),
            Reduction::Thresholds { loss, win } => write!(f, "{loss},{win}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_between_the_thresholds_are_draws() {
        let reduction = Reduction::Thresholds { loss: 25, win: 75 };
        let rewards = [[76, 24], [75, 25], [50, 50], [25, 75], [24, 76]];
        assert_eq!(rewards.map(|rewards| reduction.apply(&rewards)[0]), [100, 50, 50, 50, 0]);
    }

    #[test]
    fn the_sign_ignores_the_margin() {
        let rewards = [[10, 9], [100, 0], [99, 100], [0, 0]];
        assert_eq!(rewards.map(|rewards| Reduction::Sign.apply(&rewards)[0]), [100, 100, 0, 50]);
    }

    #[test]
    fn reductions_parse_as_they_print() {
        for reduction in [Reduction::Sign, Reduction::Thresholds { loss: -3, win: 40 }] {
            assert_eq!(reduction.to_string().parse(), Ok(reduction));
        }
        for wrong in ["", "signs", "1", "1,2,3", "75,25", "a,b"] {
            assert!(wrong.parse::<Reduction>().is_err(), "{wrong}");
        }
    }
}
