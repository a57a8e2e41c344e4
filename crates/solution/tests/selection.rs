//! States that satisfy a filter are counted and picked in agreement with a list of all states.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use bruteforce::{Outcome, Setup, SolvedGame};
use solution::manifest::Layout;
use solution::{Database, DistanceFilter, StateFilter, StoredState};

const MEMORY: u64 = 1 << 30;

/// The states of a solved game, each once, with their outcomes.
fn listed(solved: &SolvedGame) -> BTreeMap<Vec<u32>, Outcome> {
    solved.layers.iter().flatten().map(|(state, outcome)| (state.clone(), outcome.clone())).collect()
}

/// Filters of all kinds, most of which accept some states.
fn filters(solved: &SolvedGame, states: &BTreeMap<Vec<u32>, Outcome>) -> Vec<StateFilter> {
    let mut filters = vec![StateFilter::default()];
    for (number, (state, outcome)) in states.iter().enumerate().step_by(states.len().div_ceil(12)) {
        let domain = |variable: usize| 0..solved.encoding.variables[variable].values.len() as u32;
        let mut filter = StateFilter::default();
        filter.rewards = Some(BTreeSet::from([outcome.rewards.clone()]));
        filters.push(filter.clone());
        filter.distance = outcome.distance.map(|plies| DistanceFilter::Plies(plies.saturating_sub(1)..=plies));
        let variable = number % state.len();
        filter.keep(variable, domain(variable), |value| value != state[variable]);
        filters.push(filter.clone());
        filter.rewards = None;
        let other = (number + 1) % state.len();
        filter.keep(other, domain(other), |value| value == state[other]);
        filters.push(filter);
    }
    let mut endless = StateFilter::default();
    endless.distance = Some(DistanceFilter::Endless);
    filters.push(endless);
    filters
}

fn accepts(filter: &StateFilter, state: &[u32], outcome: &Outcome) -> bool {
    let distance = match &filter.distance {
        None => true,
        Some(DistanceFilter::Plies(range)) => outcome.distance.is_some_and(|plies| range.contains(&plies)),
        Some(DistanceFilter::Endless) => outcome.distance.is_none(),
    };
    distance && filter.rewards.as_ref().is_none_or(|set| set.contains(&outcome.rewards)) && filter.accepts(state)
}

fn check(name: &str, setup: &Setup) {
    let rules = games::sheet(name).expect("a bundled game");
    let solved = SolvedGame::of(&rules, setup);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    solved.write(&path);
    let database = Database::open(&path).expect("a solution");
    let states = listed(&solved);
    for filter in filters(&solved, &states) {
        let wanted: HashSet<&Vec<u32>> =
            states.iter().filter(|(state, outcome)| accepts(&filter, state, outcome)).map(|(state, _)| state).collect();
        // With enough memory by counting, without memory by scanning.
        for memory in [MEMORY, 0] {
            let tallies = database.tally(&filter, memory).expect("counts");
            assert_eq!(
                tallies.iter().map(|tally| tally.states).sum::<u128>(),
                wanted.len() as u128,
                "{name} {filter:?}"
            );
            let mut found: Vec<StoredState> = Vec::new();
            for layer in 0..database.manifest().layers.len() {
                let here = tallies.iter().filter(|tally| tally.layer == layer);
                let ranks: Vec<u128> = (0..here.map(|tally| tally.states).sum()).collect();
                found.extend(database.pick(&filter, layer, &ranks, memory).expect("states"));
            }
            let distinct: HashSet<&Vec<u32>> = found.iter().map(|state| &state.values).collect();
            assert_eq!((distinct.len(), &distinct), (found.len(), &wanted), "{name} {filter:?}");
            for state in &found {
                let outcome = database.outcome(state);
                let known = &states[&state.values];
                assert_eq!((&outcome.rewards, outcome.distance), (&known.rewards, known.distance), "{name}");
            }
        }
    }
}

#[test]
fn filters_agree_with_a_list() {
    let cyclic = |infinite: &[i32]| Setup { layered: false, infinite: Some(infinite.to_vec()), ..Setup::default() };
    for layout in [Layout::Packed, Layout::Diagram] {
        // Layers by plies, so that a state of nim is in several.
        for name in ["nim:1,2,3", "chomp:2x3", "domineering:3x3", "clobber:2x3"] {
            check(name, &Setup { layout, ..Setup::default() });
            check(name, &Setup { layout, layered: false, distances: false, ..Setup::default() });
        }

        check("hanoi:3", &Setup { layout, ..cyclic(&[0]) });
    }
}

#[test]
fn a_scan_ends_when_it_is_stopped() {
    let solved = SolvedGame::of(&games::sheet("nim:1,2,3").expect("nim"), &Setup::default());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    solved.write(&path);
    let database = Database::open(&path).expect("a solution");
    let mut seen = 0;

    database
        .scan(&StateFilter::default(), 1, |_, _| {
            seen += 1;
            ControlFlow::Break(())
        })
        .expect("states");
    assert_eq!(seen, 1);
}
