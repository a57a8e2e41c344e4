//! `backsolve fmt`.

mod support;

use std::fs;

use support::{Folder, TINY, backsolve, with_input};

const UGLY: &str = "; a comment that stays\n(role a)(init(p 1))\n(legal a go)(<=(next(p 2))(does a go))\n(<= terminal (true (p 2)))\n(goal a 100)\n";

#[test]
fn formatting_twice_changes_nothing() {
    let once = with_input(["fmt", "-"], UGLY.as_bytes()).exits(0).stdout;
    assert!(once.contains("; a comment that stays"));
    assert_ne!(once, UGLY);
    let twice = with_input(["fmt", "-"], once.as_bytes()).exits(0).stdout;
    assert_eq!(once, twice);
}

#[test]
fn check_reports_by_its_exit_code() {
    with_input(["fmt", "--check", "-"], UGLY.as_bytes()).exits(1).prints("not formatted");
    let formatted = with_input(["fmt", "-"], UGLY.as_bytes()).stdout;
    let run = with_input(["fmt", "--check", "-"], formatted.as_bytes()).exits(0);
    assert_eq!(run.stdout, "");
    let answer = with_input(["fmt", "--check", "--json", "-"], UGLY.as_bytes()).exits(1).json();
    assert_eq!(answer["formatted"], false);
}

#[test]
fn write_replaces_the_file() {
    let folder = Folder::new();
    let path = folder.file("ugly.kif", UGLY);
    backsolve(["fmt".as_ref(), "--write".as_ref(), path.as_os_str()]).exits(0).prints("formatted");
    let written = fs::read_to_string(&path).expect("the file is still there");
    assert_eq!(written, with_input(["fmt", "-"], UGLY.as_bytes()).stdout);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing is left beside it");
}

#[test]
fn only_files_can_be_overwritten() {
    with_input(["fmt", "--write", "-"], UGLY.as_bytes()).exits(2).complains("only a file");
}

#[test]
fn a_sheet_with_open_brackets_is_not_changed() {
    let folder = Folder::new();
    let path = folder.file("open.kif", "(role a)\n(init (p 1)\n");
    backsolve(["fmt".as_ref(), "-i".as_ref(), path.as_os_str()]).exits(1);
    assert_eq!(fs::read_to_string(path).expect("the file is still there"), "(role a)\n(init (p 1)\n");
}

#[test]
fn the_json_answer_contains_the_text() {
    let answer = with_input(["fmt", "--json", "-"], TINY.as_bytes()).exits(0).json();
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("(role a)")));
}
