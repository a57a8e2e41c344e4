//! Expected rewards of a position, with the mixed strategies and the matrix behind them.

use query::{ExpectedOracle, ExpectedOutlook, MixedMove, RewardMatrix, RoleOutlook};
use serde::Serialize;
use solution::manifest::ExpectedReward;

use crate::error::ApiError;

/// What a solution of expected rewards says of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectedPosition {
    /// All roles, chance included.
    roles: Vec<RoleEntry>,
    /// The matrix, where exactly two roles choose at once.
    matrix: Option<MatrixEntry>,
}

#[derive(Clone, Debug, Serialize)]
struct RoleEntry {
    role: usize,
    /// Its expected reward; null for chance.
    expected: Option<ExpectedReward>,
    /// Its moves, those made most often first.
    moves: Vec<MixedMoveEntry>,
}

#[derive(Clone, Debug, Serialize)]
struct MixedMoveEntry {
    #[serde(rename = "move")]
    text: String,
    /// How often it is made: by the stored strategy, or by chance.
    probability: f64,
    /// What it promises the role if the others play by their strategies; null for moves by chance.
    expected: Option<ExpectedReward>,
}

#[derive(Clone, Debug, Serialize)]
struct MatrixEntry {
    /// The role whose expected rewards the entries are, and the one that chooses columns.
    roles: [usize; 2],
    /// The moves of both, as people write them.
    rows: Vec<String>,
    columns: Vec<String>,
    entries: Vec<Vec<ExpectedReward>>,
}

impl ExpectedPosition {
    /// What is known of a state, given by its facts; none if the solution does not have it.
    pub fn of(oracle: &mut ExpectedOracle, facts: &str) -> Result<Option<ExpectedPosition>, ApiError> {
        match oracle.state(facts).and_then(|position| oracle.outlook(&position)) {
            Ok(outlook) => Ok(Some(ExpectedPosition::new(outlook))),
            Err(query::Error::Question(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn new(outlook: ExpectedOutlook) -> ExpectedPosition {
        let made = |MixedMove { text, probability, expected, .. }| MixedMoveEntry { text, probability, expected };
        let role = |RoleOutlook { role, expected, moves }| RoleEntry {
            role,
            expected,
            moves: moves.into_iter().map(made).collect(),
        };
        let matrix = |RewardMatrix { roles, rows, columns, entries }| MatrixEntry { roles, rows, columns, entries };
        ExpectedPosition { roles: outlook.roles.into_iter().map(role).collect(), matrix: outlook.matrix.map(matrix) }
    }
}
