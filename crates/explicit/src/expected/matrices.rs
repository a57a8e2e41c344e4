//! The value of one state from the values of its successors: a matrix game whose entries are averages over chance.

use layer::expected::{StrategyPair, encode_strategies, picks_of};
use matrixgame::{Expectation, MatrixSolution, PayoffMatrix, average, largest, smallest, solve};
use task::{Error, Refusal};

use super::ExpectedTask;
use super::choices::Choices;
use super::ends::Ends;
use super::general;

/// A way on: a joint move and the state behind it, by its number.
pub type Edge = (u32, u32);

/// Solves states.
pub struct Solver<'s> {
    pub choices: Choices,
    pub ends: &'s Ends,
    pub task: &'s ExpectedTask,
    /// Rewards are general: values must be exact, and roles choose one at a time.
    general: bool,
}

/// What a state is worth.
#[derive(Default)]
pub struct Solved {
    /// Per valued role its expected reward.
    pub values: Vec<Expectation>,
    /// The strategies as a file has them.
    pub strategies: Vec<u8>,
    /// Whether some role mixes.
    pub mixed: bool,
}

/// The ways on from a state, sorted by row and column of a valued role.
pub struct Sorted {
    /// Row, column and number of the state behind.
    pub cells: Vec<(u32, u32, u32)>,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl<'s> Solver<'s> {
    /// For these choices and ends.
    pub fn new(choices: Choices, ends: &'s Ends, task: &'s ExpectedTask) -> Solver<'s> {
        let general = !task.security && choices.valued.len() > 1;
        Solver { choices, ends, task, general }
    }

    /// Values of a state.
    pub fn values_per_state(&self) -> usize {
        self.choices.valued.len()
    }

    /// Whether rewards are general.
    pub fn is_general(&self) -> bool {
        self.general
    }

    /// The values of an end.
    pub fn end(&self, state: usize) -> Option<Vec<Expectation>> {
        let rewards = self.ends.rewards(state)?;
        Some(rewards[..self.values_per_state()].iter().map(|&reward| Expectation::integer(reward)).collect())
    }

    /// The values of a state with ways on, given the values of all states; none if general rewards have no exact value.
    pub fn solve(&self, edges: &[Edge], values: &[Expectation]) -> Result<Solved, Unsolvable> {
        if self.general {
            return general::solve(self, edges, values);
        }
        let (mut solved, mut pairs) = (Solved::default(), Vec::new());
        for valued in 0..self.values_per_state() {
            let sorted = self.sorted(valued, edges);
            let value = |&(_, _, state): &(u32, u32, u32)| values[state as usize * self.values_per_state() + valued];
            let (value, solution) = sorted.value(value)?;
            solved.values.push(value);
            solved.mixed |= solution.as_ref().is_some_and(MatrixSolution::is_mixed);
            let pair = |solution: MatrixSolution| [solution.row, solution.column].map(|strategy| picks_of(&strategy));
            pairs.push(solution.map_or_else(StrategyPair::default, pair));
        }
        encode_strategies(&pairs, &mut solved.strategies);
        Ok(solved)
    }

    /// The ways on in the order of rows and columns.
    pub fn sorted(&self, valued: usize, edges: &[Edge]) -> Sorted {
        let cell = |&(joint, state): &Edge| {
            let (row, column) = self.choices.place(valued, joint);
            (row, column, state)
        };
        let mut cells: Vec<(u32, u32, u32)> = edges.iter().map(cell).collect();
        cells.sort_unstable();
        let rows = cells.chunk_by(|a, b| a.0 == b.0).count();
        let columns = cells.iter().take_while(|cell| cell.0 == cells[0].0);
        let columns = columns
            .map(|cell| cell.1)
            .fold((0, None), |(count, last), column| (count + usize::from(last != Some(column)), Some(column)));
        Sorted { cells, rows, columns: columns.0 }
    }
}

/// Refuses more moves than strategies can number.
pub fn refuse_many(moves: usize) -> Result<(), Error> {
    let most = usize::from(u16::MAX);
    if moves > most { Err(Refusal::ManyMoves(most).into()) } else { Ok(()) }
}

/// Why a state has no value.
pub enum Unsolvable {
    /// Moves are simultaneous, and rewards are general.
    Simultaneous,
    /// General rewards are no longer short.
    Long,
    /// Anything else.
    Error(Error),
}

impl Sorted {
    /// The value, and the solution of the matrix where both sides have a choice.
    fn value(
        &self,
        value: impl Fn(&(u32, u32, u32)) -> Expectation,
    ) -> Result<(Expectation, Option<MatrixSolution>), Unsolvable> {
        let mut entries = Vec::with_capacity(self.rows * self.columns);
        let mut drawn = Vec::new();
        for cell in self.cells.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            drawn.clear();
            drawn.extend(cell.iter().map(&value));
            entries.extend(average(&drawn));
        }
        if entries.len() != self.rows * self.columns || entries.is_empty() {
            return Err(Unsolvable::Error(Error::Bug("legal moves that cannot be combined".to_owned())));
        }
        let best = match (self.rows, self.columns) {
            (_, 1) => largest(entries.iter().copied()),
            (1, _) => smallest(entries.iter().copied()),
            (rows, columns) => {
                refuse_many(rows.max(columns)).map_err(Unsolvable::Error)?;
                let solution = solve(&PayoffMatrix::new(rows, columns, entries));
                return Ok((solution.value, Some(solution)));
            }
        };
        Ok((best.unwrap_or(Expectation::integer(0)), None))
    }
}
