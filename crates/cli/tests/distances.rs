//! Adding distances to a solved game.

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use support::{Folder, Run, backsolve};

fn solve(database: &Path, arguments: &[&str]) -> Run {
    backsolve(["solve", "--out", &database.display().to_string()].iter().chain(arguments))
}

fn manifest(database: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(database.join("manifest.json")).expect("a manifest")).expect("JSON")
}

/// Changes a manifest and updates its checksum.
fn change(database: &Path, change: impl FnOnce(&mut Value)) {
    let mut manifest = manifest(database);
    change(&mut manifest);
    manifest.as_object_mut().expect("an object").remove("checksum");
    fs::write(database.join("manifest.json"), manifest.to_string()).expect("it can be written");
}

fn contents(database: &Path) -> Vec<Value> {
    manifest(database)["layers"].as_array().expect("layers").iter().map(|layer| layer["content"].clone()).collect()
}

#[test]
fn a_solved_game_gets_distances_without_being_solved_again() {
    for engine in ["symbolic", "explicit"] {
        for game in [&["nim:1,2,3"][..], &["connect-four:3x3"], &["nim:1,2,3", "--algorithm", "fixpoint"]] {
            let folder = Folder::new();
            let (database, whole) = (folder.path().join("added"), folder.path().join("whole"));
            let arguments = |more: &[&'static str]| [game, &["--engine", engine], more].concat();
            solve(&whole, &arguments(&["--distances"])).exits(0);
            let advice = "not kept; run with --distances to add them";
            solve(&database, &arguments(&["--distances=no"])).exits(0).prints(advice);
            solve(&database, game).exits(0).prints(advice);
            let run = solve(&database, &arguments(&["--distances", "--verbose"])).exits(0).prints("distances added");
            assert!(!run.stderr.contains("states.layer"), "states are not searched again: {}", run.stderr);
            assert_eq!(contents(&database), contents(&whole), "{game:?}, {engine}");
            backsolve(["verify", &database.display().to_string()]).exits(0);
            let answer = solve(&database, &arguments(&["--distances", "--json"])).exits(0).json();
            assert_eq!((&answer["distances"], &answer["added_distances"]), (&json!(true), &json!(false)));
            assert_eq!(answer["distance"], solve(&whole, &arguments(&["--json"])).exits(0).json()["distance"]);
            solve(&database, &arguments(&["--distances=no"])).exits(0).prints("does not remove them");
        }
    }
}

#[test]
fn the_game_stays_solved_if_time_runs_out_for_distances() {
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve(&database, &["nim:1,2,3", "--distances=no"]).exits(0);
    let run = solve(&database, &["nim:1,2,3", "--distances", "--time", "1ms"]).exits(3);
    run.complains("before all distances were added; the database can still be used")
        .complains("the same command then resumes");
    backsolve(["query", &database.display().to_string()]).exits(0);
    solve(&database, &["nim:1,2,3", "--distances"]).exits(0).prints("distances added");
}

/// Verification finds wrong distances, whether they were computed in the solve or added.
#[test]
fn added_distances_are_verified() {
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve(&database, &["nim:1,2,3", "--distances=no"]).exits(0);
    solve(&database, &["nim:1,2,3", "--distances"]).exits(0);
    change(&database, |manifest| {
        let distance = &mut manifest["layers"][0]["outcomes"][0]["distance"];
        *distance = json!(distance.as_u64().expect("a distance") + 2);
    });
    backsolve(["verify", &database.display().to_string()]).exits(1);
}

/// A resumed solve keeps its choice about distances.
#[test]
fn a_resumed_solve_keeps_its_choice_about_distances() {
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve(&database, &["nim:1,2,3", "--distances"]).exits(0);
    change(&database, |manifest| manifest["progress"] = json!({"phase": "backward"}));
    solve(&database, &["nim:1,2,3", "--distances=no"])
        .exits(2)
        .complains("it was started with distances")
        .complains("help: omit --distances=no, or choose another directory with --out");
    solve(&database, &["nim:1,2,3"]).exits(0).prints("distances kept");
}

#[test]
fn restart_finds_no_distances() {
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve(&database, &["nim:1,2", "--algorithm", "restart", "--distances"])
        .exits(2)
        .complains("help: omit --distances, or omit --algorithm\n");
    solve(&database, &["nim:1,2", "--algorithm", "restart"]).exits(0).prints("restart does not find them");
    solve(&database, &["nim:1,2", "--distances"]).exits(2).complains("restart does not find distances");
    backsolve(["verify", &database.display().to_string()]).exits(0);
}
