//! Correct solutions pass, and every planted error is found.

use std::fs;
use std::path::Path;

use bruteforce::{Outcome, Setup, SolvedGame};
use solution::manifest::{Layout, Progress};
use verify::{CheckOptions, CheckReport, Error, verify};

const LAYOUTS: [Layout; 2] = [Layout::Packed, Layout::Diagram];

fn checked(path: &Path, options: &CheckOptions) -> Result<CheckReport, Error> {
    verify(path, options, &mut |_| true)
}

fn written(solved: &SolvedGame) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    solved.write(folder.path());
    folder
}

fn report(solved: &SolvedGame) -> CheckReport {
    checked(written(solved).path(), &CheckOptions::default()).unwrap()
}

/// Samples instead of checking every state.
fn sampling(sample: usize) -> CheckOptions {
    CheckOptions { most_states: 0, sample, ..CheckOptions::default() }
}

fn sheet(name: &str) -> String {
    games::sheet(name).unwrap()
}

/// A game with infinite play: two tokens on a ring of five; white hunts, black runs, both step or stay.
fn hunt() -> String {
    let ring: String = (0..5).map(|i| format!("(succ {i} {})\n", (i + 1) % 5)).collect();
    format!(
        "(role white) (role black) {ring} (other white black) (other black white)
        (init (at white 0)) (init (at black 2)) (init (turn white)) (init (left 2))
        (lower 2 1) (lower 1 0)
        (<= (legal ?p on) (true (turn ?p)))
        (<= (legal ?p stay) (true (turn ?p)))
        (<= (legal white rest) (true (turn white)) (true (left ?n)) (lower ?n ?m))
        (<= (legal ?p noop) (other ?p ?q) (true (turn ?q)))
        (<= (next (at ?p ?y)) (does ?p on) (true (at ?p ?x)) (succ ?x ?y))
        (<= (next (at ?p ?x)) (true (at ?p ?x)) (not (does ?p on)))
        (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
        (<= (next (left ?m)) (does white rest) (true (left ?n)) (lower ?n ?m))
        (<= (next (left ?n)) (true (left ?n)) (not (does white rest)))
        (<= caught (true (at white ?x)) (true (at black ?x)))
        (<= tired (true (left 0)))
        (<= terminal caught) (<= terminal tired)
        (<= (goal white 100) caught) (<= (goal white 25) tired (not caught)) (<= (goal white 0) (not caught) (not tired))
        (<= (goal black 0) caught) (<= (goal black 75) tired (not caught)) (<= (goal black 100) (not caught) (not tired))"
    )
}

fn cyclic(layout: Layout) -> Setup {
    Setup { layout, layered: false, infinite: Some(vec![50, 50]), ..Setup::default() }
}

#[test]
fn correct_solutions_pass() {
    for layout in LAYOUTS {
        for layered in [true, false] {
            for distances in [true, false] {
                let solved =
                    SolvedGame::of(&sheet("nim:1,2,3"), &Setup { layout, layered, distances, ..Setup::default() });
                let report = report(&solved);
                assert!(report.ok(), "{:?}", report.failures);
                assert!(report.method.starts_with("all "), "{}", report.method);
                let sampled = checked(written(&solved).path(), &sampling(50)).unwrap();
                assert!(sampled.ok(), "{:?}", sampled.failures);
                assert!(!sampled.did_not.is_empty() && sampled.checked > 0);
            }
        }
    }
}

#[test]
fn games_with_cycles_one_role_or_three_roles_pass() {
    for layout in LAYOUTS {
        let hunt = SolvedGame::of(&hunt(), &cyclic(layout));
        let values: std::collections::BTreeSet<_> =
            hunt.layers[0].values().map(|value| value.rewards.clone()).collect();
        assert!(values.len() >= 3, "{values:?}");
        for solved in [hunt, SolvedGame::of(&three(), &Setup { layout, ..Setup::default() })] {
            let report = report(&solved);
            assert!(report.ok(), "{:?}", report.failures);
            let sampled = checked(written(&solved).path(), &sampling(50)).unwrap();
            assert!(sampled.ok(), "{:?}", sampled.failures);
        }
    }
}

/// Three roles take turns taking one or two from a heap of seven; the role that takes the last wins the most, the one
/// before something.
fn three() -> String {
    let lower: String = (0..9).map(|i| format!("(lower {} {i})\n", i + 1)).collect();
    format!(
        "(role a) (role b) (role c) {lower} (after a b) (after b c) (after c a)
        (init (heap 7)) (init (turn a)) (init (before c))
        (<= (legal ?p (take 1)) (true (turn ?p)))
        (<= (legal ?p (take 2)) (true (turn ?p)) (true (heap ?n)) (lower ?n ?m) (lower ?m ?k))
        (<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
        (<= (next (heap ?m)) (does ?p (take 1)) (true (heap ?n)) (lower ?n ?m))
        (<= (next (heap ?k)) (does ?p (take 2)) (true (heap ?n)) (lower ?n ?m) (lower ?m ?k))
        (<= (next (turn ?q)) (true (turn ?p)) (after ?p ?q))
        (<= (next (before ?p)) (true (turn ?p)))
        (<= terminal (true (heap 0)))
        (<= (goal ?p 100) (true (before ?p)))
        (<= (goal ?p 40) (after ?p ?q) (true (before ?q)))
        (<= (goal ?p 0) (after ?p ?q) (after ?q ?r) (true (before ?r)))"
    )
}

#[test]
fn every_planted_value_is_found() {
    let mut planted = 0;
    for layout in LAYOUTS {
        let questions = [
            (sheet("nim:1,2,3"), Setup { layout, ..Setup::default() }),
            (sheet("nim:1,2,3"), Setup { layout, distances: false, ..Setup::default() }),
            (sheet("nim:1,2,3"), Setup { layout, layered: false, ..Setup::default() }),
            (hunt(), cyclic(layout)),
            (three(), Setup { layout, ..Setup::default() }),
        ];
        for (rules, question) in questions {
            let solved = SolvedGame::of(&rules, &question);
            let states: Vec<(usize, Vec<u32>)> = solved
                .layers
                .iter()
                .enumerate()
                .flat_map(|(layer, states)| states.keys().map(move |state| (layer, state.clone())))
                .collect();
            let all: Vec<Outcome> = solved.layers.iter().flat_map(|layer| layer.values().cloned()).collect();
            for pick in 0..12 {
                let (layer, state) = &states[(pick * 7919 + 13) % states.len()];
                let right = &solved.layers[*layer][state];
                let wrong =
                    all.iter().filter(|value| value.rewards != right.rewards || value.distance != right.distance);
                let wrong: Vec<&Outcome> = wrong.collect();
                let wrong = wrong[(pick * 104_729) % wrong.len()].clone();
                let mut spoilt = solved.clone();
                spoilt.layers[*layer].insert(state.clone(), wrong.clone());
                let report = report(&spoilt);
                assert!(!report.ok(), "{right:?} became {wrong:?} in {state:?}, {question:?}");
                planted += 1;
            }
        }
    }
    assert!(planted >= 100, "{planted}");
}

#[test]
fn a_sample_of_all_states_finds_planted_values_too() {
    let solved = SolvedGame::of(&sheet("nim:1,2,3"), &Setup { layout: Layout::Diagram, ..Setup::default() });
    let mut found = 0;
    for layer in 0..solved.layers.len() {
        let mut spoilt = solved.clone();
        for value in spoilt.layers[layer].values_mut() {
            value.rewards.reverse();
        }
        found += usize::from(!checked(written(&spoilt).path(), &sampling(200)).unwrap().ok());
    }
    assert_eq!(found, solved.layers.len());
}

#[test]
fn missing_and_unreachable_states_are_found() {
    for layout in LAYOUTS {
        let solved = SolvedGame::of(&sheet("nim:1,2,3"), &Setup { layout, layered: false, ..Setup::default() });
        for pick in 0..10 {
            let state = solved.layers[0].keys().nth(pick * 5 % solved.layers[0].len()).unwrap().clone();
            if state == *first(&solved) {
                continue;
            }
            let mut fewer = solved.clone();
            fewer.layers[0].remove(&state);
            let report = report(&fewer);
            assert!(
                report.failures.iter().any(|failure| failure.what.contains("not in the solution")),
                "{:?}",
                report.failures
            );
        }
        let mut more = solved.clone();
        let value = more.value().clone();
        let absent = absent(&solved);
        more.layers[0].insert(absent, value);
        assert!(!report(&more).ok());
    }
}

fn first(solved: &SolvedGame) -> &Vec<u32> {
    solved.layers[0].iter().find(|(_, value)| *value == solved.value()).map(|(state, _)| state).unwrap()
}

fn absent(solved: &SolvedGame) -> Vec<u32> {
    let mut state: Vec<u32> = vec![0; solved.encoding.variables.len()];
    loop {
        if !solved.layers.iter().any(|layer| layer.contains_key(&state)) {
            return state;
        }
        let place =
            (0..state.len()).find(|&i| (state[i] as usize) + 1 < solved.encoding.variables[i].values.len()).unwrap();
        state[..place].fill(0);
        state[place] += 1;
    }
}

#[test]
fn wrong_counts_and_a_wrong_value_of_the_game_are_found() {
    let solved = SolvedGame::of(&sheet("nim:1,2,3"), &Setup::default());
    type Change = fn(&mut solution::Manifest);
    let changes: [(&str, Change); 4] = [
        ("terminal state, but the manifest says 0", |manifest| manifest.layers.last_mut().unwrap().terminal_states = 0),
        ("the manifest says [7", |manifest| manifest.progress = Progress::Complete { value: vec![7, 7] }),
        ("content hash", |manifest| manifest.layers[1].content = Some("0".repeat(32))),
        ("the manifest says", |manifest| {
            let outcomes = &mut manifest.layers[1].outcomes;
            outcomes[0].states -= 1;
            let more = solution::manifest::OutcomeCount { rewards: vec![1, 1], distance: None, states: 1 };
            outcomes.push(more);
        }),
    ];
    for (what, change) in changes {
        let folder = written(&solved);
        let mut manifest = solution::directory::read_manifest(folder.path()).unwrap().unwrap();
        change(&mut manifest);
        fs::write(folder.path().join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
        let report = checked(folder.path(), &CheckOptions::default()).unwrap();
        assert!(report.failures.iter().any(|failure| failure.what.contains(what)), "{what}: {:?}", report.failures);
    }
}

#[test]
fn an_unfinished_solution_is_checked_as_far_as_it_is_solved() {
    let solved = SolvedGame::of(&sheet("nim:1,2,3"), &Setup::default());
    let folder = written(&solved);
    let mut manifest = solution::directory::read_manifest(folder.path()).unwrap().unwrap();
    manifest.progress = Progress::Backward;
    manifest.layers[0].value_file = None;
    manifest.layers[0].outcomes.clear();
    fs::write(folder.path().join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    let report = checked(folder.path(), &CheckOptions::default()).unwrap();
    assert!(report.did_not.iter().any(|what| what.contains("unsolved states")), "{:?}", report.did_not);
}

#[test]
fn a_cycle_without_a_value_of_infinite_play_is_found() {
    let mut solved = SolvedGame::of(&hunt(), &cyclic(Layout::Packed));
    solved.question.infinite = None;
    let report = report(&solved);
    assert!(report.failures.iter().any(|failure| failure.what.contains("play may never end")), "{:?}", report.failures);
}

#[test]
fn flipped_bytes_and_truncated_files_are_damage() {
    for layout in LAYOUTS {
        let solved = SolvedGame::of(&sheet("nim:1,2,3"), &Setup { layout, ..Setup::default() });
        let folder = written(&solved);
        let file = folder.path().join("00002.values.layer");
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            fs::write(&file, &flipped).unwrap();
            assert!(is_damage(folder.path()), "byte {at}");
            // The same with a matching hash: an error or failures, but never silence or a panic.
            let mut manifest = solution::directory::read_manifest(folder.path()).unwrap().unwrap();
            let right = manifest.clone();
            manifest.layers[2].value_file.as_mut().unwrap().hash = blake3::hash(&flipped).to_hex().to_string();
            let path = folder.path().join("manifest.json");
            fs::write(&path, serde_json::to_vec(&manifest).unwrap()).unwrap();
            let result = checked(folder.path(), &CheckOptions::default());
            assert!(result.is_err() || result.is_ok_and(|report| !report.ok()), "byte {at}");
            fs::write(&path, serde_json::to_vec(&right).unwrap()).unwrap();
        }
        for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&file, &bytes[..length]).unwrap();
            assert!(is_damage(folder.path()), "{length} bytes");
        }
        fs::remove_file(&file).unwrap();
        assert!(is_damage(folder.path()));
    }
}

fn is_damage(path: &Path) -> bool {
    matches!(checked(path, &CheckOptions::default()), Err(Error::Solution(solution::Error::Damaged { .. })))
}

#[test]
fn a_damaged_manifest_is_damage() {
    let folder = written(&SolvedGame::of(&sheet("nim:1,2"), &Setup::default()));
    let path = folder.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    for spoilt in [
        text[..text.len() / 2].to_owned(),
        text.replacen("\"always\"", "\"allways\"", 1),
        text.replacen("(role", "(roll", 1),
    ] {
        fs::write(&path, spoilt).unwrap();
        assert!(is_damage(folder.path()));
    }
}
