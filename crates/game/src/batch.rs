//! Evaluation of `64 * W` states at a time, one bit of a machine word per state.
//!
//! A *lane* is one of these states: bit `lane % 64` of word `lane / 64`. The state phase computes legal moves, rewards
//! and terminality of the loaded states. Then a joint move is set per lane and the move phase computes the successors.
//! The move phase can be repeated with other moves, which is how a search expands all lanes at once. Words are plain
//! arrays, which the compiler turns into vector instructions.
//!
//! ```
//! # fn example(game: game::Game) -> Result<(), game::Defect> {
//! use game::{BatchEvaluator, State, Tape};
//!
//! let tape = Tape::new(&game)?;
//! let mut batch = BatchEvaluator::<8>::new(&tape);
//! batch.load(State::initial(&game).words());
//! batch.evaluate_view();
//! let legal_in_first_lane = batch.legal(0, 0)[0] & 1 == 1;
//! batch.clear_moves();
//! batch.set_move(0, 0, 0);
//! batch.evaluate_next();
//! batch.advance();
//! # Ok(()) }
//! ```

use crate::bits::{ones, transpose};
use crate::execute::{Lanes, Slot, execute, product};
use crate::model::Fluent;
use crate::state::State;
use crate::tape::{Place, Tape};

/// Evaluates `64 * W` states at a time.
pub struct BatchEvaluator<'t, const W: usize> {
    tape: &'t Tape,
    values: Vec<Slot<W>>,
    /// Buffer for the states while they are replaced.
    next: Vec<Slot<W>>,
    /// Runs of a recursive block that must be repeated, one bit each.
    pending: Vec<u64>,
}

impl<'t, const W: usize> BatchEvaluator<'t, W> {
    /// The number of states evaluated together.
    pub const LANES: usize = 64 * W;

    /// An evaluator with the empty state in all lanes.
    pub fn new(tape: &'t Tape) -> Self {
        let mut values = vec![Slot([0; W]); tape.slots];
        values[0] = Slot([u64::MAX; W]);
        BatchEvaluator { tape, values, next: Vec::with_capacity(tape.fluents), pending: Vec::new() }
    }

    /// Bytes that it occupies, without the tape.
    pub fn bytes(&self) -> usize {
        (self.values.len() + self.next.capacity()) * size_of::<Slot<W>>() + self.pending.capacity() * 8
    }

    /// The tape that it executes.
    pub fn tape(&self) -> &'t Tape {
        self.tape
    }

    /// Loads packed states into the lanes, starting with the first; remaining lanes get the empty state.
    ///
    /// # Panics
    /// If there are more states than lanes.
    pub fn load(&mut self, rows: &[u64]) {
        let stride = self.tape.state_words();
        assert!(rows.len() <= stride * Self::LANES, "more states than lanes");
        let mut block = [0; 64];
        for word in 0..W {
            let group = rows.get(word * 64 * stride..).unwrap_or(&[]);
            for column in 0..stride {
                let mut column_words = group.chunks_exact(stride).map(|row| row[column]);
                block.iter_mut().for_each(|b| *b = column_words.next().unwrap_or(0));
                transpose(&mut block);
                let fluents = column * 64..self.tape.fluents.min(column * 64 + 64);
                for (fluent, lanes) in fluents.zip(block) {
                    self.values[1 + fluent].0[word] = lanes;
                }
            }
        }
    }

    /// Loads a packed state into one lane; the others are unchanged.
    pub fn load_lane(&mut self, lane: usize, row: &[u64]) {
        let (word, bit) = (lane / 64, lane % 64);
        for (fluent, value) in self.values[1..=self.tape.fluents].iter_mut().enumerate() {
            let held = row[fluent / 64] >> (fluent % 64) & 1;
            value.0[word] = value.0[word] & !(1 << bit) | held << bit;
        }
    }

    /// Sets the given lanes to the game's first state.
    pub fn restart(&mut self, lanes: &Lanes<W>) {
        let initial = self.tape.initial.words();
        for (fluent, value) in self.values[1..=self.tape.fluents].iter_mut().enumerate() {
            let held = (initial[fluent / 64] >> (fluent % 64) & 1).wrapping_neg();
            for (word, &lanes) in value.0.iter_mut().zip(lanes) {
                *word = *word & !lanes | held & lanes;
            }
        }
    }

    /// The state phase: computes legal moves, rewards and terminality.
    pub fn evaluate_view(&mut self) {
        execute(&self.tape.state_phase, &mut self.values, &mut self.pending);
    }

    /// The lanes with a terminal state.
    pub fn terminal(&self) -> Lanes<W> {
        self.read(self.tape.terminal)
    }

    /// The lanes in which the move is legal for the role.
    pub fn legal(&self, role: usize, index: usize) -> Lanes<W> {
        self.read(self.tape.roles[role].legal[index])
    }

    /// The rewards of a role, ascending, with the lanes in which they hold.
    pub fn goals(&self, role: usize) -> impl Iterator<Item = (i32, Lanes<W>)> + '_ {
        self.tape.roles[role].goals.iter().map(|&(reward, place)| (reward, self.read(place)))
    }

    /// Legal moves of a role, lane by lane, for the 64 lanes of one word: bit `m % 64` of `rows[m / 64][lane]` is move
    /// `m`.
    pub fn legal_rows(&self, role: usize, word: usize, rows: &mut Vec<[u64; 64]>) {
        rows.clear();
        for places in self.tape.roles[role].legal.chunks(64) {
            let mut block = [0; 64];
            for (row, &place) in block.iter_mut().zip(places) {
                *row = self.values[place.slot()].0[word] ^ place.flip();
            }
            transpose(&mut block);
            rows.push(block);
        }
    }

    /// Clears all moves.
    pub fn clear_moves(&mut self) {
        self.values[1 + self.tape.fluents..=self.tape.inputs].fill(Slot([0; W]));
    }

    /// Sets a move of a role in one lane, in addition to those already set.
    pub fn set_move(&mut self, lane: usize, role: usize, index: usize) {
        self.values[self.tape.roles[role].first_move + index].0[lane / 64] |= 1 << (lane % 64);
    }

    /// Clears one move of a role in one lane.
    pub fn unset_move(&mut self, lane: usize, role: usize, index: usize) {
        self.values[self.tape.roles[role].first_move + index].0[lane / 64] &= !(1 << (lane % 64));
    }

    /// The lanes in which the role makes the move, for writing.
    pub(crate) fn move_mut(&mut self, role: usize, index: usize) -> &mut Lanes<W> {
        &mut self.values[self.tape.roles[role].first_move + index].0
    }

    /// The move phase: computes the successors of the states under the current moves. The states are unchanged.
    pub fn evaluate_next(&mut self) {
        execute(&self.tape.move_phase, &mut self.values, &mut self.pending);
    }

    /// Replaces the states by the successors computed by the move phase.
    pub fn advance(&mut self) {
        // A successor fluent may be a plain copy of another fluent, so all are read before any is written.
        let values = &self.values;
        self.next.clear();
        self.next.extend(self.tape.next.iter().map(|&place| Slot(product(values, [place]))));
        self.values[1..=self.tape.fluents].copy_from_slice(&self.next);
    }

    /// Appends the packed states of the first `count` lanes to `rows`.
    pub fn states(&self, count: usize, rows: &mut Vec<u64>) {
        self.pack(count, rows, |fluent, word| self.values[1 + fluent].0[word]);
    }

    /// Appends the packed successors of the first `count` lanes to `rows`.
    pub fn successors(&self, count: usize, rows: &mut Vec<u64>) {
        self.pack(count, rows, |fluent, word| {
            let place = self.tape.next[fluent];
            self.values[place.slot()].0[word] ^ place.flip()
        });
    }

    /// The state of the first lane in the mask.
    pub fn example(&self, lanes_asked: &Lanes<W>) -> Option<State> {
        let lane = lanes(lanes_asked).next()?;
        let holds = |&fluent: &u32| self.values[1 + fluent as usize].0[lane / 64] >> (lane % 64) & 1 == 1;
        let fluents = (0..self.tape.fluents as u32).filter(holds).map(Fluent);
        Some(State::from_fluents(self.tape.fluents, fluents))
    }

    fn pack(&self, count: usize, rows: &mut Vec<u64>, value: impl Fn(usize, usize) -> u64) {
        let stride = self.tape.state_words();
        let start = rows.len();
        rows.resize(start + count * stride, 0);
        for (word, group) in rows[start..].chunks_mut(64 * stride).enumerate() {
            for column in 0..stride {
                let mut block = [0; 64];
                for (row, fluent) in block.iter_mut().zip(column * 64..self.tape.fluents) {
                    *row = value(fluent, word);
                }
                transpose(&mut block);
                for (row, bits) in group.chunks_exact_mut(stride).zip(block) {
                    row[column] = bits;
                }
            }
        }
    }

    fn read(&self, place: Place) -> Lanes<W> {
        product(&self.values, [place])
    }
}

/// The lanes in a mask, ascending.
pub fn lanes<const W: usize>(mask: &Lanes<W>) -> impl Iterator<Item = usize> + use<W> {
    let mask = *mask;
    (0..W).flat_map(move |word| ones(mask[word]).map(move |bit| word * 64 + bit as usize))
}
