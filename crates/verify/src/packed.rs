//! A second reader of packed layer files, written only from the description of the format (`docs/format.md`).

/// A packed layer file.
pub struct PackedFile<'a> {
    bytes: &'a [u8],
    /// Bytes per state.
    length: usize,
    outcome_bits: usize,
    /// Number of states.
    pub states: usize,
    domains: Vec<usize>,
    /// Bits per variable.
    widths: Vec<u32>,
}

const BLOCK: usize = 64;

impl<'a> PackedFile<'a> {
    /// Reads the header of a file of states with these domain sizes, or returns an error message.
    pub fn open(bytes: &'a [u8], domains: &[usize]) -> Result<PackedFile<'a>, String> {
        if bytes.len() < 32 || !bytes.starts_with(b"BSPACKED") {
            return Err("it is not a packed layer file".to_owned());
        }
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        if number(8, 4) != 1 || number(20, 4) != 0 {
            return Err("its header is not version 1".to_owned());
        }
        let widths: Vec<u32> = domains.iter().map(|&domain| bits(domain)).collect();
        let length = widths.iter().sum::<u32>().div_ceil(8) as usize;
        if number(12, 4) != length as u64 {
            return Err(format!("its states have {} bytes instead of {length}", number(12, 4)));
        }
        let (outcome_bits, states) = (number(16, 4) as usize, number(24, 8));
        let index = states.div_ceil(BLOCK as u64).checked_mul(8).and_then(|size| size.checked_add(32));
        if outcome_bits > 32 || index.is_none_or(|size| size > bytes.len() as u64) {
            return Err("it is shorter than its header claims".to_owned());
        }
        Ok(PackedFile { bytes, length, outcome_bits, states: states as usize, domains: domains.to_vec(), widths })
    }

    /// Checks that blocks are contiguous, that states ascend and are in range, and that padding is zero.
    pub fn check(&self) -> Result<(), String> {
        let mut before: Option<Vec<u8>> = None;
        let mut expected = 32;
        for block in 0..self.blocks() {
            let start = self.start(block).ok_or("its index is invalid")?;
            if start != expected {
                return Err(format!("block {block} does not start where the previous one ends"));
            }
            let (states, end) = self.block(block).ok_or_else(|| format!("block {block} is truncated"))?;
            let used = states.len() * self.outcome_bits;
            if !used.is_multiple_of(8) && self.bytes[start + used / 8] >> (used % 8) != 0 {
                return Err(format!("the outcomes of block {block} are not padded with zeros"));
            }
            for (state, _) in states {
                let values = self.values(&state);
                let in_range = values.iter().zip(&self.domains).all(|(&value, &domain)| (value as usize) < domain);
                if !in_range || self.state(&values) != state {
                    return Err(format!("block {block} has an invalid state"));
                }
                if before.as_ref().is_some_and(|before| *before >= state) {
                    return Err(format!("the states of block {block} do not ascend"));
                }
                before = Some(state);
            }
            expected = end;
        }
        let index = self.bytes.len() - 8 * self.blocks();
        if expected == index { Ok(()) } else { Err("there are bytes between its blocks and its index".to_owned()) }
    }

    /// Visits all states with their outcomes.
    pub fn for_each(&self, mut visit: impl FnMut(Vec<u32>, u32)) {
        for (states, _) in (0..self.blocks()).filter_map(|block| self.block(block)) {
            states.iter().for_each(|(state, outcome)| visit(self.values(state), *outcome));
        }
    }

    /// The state at a position and its outcome.
    pub fn at(&self, position: usize) -> Option<(Vec<u32>, u32)> {
        let (states, _) = self.block(position / BLOCK)?;
        let (state, outcome) = states.get(position % BLOCK)?;
        Some((self.values(state), *outcome))
    }

    /// The outcome of a state.
    pub fn outcome(&self, values: &[u32]) -> Option<u32> {
        let state = self.state(values);
        let (mut from, mut to) = (0, self.blocks());
        while to - from > 1 {
            let middle = (from + to) / 2;
            let (states, _) = self.block(middle)?;
            if states.first()?.0 <= state { from = middle } else { to = middle }
        }
        if from == to {
            return None;
        }
        let (states, _) = self.block(from)?;
        states.into_iter().find(|(candidate, _)| *candidate == state).map(|(_, outcome)| outcome)
    }

    fn blocks(&self) -> usize {
        self.states.div_ceil(BLOCK)
    }

    fn start(&self, block: usize) -> Option<usize> {
        let at = self.bytes.len() - 8 * (self.blocks() - block);
        let entry = self.bytes.get(at..at + 8)?;
        usize::try_from(u64::from_le_bytes(entry.try_into().ok()?)).ok()
    }

    /// The states of a block with their outcomes, and the end of the block.
    #[allow(clippy::type_complexity, reason = "it is two things, and both are plain")]
    fn block(&self, block: usize) -> Option<(Vec<(Vec<u8>, u32)>, usize)> {
        let count = BLOCK.min(self.states - block * BLOCK);
        let mut at = self.start(block)?;
        let outcomes = self.bytes.get(at..at.checked_add((count * self.outcome_bits).div_ceil(8))?)?;
        at += outcomes.len();
        let mut states: Vec<(Vec<u8>, u32)> = Vec::with_capacity(count);
        for position in 0..count {
            let mut state = Vec::with_capacity(self.length);
            if let Some((before, _)) = states.last() {
                let shared = usize::from(*self.bytes.get(at)?);
                state.extend(before.get(..shared)?);
                at += 1;
            }
            let rest = self.length - state.len();
            state.extend(self.bytes.get(at..at.checked_add(rest)?)?);
            at += rest;
            let bit = |i: usize| {
                let place = position * self.outcome_bits + i;
                u32::from(outcomes[place / 8] >> (place % 8) & 1) << i
            };
            states.push((state, (0..self.outcome_bits).map(bit).sum()));
        }
        Some((states, at))
    }

    fn values(&self, state: &[u8]) -> Vec<u32> {
        let mut at = 0;
        let mut bit = || {
            at += 1;
            u32::from(state[(at - 1) / 8] >> (7 - (at - 1) % 8) & 1)
        };
        self.widths.iter().map(|&width| (0..width).fold(0, |value, _| value << 1 | bit())).collect()
    }

    fn state(&self, values: &[u32]) -> Vec<u8> {
        let mut state = vec![0; self.length];
        let mut at = 0;
        for (&value, &width) in values.iter().zip(&self.widths) {
            for bit in (0..width).rev() {
                state[at / 8] |= ((value >> bit & 1) as u8) << (7 - at % 8);
                at += 1;
            }
        }
        state
    }
}

/// The number of bits for the values of a domain.
fn bits(domain: usize) -> u32 {
    let mut bits = 0;
    while (1u128 << bits) < domain as u128 {
        bits += 1;
    }
    bits
}
