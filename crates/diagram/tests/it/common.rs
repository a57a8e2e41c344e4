//! Random states and relations, and their plain counterparts.

use std::collections::{BTreeMap, BTreeSet};

use diagram::{Domains, Set, Store, StoreBudget, StoreOptions, Terminal, Value, Values};
use proptest::prelude::*;

/// A state as a plain tuple.
pub type State = Vec<Value>;

/// Options small enough that garbage collection and table growth happen in tests.
pub fn small(threads: usize) -> StoreOptions {
    StoreOptions { budget: StoreBudget { bytes: 16 << 20, ..StoreBudget::default() }, threads, cache_entries: 1 << 8 }
}

/// A store over these domains.
pub fn store(sizes: &[u16], threads: usize) -> Store {
    Store::new(Domains::new(sizes).unwrap(), small(threads)).unwrap()
}

/// Domains of two to six levels, some of them wide, some with a single value.
pub fn domains() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(prop_oneof![4 => 2u16..5, 1 => Just(1u16), 1 => 9u16..40], 2..6)
}

/// Some states over these domains.
pub fn states(sizes: &[u16], most: usize) -> impl Strategy<Value = BTreeSet<State>> + use<> {
    let state: Vec<_> = sizes.iter().map(|&size| 0..size).collect();
    prop::collection::btree_set(state, 0..most)
}

/// Values for some states over these domains.
pub fn values(sizes: &[u16], most: usize) -> impl Strategy<Value = BTreeMap<State, u32>> + use<> {
    let state: Vec<_> = sizes.iter().map(|&size| 0..size).collect();
    prop::collection::btree_map(state, 1u32..5, 0..most)
}

pub fn terminal(number: u32) -> Terminal {
    Terminal::new(number).unwrap()
}

pub fn set_of(store: &mut Store, states: &BTreeSet<State>) -> Set {
    store.states(states).unwrap()
}

pub fn values_of(store: &mut Store, values: &BTreeMap<State, u32>) -> Values {
    store.values(values.iter().map(|(state, &number)| (state, terminal(number)))).unwrap()
}

pub fn plain_set(store: &Store, set: &Set) -> BTreeSet<State> {
    store.members(set).unwrap().map(|(state, _)| state).collect()
}

pub fn plain_values(store: &Store, values: &Values) -> BTreeMap<State, u32> {
    store.members(values).unwrap().map(|(state, terminal)| (state, terminal.number())).collect()
}

/// All states over small domains.
pub fn all_states(sizes: &[u16]) -> Vec<State> {
    sizes.iter().fold(vec![Vec::new()], |states, &size| {
        states.iter().flat_map(|state| (0..size).map(|value| [&state[..], &[value]].concat())).collect()
    })
}
