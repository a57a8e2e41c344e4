//! Layers of games with chance or simultaneous moves: states in ascending order, each with its expected rewards and,
//! if moves are simultaneous or play can go on for ever, the strategies that prove them.
//!
//! ```text
//! header · states · one bit per value: is it exact? · values · where strategies begin · strategies
//! ```
//!
//! Every part but the last has entries of one size, so that a probe is a bisection over the states.
//!
//! Version history: 1, the first.

use std::io::{self, Write};

use matrixgame::{Expectation, Fixed, MixedStrategy, Rational};

const MAGIC: &[u8; 8] = b"BSEXPECT";
const VERSION: u32 = 1;
const HEADER: usize = 32;
/// Bytes of a value: two numbers.
const VALUE: usize = 16;

/// The picks of a strategy that have a weight, ascending: none where there is no choice.
pub type Picks = Vec<(u16, u64)>;

/// The strategies behind one value of a state: of the role whose value it is, and of the others together.
pub type StrategyPair = [Picks; 2];

/// What a layer says of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedRecord {
    /// Its expected rewards.
    pub values: Vec<Expectation>,
    /// Per value the strategies that prove it; empty where any best move does.
    pub strategies: Vec<StrategyPair>,
}

/// A layer on its way into a file: states come in ascending order.
#[derive(Clone, Debug, Default)]
pub struct ExpectedWriter {
    state_bytes: usize,
    values_per_state: usize,
    states: Vec<u8>,
    values: Vec<Expectation>,
    ends: Vec<u64>,
    strategies: Vec<u8>,
}

impl ExpectedWriter {
    /// A layer without states.
    pub fn new(state_bytes: usize, values_per_state: usize) -> ExpectedWriter {
        ExpectedWriter { state_bytes, values_per_state, ..ExpectedWriter::default() }
    }

    /// Adds a state with its values and encoded strategies.
    pub fn push(&mut self, state: &[u8], values: &[Expectation], strategies: &[u8]) {
        self.states.extend_from_slice(state);
        self.values.extend_from_slice(values);
        self.strategies.extend_from_slice(strategies);
        self.ends.push(self.strategies.len() as u64);
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.states.len() + self.values.len() * (VALUE + 8) + self.ends.len() * 8 + self.strategies.len()
    }

    /// Writes the file.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(MAGIC)?;
        for number in [VERSION, self.state_bytes as u32, self.values_per_state as u32, 0] {
            to.write_all(&number.to_le_bytes())?;
        }
        to.write_all(&(self.ends.len() as u64).to_le_bytes())?;
        to.write_all(&self.states)?;
        for group in self.values.chunks(8) {
            let bit = |(place, value): (usize, &Expectation)| u8::from(value.exact().is_some()) << place;
            to.write_all(&[group.iter().enumerate().map(bit).sum()])?;
        }
        for value in &self.values {
            to.write_all(&number_bytes(value))?;
        }
        to.write_all(&0u64.to_le_bytes())?;
        for end in &self.ends {
            to.write_all(&end.to_le_bytes())?;
        }
        to.write_all(&self.strategies)
    }
}

/// The two numbers of a value.
fn number_bytes(value: &Expectation) -> [u8; VALUE] {
    let (first, second) = match value {
        Expectation::Exact(exact) => (exact.numerator(), exact.denominator()),
        Expectation::Between { lower, upper } => (lower.units(), upper.units()),
    };
    let mut bytes = [0; VALUE];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    bytes[8..].copy_from_slice(&second.to_le_bytes());
    bytes
}

/// What a value adds to the content of a layer: whether it is exact, and its two numbers.
pub fn content_bytes(value: &Expectation) -> [u8; VALUE + 1] {
    let mut bytes = [u8::from(value.exact().is_some()); VALUE + 1];
    bytes[1..].copy_from_slice(&number_bytes(value));
    bytes
}

/// The picks of a strategy.
pub fn picks_of(strategy: &MixedStrategy) -> Picks {
    (0..).zip(strategy.weights().iter().copied()).filter(|(_, weight)| *weight > 0).collect()
}

/// Encodes the strategies of a state, a pair per value.
pub fn encode_strategies(pairs: &[StrategyPair], to: &mut Vec<u8>) {
    if pairs.iter().flatten().all(Vec::is_empty) {
        return;
    }
    for picks in pairs.iter().flatten() {
        to.extend((picks.len() as u16).to_le_bytes());
        for &(pick, weight) in picks {
            to.extend(pick.to_le_bytes());
            if picks.len() > 1 {
                to.extend(weight.to_le_bytes());
            }
        }
    }
}

/// A layer in memory.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedLayer<'b> {
    state_bytes: usize,
    values_per_state: usize,
    count: usize,
    states: &'b [u8],
    exact: &'b [u8],
    values: &'b [u8],
    starts: &'b [u8],
    strategies: &'b [u8],
}

const CUT: &str = "it is cut off or has bytes appended";

impl<'b> ExpectedLayer<'b> {
    /// Reads the header.
    pub fn open(bytes: &'b [u8]) -> Result<ExpectedLayer<'b>, String> {
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return Err("it is not a layer of expected rewards".to_owned());
        }
        let short = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if short(8) != VERSION {
            return Err(format!("it has version {}, of which only versions up to {VERSION} are known", short(8)));
        }
        let (state_bytes, values_per_state) = (short(12) as usize, short(16) as usize);
        let count = usize::try_from(long(bytes, 24)).map_err(|_| CUT.to_owned())?;
        let mut rest = &bytes[HEADER..];
        let mut part = |length: Option<usize>| -> Result<&'b [u8], String> {
            let (part, after) = length.and_then(|length| rest.split_at_checked(length)).ok_or(CUT)?;
            rest = after;
            Ok(part)
        };
        let all_values = count.checked_mul(values_per_state);
        let states = part(count.checked_mul(state_bytes))?;
        let exact = part(all_values.map(|all| all.div_ceil(8)))?;
        let values = part(all_values.and_then(|all| all.checked_mul(VALUE)))?;
        let starts = part(count.checked_add(1).and_then(|starts| starts.checked_mul(8)))?;
        let strategies = rest;
        if values_per_state == 0 || long(starts, 8 * count) != strategies.len() as u64 {
            return Err(CUT.to_owned());
        }
        Ok(ExpectedLayer { state_bytes, values_per_state, count, states, exact, values, starts, strategies })
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.count
    }

    /// Bytes of a state.
    pub fn state_bytes(&self) -> usize {
        self.state_bytes
    }

    /// Values of a state.
    pub fn values_per_state(&self) -> usize {
        self.values_per_state
    }

    /// State number `index`, ascending.
    pub fn state(&self, index: usize) -> &'b [u8] {
        &self.states[index * self.state_bytes..(index + 1) * self.state_bytes]
    }

    /// The number of a state.
    pub fn find(&self, state: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.state(middle).cmp(state) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The values of state number `index`.
    pub fn values(&self, index: usize) -> Result<Vec<Expectation>, String> {
        let numbers = index * self.values_per_state..(index + 1) * self.values_per_state;
        numbers.map(|number| self.value(number)).collect()
    }

    fn value(&self, number: usize) -> Result<Expectation, String> {
        let [first, second] = [0, 8].map(|offset| long(self.values, number * VALUE + offset) as i64);
        let wrong = || "it has a value that is none".to_owned();
        if self.exact[number / 8] >> (number % 8) & 1 == 1 {
            let exact = Rational::new(i128::from(first), i128::from(second)).filter(|_| second > 0);
            return exact.map(Expectation::Exact).ok_or_else(wrong);
        }
        let most = Fixed::integer(matrixgame::LARGEST).units();
        let fits = first <= second && first >= -most && second <= most;
        let bounds = Expectation::Between { lower: Fixed::from_units(first), upper: Fixed::from_units(second) };
        fits.then_some(bounds).ok_or_else(wrong)
    }

    /// What the layer says of state number `index`.
    pub fn record(&self, index: usize) -> Result<ExpectedRecord, String> {
        let [start, end] =
            [index, index + 1].map(|at| usize::try_from(long(self.starts, 8 * at)).unwrap_or(usize::MAX));
        let wrong = || "it has strategies that are none".to_owned();
        let mut bytes = self.strategies.get(start..end).ok_or_else(wrong)?;
        let mut strategies = Vec::new();
        while !bytes.is_empty() {
            let row = picks(&mut bytes).ok_or_else(wrong)?;
            strategies.push([row, picks(&mut bytes).ok_or_else(wrong)?]);
        }
        match strategies.is_empty() || strategies.len() == self.values_per_state {
            true => Ok(ExpectedRecord { values: self.values(index)?, strategies }),
            false => Err(wrong()),
        }
    }
}

fn long(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Takes a strategy from the front of some bytes.
fn picks(bytes: &mut &[u8]) -> Option<Picks> {
    let count = u16::from_le_bytes(*bytes.split_off(..2)?.first_chunk()?);
    let pick = |bytes: &mut &[u8]| -> Option<(u16, u64)> {
        let pick = u16::from_le_bytes(*bytes.split_off(..2)?.first_chunk()?);
        let weight = if count > 1 { u64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?) } else { 1 };
        Some((pick, weight))
    };
    (0..count).map(|_| pick(bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use matrixgame::{MatrixSolution, PayoffMatrix, solve};

    #[test]
    fn what_is_written_is_read_again() {
        let matrix = |numbers: [i32; 4]| PayoffMatrix::new(2, 2, numbers.map(Expectation::integer).to_vec());
        let mixed = solve(&matrix([-2, 3, 3, -4]));
        let pure = solve(&matrix([1, 2, 0, 0]));
        let bounds = Expectation::Between { lower: Fixed::from_units(-3), upper: Fixed::from_units(5) };
        let mut writer = ExpectedWriter::new(2, 1);
        for (state, value, solution) in
            [([0, 7], mixed.value, Some(mixed)), ([1, 2], pure.value, Some(pure)), ([1, 3], bounds, None)]
        {
            let mut strategies = Vec::new();
            let pair = |solution: MatrixSolution| [picks_of(&solution.row), picks_of(&solution.column)];
            encode_strategies(&[solution.map_or_else(StrategyPair::default, pair)], &mut strategies);
            writer.push(&state, &[value], &strategies);
        }
        let mut file = Vec::new();
        writer.write(&mut file).expect("room");
        let layer = ExpectedLayer::open(&file).expect("a layer");
        assert_eq!((layer.states(), layer.find(&[1, 2]), layer.find(&[1, 1])), (3, Some(1), None));
        let first = layer.record(0).expect("a record");
        assert_eq!(first.values[0].to_string(), "1/12");
        assert_eq!(first.strategies, [[vec![(0, 7), (1, 5)], vec![(0, 7), (1, 5)]]]);
        assert_eq!(layer.record(1).expect("a record").strategies, [[vec![(0, 1)], vec![(0, 1)]]]);
        assert_eq!(layer.record(2).expect("a record"), ExpectedRecord { values: vec![bounds], strategies: vec![] });
        for length in 0..file.len() {
            assert!(ExpectedLayer::open(&file[..length]).is_err(), "{length} bytes");
        }
    }
}
