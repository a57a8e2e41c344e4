//! Finds positions that satisfy conditions: their number, and examples.
//!
//! Without tests nothing is listed: counts come from the diagrams, and positions are found by their ranks. With tests
//! all states that pass the filters are visited once; the time is estimated first, from a sample.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Instant;

use game::Random;
use query::Error;
use serde::Serialize;
use solution::{DistanceFilter, StateFilter, StoredState, Tally};

use crate::conditions::Criteria;
use crate::explorer::Explorer;

/// Which of the matching positions are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// None, only their number.
    Counts,
    /// The first ones, in the order of the files.
    First(usize),
    /// Different ones, drawn uniformly.
    Sample {
        /// Their number.
        positions: usize,
        /// The same seed draws the same positions.
        seed: u64,
    },
    /// Those with the greatest distances.
    Longest(usize),
    /// One for every distance.
    PerDistance,
}

/// The estimated cost of a pass over states.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PassEstimate {
    /// The number of states to visit.
    pub states: u128,
    /// The estimated seconds, from a measured sample.
    pub seconds: f64,
}

/// The numbers of matching positions, in total and by value, distance and layer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundCounts {
    /// In total.
    pub states: u128,
    /// By value.
    pub values: BTreeMap<Vec<i32>, u128>,
    /// By distance, if distances are stored; `None` is infinite play.
    pub distances: BTreeMap<Option<u32>, u128>,
    /// By layer.
    pub layers: BTreeMap<usize, u128>,
}

/// Matching positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPositions {
    /// Their numbers.
    pub counts: FoundCounts,
    /// The wanted ones.
    pub positions: Vec<StoredState>,
}

/// The size of the sample from which the time of a pass is estimated.
const SAMPLE: usize = 200;

/// How often a pass checks whether it should stop.
const STRIDE: u64 = 1 << 12;

impl FoundCounts {
    fn add(&mut self, explorer: &Explorer<'_>, tally: Tally) {
        let outcome = &explorer.database().manifest().layers[tally.layer].outcomes[tally.outcome];
        self.states += tally.states;
        *self.values.entry(outcome.rewards.clone()).or_default() += tally.states;
        *self.layers.entry(tally.layer).or_default() += tally.states;
        if explorer.database().manifest().has_distances() {
            *self.distances.entry(outcome.distance).or_default() += tally.states;
        }
    }
}

impl FoundPositions {
    /// Adds a position.
    pub fn add(&mut self, explorer: &Explorer<'_>, stored: StoredState) {
        self.counts.add(explorer, Tally { layer: stored.layer, outcome: stored.outcome, states: 1 });
        self.positions.push(stored);
    }
}

impl Explorer<'_> {
    /// The estimated cost of a pass over the states; `None` if no pass is needed.
    pub fn estimate(&self, criteria: &Criteria, memory: u64) -> Result<Option<PassEstimate>, Error> {
        if criteria.tests.is_empty() {
            return Ok(None);
        }
        let filters = Criteria { tests: Vec::new(), ..criteria.clone() };
        let wanted = Wanted::Sample { positions: SAMPLE, seed: 1 };
        let sample = self.find(&filters, wanted, memory, &|| false)?;
        let start = Instant::now();
        for stored in &sample.positions {
            self.passes(&criteria.tests, stored)?;
        }
        let each = start.elapsed().as_secs_f64() / sample.positions.len().max(1) as f64;
        let states = sample.counts.states;
        Ok(Some(PassEstimate { states, seconds: each * states as f64 }))
    }

    /// Finds positions. A pass ends early, with its results so far, when `is_stopped` returns true.
    pub fn find(
        &self,
        criteria: &Criteria,
        wanted: Wanted,
        memory: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<FoundPositions, Error> {
        if matches!(wanted, Wanted::Longest(_) | Wanted::PerDistance) {
            self.check_distances()?;
        }
        if !criteria.tests.is_empty() {
            return self.pass(criteria, wanted, is_stopped);
        }
        let mut counts = FoundCounts::default();
        let mut groups: Vec<(&StateFilter, usize, u128)> = Vec::new();
        for filter in &criteria.filters {
            for tally in self.database().tally(filter, memory)? {
                counts.add(self, tally);
                match groups.last_mut() {
                    Some((of, layer, states)) if std::ptr::eq(*of, filter) && *layer == tally.layer => {
                        *states += tally.states;
                    }
                    _ => groups.push((filter, tally.layer, tally.states)),
                }
            }
        }
        let positions = match wanted {
            Wanted::Counts => Vec::new(),
            Wanted::First(most) => self.ranked(&groups, (0..counts.states.min(most as u128)).collect(), memory)?,
            Wanted::Sample { positions, seed } => {
                let mut drawn = self.ranked(&groups, distinct(counts.states, positions, seed), memory)?;
                shuffle(&mut drawn, &mut Random::stream(seed, 2));
                drawn
            }
            Wanted::Longest(most) => self.longest(criteria, &counts, most, memory)?,
            Wanted::PerDistance => self.per_distance(criteria, &counts, memory)?,
        };
        Ok(FoundPositions { counts, positions })
    }

    /// An error if the solution stores no distances.
    pub(crate) fn check_distances(&self) -> Result<(), Error> {
        match self.database().manifest().has_distances() {
            true => Ok(()),
            false => Err(Error::Question("this solution does not store distances".to_owned())),
        }
    }

    /// The positions with these ranks among those of all groups.
    fn ranked(
        &self,
        groups: &[(&StateFilter, usize, u128)],
        ranks: BTreeSet<u128>,
        memory: u64,
    ) -> Result<Vec<StoredState>, Error> {
        let (mut found, mut before) = (Vec::with_capacity(ranks.len()), 0u128);
        for (filter, layer, states) in groups {
            let here: Vec<u128> = ranks.range(before..before + states).map(|rank| rank - before).collect();
            found.extend(self.database().pick(filter, *layer, &here, memory)?);
            before += states;
        }
        Ok(found)
    }

    fn longest(
        &self,
        criteria: &Criteria,
        counts: &FoundCounts,
        most: usize,
        memory: u64,
    ) -> Result<Vec<StoredState>, Error> {
        let mut found = Vec::new();
        for plies in counts.distances.keys().rev().copied().flatten() {
            if found.len() >= most {
                break;
            }
            let wanted = Wanted::First(most - found.len());
            found.extend(self.find(&criteria.at(plies), wanted, memory, &|| false)?.positions);
        }
        Ok(found)
    }

    fn per_distance(&self, criteria: &Criteria, counts: &FoundCounts, memory: u64) -> Result<Vec<StoredState>, Error> {
        let mut found = Vec::new();
        for plies in counts.distances.keys().copied().flatten() {
            found.extend(self.find(&criteria.at(plies), Wanted::First(1), memory, &|| false)?.positions);
        }
        Ok(found)
    }

    /// One pass over all states that pass the filters.
    fn pass(
        &self,
        criteria: &Criteria,
        wanted: Wanted,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<FoundPositions, Error> {
        let mut kept = Kept::new(wanted);
        let (mut counts, mut failed, mut looked) = (FoundCounts::default(), None, 0u64);
        for filter in &criteria.filters {
            for layer in 0..self.database().manifest().layers.len() {
                self.database().scan(filter, layer, |values, outcome| {
                    looked += 1;
                    if looked.is_multiple_of(STRIDE) && is_stopped() {
                        return ControlFlow::Break(());
                    }
                    let stored = StoredState { layer, values: values.to_vec(), outcome };
                    match self.passes(&criteria.tests, &stored) {
                        Ok(false) => {}
                        Ok(true) => {
                            counts.add(self, Tally { layer, outcome, states: 1 });
                            kept.offer(self.database().outcome(&stored).distance, stored);
                        }
                        Err(error) => {
                            failed = Some(error);
                            return ControlFlow::Break(());
                        }
                    }
                    ControlFlow::Continue(())
                })?;
                if let Some(error) = failed.take() {
                    return Err(error);
                }
                if is_stopped() {
                    break;
                }
            }
        }
        Ok(FoundPositions { counts, positions: kept.positions() })
    }
}

impl Criteria {
    /// Whether a stored state satisfies all conditions.
    pub fn accepts(&self, explorer: &Explorer<'_>, stored: &StoredState) -> Result<bool, Error> {
        let outcome = explorer.database().outcome(stored);
        let is_accepted = |filter: &StateFilter| {
            filter.accepts_layer(stored.layer) && filter.accepts_outcome(outcome) && filter.accepts(&stored.values)
        };
        Ok(self.filters.iter().any(is_accepted) && explorer.passes(&self.tests, stored)?)
    }

    /// The same conditions at one distance.
    fn at(&self, plies: u32) -> Criteria {
        let mut criteria = self.clone();
        let has_plies = |filter: &StateFilter| match &filter.distance {
            None => true,
            Some(DistanceFilter::Plies(range)) => range.contains(&plies),
            Some(DistanceFilter::Endless) => false,
        };
        criteria.filters.retain(has_plies);
        criteria.filters.iter_mut().for_each(|filter| filter.distance = Some(DistanceFilter::Plies(plies..=plies)));
        criteria
    }
}

/// Distinct numbers below a bound, all sets of them equally likely (Floyd's algorithm: Bentley 1987).
fn distinct(bound: u128, wanted: usize, seed: u64) -> BTreeSet<u128> {
    let mut random = Random::stream(seed, 1);
    let mut drawn = BTreeSet::new();
    for last in bound.saturating_sub(wanted as u128)..bound {
        let rank = below(&mut random, last + 1);
        drawn.insert(if drawn.contains(&rank) { last } else { rank });
    }
    drawn
}

/// A number below a non-zero bound. The bias of the remainder is negligible.
fn below(random: &mut Random, bound: u128) -> u128 {
    let word = |random: &mut Random| u128::from(random.next_word());
    match u64::try_from(bound) {
        Ok(small) => (word(random) * u128::from(small)) >> 64,
        Err(_) => (word(random) << 64 | word(random)) % bound,
    }
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(random, last as u128 + 1) as usize);
    }
}

/// The positions that a pass keeps.
struct Kept {
    wanted: Wanted,
    random: Random,
    offered: u128,
    list: Vec<StoredState>,
    /// By distance, in the order found; only as many of the longest as are wanted.
    by_distance: BTreeMap<u32, Vec<StoredState>>,
}

impl Kept {
    fn new(wanted: Wanted) -> Kept {
        let seed = if let Wanted::Sample { seed, .. } = wanted { seed } else { 0 };
        let random = Random::stream(seed, 1);
        Kept { wanted, random, offered: 0, list: Vec::new(), by_distance: BTreeMap::new() }
    }

    fn offer(&mut self, distance: Option<u32>, stored: StoredState) {
        self.offered += 1;
        match self.wanted {
            Wanted::Counts => {}
            Wanted::First(most) if self.list.len() < most => self.list.push(stored),
            Wanted::First(_) => {}
            Wanted::Sample { positions, .. } if self.list.len() < positions => self.list.push(stored),
            // Every position so far is in the sample with the same chance (Vitter 1985, Algorithm R).
            Wanted::Sample { positions, .. } => {
                let place = below(&mut self.random, self.offered);
                if place < positions as u128 {
                    self.list[place as usize] = stored;
                }
            }
            Wanted::Longest(most) => self.offer_longest(distance, stored, most),
            Wanted::PerDistance => {
                if let Some(plies) = distance {
                    self.by_distance.entry(plies).or_insert_with(|| vec![stored]);
                }
            }
        }
    }

    fn offer_longest(&mut self, distance: Option<u32>, stored: StoredState, most: usize) {
        let Some(plies) = distance else { return };
        let here = self.by_distance.entry(plies).or_default();
        if here.len() < most {
            here.push(stored);
        }
        let longer: usize = self.by_distance.values().skip(1).map(Vec::len).sum();
        if longer >= most {
            self.by_distance.pop_first();
        }
    }

    fn positions(self) -> Vec<StoredState> {
        match self.wanted {
            Wanted::Longest(most) => self.by_distance.into_values().rev().flatten().take(most).collect(),
            Wanted::PerDistance => self.by_distance.into_values().flatten().collect(),
            _ => self.list,
        }
    }
}
