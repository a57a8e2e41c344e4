//! `backsolve query` on solutions made by brute force.

mod support;

use std::path::PathBuf;

use bruteforce::{Setup, SolvedGame};
use support::{Folder, backsolve, with_input};

fn solved(folder: &Folder, question: &Setup) -> PathBuf {
    let path = folder.path().join("ttt.solution");
    SolvedGame::of(&games::sheet("tic-tac-toe").expect("a bundled game"), question).write(&path);
    path
}

fn query(path: &std::path::Path, rest: &[&str]) -> support::Run {
    let mut arguments = vec!["query".to_owned(), path.display().to_string()];
    arguments.extend(rest.iter().map(|&argument| argument.to_owned()));
    backsolve(arguments)
}

#[test]
fn positions_are_given_by_moves_or_facts() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    let start = query(&path, &["--json"]).exits(0).json();
    assert_eq!(start["value"], serde_json::json!([50, 50]));
    assert_eq!((&start["distance"], &start["to_move"]), (&9.into(), &"x".into()));
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(start["line"].as_array().map(Vec::len), Some(9));

    let mut moves = query(&path, &["--json", "(mark 2 2)", "mark 1 2"]).exits(0).json();
    assert_eq!((&moves["value"], &moves["distance"]), (&serde_json::json!([100, 0]), &5.into()));
    let best = &moves["moves"][0];
    assert_eq!((&best["value"], &best["distance"], &best["best"]), (&moves["value"], &5.into(), &true.into()));
    assert_eq!(best["joint"][1], "noop");

    assert_eq!(moves["played"].take(), serde_json::json!(["(mark 2 2)", "(mark 1 2)"]));
    moves["played"] = serde_json::json!([]);
    let facts: Vec<&str> = moves["state"].as_array().expect("facts").iter().filter_map(|fact| fact.as_str()).collect();
    let by_facts = query(&path, &["--json", "--state", &facts.join(" ")]).exits(0).json();
    assert_eq!(by_facts, moves);
    let arguments = ["query", &path.display().to_string(), "--json", "--state", "-"];
    assert_eq!(with_input(arguments, facts.join("\n").as_bytes()).exits(0).json(), moves);
}

#[test]
fn text_shows_outcomes_by_sign_and_word() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    let run = query(&path, &["2", "2", "1", "2"]).exits(0);
    run.prints("x to move")
        .prints("x 100   o 0   x wins")
        .prints("5 plies")
        .prints("+ win")
        .prints("= draw")
        .prints(" *  mark ");
    query(&path, &["1 1 1 2 2 2 2 1 3 3"]).exits(0).prints("the game is over").prints("x wins");
}

#[test]
fn invalid_queries_get_a_message() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    query(&path, &["mark 7 7"]).exits(2).complains("move 1, `mark 7 7`, is not legal; x has mark 1 1, mark 1 2");
    query(&path, &["--state", "(cell 1 1 z)"]).exits(2).complains("(cell 1 1 z) holds in no reachable state");
    query(&path, &["--state", "(cell 1 1"]).exits(2).complains("a closing bracket is missing");
    query(&path, &["mark 1 1 (mark", "2 2"]).exits(2).complains("never closed:\n  mark 1 1 (mark 2 2\n           ^");
    query(&path, &["mark 1 1)"]).exits(2).complains("this closing bracket is unmatched");
    // Three x and two o, and x to move again.
    let cells = ["1 1 blank", "1 2 x", "1 3 o", "2 1 x", "2 2 blank", "2 3 blank", "3 1 o", "3 2 x", "3 3 blank"];
    let impossible = cells.map(|cell| format!("(cell {cell})")).join(" ") + " (control x)";
    query(&path, &["--state", &impossible]).exits(2).complains("is not reachable");
    query(&folder.path().join("nothing"), &[]).exits(2).complains("there is no solution");
    query(folder.path(), &[]).exits(2).complains("is not a solution");
    query(&path, &["--rules", "nim:1,2"]).exits(2).complains("nor a renamed copy");
}

#[test]
fn places_of_a_grid_have_names_and_the_terms_of_the_rules_are_accepted_too() {
    let folder = Folder::new();
    let path = folder.path().join("ttt");
    backsolve(["solve".as_ref(), "tic-tac-toe".as_ref(), "--out".as_ref(), path.as_os_str()])
        .exits(0)
        .prints("best play  mark a1, mark b2, ");
    for moves in ["b2 a1", "mark b2, mark a1", "(mark 2 2) (mark 1 1)", "mark(2,2) mark a1", "2 2 1 1"] {
        let answer = query(&path, &["--json", moves]).exits(0).json();
        assert_eq!((&answer["state"][0], &answer["state"][4]), (&"(cell 1 1 o)".into(), &"(cell 2 2 x)".into()));
        assert_eq!(answer["moves"][0]["move"], "(mark 1 2)", "programs get the terms of the rules");
    }
    query(&path, &["b2"]).exits(0).prints(" *  mark a1 ").prints("best line mark a1, ");
    query(&path, &["d4"]).exits(2).complains("move 1, `d4`, is not legal; x has mark a1, mark a2, ");
}

#[test]
fn the_parsed_moves_are_reported() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    query(&path, &["noop 1 1 mark 2 2"]).exits(0).prints("  after     mark 1 1, mark 2 2\n");
    let answer = query(&path, &["--json", "1 1 2 2"]).exits(0).json();
    assert_eq!(answer["played"], serde_json::json!(["(mark 1 1)", "(mark 2 2)"]));
    assert_eq!((&answer["model"], &answer["reduction"]), (&"own".into(), &serde_json::Value::Null));
}

#[test]
fn rules_edited_since_the_solve_are_reported() {
    let folder = Folder::new();
    let sheet = backsolve(["games", "nim:1,2"]).exits(0).stdout;
    let (rules, path) = (folder.file("mine.gdl", &sheet), folder.path().join("mine"));
    let solve = ["solve".as_ref(), rules.as_os_str(), "--out".as_ref(), path.as_os_str()];
    backsolve(solve).exits(0);
    let edited = "mine.gdl has changed since it was solved; this answer is for the old rules";
    for (text, is_told) in
        [(sheet.clone(), false), (format!("; a comment\n{sheet}"), false), (format!("{sheet}(other fact)\n"), true)]
    {
        folder.file("mine.gdl", &text);
        for command in ["query", "verify"] {
            let run = backsolve([command.as_ref(), path.as_os_str()]).exits(0);
            assert_eq!(run.stderr.contains(edited), is_told, "{command}: {}", run.stderr);
        }
    }
}

#[test]
fn damage_ends_with_its_own_code() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    std::fs::write(path.join("00000.values.layer"), b"short").expect("a file");
    let json = query(&path, &["--json"]).exits(4).json();
    assert_eq!(json["exit_code"], 4);
    assert!(json["error"].as_str().is_some_and(|error| error.contains("00000.values.layer is damaged")));
    std::fs::write(path.join("manifest.json"), b"{}").expect("a file");
    query(&path, &[]).exits(4).complains("manifest.json is damaged");
    std::fs::write(path.join("manifest.json"), b"{\"format\": 99}").expect("a file");
    query(&path, &[]).exits(2).complains("use a newer version");
}

#[test]
fn distances_that_are_not_stored_are_searched_for() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup { distances: false, ..Setup::default() });
    assert_eq!(query(&path, &["--json", "2 2 1 2"]).exits(0).json()["distance"], 5);
    let cut = query(&path, &["--json", "--search", "0"]).exits(0).json();
    assert_eq!((&cut["value"], &cut["distance"]), (&serde_json::json!([50, 50]), &serde_json::Value::Null));
    assert_eq!((&cut["distance_unknown"], &cut["endless"]), (&true.into(), &false.into()));
    let first = &cut["moves"][0];
    assert_eq!((&first["distance"], &first["distance_unknown"]), (&serde_json::Value::Null, &true.into()));
}

/// Runs a printed command line in a shell that finds this binary.
fn run_as_printed(command: &str, folder: &std::path::Path) {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_backsolve"));
    let path =
        format!("{}:{}", binary.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", command]).current_dir(folder).env("PATH", path).output().expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn unknown_distances_are_explained_with_commands_that_work() {
    let folder = Folder::new();
    let out = folder.path().join("my ttt");
    backsolve(["solve", "tic-tac-toe", "--distances=no", "--out", &out.display().to_string()]).exits(0);
    let run = query(&out, &["(mark 2 2)", "--search", "0"]).exits(0);
    run.prints("distance  unknown\n")
        .prints("(keeps the value, perhaps not the distance)\n")
        .prints("> 1\n")
        .prints(" > more plies than this: the distances of 8 moves are not stored and not found within the limit\n");
    let answer = query(&out, &["--json", "(mark 2 2)", "--search", "0"]).exits(0).json();
    let advice = answer["advice"].as_array().expect("advice");
    let effects: Vec<&str> = advice.iter().filter_map(|one| one["effect"].as_str()).collect();
    assert_eq!(effects, ["searches longer", "stores all distances in the solution"]);
    run_as_printed(advice[0]["command"].as_str().expect("a command"), folder.path());
}

/// A user who copies the command has no standard input to give.
#[test]
fn a_state_from_standard_input_is_advised_as_facts() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup { distances: false, ..Setup::default() });
    let start = query(&path, &["--json"]).exits(0).json();
    let facts: Vec<&str> = start["state"].as_array().expect("facts").iter().filter_map(|fact| fact.as_str()).collect();
    let arguments = ["query", &path.display().to_string(), "--json", "--search", "0", "--state", "-"];
    let answer = with_input(arguments, facts.join(" ").as_bytes()).exits(0).json();
    assert_eq!(answer["advice"][0]["effect"], "searches longer");
    let command = answer["advice"][0]["command"].as_str().expect("a command");
    assert!(command.contains(&format!("'--state={}'", facts.join(" "))), "{command}");
    run_as_printed(command, folder.path());

    let rules = games::sheet("tic-tac-toe").expect("a bundled game");
    let arguments = ["query", &path.display().to_string(), "--json", "--search", "0", "--rules", "-"];
    let answer = with_input(arguments, rules.as_bytes()).exits(0).json();
    let advice = answer["advice"].as_array().expect("advice");
    assert!(answer["distance_unknown"] == true && advice.iter().all(|one| one["effect"] != "searches longer"));
}

/// Two roles alternately count to a number.
fn counting(number: usize) -> String {
    let steps: String = (0..number).map(|at| format!("(succ {at} {}) ", at + 1)).collect();
    format!(
        "(role a) (role b) (init (at 0)) (init (control a)) {steps}
        (<= (legal ?p count) (true (control ?p)))
        (<= (legal a noop) (true (control b)))
        (<= (legal b noop) (true (control a)))
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
        (<= (next (control b)) (true (control a)))
        (<= (next (control a)) (true (control b)))
        (<= terminal (true (at {number})))
        (goal a 100) (goal b 0)"
    )
}

/// Searches look 200 plies ahead, however much time they have.
#[test]
fn more_time_is_not_advised_if_it_does_not_help() {
    let folder = Folder::new();
    let path = folder.path().join("counting.solution");
    SolvedGame::of(&counting(230), &Setup { distances: false, ..Setup::default() }).write(&path);
    let advised = |arguments: &[&str]| {
        let answer = query(&path, arguments).exits(0).json();
        assert_eq!(answer["distance_unknown"], true, "{answer}");
        answer["advice"].as_array().expect("advice").iter().any(|one| one["effect"] == "searches longer")
    };
    assert!(advised(&["--json", "--search", "0"]));
    assert!(!advised(&["--json"]));
}

#[test]
fn the_command_that_stores_distances_works_as_printed() {
    let folder = Folder::new();
    let out = folder.path().join("my ttt");
    backsolve(["solve", "tic-tac-toe", "--distances=no", "--out", &out.display().to_string()]).exits(0);
    let answer = query(&out, &["--json", "(mark 2 2)", "--search", "0"]).exits(0).json();
    run_as_printed(answer["advice"][1]["command"].as_str().expect("a command"), folder.path());
    let stored = query(&out, &["--json", "(mark 2 2)", "--search", "0"]).exits(0).json();
    assert_eq!((&stored["distance"], &stored["advice"]), (&8.into(), &serde_json::json!([])));
}

#[test]
fn a_search_with_a_time_limit_continues_until_everything_is_known() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup { distances: false, ..Setup::default() });
    let answer = query(&path, &["--json", "2 2 1 2", "--time", "10m"]).exits(0).json();
    assert_eq!(answer["distance"], 5);
    let moves = answer["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|one| one["distance_unknown"] == false), "{answer}");
}

#[test]
fn the_last_ply_has_a_mover_and_an_outcome() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    let last = "1 1 2 2 1 2 1 3 3 1 2 1 2 3 3 2";
    query(&path, &[last]).exits(0).prints("x to move, with one legal move").prints("mark 3 3  = draw");
    let answer = query(&path, &["--json", last]).exits(0).json();
    assert_eq!((&answer["to_move"], &answer["distance"]), (&"x".into(), &1.into()));
    assert_eq!(answer["line"], serde_json::json!(["(mark 3 3)"]));
    // Idle moves may be included, before or after the move.
    for given in ["(mark 1 1) noop noop (mark 2 2)", "noop mark 1 1 mark 2 2", "noop mark 1 1 mark 2 2 noop"] {
        let with = query(&path, &["--json", given]).exits(0).json();
        assert_eq!(with, query(&path, &["--json", "mark 1 1 mark 2 2"]).exits(0).json(), "{given}");
    }
}

/// The runner's place is kept by a rule that reads its `noop`, so that this move is not idle.
const TWO_STEPS: &str = "\
(role runner) (role watcher) (init (at runner 1)) (init (at watcher 1)) (init (control runner))
(step 1 2) (step 1 3) (step 2 3) (step 2 1)
(<= (legal ?r (go ?m)) (true (control ?r)) (true (at ?r ?n)) (step ?n ?m))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (at ?r ?m)) (does ?r (go ?m))) (<= (next (at ?r ?n)) (does ?r noop) (true (at ?r ?n)))
(<= (next (control watcher)) (true (control runner)))
(<= terminal (true (control watcher)))
(<= (goal runner 100) (true (at runner 3))) (<= (goal runner 0) (not (true (at runner 3))))
(<= (goal watcher 0) (true (at runner 3))) (<= (goal watcher 100) (not (true (at runner 3))))
";

#[test]
fn a_line_shows_the_moves_of_the_role_with_a_choice() {
    let folder = Folder::new();
    let path = folder.path().join("steps");
    SolvedGame::of(TWO_STEPS, &Setup::default()).write(&path);
    let answer = query(&path, &["--json"]).exits(0).json();
    assert_eq!((&answer["line"][0], &answer["moves"][0]["move"]), (&"(go 3)".into(), &"(go 3)".into()), "{answer}");
}

#[test]
fn unreachable_terminal_states_have_no_value() {
    let folder = Folder::new();
    let path = folder.path().join("steps");
    SolvedGame::of(TWO_STEPS, &Setup::default()).write(&path);
    let reached = "(at runner 3) (at watcher 1) (control watcher)";
    query(&path, &["--state", reached]).exits(0).prints("the game is over");
    query(&path, &["--state", "(at runner 1) (at watcher 1) (control watcher)"]).exits(2).complains("is not reachable");
}

/// Waiting is not called `noop`, and at the second ply both roles wait for the bell.
const BELL: &str = "\
(role ringer) (role sleeper) (init (time 1)) (next-time 1 2) (next-time 2 3) (next-time 3 4)
(<= (legal ringer (set ?bell)) (true (time 1)) (bell ?bell)) (bell loud) (bell quiet)
(<= (legal ringer listen) (not (true (time 1))))
(<= (legal sleeper doze) (not (true (time 3)))) (<= (legal sleeper wake) (true (time 3)))
(<= (next (time ?m)) (true (time ?n)) (next-time ?n ?m))
(<= (next (bell ?bell)) (does ringer (set ?bell))) (<= (next (bell ?bell)) (true (bell ?bell)))
(<= (next awake) (does sleeper wake) (true (bell loud)))
(<= terminal (true (time 4)))
(<= (goal ringer 100) (true awake)) (<= (goal ringer 0) (not (true awake)))
(<= (goal sleeper 0) (true awake)) (<= (goal sleeper 100) (not (true awake)))
";

#[test]
fn idle_moves_are_omitted_from_lines_whatever_their_name() {
    let folder = Folder::new();
    let path = folder.path().join("bell");
    SolvedGame::of(BELL, &Setup::default()).write(&path);
    let start = query(&path, &["--json"]).exits(0).json();
    assert_eq!((&start["to_move"], &start["distance"]), (&"ringer".into(), &3.into()));
    assert_eq!(start["line"], serde_json::json!(["(set loud)", "[listen doze]", "wake"]));
    query(&path, &["set loud"]).exits(0).prints("every role has one legal move").prints("distance  2 plies");
    for moves in ["set loud listen doze", "set loud doze listen doze", "set loud doze"] {
        let last = query(&path, &["--json", moves]).exits(0).json();
        assert_eq!((&last["to_move"], &last["distance"]), (&"sleeper".into(), &1.into()), "{moves}");
    }
    query(&path, &["set loud wake"]).exits(0).prints("the game is over").prints("ringer wins");
}

/// Nobody may take the last one, and the game ends only when it is taken.
const STUCK: &str = "\
(role a) (role b) (init (heap 3)) (init (control a))
(<= (legal ?r (take 1)) (true (control ?r)) (true (heap ?n)) (sub ?n ?m) (distinct ?n 1))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (heap ?m)) (does ?r (take 1)) (true (heap ?n)) (sub ?n ?m))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
(sub 3 2) (sub 2 1) (sub 1 0)
(<= terminal (true (heap 0)))
(<= (goal ?r 0) (true (control ?r)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))
";

#[test]
fn a_role_without_a_move_is_not_the_end_of_the_game() {
    let folder = Folder::new();
    let (sheet, out) = (folder.file("stuck.kif", STUCK), folder.path().join("stuck.solution"));
    let (sheet, out_text) = (sheet.display().to_string(), out.display().to_string());
    backsolve(["solve", &sheet, "--out", &out_text]).exits(1).complains("--lenient");
    backsolve(["solve", &sheet, "--out", &out_text, "--lenient"]).exits(0);
    let run = query(&out, &["take 1 take 1"]).exits(0).prints("a has no legal move, but the game is not over");
    assert!(!run.stdout.contains("the game is over"), "{}", run.stdout);
    run.prints("lenient reading");
    let answer = query(&out, &["--json", "take 1 take 1"]).exits(0).json();
    assert_eq!((&answer["terminal"], &answer["stuck"]), (&false.into(), &"a".into()));
    query(&out, &["take 1 take 1 take 1"]).exits(2).complains("a has no legal move after 2 moves");
    query(&out, &["--json"]).exits(0).prints("\"stuck\": null");
}

#[test]
fn the_name_of_a_game_instead_of_its_solution_is_understood() {
    let folder = Folder::new();
    let run = |arguments: &[&str]| {
        let output = support::command().args(arguments).current_dir(folder.path()).output().expect("the binary runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run(&["solve", "nim:1,2"]).0, Some(0));
    for command in ["query", "verify"] {
        let (code, stderr) = run(&[command, "nim:1,2"]);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains("did you mean nim-1-2.solution?"), "{stderr}");
    }
}

#[test]
fn misspelt_moves_and_facts_get_a_suggestion() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    query(&path, &["mrk 2 2"]).exits(2).complains("move 1, `mrk 2 2`, is not legal; did you mean mark 2 2?");
    query(&path, &["mark 1 1 mark 1 1"]).exits(2).complains("is not legal; o has mark 1 2, ");
    query(&path, &["--state", "(control xx)"]).exits(2).complains("did you mean (control x)?");
    query(&path, &["--state", "(contrl x)"]).exits(2).complains("did you mean (control x)?");
}

#[test]
fn options_after_moves_are_options() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    let after = query(&path, &["mark", "1", "2", "--json"]).exits(0).json();
    assert_eq!(after, query(&path, &["--json", "mark", "1", "2"]).exits(0).json());
    query(&path, &["mark", "1", "2", "--jsno"])
        .exits(2)
        .complains("unexpected argument '--jsno'")
        .complains("'--json'");
}

#[test]
fn an_unclosed_bracket_of_a_move_is_underlined() {
    let folder = Folder::new();
    let path = solved(&folder, &Setup::default());
    query(&path, &["(mark 1 2"]).exits(2).complains("never closed").complains("  (mark 1 2\n  ^");
}

#[test]
fn games_of_one_role_have_no_column_of_outcomes() {
    let folder = Folder::new();
    let (sheet, out) = (folder.file("tiny.kif", support::TINY), folder.path().join("tiny").display().to_string());
    backsolve(["solve", &sheet.display().to_string(), "--out", &out]).exits(0).prints("  one role, acyclic");
    let run = backsolve(["query", &out]).exits(0).prints("move    a  plies");
    assert!(!run.stdout.contains("outcome"), "{}", run.stdout);
}

#[test]
fn numbers_agree_with_their_nouns() {
    let folder = Folder::new();
    let out = folder.path().join("nim");
    backsolve(["solve", "nim:1", "--out", &out.display().to_string()]).exits(0);
    query(&out, &[]).exits(0).prints("distance  1 ply\n");
    let sheet = folder.file("over.kif", "(role a) (init s) (legal a go) (<= terminal (true s)) (goal a 100)");
    let (sheet, over) = (sheet.display().to_string(), folder.path().join("over").display().to_string());
    backsolve(["solve", &sheet, "--out", &over]).exits(0).prints("1 state, terminal, in 1 layer");
    backsolve(["reach", &sheet]).exits(0).prints("1 state, terminal, after 0 to 0 plies");
    backsolve(["verify", &over]).exits(0).prints("the only state through the interpreter");
}
