//! `backsolve check`.

mod support;

use support::{Folder, TINY, backsolve, command, with_input};

const UNBOUND: &str = "(role a)\n(init (p 1))\n(<= (legal a (do ?x)) (not (true (p ?x))))\n(<= terminal (true (p 2)))\n(goal a 100)\n(next (p 2))\n";

#[test]
fn bundled_games_are_well_formed() {
    backsolve(["check", "tic-tac-toe"]).exits(0).prints("well-formed");
    backsolve(["check", "connect-four:4x4"]).exits(0).prints("2 roles");
}

#[test]
fn a_sheet_comes_from_a_file_or_from_standard_input() {
    let folder = Folder::new();
    let path = folder.file("tiny.kif", TINY);
    backsolve(["check".as_ref(), path.as_os_str()]).exits(0).prints("tiny.kif: 1 role, 7 rules");
    with_input(["check", "-"], TINY.as_bytes()).exits(0).prints("-: 1 role");
}

#[test]
fn errors_show_file_line_column_and_the_text_underlined() {
    let folder = Folder::new();
    let path = folder.file("unbound.kif", UNBOUND);
    let run = backsolve(["check".as_ref(), path.as_os_str()]).exits(1);
    let run = run.prints("unbound.kif:3:").prints("(<= (legal a (do ?x)) (not (true (p ?x))))").prints("^^");
    run.prints("ill-formed");
}

#[test]
fn diagnostics_are_an_array_in_json() {
    let answer = with_input(["check", "--json", "-"], UNBOUND.as_bytes()).exits(1).json();
    assert_eq!(answer["well_formed"], false);
    let first = &answer["diagnostics"][0];
    assert_eq!((first["line"].as_u64(), first["severity"].as_str()), (Some(3), Some("error")));
    assert!(first["message"].is_string() && first["code"].is_string() && first["column"].is_u64());
    assert_eq!(answer["errors"].as_u64().map(|n| n as usize), answer["diagnostics"].as_array().map(Vec::len));

    let answer = with_input(["check", "--json", "-"], TINY.as_bytes()).exits(0).json();
    assert_eq!((&answer["well_formed"], &answer["errors"]), (&true.into(), &0.into()));
}

#[test]
fn colours_are_for_terminals() {
    let colours = |arguments: &[&str], environment: &[(&str, &str)]| {
        let output = command().args(arguments).envs(environment.iter().copied()).output().expect("the binary runs");
        output.stdout.contains(&0x1b)
    };
    assert!(!colours(&["check", "tic-tac-toe"], &[]));
    assert!(colours(&["check", "tic-tac-toe", "--color", "always"], &[]));
    assert!(!colours(&["check", "tic-tac-toe"], &[("NO_COLOR", "1")]));
}

#[test]
fn an_empty_sheet_has_one_error() {
    for empty in ["", "; nothing but a comment\n"] {
        let answer = with_input(["check", "-", "--json"], empty.as_bytes()).exits(1).json();
        assert_eq!((&answer["errors"], &answer["warnings"]), (&1.into(), &0.into()), "{answer}");
        assert_eq!(answer["diagnostics"][0]["message"], "the sheet is empty");
    }
}

/// One error for rules in infix notation and for prose, not one for each word.
#[test]
fn text_that_is_not_gdl_has_one_error() {
    let infix = "role(white) & role(black).\nlegal(white, mark(?x, ?y)) :- true(cell(?x, ?y, b)).\n";
    let prose = "Two players take turns. Whoever takes the last stone wins.\n";
    for (text, fault) in [(infix, "infix notation"), (prose, "not a rule sheet")] {
        let answer = with_input(["check", "-", "--json"], text.as_bytes()).exits(1).json();
        assert_eq!((&answer["errors"], &answer["warnings"]), (&1.into(), &0.into()), "{answer}");
        assert!(answer["diagnostics"][0]["message"].as_str().is_some_and(|said| said.contains(fault)), "{answer}");
    }
}

/// A file may have any name that the system allows.
#[cfg(target_os = "linux")]
#[test]
fn a_file_name_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = support::Folder::new();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe.kif"));
    std::fs::write(&path, support::TINY).expect("a file");
    let out = folder.path().join(std::ffi::OsStr::from_bytes(b"\xfe.solution"));
    backsolve(["check".as_ref(), path.as_os_str()]).exits(0);
    backsolve(["solve".as_ref(), path.as_os_str(), "--out".as_ref(), out.as_os_str()]).exits(0);
    backsolve(["query".as_ref(), out.as_os_str(), "--rules".as_ref(), path.as_os_str()]).exits(0);
    backsolve(["check".as_ref(), folder.path().join(std::ffi::OsStr::from_bytes(b"\xff")).as_os_str()])
        .exits(2)
        .complains("there is no file");
}

#[test]
fn a_misspelt_keyword_is_reported_beside_errors() {
    let sheet = format!("{UNBOUND}(legl a go)\n");
    with_input(["check", "-"], sheet.as_bytes()).exits(1).prints("error[safety]").prints("did you mean `legal`?");
}
