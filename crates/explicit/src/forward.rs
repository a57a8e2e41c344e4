//! From one layer to the next: all successors, sorted, each once.

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

/// The collector's share of the memory: what it has beyond that goes to the disk. The rest is for two layers, or a layer and its outcomes.
const COLLECTED: usize = 6;

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
///
/// States are expanded in rounds, between which the collector is moved to the disk if it takes more than its share of the memory.
pub fn successors<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    resources: Resources<'_>,
    held: usize,
) -> Result<Successors<N>, Error> {
    let own = size_of_val(states);
    let room = resources.bytes.saturating_sub(held + own);
    let sample = Sample::new(moves, states);
    let mut collector = Collector::new(sample.ranges);
    let share = (room / 2).min(resources.bytes / COLLECTED);
    let round = (share / 4 / (sample.bytes_per_state + 1)).max(resources.threads * PIECE);
    let mut over = 0;
    for states in states.chunks(round) {
        over += expand_all(moves, states, &collector, resources.threads)?;
        if collector.bytes() > share {
            collector.spill(resources)?;
        }
    }
    let keys = collector.take(resources)?;
    let needed = held + own + size_of_val(keys.as_slice());
    if needed > resources.bytes {
        return Err(Error::Memory { needed, allowed: resources.bytes, what: "two layers" });
    }
    Ok(Successors { keys, terminal_states: over })
}

/// Adds all successors to a collector; returns how many states end the game.
fn expand_all<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    collector: &Collector<N>,
    threads: usize,
) -> Result<u64, Error> {
    let start = || (Expander::new(moves), collector.adder(), 0);
    let workers = work(threads, states.len().div_ceil(PIECE), start, |(expander, adder, over), piece| {
        let piece = &states[piece * PIECE..states.len().min((piece + 1) * PIECE)];
        for batch in piece.chunks(BATCH) {
            expander.load(batch);
            *over += size(&expander.over()) as u64;
            expand(expander, |key| adder.push(key));
        }
        Ok(())
    })?;
    Ok(workers.into_iter().fold(0, |all, (_, mut adder, over)| {
        adder.finish();
        all + over
    }))
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

/// What a few batches of a layer tell about its successors.
struct Sample<const N: usize> {
    /// Ranges that the successors fill about equally.
    ranges: Ranges<N>,
    /// Bytes of the successors of a state, duplicates included.
    bytes_per_state: usize,
}

impl<const N: usize> Sample<N> {
    fn new(moves: &Moves<N>, states: &[Key<N>]) -> Sample<N> {
        let batches = states.len().div_ceil(BATCH);
        let mut expander = Expander::new(moves);
        let mut keys = Vec::new();
        let taken = batches.min(SAMPLED);
        for number in 0..taken {
            let start = number * batches / taken * BATCH;
            expander.load(&states[start..states.len().min(start + BATCH)]);
            expand(&mut expander, |key| keys.push(key));
        }
        let expected = keys.len() * batches / taken.max(1);
        let bytes_per_state = size_of_val(keys.as_slice()).div_ceil(taken.max(1) * BATCH);
        keys.sort_unstable();
        Sample { ranges: Ranges::new(&keys, (expected / RANGE).clamp(1, 2048)), bytes_per_state }
    }
}
