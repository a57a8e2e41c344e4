//! `backsolve info`.

mod support;

use serde_json::Value;
use support::{TINY, backsolve, with_input};

fn info(rules: &str) -> Value {
    backsolve(["info", rules, "--json"]).exits(0).json()
}

#[test]
fn tic_tac_toe_has_nine_cells_a_mover_and_eight_symmetries() {
    let answer = info("tic-tac-toe");
    assert_eq!(answer["roles"].as_array().map(Vec::len), Some(2));
    assert_eq!((&answer["variables"], &answer["moves"], &answer["symmetries"]), (&10.into(), &20.into(), &8.into()));
    let variables = answer["ground"]["variables"].as_array().expect("a list");
    let sizes: Vec<usize> = variables.iter().filter_map(|v| v["fluents"].as_array().map(Vec::len)).collect();
    assert_eq!(sizes.iter().filter(|&&size| size == 3).count(), 9);
    assert_eq!(sizes.iter().filter(|&&size| size == 2).count(), 1);
    assert!(variables.iter().all(|v| v["none"] == false));
    for property in ["turn_taking", "alternating", "playable", "rewarded", "constant_sum", "acyclic"] {
        assert_eq!(answer["class"][property]["verdict"], "proved", "{property}");
    }
    assert_eq!(answer["class"]["sum"], 100);
    assert_eq!(answer["progress_measure"]["growth"], "incremental");
}

/// Too many states for the samples of the proofs, few enough to be counted.
#[test]
fn nothing_is_unknown_if_all_states_were_seen() {
    let answer = info("pancakes:7");
    assert_eq!(answer["estimate"]["counted"], true);
    for property in ["turn_taking", "alternating", "playable", "rewarded", "constant_sum", "acyclic"] {
        let found = &answer["class"][property];
        assert_ne!(found["verdict"], "unknown", "{property}: {found}");
        assert_eq!(found["verdict"] == "refuted", found["state"].is_array(), "{property}: {found}");
    }
}

#[test]
fn other_games_have_the_expected_symmetries() {
    assert_eq!(info("connect-four")["symmetries"], 2);
    assert_eq!(info("sim")["symmetries"], 720);
}

#[test]
fn text_and_json_agree() {
    let run = backsolve(["info", "tic-tac-toe"]).exits(0);
    let run = run.prints("10 variables").prints("all 29 fluents in proved groups").prints("turn-taking   proved");
    run.prints("symmetries    8").prints("incremental").prints("9 × (cell · · _)");
}

#[test]
fn refuted_properties_come_with_a_state() {
    let both_choose = "\
(role a) (role b) (init (n 0)) (legal a x) (legal a y) (legal b x) (legal b y)
(<= (next (n 1)) (true (n 0)))
(<= terminal (true (n 1))) (goal a 50) (<= (goal b 50) (true (n 1))) (<= (goal b 0) (true (n 0)))
";
    let run = with_input(["info", "-", "--json", "--lenient"], both_choose.as_bytes());
    let answer = run.exits(0).json();
    let turn_taking = &answer["class"]["turn_taking"];
    assert_eq!((&turn_taking["verdict"], &turn_taking["state"]), (&"refuted".into(), &serde_json::json!(["(n 0)"])));
}

#[test]
fn a_game_with_one_move_is_analysed() {
    with_input(["info", "-"], TINY.as_bytes()).exits(0).prints("roles         a");
}

#[test]
fn games_too_large_to_ground_are_sampled_with_the_interpreter() {
    let arguments = ["info", "-", "--memory", "50M"];
    let run = with_input(arguments, support::registers().as_bytes()).exits(0);
    run.prints("too large to ground")
        .prints("turn-taking   unknown")
        .prints("states seen")
        .prints("engine        not chosen: ");
    let answer = with_input(arguments.iter().chain(&["--json"]), support::registers().as_bytes()).exits(0).json();
    assert_eq!((&answer["variables"], &answer["roles"]), (&Value::Null, &serde_json::json!(["a"])));
    assert_eq!(answer["class"]["turn_taking"]["verdict"], "unknown");
}

#[test]
fn proofs_that_do_not_fit_in_memory_are_said_to() {
    // They take about 150 MiB if they may.
    let run = backsolve(["info", "kalah:5x2", "--memory", "60M"]).exits(0);
    run.prints("some proofs did not fit in memory; --memory allows more");
    let answer = backsolve(["info", "breakthrough", "--json"]).exits(0).json();
    assert_eq!((&answer["proof_limit"], &answer["class"]["turn_taking"]["verdict"]), (&Value::Null, &"proved".into()));
}
