//! `backsolve solve --engine`.

mod support;

use serde_json::Value;
use support::{Folder, backsolve};

fn manifest(database: &str) -> Value {
    let text = std::fs::read_to_string(format!("{database}/manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

fn contents(manifest: &Value) -> Vec<&str> {
    let layers = manifest["layers"].as_array().expect("layers");
    layers.iter().filter_map(|layer| layer["content"].as_str()).collect()
}

#[test]
fn both_engines_write_the_same_content() {
    let folder = Folder::new();
    for game in ["tic-tac-toe", "nim:1,3,5", "three-mens-morris"] {
        let [symbolic, explicit] = ["symbolic", "explicit"].map(|engine| {
            let database = folder.path().join(format!("{game}.{engine}")).display().to_string();
            let run = ["solve", game, "--engine", engine, "--out", &database, "--distances", "--json"];
            assert_eq!(backsolve(run).exits(0).json()["engine"], engine);
            backsolve(["verify", &database]).exits(0);
            manifest(&database)
        });
        assert_eq!(contents(&symbolic), contents(&explicit), "{game}");
        assert_eq!(symbolic["progress"], explicit["progress"], "{game}");
    }
}

#[test]
fn the_choice_is_explained_and_stored() {
    let folder = Folder::new();
    let database = folder.path().join("database").display().to_string();
    let answer = backsolve(["solve", "tic-tac-toe", "--out", &database, "--json"]).exits(0).json();
    assert_eq!(answer["engine"], "explicit");
    assert!(
        answer["why"].as_str().is_some_and(|why| why.contains("explicit engine: 5,478 states fit in memory")),
        "{answer}"
    );
    assert_eq!(manifest(&database)["method"]["why"], answer["why"]);
    let estimate = &backsolve(["info", "tic-tac-toe", "--json"]).exits(0).json()["estimate"];
    assert_eq!((&estimate["states"], &estimate["engine"]), (&5478.0.into(), &"explicit".into()));
    backsolve(["solve", "tic-tac-toe", "--engine", "symbolic", "--out", &database])
        .exits(2)
        .complains("was started by the explicit engine");
}
