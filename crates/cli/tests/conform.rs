//! `backsolve conform`.

mod support;

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use support::{Folder, Run, TINY, backsolve};

/// One playout of the tiny game, with this reward at its end.
fn trace(reward: i32) -> String {
    format!(
        "{}\n{}\n{}\n",
        r#"{"roles":["a"],"facts":["(p 1)","(p 2)"],"moves":["go"]}"#,
        r#"{"p":0,"t":0,"s":[0],"l":[[0]],"term":false,"m":[0]}"#,
        format_args!(r#"{{"p":0,"t":1,"s":[1],"l":[[0]],"term":true,"g":[{reward}],"end":"terminal"}}"#),
    )
}

fn add(folder: &Folder, name: &str, sheet: &str, trace: &str) {
    folder.file(&format!("games/{name}.kif"), sheet);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(trace.as_bytes()).expect("compressing in memory");
    folder.file(&format!("traces/{name}.jsonl.gz"), encoder.finish().expect("compressing in memory"));
}

fn conform(folder: &Folder, options: &[&str]) -> Run {
    let path = folder.path().to_str().expect("temporary paths are text");
    backsolve(["conform", path].iter().chain(options))
}

#[test]
fn agreement_is_counted_per_judge() {
    let folder = Folder::new();
    add(&folder, "tiny", TINY, &trace(100));
    conform(&folder, &[])
        .exits(0)
        .prints("interpreter  1 / 1")
        .prints("batch        1 / 1")
        .prints("both         1 / 1");
    let answer = conform(&folder, &["--json"]).exits(0).json();
    assert_eq!((&answer["agreeing"], &answer["total"]), (&1.into(), &1.into()));
    assert_eq!(answer["disagreements"], serde_json::json!([]));
}

#[test]
fn each_disagreement_has_a_line() {
    let folder = Folder::new();
    add(&folder, "right", TINY, &trace(100));
    add(&folder, "wrong", TINY, &trace(0));
    add(&folder, "broken", "(role", &trace(100));
    let run = conform(&folder, &[]).exits(1).prints("wrong (interpreter): ").prints("wrong (batch): ");
    let run = run.prints("broken (batch): ").prints("interpreter  1 / 3").prints("both         1 / 3");
    assert!(!run.stdout.contains("right ("));
    let answer = conform(&folder, &["--json"]).exits(1).json();
    assert_eq!((&answer["agreeing"], &answer["total"]), (&1.into(), &3.into()));
    let sheets: Vec<_> = answer["disagreements"].as_array().expect("a list").iter().map(|d| &d["sheet"]).collect();
    assert_eq!(sheets, ["broken", "broken", "wrong", "wrong"]);
}

#[test]
fn a_minimum_number_of_agreements_may_be_enough() {
    let folder = Folder::new();
    add(&folder, "right", TINY, &trace(100));
    add(&folder, "wrong", TINY, &trace(0));
    conform(&folder, &["--at-least", "1"]).exits(0);
    conform(&folder, &["--at-least", "2"]).exits(1);
    conform(&folder, &["--only", "right"]).exits(0).prints("1 / 1");
}

#[test]
fn without_traces_there_is_no_agreement() {
    let folder = Folder::new();
    conform(&folder, &[]).exits(2).complains("traces");
    add(&folder, "tiny", TINY, &trace(100));
    conform(&folder, &["--only", "chess"]).exits(2).complains("no trace named like `chess`");
}
