//! The levels of diagrams over keys: one digit of a variable each, in the order of the key's bits.
//!
//! So ascending keys are ascending paths, and a layer becomes a diagram in one pass.

use layer::Value;
use layer::digits::split;
use solution::manifest::LevelOf;

use crate::key::Key;
use crate::layout::KeyLayout;

/// One level.
struct Digit {
    variable: usize,
    weight: usize,
    size: usize,
    /// The bits of its variable.
    first: usize,
    width: usize,
    /// Whether it is the whole variable.
    whole: bool,
}

/// The levels of a game's keys.
pub struct Levels {
    digits: Vec<Digit>,
    /// For each bit of the key, the first level of its variable.
    of_bit: Vec<usize>,
    bits: usize,
    /// The size of each level's domain.
    domains: Vec<u16>,
}

impl Levels {
    /// The levels for a layout; `None` if diagrams cannot have so many levels, or a state has no bits.
    pub fn new(layout: &KeyLayout) -> Option<Levels> {
        let (mut digits, mut of_bit) = (Vec::new(), Vec::new());
        for (variable, values) in layout.variables().iter().enumerate() {
            let (field, parts) = (layout.field(variable), split(values.domain()));
            of_bit.extend(std::iter::repeat_n(digits.len(), field.width));
            let whole = parts.len() == 1;
            let digit =
                |(weight, size)| Digit { variable, weight, size, first: field.first, width: field.width, whole };
            digits.extend(parts.into_iter().map(digit));
        }
        let domains: Vec<u16> = digits.iter().map(|digit| digit.size as u16).collect();
        (layout.bits() > 0 && layer::are_domains(&domains)).then_some(Levels {
            digits,
            of_bit,
            bits: layout.bits(),
            domains,
        })
    }

    /// Whether these are the levels that a manifest describes.
    pub fn are(&self, described: &[LevelOf]) -> bool {
        let own = self.digits.iter().map(|digit| (digit.variable, digit.weight, digit.size));
        own.eq(described.iter().map(|level| (level.variable, level.weight, level.size)))
    }

    /// The sizes of their domains.
    pub fn domains(&self) -> &[u16] {
        &self.domains
    }

    /// The variable of a level, and the weight of its digit.
    pub fn part(&self, level: usize) -> (usize, usize) {
        (self.digits[level].variable, self.digits[level].weight)
    }

    /// The lowest whole variables of a key with at most `most` bits: the first bit, and the level where they start.
    pub fn lowest(&self, most: usize) -> (usize, usize) {
        let starts = self.digits.iter().enumerate().skip(1).filter(|(_, digit)| self.bits - digit.first <= most);
        let mut starts = starts.filter(|(level, digit)| self.digits[level - 1].variable != digit.variable);
        starts.next().map_or((self.bits, self.digits.len()), |(level, digit)| (digit.first, level))
    }

    /// The value of a key on a level.
    #[inline]
    pub fn value<const N: usize>(&self, key: &Key<N>, level: usize) -> Value {
        let digit = &self.digits[level];
        if digit.width == 0 {
            return 0;
        }
        let value = (key.window(digit.first) >> (64 - digit.width)) as usize;
        // No state has a code beyond its domain, but a damaged manifest may claim wrong variables.
        if digit.whole { value.min(digit.size - 1) as Value } else { (value / digit.weight % digit.size) as Value }
    }

    /// The first level on which two different keys differ.
    #[inline]
    pub fn first_difference<const N: usize>(&self, a: &Key<N>, b: &Key<N>) -> usize {
        let mut level = self.of_bit.get(a.shared_bits(b)).copied().unwrap_or(0);
        if self.digits[level].whole {
            return level;
        }
        while self.value(a, level) == self.value(b, level) && level + 1 < self.digits.len() {
            level += 1;
        }
        level
    }

    /// The key of a path.
    pub fn key<const N: usize>(&self, path: &[Value]) -> Key<N> {
        let mut key = Key::ZERO;
        let mut value = 0;
        for (digit, &part) in self.digits.iter().zip(path) {
            value += usize::from(part) * digit.weight;
            // The least significant digit of a variable comes last.
            if digit.weight == 1 {
                for bit in (0..digit.width).filter(|bit| value >> (digit.width - 1 - bit) & 1 == 1) {
                    key = key.or(&Key::bit(digit.first + bit));
                }
                value = 0;
            }
        }
        key
    }
}
