//! A second reader of layers of expected rewards, written from the description of the format (`docs/format.md`).

use super::number::Number;
use super::{Stored, StrategyPair};
use crate::content::{ContentHash, digits};

/// A layer file.
pub struct ExpectedFile<'a> {
    bytes: &'a [u8],
    domains: Vec<usize>,
    /// Bytes of a state.
    length: usize,
    /// Values of a state.
    width: usize,
    /// Number of states.
    pub count: usize,
    exact: usize,
    values: usize,
    starts: usize,
    strategies: usize,
}

impl<'a> ExpectedFile<'a> {
    /// Reads the header of a file of states with these numbers of values per variable, or says what is wrong with it.
    pub fn open(bytes: &'a [u8], domains: &[usize]) -> Result<ExpectedFile<'a>, String> {
        if bytes.len() < 32 || !bytes.starts_with(b"BSEXPECT") {
            return Err("it does not begin like a layer of expected rewards".to_owned());
        }
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        if number(8, 4) != 1 || number(20, 4) != 0 {
            return Err("its header is not one of version 1".to_owned());
        }
        let bits: u32 = domains.iter().map(|&domain| width_of(domain)).sum();
        let length = bits.div_ceil(8) as usize;
        let (width, count) = (number(16, 4) as usize, number(24, 8) as usize);
        if number(12, 4) != length as u64 || width == 0 || width > 255 || count > bytes.len() {
            return Err("its header is not that of these states".to_owned());
        }
        let exact = 32 + count * length;
        let values = exact + (count * width).div_ceil(8);
        let starts = values + count * width * 16;
        let strategies = starts + (count + 1) * 8;
        let file =
            ExpectedFile { bytes, domains: domains.to_vec(), length, width, count, exact, values, starts, strategies };
        if strategies > bytes.len() || file.start(0) != 0 || strategies as u64 + file.start(count) != bytes.len() as u64
        {
            return Err("it is cut off or has bytes appended".to_owned());
        }
        let ascends = |index: usize| file.state(index) < file.state(index + 1);
        match (0..count.saturating_sub(1)).all(ascends) {
            true => Ok(file),
            false => Err("its states do not ascend".to_owned()),
        }
    }

    fn word(&self, at: usize) -> u64 {
        self.bytes[at..at + 8].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    }

    fn start(&self, index: usize) -> u64 {
        self.word(self.starts + 8 * index)
    }

    fn state(&self, index: usize) -> &'a [u8] {
        &self.bytes[32 + index * self.length..32 + (index + 1) * self.length]
    }

    /// The values of the variables of a state, and what the file says of it.
    pub fn record(&self, index: usize) -> Result<(Vec<u32>, Stored), String> {
        let mut at = 0;
        let state = self.state(index);
        let mut variables = Vec::with_capacity(self.domains.len());
        for &domain in &self.domains {
            let value = (0..width_of(domain)).fold(0u32, |value, _| {
                let bit = state[at / 8] >> (7 - at % 8) & 1;
                at += 1;
                value << 1 | u32::from(bit)
            });
            if value as usize >= domain {
                return Err("it has a state with a value that no variable has".to_owned());
            }
            variables.push(value);
        }
        let values = (0..self.width).map(|value| self.value(index * self.width + value));
        let values = values.collect::<Option<Vec<Number>>>().ok_or("it has a value that is none")?;
        let strategies = self.strategies(index).ok_or("it has strategies that are none")?;
        Ok((variables, Stored { layer: 0, values, strategies }))
    }

    fn value(&self, number: usize) -> Option<Number> {
        let (first, second) =
            (self.word(self.values + 16 * number) as i64, self.word(self.values + 16 * number + 8) as i64);
        let size = |number: i64| number.unsigned_abs() < 1 << 62;
        if self.bytes[self.exact + number / 8] >> (number % 8) & 1 == 1 {
            return (second > 0 && size(first) && size(second)).then_some(Number::Exact(first, second));
        }
        (first <= second && size(first) && size(second)).then_some(Number::Between(first, second))
    }

    fn strategies(&self, index: usize) -> Option<Vec<StrategyPair>> {
        let (from, to) = (usize::try_from(self.start(index)).ok()?, usize::try_from(self.start(index + 1)).ok()?);
        let mut rest = self.bytes.get(self.strategies.checked_add(from)?..self.strategies.checked_add(to)?)?;
        let mut take = |length: usize| -> Option<u64> {
            let (taken, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(taken.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte)))
        };
        let mut all = Vec::new();
        if from == to {
            return Some(all);
        }
        for _ in 0..self.width {
            let mut pair = [Vec::new(), Vec::new()];
            for picks in &mut pair {
                let count = take(2)?;
                for _ in 0..count {
                    let pick = take(2)? as u16;
                    picks.push((pick, if count > 1 { take(8)? } else { 1 }));
                }
            }
            all.push(pair);
        }
        rest.is_empty().then_some(all)
    }

    /// What a state adds to the content of the layer.
    pub fn content(&self, index: usize, variables: &[u32]) -> ContentHash {
        let all = self.domains.iter().zip(variables).enumerate();
        let state = all.fold(ContentHash::ONE, |product, (variable, (&domain, &value))| {
            digits(domain).iter().fold(product, |product, &(weight, size)| {
                product.times(ContentHash::of_digit(variable, weight, value as usize / weight % size))
            })
        });
        let numbers = index * self.width..(index + 1) * self.width;
        let bytes = numbers.flat_map(|number| {
            let exact = self.bytes[self.exact + number / 8] >> (number % 8) & 1;
            let place = self.values + 16 * number;
            [exact].into_iter().chain(self.bytes[place..place + 16].iter().copied()).collect::<Vec<u8>>()
        });
        state.times(ContentHash::of_expectations(&bytes.collect::<Vec<u8>>()))
    }
}

/// Bits of a variable with so many values.
fn width_of(domain: usize) -> u32 {
    (0..usize::BITS).find(|&bits| domain <= 1usize << bits).unwrap_or(usize::BITS)
}
