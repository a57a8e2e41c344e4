//! A set of tuples of equal width, numbered in insertion order.
//!
//! The basic container of this crate: terms are tuples of arguments, tables are keyed by tuples of inputs, answers are
//! tuples of outputs. A hash map of vectors would allocate per entry and make clearing expensive. Here the words of all
//! tuples are in one vector, and clearing starts a new epoch.

/// An entry of the hash index: the number of a tuple, and the epoch in which it is valid.
#[derive(Clone, Copy)]
struct Place {
    epoch: u32,
    number: u32,
}

/// A set of tuples of `width` words. Equal tuples have equal numbers.
#[derive(Clone)]
pub(crate) struct TupleSet {
    width: usize,
    len: usize,
    words: Vec<u32>,
    places: Vec<Place>,
    epoch: u32,
}

const SMALLEST: usize = 8;

impl TupleSet {
    pub(crate) fn new(width: usize) -> TupleSet {
        TupleSet { width, len: 0, words: Vec::new(), places: Vec::new(), epoch: 1 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, number: u32) -> &[u32] {
        let start = number as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// The number of `tuple`, if it is in the set.
    pub(crate) fn find(&self, tuple: &[u32]) -> Option<u32> {
        if self.places.is_empty() { None } else { self.probe(tuple).ok() }
    }

    /// The number of `tuple`, and whether it is new.
    pub(crate) fn insert(&mut self, tuple: &[u32]) -> (u32, bool) {
        debug_assert_eq!(tuple.len(), self.width);
        if self.len * 2 >= self.places.len() {
            self.grow();
        }
        match self.probe(tuple) {
            Ok(number) => (number, false),
            Err(place) => {
                let number = self.len as u32;
                self.places[place] = Place { epoch: self.epoch, number };
                self.words.extend_from_slice(tuple);
                self.len += 1;
                (number, true)
            }
        }
    }

    /// Appends a tuple that is not in the set, without an index entry: it can be read by its number only.
    pub(crate) fn append(&mut self, tuple: &[u32]) -> u32 {
        debug_assert_eq!(tuple.len(), self.width);
        self.words.extend_from_slice(tuple);
        self.len += 1;
        self.len as u32 - 1
    }

    /// Removes all tuples and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.words.clear();
        if self.epoch == u32::MAX {
            self.places.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>() + self.places.capacity() * size_of::<Place>()
    }

    /// The number of `tuple`, or else the free slot where it belongs. Needs at least one free slot.
    #[inline]
    fn probe(&self, tuple: &[u32]) -> Result<u32, usize> {
        let mask = self.places.len() - 1;
        let mut at = hash(tuple) & mask;
        loop {
            let place = self.places[at];
            if place.epoch != self.epoch {
                return Err(at);
            }
            // Tuples are short: a loop is faster than the call generated for comparing slices.
            if self.get(place.number).iter().zip(tuple).all(|(a, b)| a == b) {
                return Ok(place.number);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.places.len() * 2).max(SMALLEST);
        self.places.clear();
        self.places.resize(size, Place { epoch: 0, number: 0 });
        for number in 0..self.len as u32 {
            if let Err(place) = self.probe(self.get(number)) {
                self.places[place] = Place { epoch: self.epoch, number };
            }
        }
    }
}

/// Multiply and rotate as in FxHash, with the high bits folded down because the index uses the low ones.
#[inline]
fn hash(tuple: &[u32]) -> usize {
    let mut hash = 0u64;
    for &word in tuple {
        hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash ^ (hash >> 32)) as usize
}

#[cfg(test)]
mod tests {
    use super::TupleSet;

    #[test]
    fn equal_tuples_have_equal_numbers_until_the_set_is_cleared() {
        let mut set = TupleSet::new(2);
        for round in 0..3 {
            for i in 0..1000u32 {
                assert_eq!(set.find(&[i, round]), None);
                assert_eq!(set.insert(&[i, round]), (i, true));
            }
            for i in 0..1000u32 {
                assert_eq!(set.insert(&[i, round]), (i, false));
                assert_eq!(set.get(i), [i, round]);
            }
            set.clear();
        }
        assert_eq!(set.len(), 0);
    }

    #[test]
    fn the_empty_tuple_can_be_stored() {
        let mut set = TupleSet::new(0);
        assert_eq!(set.find(&[]), None);
        assert_eq!(set.insert(&[]), (0, true));
        assert_eq!(set.insert(&[]), (0, false));
        assert_eq!(set.len(), 1);
    }
}
