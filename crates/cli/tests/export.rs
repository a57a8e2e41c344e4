//! `export`, end to end.

mod support;

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};
use support::{Folder, backsolve, command};

/// Solves a game into a folder and returns the directory.
fn solved(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let path = folder.path().join(name.replace([':', ','], "-")).display().to_string();
    backsolve(["solve", name, "--out", &path].iter().chain(arguments)).exits(0);
    path
}

#[test]
fn a_table_has_a_row_per_state() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    let table = backsolve(["export", &ttt]).exits(0).stdout;
    let mut lines = table.lines();
    let names = "layer,to_move,terminal,value_x,value_o,distance,cell 1 1,cell 1 2,cell 1 3,cell 2 1,cell 2 2,cell 2 3,\
                 cell 3 1,cell 3 2,cell 3 3,control";
    assert_eq!(lines.next(), Some(names));
    assert_eq!(lines.next(), Some(format!("0,x,false,50,50,9,{}x", "blank,".repeat(9)).as_str()));
    assert_eq!(table.lines().count(), 1 + 5478);
    let objects = backsolve(["export", &ttt, "--format", "ndjson"]).exits(0).stdout;
    let ends = objects.lines().filter(|line| {
        let row: Value = serde_json::from_str(line).expect("an object");
        assert_eq!(row["to_move"].is_null(), row["terminal"] == true, "{row}");
        row["terminal"] == true
    });
    assert_eq!(ends.count(), 958, "finished games of tic-tac-toe");
}

#[test]
fn a_file_gets_its_name_when_it_is_complete() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    let out = folder.path().join("ttt.parquet").display().to_string();
    let answer = backsolve(["export", &ttt, "--out", &out, "--json"]).exits(0).json();
    assert_eq!(
        (&answer["format"], &answer["states"], &answer["complete"]),
        (&json!("parquet"), &json!(5478), &json!(true))
    );
    let counted = backsolve(["find", &ttt, "--json"]).exits(0).json();
    assert_eq!(answer["values"], counted["values"]);
    let bytes = fs::read(&out).expect("a file");
    assert_eq!(answer["bytes"], bytes.len());
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    backsolve(["export", &ttt, "--out", &out, "--time", "1ms"]).exits(3).complains("allow more with --time");
    assert_eq!(fs::read(&out).expect("a file"), bytes, "what was there is kept");
    let names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    backsolve(["export", &ttt, "--out", &out, "--format", "csv"]).exits(0).says("5,478 states in 16 columns");
    assert!(fs::read_to_string(&out).expect("text").starts_with("layer,"));
    backsolve(["export", &ttt, "--json"]).exits(2).complains("write them to a file with --out");
    backsolve(["export", "tic-tac-toe"]).exits(2);
    let nowhere = folder.path().join("nowhere/ttt.csv").display().to_string();
    backsolve(["export", &ttt, "--out", &nowhere]).exits(2).complains("cannot write");
}

#[test]
fn ends_are_known_without_distances() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &["--distances=no"]);
    let table = backsolve(["export", &ttt]).exits(0).stdout;
    assert!(table.starts_with("layer,to_move,terminal,value_x,value_o,cell 1 1,"), "{table}");
    assert_eq!(table.lines().filter(|line| line.split(',').nth(2) == Some("true")).count(), 958);
}

#[test]
fn expected_rewards_have_two_bounds() {
    let folder = Folder::new();
    let games = solved(&folder, "rock-paper-scissors:3", &[]);
    let objects = backsolve(["export", &games, "--format", "ndjson"]).exits(0).stdout;
    let rows: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let states = backsolve(["solve", "rock-paper-scissors:3", "--out", &games, "--json"]).exits(0).json();
    assert_eq!(json!(rows.len()), states["states"]);
    let roles: Vec<&str> = states["roles"].as_array().expect("roles").iter().filter_map(Value::as_str).collect();
    let bound = |row: &Value, side: &str, role: &str| row[format!("{side}_{role}")].as_f64().expect("a bound");
    for row in &rows {
        for role in &roles {
            assert!(bound(row, "lower", role) <= bound(row, "upper", role), "{row}");
        }
        let sum: f64 = roles.iter().map(|role| bound(row, "lower", role)).sum();
        assert!((sum - 100.0).abs() < 1e-6, "{row}");
    }
    let ends = rows.iter().filter(|row| row["terminal"] == true).count();
    assert_eq!(json!(ends), states["terminal_states"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_are_told_apart() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    backsolve(["export", &ttt, "--out", "/dev/full"]).exits(3).complains("free disk space");
    let mut child =
        command().args(["export", &ttt]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true));
}
