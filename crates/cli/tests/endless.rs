//! Games with states from which no terminal state is reachable, end to end.

mod support;

use serde_json::{Value, json};
use support::{Folder, backsolve};

const ENGINES: [&str; 2] = ["symbolic", "explicit"];

/// One role between a door and a pit without an exit. No state has the lowest reward that the sheet names.
const TRAP: &str = "(role robot) (init (at start))
(edge start pit) (edge start hall) (edge hall start) (edge hall door) (edge pit pit)
(<= (legal robot (go ?y)) (true (at ?x)) (edge ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= terminal (true (at door)))
(<= (goal robot 100) (true (at door)))
(<= (goal robot 20) (not (true (at door))))
(<= (goal robot 10) (true (at nowhere)))";

/// The same without a door.
fn shut() -> String {
    TRAP.replace("(edge hall door)", "")
}

#[test]
fn a_puzzle_with_a_trap_is_worth_the_best_reachable_reward() {
    let folder = Folder::new();
    let sheet = folder.file("trap.kif", TRAP).display().to_string();
    for engine in ENGINES {
        let out = folder.path().join(engine).display().to_string();
        let answer = backsolve(["solve", &sheet, "--engine", engine, "--out", &out, "--json"]).exits(0).json();
        assert_eq!((&answer["value"], &answer["ends"], &answer["distance"]), (&json!([100]), &json!(true), &json!(2)));
        assert_eq!((&answer["infinite"], &answer["infinite_states"]), (&json!([10]), &json!(1)));
        backsolve(["verify", &out]).exits(0);
        let pit = backsolve(["query", "--json", &out, "go pit"]).exits(0).json();
        assert_eq!((&pit["value"], &pit["distance"]), (&json!([10]), &Value::Null));
        backsolve(["query", &out]).exits(0).prints("endless");
        // From the pit the loop starts immediately.
        assert_eq!((&pit["line"], &pit["line_repeats_from"]), (&json!(["(go pit)"]), &json!(0)));
    }
}

#[test]
fn a_puzzle_without_a_reachable_end_cannot_be_solved() {
    let folder = Folder::new();
    let sheet = folder.file("shut.kif", shut()).display().to_string();
    for engine in ENGINES {
        let out = folder.path().join(engine).display().to_string();
        let solve = ["solve", &sheet, "--engine", engine, "--out", &out];
        let answer = backsolve(solve.into_iter().chain(["--json"])).exits(0).json();
        assert_eq!(
            (&answer["value"], &answer["ends"], &answer["distance"]),
            (&json!([10]), &json!(false), &Value::Null)
        );
        assert_eq!(answer["infinite_states"], 3);
        backsolve(solve).exits(0).prints(
            "cannot be solved: no terminal state is reachable, so play never ends and every state is worth infinite play (10)",
        );
        backsolve(["verify", &out]).exits(0);
        backsolve(["query", &out]).exits(0).prints("distance  endless");
    }
}

#[test]
fn strategies_support_puzzles_with_traps_and_without_ends() {
    let folder = Folder::new();
    for (name, rules, value) in [("trap", TRAP.to_owned(), 100), ("shut", shut(), 10)] {
        let sheet = folder.file(&format!("{name}.kif"), rules).display().to_string();
        let out = folder.path().join(name).display().to_string();
        backsolve(["solve", &sheet, "--out", &out]).exits(0);
        let synth = ["strategy", "synth", &sheet, "--restarts", "1", "--seconds", "0", "--json"];
        for options in [&[][..], &["--database", &out], &["--engine", "diagrams"]] {
            let answer = backsolve(synth.into_iter().chain(options.iter().copied())).exits(0).json();
            assert_eq!((&answer["optimal"], &answer["value"]), (&json!(true), &json!(value)), "{name} {options:?}");
        }
    }
}

/// A path into a loop of two places without an exit.
const LASSO: &str = "(role robot) (init (at start))
(edge start a) (edge a b) (edge b a)
(<= (legal robot (go ?y)) (true (at ?x)) (edge ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= terminal (true (at nowhere)))
(<= (goal robot 100) (true (at nowhere))) (<= (goal robot 0) (not (true (at nowhere))))";

#[test]
fn a_line_that_repeats_shows_where_the_loop_starts() {
    let folder = Folder::new();
    let sheet = folder.file("lasso.kif", LASSO).display().to_string();
    let out = folder.path().join("out").display().to_string();
    let solved = backsolve(["solve", &sheet, "--out", &out, "--json"]).exits(0).json();
    let asked = backsolve(["query", &out, "--json"]).exits(0).json();
    for answer in [&solved, &asked] {
        assert_eq!(answer["line"], json!(["(go a)", "(go b)", "(go a)"]));
        assert_eq!(answer["line_repeats_from"], 1);
    }
    backsolve(["query", &out]).exits(0).prints("go a, go b, go a … and again from move 2, forever");
    let moved = backsolve(["query", &out, "go a", "--json"]).exits(0).json();
    assert_eq!((&moved["line"], &moved["line_repeats_from"]), (&json!(["(go b)", "(go a)"]), &json!(0)));
}
