//! Values and counts from the literature, by every algorithm that applies, each solution verified state by state.

mod support;

use std::collections::BTreeMap;

use support::{Setting, outcomes, solved, value};
use symbolic::outcome::Model;
use symbolic::solve::Algorithm;

fn sheet(name: &str) -> String {
    games::sheet(name).unwrap()
}

fn golden(name: &str, setting: &Setting, states: u128, expected: &[i32]) -> BTreeMap<Vec<i32>, u128> {
    let manifest = solved(&sheet(name), setting).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(manifest.layers.iter().map(|layer| layer.states).sum::<u128>(), states, "{name}");
    assert_eq!(value(&manifest), expected, "{name}");
    outcomes(&manifest)
}

fn by(algorithm: Algorithm) -> Setting {
    Setting { algorithm: Some(algorithm), ..Setting::default() }
}

#[test]
fn tic_tac_toe_is_a_draw_by_all_algorithms() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum] {
        let found = golden("tic-tac-toe", &by(algorithm), 5_478, &[50, 50]);
        assert_eq!(found.values().copied().collect::<Vec<_>>(), [1_474, 1_068, 2_936], "{algorithm}");
    }
}

#[test]
fn distances_are_verified_too() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        golden("tic-tac-toe", &Setting { distances: Some(true), ..by(algorithm) }, 5_478, &[50, 50]);
    }
}

/// Edelkamp & Kissmann 2007, the table of Clobber 3x4 by rewards.
#[test]
fn clobber_3x4_has_the_seven_buckets_of_the_paper() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let setting = Setting { model: Model::Difference, ..by(algorithm) };
        let found = golden("clobber:3x4", &setting, 13_343, &[0, 40]);
        let paper: [([i32; 2], u128); 7] = [
            ([0, 70], 38),
            ([70, 0], 49),
            ([0, 55], 1_544),
            ([55, 0], 1_509),
            ([0, 40], 6_581),
            ([40, 0], 1_853),
            ([0, 25], 1_769),
        ];
        assert_eq!(found, paper.iter().map(|(rewards, states)| (rewards.to_vec(), *states)).collect());
    }
}

/// Edelkamp & Kissmann 2007, Tables 2 to 7: 28 states, 11 of them terminal, black wins.
#[test]
fn clobber_1x6_is_won_by_black() {
    golden("clobber:1x6", &Setting { model: Model::Difference, ..Setting::default() }, 28, &[0, 40]);
}

/// Kissmann & Edelkamp 2010, Table 1; Chomp counted without repetition.
#[test]
fn measures_that_merely_grow_make_layers_too() {
    for name in ["nim:1,2,4,5", "chomp:4x3"] {
        let by_measure = solved(&sheet(name), &by(Algorithm::Layered)).unwrap();
        let by_rounds = solved(&sheet(name), &by(Algorithm::Fixpoint)).unwrap();
        assert_eq!(value(&by_measure), [100, 0], "{name}");
        assert_eq!(outcomes(&by_measure), outcomes(&by_rounds), "{name}");
    }
}

/// Edelkamp & Kissmann 2007: 80 states.
#[test]
fn single_heap_nim_40_is_lost() {
    golden("nim-take:40", &Setting::default(), 80, &[0, 100]);
}

#[test]
fn three_mens_morris_is_solved_in_spite_of_its_cycles() {
    let setting = Setting { infinite: Some(vec![50, 50]), ..by(Algorithm::ZeroSum) };
    golden("three-mens-morris", &setting, 5_390, &[100, 0]);
}

#[test]
fn cyclic_games_are_refused_by_algorithms_for_acyclic_ones() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let error = solved(&sheet("three-mens-morris"), &by(algorithm)).unwrap_err();
        assert!(matches!(error, symbolic::Error::Cyclic { .. }), "{algorithm}: {error}");
    }
}

/// Edelkamp & Kissmann 2007: 2,753 states in our counting, the goal can be reached.
#[test]
fn hanoi_has_a_plan() {
    for algorithm in [Algorithm::OnePlayer, Algorithm::Fixpoint, Algorithm::Layered] {
        golden("hanoi:5", &by(algorithm), 2_753, &[100]);
    }
}

#[test]
fn two_threads_find_the_same_files() {
    let hashes = |threads| {
        let manifest = solved(&sheet("connect-four:4x3"), &Setting { threads, ..Setting::default() }).unwrap();
        manifest.layers.iter().map(|l| l.value_file.clone().unwrap().hash).collect::<Vec<_>>()
    };
    assert_eq!(hashes(1), hashes(2));
}
