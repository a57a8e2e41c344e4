//! Tells which states are terminal, many at a time.

use game::{BatchEvaluator, Fluent, Game, Lanes, Tape, lanes};
use query::Error;
use solution::Manifest;

use crate::explorer::fluents;

/// The words of a lane mask: 512 states at a time.
const WORDS: usize = 8;

/// The rules' ends of a game, for the states of a solution.
pub struct TerminalStates {
    tape: Tape,
    /// For each variable of the solution and each value, the fluent that holds, if there is one.
    fluents: Vec<Vec<Option<Fluent>>>,
    /// The number of moves of each role.
    moves: Vec<usize>,
    /// Whether a role without a legal move ends the game.
    lenient: bool,
}

impl TerminalStates {
    /// The ends of a game with its solution.
    pub fn new(game: &Game, manifest: &Manifest) -> Result<TerminalStates, Error> {
        let tape = Tape::new(game).map_err(|defect| Error::Question(defect.to_string()))?;
        Ok(TerminalStates {
            tape,
            fluents: fluents(game, &manifest.encoding),
            moves: game.moves.iter().map(Vec::len).collect(),
            lenient: manifest.question.lenient,
        })
    }

    /// Whether each state is terminal. For each variable, `columns` has its value in each of `states` states.
    pub fn mark(&self, columns: &[Vec<u32>], states: usize) -> Vec<bool> {
        let mut evaluator = BatchEvaluator::<WORDS>::new(&self.tape);
        let stride = self.tape.state_words();
        let size = BatchEvaluator::<WORDS>::LANES;
        let mut ends = vec![false; states];
        let mut rows = vec![0u64; stride * size];
        for start in (0..states).step_by(size) {
            let some = start..states.min(start + size);
            rows.fill(0);
            for (fluents, values) in self.fluents.iter().zip(columns) {
                for (row, &value) in rows.chunks_exact_mut(stride).zip(&values[some.clone()]) {
                    if let Some(Fluent(fluent)) = fluents[value as usize] {
                        row[fluent as usize / 64] |= 1 << (fluent % 64);
                    }
                }
            }
            evaluator.load(&rows[..stride * some.len()]);
            evaluator.evaluate_view();
            for lane in lanes(&self.ended(&evaluator)).filter(|&lane| lane < some.len()) {
                ends[start + lane] = true;
            }
        }
        ends
    }

    /// The lanes with a finished game.
    fn ended(&self, evaluator: &BatchEvaluator<'_, WORDS>) -> Lanes<WORDS> {
        let mut ended = evaluator.terminal();
        if self.lenient {
            for (role, &moves) in self.moves.iter().enumerate() {
                let legal = (0..moves).map(|made| evaluator.legal(role, made));
                let movable = legal.fold([0; WORDS], |all, one| std::array::from_fn(|word| all[word] | one[word]));
                ended = std::array::from_fn(|word| ended[word] | !movable[word]);
            }
        }
        ended
    }
}
