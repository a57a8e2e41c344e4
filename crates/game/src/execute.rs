//! Executes the instructions of a tape on slots of `64 * W` lanes.
//!
//! All code consists of loops over arrays of words with bounds known at compile time and without branches inside, which
//! the compiler vectorises.

use crate::fuse::MOST_FACTORS;
use crate::tape::{Code, Fixpoint, Place, Run, Segment};

/// One bit per lane.
pub type Lanes<const W: usize> = [u64; W];

/// The value of a node in all lanes. Aligned so that 512 lanes are one cache line.
#[derive(Clone, Copy, PartialEq)]
#[repr(align(64))]
pub(crate) struct Slot<const W: usize>(pub Lanes<W>);

/// Executes the code. Compiled twice, since 256-bit vectors need AVX2, which the default target does not guarantee.
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt"))]
pub(crate) fn execute<const W: usize>(code: &Code, values: &mut [Slot<W>], pending: &mut Vec<u64>) {
    for segment in &code.segments {
        match segment {
            Segment::Pairs(range) => {
                for pair in &code.pairs[range.start as usize..range.end as usize] {
                    values[pair.into as usize] = Slot(product(values, [pair.a, pair.b]));
                }
            }
            Segment::Runs(range) => {
                for run in &code.runs[range.start as usize..range.end as usize] {
                    values[run.into as usize] = Slot(conjunction(code, run, values));
                }
            }
            Segment::Fixpoint(fixpoint) => repeat(code, fixpoint, values, pending),
        }
    }
}

/// The lanes in which all the places hold.
#[inline(always)]
pub(crate) fn product<const W: usize, const N: usize>(values: &[Slot<W>], places: [Place; N]) -> Lanes<W> {
    let mut all = [u64::MAX; W];
    for place in places {
        let (value, flip) = (&values[place.slot()].0, place.flip());
        for (word, &v) in all.iter_mut().zip(value) {
            *word &= v ^ flip;
        }
    }
    all
}

/// The lanes in which a run holds.
#[inline(always)]
fn conjunction<const W: usize>(code: &Code, run: &Run, values: &[Slot<W>]) -> Lanes<W> {
    let mut all = [u64::MAX; W];
    for &place in &code.operands[run.operands.start as usize..run.operands.end as usize] {
        let value = product(values, [place]);
        all.iter_mut().zip(value).for_each(|(word, v)| *word &= v);
    }
    for products in &code.products[run.products.start as usize..run.products.end as usize] {
        let operands = &code.operands[products.operands.start as usize..products.operands.end as usize];
        match products.factors {
            2 => exclude::<W, 2>(&mut all, values, operands),
            3 => exclude::<W, 3>(&mut all, values, operands),
            4 => exclude::<W, 4>(&mut all, values, operands),
            5 => exclude::<W, 5>(&mut all, values, operands),
            6 => exclude::<W, 6>(&mut all, values, operands),
            7 => exclude::<W, 7>(&mut all, values, operands),
            _ => exclude::<W, MOST_FACTORS>(&mut all, values, operands),
        }
    }
    all
}

/// Removes from `all` the lanes in which one of the products of `N` factors holds.
#[inline(always)]
fn exclude<const W: usize, const N: usize>(all: &mut Lanes<W>, values: &[Slot<W>], operands: &[Place]) {
    for &factors in operands.as_chunks::<N>().0 {
        let value = product(values, factors);
        all.iter_mut().zip(value).for_each(|(word, v)| *word &= !v);
    }
}

/// Computes a least fixpoint: re-evaluates gates with a changed operand, in order and round after round, until none is
/// left.
#[inline(always)]
fn repeat<const W: usize>(code: &Code, fixpoint: &Fixpoint, values: &mut [Slot<W>], pending: &mut Vec<u64>) {
    let runs = &code.runs[fixpoint.runs.start as usize..fixpoint.runs.end as usize];
    for (run, &start) in runs.iter().zip(&fixpoint.start) {
        values[run.into as usize] = Slot([start; W]);
    }
    pending.clear();
    pending.resize(runs.len().div_ceil(64), u64::MAX);
    if let Some(last) = pending.last_mut().filter(|_| !runs.len().is_multiple_of(64)) {
        *last = (1 << (runs.len() % 64)) - 1;
    }
    while pending.iter().any(|&word| word != 0) {
        for word in 0..pending.len() {
            while pending[word] != 0 {
                let bit = pending[word].trailing_zeros();
                pending[word] &= pending[word] - 1;
                let index = word * 64 + bit as usize;
                let value = Slot(conjunction(code, &runs[index], values));
                let slot = &mut values[runs[index].into as usize];
                if *slot != value {
                    *slot = value;
                    let range = &fixpoint.reader_ranges[index];
                    for &reader in &fixpoint.readers[range.start as usize..range.end as usize] {
                        pending[reader as usize / 64] |= 1 << (reader % 64);
                    }
                }
            }
        }
    }
}
