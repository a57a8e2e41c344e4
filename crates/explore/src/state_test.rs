//! Conditions that need the rules: on a state's moves, or on the same state with the other role to move.

use query::Error;
use solution::StoredState;

use crate::conditions::StateTest;
use crate::explorer::Explorer;
use crate::turns::TurnFact;

impl Explorer<'_> {
    /// Whether a stored state passes all tests.
    pub fn passes(&self, tests: &[StateTest], stored: &StoredState) -> Result<bool, Error> {
        if tests.is_empty() {
            return Ok(true);
        }
        let answer = self.oracle().answer(&self.state(&stored.values))?;
        let over = answer.moves.is_empty();
        for test in tests {
            let passes = match test {
                StateTest::Over(wanted) => over == *wanted,
                StateTest::ToMove(role) => answer.to_move == Some(*role),
                StateTest::Outcome(outcome) => {
                    let value = &self.database().outcome(stored).rewards;
                    answer.to_move.is_some_and(|role| self.outcome(value, role) == Some(*outcome))
                }
                StateTest::OptimalMoves(range) => {
                    !over && range.contains(&answer.moves.iter().filter(|one| one.best).count())
                }
                StateTest::Zugzwang => !over && self.is_zugzwang(stored)?,
            };
            if !passes {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the role to move would get more if it were the other's turn in the same position, which must be stored.
    fn is_zugzwang(&self, stored: &StoredState) -> Result<bool, Error> {
        let Some(TurnFact::Variable { variable, roles }) = self.turns() else { return Ok(false) };
        let mut other = stored.values.clone();
        other[*variable] = 1 - other[*variable].min(1);
        let role = roles[stored.values[*variable] as usize];
        let own = self.database().outcome(stored).rewards[role];
        Ok(self.database().probe(&other)?.is_some_and(|found| found.outcome.rewards[role] > own))
    }
}
