//! Reuses parts of a diagram that have been built before.
//!
//! A layer consists of groups of neighbouring states that differ in their last few variables, and most groups are equal
//! to another one. Finding that takes a fraction of the time of building the nodes again.

use layer::Part;

/// Parts of a diagram by their content: the last bits of their states with their outcomes.
pub struct KnownParts {
    /// The first of the last bits.
    pub bit: usize,
    /// The contents of all parts, concatenated; the part being looked up is last.
    notes: Vec<u32>,
    /// For each part, the end of its notes, and the part.
    parts: Vec<(usize, Part)>,
    /// The start of the notes of the part being looked up, and their hash.
    begun: usize,
    hash: u64,
    /// Open addressing: numbers of parts from 1 on.
    table: Vec<u32>,
}

impl KnownParts {
    /// No parts yet; states are distinguished by their bits from `bit` on.
    pub fn new(bit: usize) -> KnownParts {
        KnownParts { bit, notes: Vec::new(), parts: Vec::new(), begun: 0, hash: 0, table: vec![0; 1 << 10] }
    }

    /// Starts the notes of a part.
    pub fn begin(&mut self) {
        self.begun = self.notes.len();
        self.hash = 0;
    }

    /// Adds a note to the part.
    #[inline(always)]
    pub fn note(&mut self, note: u32) {
        self.notes.push(note);
        self.hash = mix(self.hash, note);
    }

    /// The part with these notes, built if it is new.
    pub fn find(&mut self, build: impl FnOnce() -> Part) -> Part {
        let mut at = self.slot(self.hash);
        while self.table[at] != 0 {
            let number = self.table[at] as usize - 1;
            if self.said(number) == &self.notes[self.begun..] {
                self.notes.truncate(self.begun);
                return self.parts[number].1;
            }
            at = (at + 1) % self.table.len();
        }
        let part = build();
        self.parts.push((self.notes.len(), part));
        self.table[at] = self.parts.len() as u32;
        if 2 * self.parts.len() > self.table.len() {
            self.grow();
        }
        part
    }

    /// The notes of a part.
    fn said(&self, number: usize) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.parts[before].0);
        &self.notes[start..self.parts[number].0]
    }

    fn grow(&mut self) {
        self.table = vec![0; 2 * self.table.len()];
        for number in 0..self.parts.len() {
            let mut at = self.slot(self.said(number).iter().fold(0, |hash, &note| mix(hash, note)));
            while self.table[at] != 0 {
                at = (at + 1) % self.table.len();
            }
            self.table[at] = number as u32 + 1;
        }
    }

    /// The first slot to probe. The table's size is a power of two.
    fn slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }
}

#[inline(always)]
fn mix(hash: u64, note: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(note)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
