//! The differences between two solutions agree with their lists of states.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use bruteforce::{Setup, SolvedGame};
use explore::SolutionDiff;
use solution::manifest::Layout;
use solution::{Database, Facts, Model};

type States = BTreeMap<Vec<String>, (Vec<i32>, Option<u32>)>;

fn solved(sheet: &str, setup: &Setup, path: &Path) -> (Database, States) {
    let solved = SolvedGame::of(sheet, setup);
    solved.write(path);
    let facts = Facts::new(&solved.encoding);
    let state = |values: &Vec<u32>| facts.facts(values).into_iter().map(str::to_owned).collect();
    let states = solved.layers.iter().flatten();
    let states = states.map(|(values, outcome)| (state(values), (outcome.rewards.clone(), outcome.distance)));
    (Database::open(path).expect("a solution"), states.collect())
}

/// Compares, and says whether there is a difference.
fn check(first: (&str, Setup), second: (&str, Setup)) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, first) = solved(first.0, &first.1, &folder.path().join("1"));
    let (other, second) = solved(second.0, &second.1, &folder.path().join("2"));
    let diff = SolutionDiff::of(&one, &other, 3, &|| false).expect("a comparison");
    let shared = || first.iter().filter_map(|(state, one)| Some((state, one, second.get(state)?)));
    assert_eq!(diff.shared, shared().count() as u128);
    assert_eq!(diff.only_first, first.keys().filter(|state| !second.contains_key(*state)).count() as u128);
    assert_eq!(diff.only_second, second.keys().filter(|state| !first.contains_key(*state)).count() as u128);
    let mut values = BTreeMap::<(Vec<i32>, Vec<i32>), u128>::new();
    for (_, one, other) in shared().filter(|(_, one, other)| one.0 != other.0) {
        *values.entry((one.0.clone(), other.0.clone())).or_default() += 1;
    }
    assert_eq!(diff.values, values);
    assert_eq!(diff.distances, shared().filter(|(_, one, other)| one.0 == other.0 && one.1 != other.1).count() as u128);
    assert_eq!(diff.examples.len() as u128, diff.different().min(3));
    for example in &diff.examples {
        assert_eq!((&first[&example.facts].0, &second[&example.facts].0), (&example.first, &example.second));
    }
    let differ = !values.is_empty() || diff.only_first + diff.only_second > 0;
    assert_eq!(diff.is_none(), !differ);
    differ
}

#[test]
fn differences_of_models_rules_and_infinite_play_agree_with_the_lists() {
    let sheet = |name: &str| games::sheet(name).expect("a bundled game");
    let difference = Setup { model: Model::Difference, layout: Layout::Diagram, ..Setup::default() };
    let clobber = sheet("clobber:3x3");
    check((&clobber, Setup::default()), (&clobber, difference.clone()));
    assert!(check((support::GIFTS, Setup::default()), (support::GIFTS, difference)), "three roles want other things");
    assert!(!check((&clobber, Setup::default()), (&clobber, Setup { layered: false, ..Setup::default() })));
    // A rule variant: taking the last thing wins, or loses.
    assert!(check((&sheet("nim:1,2,3"), Setup::default()), (&sheet("nim-misere:1,2,3"), Setup::default())));
    // Other states: a smaller heap.
    assert!(check((&sheet("nim:1,2,3"), Setup::default()), (&sheet("nim:1,2,2"), Setup::default())));
    let infinite = |worth| Setup { layered: false, infinite: Some(vec![worth, 100 - worth]), ..Setup::default() };
    assert!(check((support::RING, infinite(50)), (support::RING, infinite(0))));
}
