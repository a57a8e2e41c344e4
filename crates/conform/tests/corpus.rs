//! A folder of sheets and traces is compared sheet by sheet.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use conform::{CorpusOptions, CorpusReport, SheetVerdict};
use flate2::Compression;
use flate2::write::GzEncoder;

const LAMP: &str = "(role you) (init (lamp off)) (succ off on)
    (<= (legal you press) (true (lamp off)))
    (<= (next (lamp ?y)) (does you press) (true (lamp ?x)) (succ ?x ?y))
    (<= terminal (true (lamp on)))
    (<= (goal you 100) (true (lamp on)))";

const HEADER: &str = r#"{"roles":["you"],"facts":["(lamp off)","( lamp on )"],"moves":["(press)","wait"]}"#;
const DARK: &str = r#"{"p":0,"t":0,"s":[0],"l":[[0]],"term":false,"m":[0]}"#;
const BRIGHT: &str = r#"{"p":0,"t":1,"s":[1],"l":[[]],"term":true,"g":[100],"end":"terminal"}"#;

/// A folder with one sheet and the lines of its trace.
fn folder(sheet: &str, lines: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "lamp", sheet, lines);
    folder
}

fn write(folder: &Path, name: &str, sheet: &str, lines: &[&str]) {
    fs::create_dir_all(folder.join("games")).unwrap();
    fs::create_dir_all(folder.join("traces")).unwrap();
    fs::write(folder.join("games").join(format!("{name}.kif")), sheet).unwrap();
    let mut trace = GzEncoder::new(Vec::new(), Compression::fast());
    trace.write_all(lines.join("\n").as_bytes()).unwrap();
    fs::write(folder.join("traces").join(format!("{name}.jsonl.gz")), trace.finish().unwrap()).unwrap();
}

fn run(folder: &Path) -> CorpusReport {
    let options = CorpusOptions { threads: 2, ..CorpusOptions::default() };
    conform::run(folder, &options, &conform::interpreter, &|_| {}).unwrap()
}

fn differences(sheet: &str, lines: &[&str]) -> Vec<String> {
    match run(folder(sheet, lines).path()).sheets.remove(0).outcome {
        SheetVerdict::Agrees => Vec::new(),
        SheetVerdict::Disagrees(differences) => differences,
        SheetVerdict::Failed(why) => panic!("{why}"),
    }
}

fn failure(sheet: &str, lines: &[&str]) -> String {
    match run(folder(sheet, lines).path()).sheets.remove(0).outcome {
        SheetVerdict::Failed(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_correct_trace_agrees() {
    let folder = folder(LAMP, &[HEADER, DARK, BRIGHT]);
    write(folder.path(), "second", LAMP, &[HEADER, DARK]);
    let report = run(folder.path());
    assert_eq!((report.agreeing(), report.sheets.len()), (2, 2));
    assert_eq!(report.sheets.iter().map(|s| (&*s.name, s.states)).collect::<Vec<_>>(), [("lamp", 2), ("second", 1)]);
}

#[test]
fn each_kind_of_difference_is_reported_with_its_state() {
    for (lines, expected) in [
        (
            vec![r#"{"p":0,"t":0,"s":[1],"l":[[]],"term":true,"g":[100]}"#],
            "playout 0 ply 0: initial facts: 1 missing: (lamp on); 1 too many: (lamp off)",
        ),
        (
            vec![r#"{"p":3,"t":7,"s":[0],"l":[[0,1]],"term":false}"#],
            "playout 3 ply 7: legal moves of role 1: 1 missing: wait",
        ),
        (vec![r#"{"p":0,"t":1,"s":[1],"l":[[]],"term":false}"#], "playout 0 ply 1: terminal, recorded not terminal"),
        (
            vec![r#"{"p":0,"t":1,"s":[1],"l":[[]],"term":true,"g":[[0,100]]}"#],
            "playout 0 ply 1: goals of role 1 [100], recorded [0, 100]",
        ),
        (
            vec![r#"{"p":0,"t":1,"s":[1],"l":[[]],"term":true,"g":[null]}"#],
            "playout 0 ply 1: goals of role 1 [100], recorded []",
        ),
        (
            vec![DARK, r#"{"p":0,"t":1,"s":[0,1],"l":[[0]],"term":true,"g":[100]}"#],
            "playout 0 ply 0: facts after the move: 1 missing: (lamp off)",
        ),
    ] {
        let lines: Vec<&str> = [HEADER].into_iter().chain(lines).collect();
        assert_eq!(differences(LAMP, &lines), [expected]);
    }
}

#[test]
fn the_last_state_of_a_playout_has_no_successor() {
    assert_eq!(differences(LAMP, &[HEADER, DARK, r#"{"p":1,"t":0,"s":[0],"l":[[0]],"term":false}"#]), [""; 0]);
}

#[test]
fn failures_without_a_verdict_are_reported() {
    let endless = "(role you) (<= (n z)) (<= (n (s ?x)) (n ?x)) (<= (legal you (say ?x)) (n ?x)) terminal (goal you 1)";
    assert!(failure("(role you", &[HEADER]).contains("lamp.kif"));
    assert!(failure(LAMP, &[]).ends_with("the trace is empty"));
    assert!(failure(LAMP, &["[]"]).contains("line 1 is not a header"));
    assert!(failure(LAMP, &[HEADER, "{}"]).contains("line 2 is not a state"));
    assert!(failure(LAMP, &[HEADER, r#"{"p":0,"t":0,"s":[9],"term":false}"#]).contains("not in the header's"));
    assert!(
        failure(LAMP, &[HEADER, DARK, r#"{"p":0,"t":0,"s":[0],"term":false,"m":[]}"#, BRIGHT]).contains("joint move")
    );
    let folder = folder(endless, &[HEADER, r#"{"p":0,"t":0,"s":[],"term":true}"#]);
    let options = CorpusOptions { time: Duration::from_millis(20), ..CorpusOptions::default() };
    let report = conform::run(folder.path(), &options, &conform::interpreter, &|_| {}).unwrap();
    assert!(matches!(&report.sheets[0].outcome, SheetVerdict::Failed(why) if why.contains("time limit")));
}

#[test]
fn a_folder_without_traces_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = conform::run(folder.path(), &CorpusOptions::default(), &conform::interpreter, &|_| {}).unwrap_err();
    assert!(error.to_string().contains("traces"));
}

#[test]
fn an_empty_trace_does_not_agree() {
    assert!(failure(LAMP, &[HEADER]).ends_with("no state is recorded"));
}

#[test]
fn goals_of_every_role_are_compared() {
    let bright = BRIGHT.replace("[100]", "[100,0]");
    assert_eq!(differences(LAMP, &[HEADER, DARK, &bright]), ["playout 0 ply 1: goals of 1 roles, recorded 2"]);
}
