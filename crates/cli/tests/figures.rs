//! The time, memory and counts reported by `solve` and `reach`.

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use support::{Folder, Run, backsolve};

fn solve(database: &Path, arguments: &[&str]) -> Run {
    backsolve(["solve", "--out", &database.display().to_string()].iter().chain(arguments))
}

#[test]
fn a_solved_game_reports_its_time_and_memory() {
    let folder = Folder::new();
    let database = folder.path().join("ttt");
    let first = solve(&database, &["tic-tac-toe", "--json"]).exits(0).json();
    assert!(first["seconds"].as_f64() > Some(0.0) && first["run_seconds"] == first["seconds"], "{first}");
    assert_eq!(first["runs"], 1);
    // The process holds more than the states: the program and the rules as well.
    assert!(first["peak_bytes"].as_u64() > first["engine_bytes"].as_u64(), "{first}");
    let again = solve(&database, &["tic-tac-toe", "--json"]).exits(0).json();
    for figure in ["seconds", "runs", "peak_bytes"] {
        assert_eq!(again[figure], first[figure], "{figure}");
    }
    assert_eq!((&again["already_solved"], &again["run_seconds"]), (&json!(true), &json!(0.0)));
    let took = format!("{:.2} s; at most ", first["seconds"].as_f64().expect("seconds"));
    let later = solve(&database, &["tic-tac-toe", "--report", "html"]).exits(0).prints(&took);
    assert!(!later.stdout.contains(" runs"), "{}", later.stdout);
    let page = fs::read_to_string(database.join("report.html")).expect("a page");
    assert!(page.contains(&took), "{page}");
}

#[test]
fn the_time_of_all_runs_adds_up() {
    let folder = Folder::new();
    let database = folder.path().join("ttt");
    solve(&database, &["tic-tac-toe"]).exits(0);
    let path = database.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("JSON");
    manifest["progress"] = json!({"phase": "backward"});
    manifest["method"]["effort"] = json!({"seconds": 1000.0, "runs": 2, "peak_bytes": 5_000u64 << 30});
    manifest.as_object_mut().expect("an object").remove("checksum");
    fs::write(&path, manifest.to_string()).expect("it can be written");
    let answer = solve(&database, &["tic-tac-toe", "--json"]).exits(0).json();
    assert!(answer["seconds"].as_f64() > Some(1000.0), "{answer}");
    assert!(answer["run_seconds"].as_f64() > Some(0.0) && answer["run_seconds"].as_f64() < Some(1000.0), "{answer}");
    assert_eq!((&answer["runs"], &answer["peak_bytes"]), (&json!(3), &json!(5_000u64 << 30)));
    solve(&database, &["tic-tac-toe"]).exits(0).prints(" in 3 runs; at most 5,120,000 MiB of memory");
}

/// Databases of formats before 4 do not record their effort.
#[test]
fn unrecorded_figures_are_not_reported() {
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve(&database, &["nim:1,2"]).exits(0);
    let path = database.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("JSON");
    manifest["method"].as_object_mut().expect("an object").remove("effort");
    manifest["format"] = json!(3);
    manifest.as_object_mut().expect("an object").remove("checksum");
    fs::write(&path, manifest.to_string()).expect("it can be written");
    solve(&database, &["nim:1,2"]).exits(0).prints("took      not recorded");
    let answer = solve(&database, &["nim:1,2", "--json"]).exits(0).json();
    assert_eq!((&answer["seconds"], &answer["peak_bytes"]), (&Value::Null, &Value::Null));
}

/// Every step of an algorithm has its name from the literature.
#[test]
fn plies_layers_and_rounds_are_distinguished() {
    let folder = Folder::new();
    solve(&folder.path().join("layered"), &["nim:1,2"]).exits(0).prints(" layers\n");
    solve(&folder.path().join("fixpoint"), &["nim:1,2", "--algorithm", "fixpoint"]).exits(0).prints(" rounds\n");
    let reach = backsolve(["reach", "tic-tac-toe"]).exits(0).prints("after 0 to 9 plies").prints(" of memory");
    assert!(!reach.stdout.contains("layer"), "{}", reach.stdout);
    let answer = backsolve(["reach", "tic-tac-toe", "--json"]).exits(0).json();
    assert!(answer["peak_bytes"].as_u64() > answer["engine_bytes"].as_u64(), "{answer}");
}

/// Two roles alternately step through the three-bit Gray code, by one code or by two, and the last step wins. The game
/// ends, but no weighted sum of bits and mover grows with every ply: from 000 the lowest bit is set when x moves, from
/// 011 it is cleared when o moves, and nothing else changes.
fn gray_code(folder: &Folder) -> String {
    let sheet = "
        (role x) (role o)
        (init (control x))
        (<= (next (control x)) (true (control o)))
        (<= (next (control o)) (true (control x)))
        (code 0 off off off) (code 1 off off on) (code 2 off on on) (code 3 off on off)
        (code 4 on on off) (code 5 on on on) (code 6 on off on) (code 7 on off off)
        (ahead 0 1) (ahead 1 2) (ahead 2 3) (ahead 3 4) (ahead 4 5) (ahead 5 6) (ahead 6 7)
        (<= (reads ?bit on) (true ?bit) (bit ?bit))
        (<= (reads ?bit off) (bit ?bit) (not (true ?bit)))
        (bit high) (bit middle) (bit low)
        (<= (at ?n) (code ?n ?h ?m ?l) (reads high ?h) (reads middle ?m) (reads low ?l))
        (<= (legal ?p step) (true (control ?p)) (at ?n) (ahead ?n ?m))
        (<= (legal ?p skip) (true (control ?p)) (at ?n) (ahead ?n ?m) (ahead ?m ?k))
        (<= (legal x wait) (true (control o)))
        (<= (legal o wait) (true (control x)))
        (<= (to ?m) (does ?p step) (at ?n) (ahead ?n ?m))
        (<= (to ?k) (does ?p skip) (at ?n) (ahead ?n ?m) (ahead ?m ?k))
        (<= (next high) (to ?n) (code ?n on ?m ?l))
        (<= (next middle) (to ?n) (code ?n ?h on ?l))
        (<= (next low) (to ?n) (code ?n ?h ?m on))
        (<= terminal (at 7))
        (<= (goal x 100) (true (control o))) (<= (goal x 0) (true (control x)))
        (<= (goal o 100) (true (control x))) (<= (goal o 0) (true (control o)))";
    let path = folder.path().join("gray-code.kif");
    fs::write(&path, sheet).expect("it can be written");
    path.display().to_string()
}

#[test]
fn infinite_play_is_reported_only_if_it_is_possible() {
    let folder = Folder::new();
    let rules = gray_code(&folder);
    let acyclic = solve(&folder.path().join("gray"), &[&rules, "--report", "html"]).exits(0).prints("zero-sum");
    assert!(!acyclic.stdout.contains("infinite"), "{}", acyclic.stdout);
    let page = fs::read_to_string(folder.path().join("gray/report.html")).expect("a page");
    assert!(!page.contains("infinite"), "{page}");
    solve(&folder.path().join("awari"), &["awari:2x1"]).exits(0).prints("infinite  50/50; best play never ends in 8");
}

/// Without a measure a state may be in many layers: code 4 is reached after two plies and after four.
#[test]
fn states_counted_in_many_layers_are_reported_as_such() {
    let folder = Folder::new();
    let rules = gray_code(&folder);
    let database = folder.path().join("gray");
    let run = solve(&database, &[&rules, "--algorithm", "layered"]).exits(0).prints("20 states");
    run.prints("counted once in every layer that has it; `reach` counts distinct states");
    let answer = solve(&database, &[&rules, "--json"]).exits(0).json();
    assert_eq!((&answer["states"], &answer["distinct_states"]), (&json!(20), &json!(null)));
    assert_eq!(backsolve(["reach", &rules, "--json"]).exits(0).json()["states"], 14);
}

/// A solution in lenient mode says so.
#[test]
fn lenient_mode_is_reported() {
    let folder = Folder::new();
    let strict = solve(&folder.path().join("strict"), &["nim:1,2"]).exits(0);
    assert!(!strict.stdout.contains("lenient"), "{}", strict.stdout);
    let lenient = folder.path().join("lenient");
    solve(&lenient, &["nim:1,2", "--lenient"]).exits(0).prints("a missing goal counts as 0");
    assert_eq!(solve(&lenient, &["nim:1,2", "--lenient", "--json"]).exits(0).json()["lenient"], true);
    let warning = "the rules are read leniently: a missing goal counts as 0, of several goals the lowest counts, \
                   and a role without a legal move ends the game";
    let database = lenient.display().to_string();
    for command in [&["query", &database][..], &["verify", &database], &["info", "nim:1,2"], &["reach", "nim:1,2"]] {
        let option = ["info", "reach"].contains(&command[0]).then_some("--lenient");
        let words = || command.iter().copied().chain(option);
        backsolve(words()).exits(0).complains(&format!("warning: {warning}"));
        assert_eq!(backsolve(words().chain(["--json"])).exits(0).json()["warnings"], json!([warning]), "{command:?}");
    }
    let strict = backsolve(["reach", "nim:1,2", "--json"]).exits(0);
    assert_eq!((strict.stderr.as_str(), &strict.json()["warnings"]), ("", &json!([])));
}
