//! `backsolve verify` on solutions made by brute force.

mod support;

use std::path::Path;

use bruteforce::{Setup, SolvedGame};
use support::{Folder, Run, backsolve};

fn nim() -> SolvedGame {
    SolvedGame::of(&games::sheet("nim:1,2,3").expect("a bundled game"), &Setup::default())
}

fn verify(path: &Path) -> Run {
    backsolve(["verify", "--json", &path.display().to_string()])
}

#[test]
fn a_correct_solution_is_confirmed_with_the_method() {
    let folder = Folder::new();
    let path = folder.path().join("nim.solution");
    nim().write(&path);
    let answer = verify(&path).exits(0).json();
    assert_eq!((&answer["ok"], &answer["failed"]), (&true.into(), &0.into()));
    assert_eq!(answer["checked"].as_u64().map(|checked| checked > 20), Some(true));
    assert!(answer["method"].as_str().is_some_and(|method| method.contains("through the interpreter")));
    backsolve(["verify", &path.display().to_string()]).exits(0).prints("correct: ").prints("every value");
}

#[test]
fn a_wrong_value_exits_with_1() {
    let folder = Folder::new();
    let path = folder.path().join("nim.solution");
    let mut wrong = nim();
    wrong.layers[2].values_mut().next().expect("a state").rewards.reverse();
    wrong.write(&path);
    let answer = verify(&path).exits(1).json();
    assert_eq!(answer["ok"], false);
    let failure = &answer["failures"][0];
    assert!(failure["what"].as_str().is_some_and(|what| what.contains("its value is [")), "{failure}");
    assert!(failure["state"].as_str().is_some_and(|state| state.contains("(heap")), "{failure}");
}

#[test]
fn damage_ends_with_its_own_code() {
    let folder = Folder::new();
    let path = folder.path().join("nim.solution");
    nim().write(&path);
    let file = path.join("00001.values.layer");
    let mut bytes = std::fs::read(&file).expect("a layer");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, &bytes).expect("a file");
    verify(&path).exits(4).complains("00001.values.layer is damaged");
    std::fs::write(&file, &bytes[..last]).expect("a file");
    verify(&path).exits(4).complains("00001.values.layer is damaged");
    verify(&folder.path().join("nothing")).exits(2).complains("there is no solution");
}

#[test]
fn an_empty_sample_is_rejected() {
    let folder = Folder::new();
    let path = folder.path().join("nim.solution");
    nim().write(&path);
    backsolve(["verify", "--sample", "0", &path.display().to_string()]).exits(2).complains("would check nothing");
}
