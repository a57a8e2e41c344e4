//! From one layer to the next: all successors, sorted, each once.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Resources;
use crate::collect::Collector;
use crate::error::Error;
use crate::expand::{BATCH, Expander, is_empty, lanes, size};
use crate::key::Key;
use crate::moves::Moves;
use crate::parallel::work;
use crate::ranges::Ranges;

/// States that one thread expands before it looks for more work.
pub const PIECE: usize = 16 * BATCH;

/// Batches whose successors tell how successors are distributed.
const SAMPLED: usize = 48;

/// Successors of one range of the collector: what fits into a processor's cache of half a megabyte beside its buffers.
const RANGE: usize = 1 << 15;

/// The states that follow some states.
pub struct Successors<const N: usize> {
    /// They, ascending.
    pub keys: Vec<Key<N>>,
    /// How many of the states that they follow end the game.
    pub terminal_states: u64,
}

/// All successors of ascending states. `held` are bytes that others take meanwhile.
pub fn successors<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    resources: Resources,
    held: usize,
) -> Result<Successors<N>, Error> {
    let threads = resources.threads;
    let collector = Collector::new(ranges(moves, states));
    let over = AtomicU64::new(0);
    let start = || (Expander::new(moves), collector.adder());
    let workers = work(threads, states.len().div_ceil(PIECE), start, |(expander, adder), piece| {
        let piece = &states[piece * PIECE..states.len().min((piece + 1) * PIECE)];
        for batch in piece.chunks(BATCH) {
            expander.load(batch);
            over.fetch_add(size(&expander.over()) as u64, Ordering::Relaxed);
            expand(expander, |key| adder.push(key));
        }
        Ok(())
    })?;
    workers.into_iter().for_each(|(_, mut adder)| adder.finish());
    Ok(Successors { keys: collector.take(threads)?, terminal_states: over.into_inner() })
}

/// Makes every move in the states loaded.
#[inline(always)]
fn expand<const N: usize>(expander: &mut Expander<'_, N>, mut visit: impl FnMut(Key<N>)) {
    for joint in 0..expander.moves().joint.len() {
        let legal = expander.legal(joint);
        if is_empty(&legal) {
            continue;
        }
        expander.make(joint, &legal);
        let successors = expander.successors();
        lanes(&legal).for_each(|lane| visit(successors[lane]));
    }
}

/// Ranges that the successors fill about equally.
fn ranges<const N: usize>(moves: &Moves<N>, states: &[Key<N>]) -> Ranges<N> {
    let batches = states.len().div_ceil(BATCH);
    if batches <= 2 * SAMPLED {
        return Ranges::new(&[], 1);
    }
    let mut expander = Expander::new(moves);
    let mut sample = Vec::new();
    for number in 0..SAMPLED {
        let start = number * batches / SAMPLED * BATCH;
        expander.load(&states[start..states.len().min(start + BATCH)]);
        expand(&mut expander, |key| sample.push(key));
    }
    let expected = sample.len() * batches / SAMPLED;
    sample.sort_unstable();
    Ranges::new(&sample, (expected / RANGE).clamp(1, 2048))
}
