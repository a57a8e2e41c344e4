//! Expansion of 512 states at a time.
//!
//! The keys of a batch are transposed, so that a word holds one bit of 64 states; the program computes for all of them
//! at once which moves are legal. Then, move by move, the changed bits are transposed back and inserted into the keys
//! of the states in which the move is legal.

use game::bits::{count, ones, transpose};
use game::{Lanes, ProgramEvaluator, State};
use task::{Defects, Error};

use crate::key::Key;
use crate::layout::BitLiteral;
use crate::moves::{GOALS, KeyMove, Moves, VIEW};

/// Words of a batch.
pub const WORDS: usize = 8;
/// States of a batch.
pub const BATCH: usize = 64 * WORDS;
/// One bit per state of a batch.
pub type Mask = Lanes<WORDS>;

/// Expands batches of states.
pub struct Expander<'m, const N: usize> {
    moves: &'m Moves<N>,
    evaluator: ProgramEvaluator<'m, WORDS>,
    keys: Vec<Key<N>>,
    planes: Vec<Mask>,
    open: Mask,
    over: Mask,
    successors: Vec<Key<N>>,
}

impl<'m, const N: usize> Expander<'m, N> {
    /// An empty expander.
    pub fn new(moves: &'m Moves<N>) -> Expander<'m, N> {
        Expander {
            moves,
            evaluator: ProgramEvaluator::new(&moves.program),
            keys: vec![Key::ZERO; BATCH],
            planes: vec![[0; WORDS]; 64 * N],
            open: [0; WORDS],
            over: [0; WORDS],
            successors: vec![Key::ZERO; BATCH],
        }
    }

    /// The moves.
    pub fn moves(&self) -> &'m Moves<N> {
        self.moves
    }

    /// Loads up to [`BATCH`] states; finds which of them are terminal and which moves are legal.
    pub fn load(&mut self, keys: &[Key<N>]) {
        let count = keys.len().min(BATCH);
        self.keys[..count].copy_from_slice(&keys[..count]);
        // Unused lanes repeat a state, so that the assumptions of the rules hold in them too.
        if let Some(&first) = keys.first() {
            self.keys[count..].fill(first);
        }
        to_planes(&self.keys, &mut self.planes);
        for (fluent, cube) in self.moves.cubes.iter().enumerate() {
            *self.evaluator.input_mut(fluent) = conjunction(&self.planes, cube);
        }
        self.evaluator.run(VIEW);
        let present: Mask = std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            states if states >= 64 => u64::MAX,
            states => (1 << states) - 1,
        });
        let terminal = self.evaluator.output(VIEW, 0);
        self.over = std::array::from_fn(|word| present[word] & terminal[word]);
        self.open = std::array::from_fn(|word| present[word] & !terminal[word]);
    }

    /// The non-terminal states.
    pub fn open(&self) -> Mask {
        self.open
    }

    /// The terminal states.
    pub fn over(&self) -> Mask {
        self.over
    }

    /// The non-terminal states in which a joint move is legal.
    #[inline(always)]
    pub fn legal(&self, joint: usize) -> Mask {
        let legal = self.evaluator.output(VIEW, Moves::<N>::legal_output(joint));
        std::array::from_fn(|word| legal[word] & self.open[word])
    }

    /// Makes a joint move in the states of `legal`; the successors are then in [`Expander::successors`].
    pub fn make(&mut self, joint: usize, legal: &Mask) {
        let moves = self.moves;
        let joint = &moves.joint[joint];
        match joint.section {
            None => make_constant(joint, legal, &self.keys, &mut self.successors),
            Some(section) => {
                self.evaluator.run(section);
                for word in (0..WORDS).filter(|&word| legal[word] != 0) {
                    let states = word * 64..word * 64 + 64;
                    let (keys, successors) = (&self.keys[states.clone()], &mut self.successors[states]);
                    // A transposition costs about as much as moving two hundred single bits.
                    if joint.bits.len() * (count(legal[word]) as usize) < 200 {
                        let bit = |output: usize| self.evaluator.output_word(section, output, word);
                        make_bitwise(joint, legal[word], keys, successors, bit);
                    } else {
                        let bit = |output: usize| self.evaluator.output_word(section, output, word);
                        make_transposed(joint, keys, successors, bit);
                    }
                }
            }
        }
    }

    /// For each state, the successor by the last move, if it was legal.
    pub fn successors(&self) -> &[Key<N>] {
        &self.successors
    }

    /// The state in a lane.
    pub fn key(&self, lane: usize) -> Key<N> {
        self.keys[lane]
    }

    /// Finds who chooses in the non-terminal states where the moves do not determine it: the role with several legal
    /// moves, or the first role if there is none.
    pub fn find_choosers(&self, choosers: &mut [u8]) -> Result<(), Error> {
        let Some(own_moves) = &self.moves.own_moves else { return Ok(()) };
        choosers.fill(0);
        let mut taken = [0; WORDS];
        for (role, outputs) in own_moves.iter().enumerate() {
            let several = self.several(outputs.clone());
            for lane in lanes(&several) {
                if taken[lane / 64] >> (lane % 64) & 1 == 1 {
                    return Err(Error::Simultaneous(self.moves.layout.state(&self.keys[lane])));
                }
                choosers[lane] = role as u8;
            }
            taken = std::array::from_fn(|word| taken[word] | several[word]);
        }
        Ok(())
    }

    /// The non-terminal states in which more than one of some outputs hold.
    fn several(&self, outputs: std::ops::Range<usize>) -> Mask {
        let (mut some, mut several) = ([0; WORDS], [0; WORDS]);
        for output in outputs {
            let legal = self.evaluator.output(VIEW, output);
            for word in 0..WORDS {
                several[word] |= some[word] & legal[word] & self.open[word];
                some[word] |= legal[word];
            }
        }
        several
    }

    /// The state in a lane.
    pub fn state(&self, lane: usize) -> State {
        self.moves.layout.state(&self.keys[lane])
    }

    /// Reports the states of `stuck`, in which some role has no legal move, as a defect unless they count as terminal.
    pub fn refuse_stuck(&self, stuck: &Mask, defects: Defects) -> Result<(), Error> {
        match lanes(stuck).next() {
            Some(lane) if defects == Defects::Refuse => Err(Error::Stuck(self.moves.layout.state(&self.keys[lane]))),
            _ => Ok(()),
        }
    }

    /// Evaluates the goals of all states.
    pub fn evaluate_goals(&mut self) {
        self.evaluator.run(GOALS);
    }

    /// The states in which goal `index` of a role holds, after [`Expander::evaluate_goals`].
    pub fn goal(&self, role: usize, index: usize) -> Mask {
        let before: usize = self.moves.rewards[..role].iter().map(Vec::len).sum();
        self.evaluator.output(GOALS, before + index)
    }
}

/// The lanes of a mask, ascending.
#[inline(always)]
pub fn lanes(mask: &Mask) -> impl Iterator<Item = usize> + use<> {
    let mask = *mask;
    (0..WORDS).flat_map(move |word| ones(mask[word]).map(move |bit| word * 64 + bit as usize))
}

/// Whether a mask is empty.
#[inline(always)]
pub fn is_empty(mask: &Mask) -> bool {
    mask.iter().all(|&word| word == 0)
}

/// Number of lanes of a mask.
pub fn size(mask: &Mask) -> usize {
    mask.iter().map(|&word| count(word) as usize).sum()
}

#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt"))]
fn to_planes<const N: usize>(keys: &[Key<N>], planes: &mut [Mask]) {
    let mut block = [0; 64];
    for (word, keys) in keys.chunks_exact(64).enumerate() {
        for (part, planes) in planes.chunks_exact_mut(64).enumerate() {
            for (row, key) in block.iter_mut().zip(keys) {
                *row = key.0[part];
            }
            transpose(&mut block);
            for (plane, row) in planes.iter_mut().zip(block.iter().rev()) {
                plane[word] = *row;
            }
        }
    }
}

#[inline(always)]
fn conjunction(planes: &[Mask], cube: &[BitLiteral]) -> Mask {
    let mut all = [u64::MAX; WORDS];
    for &(bit, set) in cube {
        let flip = u64::from(!set).wrapping_neg();
        for (word, plane) in all.iter_mut().zip(&planes[bit]) {
            *word &= plane ^ flip;
        }
    }
    all
}

fn make_constant<const N: usize>(joint: &KeyMove<N>, legal: &Mask, keys: &[Key<N>], successors: &mut [Key<N>]) {
    for lane in lanes(legal) {
        successors[lane] = keys[lane].replaced(&joint.mask, &joint.set);
    }
}

fn make_bitwise<const N: usize>(
    joint: &KeyMove<N>,
    legal: u64,
    keys: &[Key<N>],
    successors: &mut [Key<N>],
    bit: impl Fn(usize) -> u64,
) {
    for lane in ones(legal) {
        let lane = lane as usize;
        successors[lane] = keys[lane].replaced(&joint.mask, &joint.set);
    }
    for (output, position) in joint.bits.iter().enumerate() {
        let set = Key::bit(*position);
        for lane in ones(bit(output) & legal) {
            let lane = lane as usize;
            successors[lane] = successors[lane].or(&set);
        }
    }
}

fn make_transposed<const N: usize>(
    joint: &KeyMove<N>,
    keys: &[Key<N>],
    successors: &mut [Key<N>],
    bit: impl Fn(usize) -> u64,
) {
    for part in 0..N {
        let mut block = [0; 64];
        let mut some = false;
        for (output, position) in joint.bits.iter().enumerate().filter(|(_, position)| **position / 64 == part) {
            block[63 - position % 64] = bit(output);
            some = true;
        }
        if some {
            transpose_block(&mut block);
        }
        let (mask, set) = (joint.mask.0[part], joint.set.0[part]);
        for ((successor, key), changed) in successors.iter_mut().zip(keys).zip(block) {
            successor.0[part] = key.0[part] & !mask | set | changed;
        }
    }
}

#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt"))]
fn transpose_block(block: &mut [u64; 64]) {
    transpose(block);
}
