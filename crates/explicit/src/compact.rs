//! Writes a solved layer as a diagram if that is smaller than its packed states.
//!
//! It usually is, by five to ten times: similar states have similar values. If states have little in common, as in peg
//! solitaire, the first piece of a layer shows it, and no more time is spent. Pieces have a fixed size, so the choice
//! does not depend on threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use layer::packed::{Blocks, PackedShape};
use layer::{Finished, Sorted, Terminal};
use task::{Error, Limit};

use crate::key::Key;
use crate::levels::Levels;
use crate::outcomes::Class;
use crate::parallel::{lock, work};
use crate::parts::KnownParts;

/// States that one thread puts into a diagram at a time; a multiple of the packed block size.
const PIECE: usize = 1 << 18;

/// The maximum number of pieces in memory before they are joined.
const WAVE: usize = 16;

/// The memory of a piece under construction if its states have little in common.
const LARGE_PIECE: usize = 16 << 20;

/// Memory that is always available: the diagrams of most layers fit into it.
const LEAST_ROOM: usize = 8 << 20;

/// The number of low bits in which the states of a part differ. At most sixteen fit in a note.
const PART_BITS: usize = 12;

/// Ascending states with their codes in the file.
#[derive(Clone, Copy)]
pub struct Coded<'c, const N: usize> {
    /// The states.
    pub keys: &'c [Key<N>],
    /// Their outcomes.
    pub classes: &'c [Class],
    /// The number of each outcome in the file.
    pub codes: &'c [u32],
    /// How states are packed.
    pub shape: PackedShape,
}

impl<const N: usize> Coded<'_, N> {
    /// Bytes of the packed file.
    pub fn packed_bytes(&self) -> u64 {
        let size = self.shape.state_bytes;
        let block = |keys: &[Key<N>]| {
            let outcomes = (keys.len() * self.shape.outcome_bits as usize).div_ceil(8);
            let shared = |pair: &[Key<N>]| (pair[0].shared_bits(&pair[1]) / 8).min(size).min(255);
            let others: usize = keys.windows(2).map(|pair| 1 + size - shared(pair)).sum();
            // With its place in the index.
            (outcomes + size + others + 8) as u64
        };
        PackedShape::HEADER + self.keys.chunks(Blocks::STATES).map(block).sum::<u64>()
    }

    /// The size of the diagram's file, for a layer small enough for a single piece.
    pub fn diagram_bytes(&self, levels: &Levels) -> Result<u64, Error> {
        self.sorted(levels).finish().file_bytes().map_err(|error| Limit::Numbers(error.to_string()).into())
    }

    /// The diagram of the layer, if its file is smaller than that of packed states and it fits in `room` bytes.
    pub fn diagram(&self, levels: &Levels, threads: usize, room: usize) -> Result<Option<Finished>, Error> {
        if u32::try_from(self.keys.len()).is_err() {
            return Ok(None);
        }
        let room = room.max(LEAST_ROOM);
        let mut whole: Option<Finished> = None;
        let (mut left, mut largest) = (*self, 0);
        while !left.keys.is_empty() {
            let taken = whole.as_ref().map_or(0, Finished::memory);
            if taken + largest > room {
                return Ok(None);
            }
            // The first piece shows how large the others may be.
            let fitting = (room - taken).checked_div(2 * largest).unwrap_or(room / LARGE_PIECE).clamp(1, WAVE);
            let Some(parts) = left.split(fitting * PIECE).pieces(levels, threads)? else { return Ok(None) };
            largest = parts.iter().map(Finished::memory).fold(largest, usize::max);
            for part in parts {
                match &mut whole {
                    Some(whole) => whole.append(&part),
                    None => whole = Some(part),
                }
            }
        }
        Ok(whole.filter(|diagram| diagram.file_bytes().is_ok_and(|bytes| bytes < self.packed_bytes())))
    }

    /// The diagrams of all pieces; `None` if one is larger than its packed states.
    fn pieces(&self, levels: &Levels, threads: usize) -> Result<Option<Vec<Finished>>, Error> {
        let pieces = self.keys.len().div_ceil(PIECE);
        let parts: Vec<Mutex<Option<Finished>>> = (0..pieces).map(|_| Mutex::default()).collect();
        let larger = AtomicBool::new(false);
        let build = |number: usize| {
            if larger.load(Ordering::Relaxed) {
                return;
            }
            let range = number * PIECE..self.keys.len().min((number + 1) * PIECE);
            let piece = Coded { keys: &self.keys[range.clone()], classes: &self.classes[range], ..*self };
            let sorted = piece.sorted(levels);
            if sorted.bytes() as u64 > piece.packed_bytes() {
                larger.store(true, Ordering::Relaxed);
            }
            *lock(&parts[number]) = Some(sorted.finish());
        };
        work(
            threads,
            pieces,
            || (),
            |(), number| {
                build(number);
                Ok(())
            },
        )?;
        let parts = parts.into_iter().filter_map(|part| part.into_inner().unwrap_or_else(|e| e.into_inner()));
        // If one piece was larger, others may be missing.
        Ok((!larger.into_inner()).then(|| parts.collect()))
    }

    fn sorted(&self, levels: &Levels) -> Sorted {
        let (bit, level) = levels.lowest(PART_BITS);
        let mut sorted = Sorted::new(levels.domains(), level);
        let mut known = KnownParts::new(bit);
        let mut before = None;
        let mut left = *self;
        while let Some(first) = left.keys.first() {
            let part = left.split_part(&mut known);
            let node = known.find(|| {
                let terminal = |class: Class| Terminal::new(self.codes[usize::from(class)] + 1).unwrap_or(Terminal::IN);
                let from = |at: usize| match at.checked_sub(1) {
                    Some(last) => levels.first_difference(&part.keys[last], &part.keys[at]),
                    None => level,
                };
                let states = part.keys.iter().zip(part.classes).enumerate();
                sorted
                    .part(states.map(|(at, (key, &class))| (from(at), move |l| levels.value(key, l), terminal(class))))
            });
            let from = before.map_or(0, |before| levels.first_difference(before, first));
            sorted.push(from, |level| levels.value(first, level), node);
            before = part.keys.last();
        }
        sorted
    }

    /// Splits off the first `count` states.
    fn split(&mut self, count: usize) -> Self {
        let count = count.min(self.keys.len());
        let (keys, classes) = (self.keys.split_at(count), self.classes.split_at(count));
        (self.keys, self.classes) = (keys.1, classes.1);
        Coded { keys: keys.0, classes: classes.0, ..*self }
    }

    /// Splits off the first states that share their leading bits, and notes their last bits and outcomes.
    fn split_part(&mut self, known: &mut KnownParts) -> Self {
        known.begin();
        let (first, shift) = (self.keys[0], known.bit);
        let mut count = 0;
        for (key, &class) in self.keys.iter().zip(self.classes) {
            if count > 0 && key.shared_bits(&first) < shift {
                break;
            }
            let suffix = if shift < 64 * N { key.window(shift) >> 48 } else { 0 };
            known.note((suffix as u32) << 16 | self.codes[usize::from(class)]);
            count += 1;
        }
        self.split(count)
    }
}
