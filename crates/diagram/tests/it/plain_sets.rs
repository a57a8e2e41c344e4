//! Every operation on diagrams agrees with the same operation on plain sets and maps of tuples.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::*;
use diagram::{Domains, Error, Level, Preference, Store};
use proptest::prelude::*;

fn two_sets() -> impl Strategy<Value = (Vec<u16>, BTreeSet<State>, BTreeSet<State>)> {
    domains().prop_flat_map(|sizes| (Just(sizes.clone()), states(&sizes, 60), states(&sizes, 60)))
}

fn two_functions() -> impl Strategy<Value = (Vec<u16>, BTreeMap<State, u32>, BTreeMap<State, u32>)> {
    domains().prop_flat_map(|sizes| (Just(sizes.clone()), values(&sizes, 60), values(&sizes, 60)))
}

proptest! {
    #[test]
    fn set_operations_agree_with_plain_sets((sizes, a, b) in two_sets(), threads in 1usize..3) {
        let mut store = store(&sizes, threads);
        let (x, y) = (set_of(&mut store, &a), set_of(&mut store, &b));
        prop_assert_eq!(&plain_set(&store, &x), &a);

        let union = store.union(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&store, &union), &a | &b);
        let both = store.intersection(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&store, &both), &a & &b);
        let only = store.difference(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&store, &only), &a - &b);

        // Equal sets are equal handles, however they were built.
        let again = store.difference(&union, &y).unwrap();
        prop_assert_eq!(&again, &only);
        let outside = store.complement(&x).unwrap();
        let back = store.complement(&outside).unwrap();
        prop_assert_eq!(&back, &x);
        let size: u128 = sizes.iter().map(|&size| u128::from(size)).product();
        prop_assert_eq!(store.count(&outside).unwrap(), size - a.len() as u128);
        for state in &b {
            prop_assert_eq!(store.contains(&x, state).unwrap(), a.contains(state));
        }
        prop_assert_eq!(store.pick(&x).unwrap(), a.first().cloned());
    }

    #[test]
    fn value_operations_agree_with_plain_maps((sizes, a, b) in two_functions(), order in Just(vec![1u32, 2, 3, 4]).prop_shuffle()) {
        let mut store = store(&sizes, 1);
        let (x, y) = (values_of(&mut store, &a), values_of(&mut store, &b));
        let preference = Preference::best_first(&order.iter().map(|&number| terminal(number)).collect::<Vec<_>>());
        let rank = |number: u32| order.iter().position(|&other| other == number).unwrap();

        let chosen = store.choice(&x, &y, &preference).unwrap();
        let mut plain = a.clone();
        for (state, &number) in &b {
            let best = plain.entry(state.clone()).or_insert(number);
            if rank(number) < rank(*best) {
                *best = number;
            }
        }
        prop_assert_eq!(plain_values(&store, &chosen), plain);

        let over = store.override_with(&x, &y).unwrap();
        let plain: BTreeMap<_, _> = b.iter().chain(&a).map(|(state, &number)| (state.clone(), number)).collect();
        prop_assert_eq!(plain_values(&store, &over), plain);

        let where_b = store.support_set(&y).unwrap();
        let masked = store.mask(&x, &where_b).unwrap();
        let plain: BTreeMap<_, _> = a.clone().into_iter().filter(|(state, _)| b.contains_key(state)).collect();
        prop_assert_eq!(plain_values(&store, &masked), plain);
    }

    #[test]
    fn terminal_operations_agree_with_plain_maps((sizes, a, b) in two_functions()) {
        let mut store = store(&sizes, 1);
        let (x, y) = (values_of(&mut store, &a), values_of(&mut store, &b));
        for number in 1..5 {
            let set = store.states_with(&x, terminal(number)).unwrap();
            let plain: BTreeSet<_> = a.iter().filter(|&(_, &n)| n == number).map(|(state, _)| state.clone()).collect();
            prop_assert_eq!(plain_set(&store, &set), plain);
        }
        let counts: BTreeMap<u32, u128> =
            store.count_by_terminal(&x).unwrap().into_iter().map(|(t, count)| (t.number(), count)).collect();
        let mut plain = BTreeMap::new();
        a.values().for_each(|&number| *plain.entry(number).or_insert(0) += 1);
        prop_assert_eq!(counts, plain);

        let sum = store.apply(&x, &y, |a, b| diagram::Terminal::new(a.map_or(0, |t| t.number()) + b.map_or(0, |t| t.number())));
        let mut plain = a.clone();
        b.iter().for_each(|(state, number)| *plain.entry(state.clone()).or_insert(0) += number);
        prop_assert_eq!(plain_values(&store, &sum.unwrap()), plain);
        for state in a.keys().chain(b.keys()) {
            prop_assert_eq!(store.evaluate(&x, state).unwrap().map(|t| t.number()), a.get(state).copied());
        }
    }

    #[test]
    fn cubes_select_states((sizes, a, _) in two_sets(), level in 0usize..6, value in 0u16..50) {
        let level = level % sizes.len();
        let value = value % sizes[level];
        let mut store = store(&sizes, 1);
        let x = set_of(&mut store, &a);
        let literal = store.cube(&[(Level(level as u16), &[value])]).unwrap();
        let selected = store.intersection(&x, &literal).unwrap();
        prop_assert_eq!(plain_set(&store, &selected), a.iter().filter(|s| s[level] == value).cloned().collect());
    }

    #[test]
    fn garbage_collection_keeps_held_diagrams((sizes, a, b) in two_sets()) {
        let mut store = store(&sizes, 2);
        let (x, y) = (set_of(&mut store, &a), set_of(&mut store, &b));
        let union = store.union(&x, &y).unwrap();
        drop(y);
        store.collect();
        let collected = store.usage().nodes;
        prop_assert_eq!(plain_set(&store, &x), a.clone());
        prop_assert_eq!(plain_set(&store, &union), &a | &b);
        // A diagram that is built again is found, not duplicated.
        prop_assert_eq!(&set_of(&mut store, &a), &x);
        store.collect();
        prop_assert_eq!(store.usage().nodes, collected);
        drop((x, union));
        store.collect();
        prop_assert_eq!(store.usage().nodes, sizes.len(), "only the full node of each level is left");
    }

    #[test]
    fn files_and_handles_agree((sizes, a, _) in two_functions()) {
        let mut one = store(&sizes, 1);
        let x = values_of(&mut one, &a);
        let mut bytes = Vec::new();
        one.write(&x, &mut bytes).unwrap();
        prop_assert_eq!(&one.read_values(&bytes).unwrap(), &x);
        let mut two = store(&sizes, 2);
        let copy = two.read_values(&bytes).unwrap();
        prop_assert_eq!(plain_values(&two, &copy), a.clone());
        let probe = layer::Probe::open(&bytes).unwrap();
        probe.verify().unwrap();
        prop_assert_eq!(probe.node_count() as usize, one.node_count(&x).unwrap());
        for (state, &number) in &a {
            prop_assert_eq!(probe.evaluate(state).unwrap(), Some(terminal(number)));
        }
    }

    #[test]
    fn drawn_states_are_members((sizes, a, _) in two_sets(), seed in any::<u64>()) {
        let mut store = store(&sizes, 1);
        let x = set_of(&mut store, &a);
        let mut word = seed;
        let mut random = || { word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99); word ^ word >> 31 };
        let sampler = store.sampler(&x).unwrap();
        prop_assert_eq!(sampler.total(), a.len() as u128);
        match sampler.draw(&mut random) {
            None => prop_assert!(a.is_empty()),
            Some((state, _)) => prop_assert!(a.contains(&state)),
        }
    }
}

#[test]
fn members_are_drawn_uniformly() {
    let mut store = store(&[3, 3, 3], 1);
    let states = [[0, 0, 0], [0, 1, 2], [2, 0, 1], [2, 2, 2]];
    let set = store.states(states).unwrap();
    let sampler = store.sampler(&set).unwrap();
    let mut word = 7u64;
    let mut counts = BTreeMap::new();
    for _ in 0..4000 {
        let random = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        *counts.entry(sampler.draw(random).unwrap().0).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 4);
    assert!(counts.values().all(|&count| (800..1200).contains(&count)), "{counts:?}");
}

#[test]
fn many_states_are_added_in_batches() {
    let mut store = store(&[10; 6], 1);
    let state = |n: u32| [n / 100_000, n / 10_000, n / 1000, n / 100, n / 10, n].map(|digits| (digits % 10) as u16);
    let set = store.states((0..150_000).map(state)).unwrap();
    assert_eq!(store.count(&set), Ok(150_000));
    assert_eq!(store.members(&set).unwrap().last().unwrap().0, state(149_999));
    let unsorted = (0..150_000).chain([149_999]).map(state);
    assert_eq!(store.states(unsorted), Err(Error::Unsorted));
}

#[test]
fn misuse_is_an_error_value() {
    let mut one = store(&[2, 2], 1);
    let mut other = store(&[2, 2], 1);
    let (a, b) = (one.all(), other.all());
    assert_eq!(one.union(&a, &b), Err(Error::Foreign));
    assert_eq!(one.states([[1, 0], [0, 1]]), Err(Error::Unsorted));
    assert_eq!(one.states([[1, 0], [1, 0]]), Err(Error::Unsorted));
    assert_eq!(one.state(&[0, 2]), Err(Error::NoSuchValue(Level(1), 2)));
    assert_eq!(one.state(&[0]), Err(Error::WrongLength { given: 1, levels: 2 }));
    assert_eq!(one.cube(&[(Level(2), &[0])]), Err(Error::NoSuchLevel(Level(2))));
    assert!(Domains::new(&[]).is_err());
    assert!(Domains::new(&[2, 0]).is_err());
}

#[test]
fn counts_may_exceed_64_bits_but_not_128() {
    let mut large = store(&[3; 50], 1);
    let all = large.all();
    assert_eq!(large.count(&all), Ok(3u128.pow(50)));
    let mut larger = store(&[3; 100], 1);
    let all = larger.all();
    assert_eq!(larger.count(&all), Err(Error::CountTooLarge));
}

#[test]
fn thousands_of_levels_and_a_wide_one_work() {
    let mut sizes = vec![2; 3000];
    sizes[1000] = 20_000;
    let mut options = small(1);
    options.budget.bytes = 64 << 20;
    let mut store = Store::new(Domains::new(&sizes).unwrap(), options).unwrap();
    let mut state = vec![1; 3000];
    state[1000] = 19_999;
    let one = store.state(&state).unwrap();
    state[0] = 0;
    let other = store.state(&state).unwrap();
    let both = store.union(&one, &other).unwrap();
    assert_eq!(store.count(&both), Ok(2));
}
