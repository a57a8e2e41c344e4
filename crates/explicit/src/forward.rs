//! From one layer to the next: all successors, sorted and deduplicated.

use task::Error;

use crate::Resources;
use crate::collect::Collector;
use crate::expand::{BATCH, Expander, is_empty, lanes, size};
use crate::key::Key;
use crate::moves::Moves;
use crate::parallel::work;
use crate::ranges::Ranges;

/// States that one thread expands before it takes more work.
pub const PIECE: usize = 16 * BATCH;

/// Batches sampled to estimate the distribution of successors.
const SAMPLED: usize = 48;

/// The collector's share of the memory: the excess goes to disk. The rest is for two layers, or a layer and its
/// outcomes.
const COLLECTED: usize = 6;

/// Successors per range of the collector: fits into a cache of half a megabyte beside its buffers.
const RANGE: usize = 1 << 15;

/// The successors of some states.
pub struct Successors<const N: usize> {
    /// The successors, ascending.
    pub keys: Vec<Key<N>>,
    /// The number of terminal states among the expanded ones.
    pub terminal_states: u64,
    /// Steps taken, a measure of work independent of the clock: a step makes, sorts and merges a successor, or reads an
    /// operand for a batch. Each takes about 20 ns.
    pub work: u64,
}

/// The result of expanding some states.
#[derive(Clone, Copy, Default)]
struct Expanded {
    terminal_states: u64,
    successors: u64,
}

/// All successors of ascending states. `held` is the memory that others hold meanwhile.
///
/// States are expanded in rounds, between which the collector is moved to disk if it exceeds its share of the memory.
pub fn successors<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    resources: Resources<'_>,
    held: usize,
) -> Result<Successors<N>, Error> {
    let held = held + size_of_val(states);
    let room = resources.bytes.saturating_sub(held);
    let share = (room / 2).min(resources.bytes / COLLECTED);
    let sample = Sample::new(moves, states, share / 4);
    let mut collector = Collector::new(sample.ranges);
    let at_once = share / 4 / (sample.bytes_per_state + 1);
    let round = at_once.clamp(resources.threads * BATCH, states.len().max(BATCH * resources.threads));
    let piece = (round / resources.threads).next_multiple_of(BATCH).min(PIECE);
    let mut all = Expanded::default();
    for states in states.chunks(round) {
        all = all.plus(expand_all(moves, states, piece, &collector, resources.threads)?);
        if collector.bytes() > share {
            collector.spill(resources)?;
        }
    }
    let keys = collector.take(resources, held)?;
    let reads = states.len().div_ceil(BATCH) * moves.program.operand_reads();
    let work = all.successors + reads as u64;
    Ok(Successors { keys, terminal_states: all.terminal_states, work })
}

impl Expanded {
    fn plus(self, other: Expanded) -> Expanded {
        Expanded {
            terminal_states: self.terminal_states + other.terminal_states,
            successors: self.successors + other.successors,
        }
    }
}

/// Adds all successors to a collector, a piece of the states at a time.
fn expand_all<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    piece: usize,
    collector: &Collector<N>,
    threads: usize,
) -> Result<Expanded, Error> {
    let start = || (Expander::new(moves), collector.adder(), Expanded::default());
    let workers = work(threads, states.len().div_ceil(piece), start, |(expander, adder, expanded), number| {
        let states = &states[number * piece..states.len().min((number + 1) * piece)];
        for batch in states.chunks(BATCH) {
            expander.load(batch);
            expanded.terminal_states += size(&expander.over()) as u64;
            expanded.successors += expand(expander, |key| adder.push(key));
        }
        Ok(())
    })?;
    Ok(workers.into_iter().fold(Expanded::default(), |all, (_, mut adder, expanded)| {
        adder.finish();
        all.plus(expanded)
    }))
}

/// Makes every legal move in the loaded states; returns their number.
#[inline(always)]
fn expand<const N: usize>(expander: &mut Expander<'_, N>, mut visit: impl FnMut(Key<N>)) -> u64 {
    let mut made = 0;
    for joint in 0..expander.moves().joint.len() {
        let legal = expander.legal(joint);
        if is_empty(&legal) {
            continue;
        }
        expander.make(joint, &legal);
        let successors = expander.successors();
        lanes(&legal).for_each(|lane| visit(successors[lane]));
        made += size(&legal) as u64;
    }
    made
}

/// The numbers below `count` in bit-reversed order, so that any prefix is spread over the range. A sample that is cut
/// short is then still representative of the layer; otherwise all successors of the rest would fall into one range.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let size = count.next_power_of_two();
    let reversed = move |number: usize| number.reverse_bits().checked_shr(usize::BITS - size.ilog2()).unwrap_or(0);
    (0..size).map(reversed).filter(move |&number| number < count)
}

/// An estimate of a layer's successors from a few batches.
struct Sample<const N: usize> {
    /// Ranges that the successors fill about equally.
    ranges: Ranges<N>,
    /// Bytes of the successors per state, including duplicates.
    bytes_per_state: usize,
}

impl<const N: usize> Sample<N> {
    /// Samples a few batches, fewer if their successors exceed `bytes`.
    fn new(moves: &Moves<N>, states: &[Key<N>], bytes: usize) -> Sample<N> {
        let batches = states.len().div_ceil(BATCH);
        let mut expander = Expander::new(moves);
        let mut keys = Vec::new();
        let wanted = batches.min(SAMPLED);
        let mut taken = 0;
        for number in spread(wanted) {
            if taken > 0 && size_of_val(keys.as_slice()) >= bytes {
                break;
            }
            let start = number * batches / wanted * BATCH;
            expander.load(&states[start..states.len().min(start + BATCH)]);
            expand(&mut expander, |key| keys.push(key));
            taken += 1;
        }
        let expected = keys.len() * batches / taken.max(1);
        let bytes_per_state = size_of_val(keys.as_slice()).div_ceil(taken.max(1) * BATCH);
        keys.sort_unstable();
        Sample { ranges: Ranges::new(&keys, (expected / RANGE).clamp(1, 2048)), bytes_per_state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_that_is_cut_short_is_spread_over_the_layer() {
        for count in [1, 2, 3, 7, 33, SAMPLED] {
            let mut all: Vec<usize> = spread(count).collect();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
        for taken in 2..SAMPLED {
            let mut first: Vec<usize> = spread(SAMPLED).take(taken).collect();
            first.sort_unstable();
            let ends = first.iter().copied().chain([SAMPLED]);
            let widest = first.iter().zip(ends.skip(1)).map(|(from, to)| to - from).max().expect("a gap");
            assert!(widest <= 4 * SAMPLED / taken, "{taken}: {first:?}");
        }
    }
}
