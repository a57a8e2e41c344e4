//! Answers that misled users once.

mod support;

use serde_json::{Value, json};
use support::{Folder, backsolve, with_input};

/// In the hall one may dally for ever or go on; then a coin is tossed.
const HALL: &str = "\
(role player) (role random) (init (at hall)) (coin heads) (coin tails)
(<= (legal player dally) (true (at hall))) (<= (legal player go) (true (at hall)))
(<= (legal player watch) (true (at table)))
(<= (legal random idle) (true (at hall))) (<= (legal random (toss ?c)) (coin ?c) (true (at table)))
(<= (next (at hall)) (does player dally)) (<= (next (at table)) (does player go))
(<= (next (at won)) (does random (toss heads))) (<= (next (at lost)) (does random (toss tails)))
(<= terminal (true (at won))) (<= terminal (true (at lost)))
(<= (goal player 100) (true (at won))) (<= (goal player 0) (not (true (at won)))) (goal random 50)
";

/// A walk of three steps at whose end nobody can move; `terminal` never holds.
const STUCK: &str = "\
(role a) (role b) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal a go) (true (step ?n)) (succ ?n ?m)) (<= (legal b noop) (true (step ?n)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 9))) (goal a 70) (goal b 30)
";

/// A position in which two roles can go back and forth, or give up for rewards without a common sum.
const LOOP: &str = "\
(role a) (role b) (init (turn a)) (other a b) (other b a)
(<= (legal ?r pass) (true (turn ?r))) (<= (legal ?r stop) (true (turn ?r)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn ?s)) (does ?r pass) (other ?r ?s)) (<= (next (over ?r)) (does ?r stop))
(<= terminal (true (over ?r)))
(<= (goal ?r 60) (role ?r) (true (over ?r))) (<= (goal ?r 20) (role ?r) (not (true (over ?r))))
";

struct Solved {
    /// Removed with it.
    _folder: Folder,
    sheet: String,
    database: String,
}

fn solved(sheet: &str, options: &[&str]) -> Solved {
    let folder = Folder::new();
    let path = folder.file("game.kif", sheet).display().to_string();
    let database = folder.path().join("game.solution").display().to_string();
    backsolve(["solve", &path, "--out", &database].iter().chain(options)).exits(0);
    Solved { _folder: folder, sheet: path, database }
}

#[test]
fn a_move_that_only_waits_is_not_advised() {
    let solved = solved(HALL, &[]);
    let answer = backsolve(["query", "--json", &solved.database]).exits(0).json();
    assert_eq!(answer["value"], json!([50.0]));
    let first = &answer["strategies"][0]["moves"][0];
    assert_eq!((&first["move"], &first["probability"]), (&json!("go"), &json!(1.0)), "{answer}");
    backsolve(["verify", &solved.database]).exits(0).prints("that the stored strategies attain the bounds of cycles");
}

#[test]
fn what_is_expected_after_each_draw_is_shown() {
    let solved = solved(HALL, &[]);
    let answer = backsolve(["query", "--json", &solved.database, "go"]).exits(0).json();
    let after = |number: usize| answer["strategies"][0]["moves"][number]["after"][0]["lower"].as_f64();
    assert_eq!([after(0), after(1)].map(|after| after.map(|after| after as i32)), [Some(100), Some(0)], "{answer}");
    backsolve(["query", &solved.database, "go"]).exits(0).says("move probability player");
}

#[test]
fn facts_may_be_given_to_all_solutions_alike() {
    let solved = solved(HALL, &[]);
    for facts in ["(at table)", "(true (at table))", "((at table))", "at table"] {
        let answer = backsolve(["query", "--json", &solved.database, "--state", facts]).exits(0).json();
        assert_eq!(answer["state"], json!(["(at table)"]), "{facts}");
    }
}

#[test]
fn what_is_guaranteed_is_called_that() {
    let solved = solved(LOOP, &["--security", "--infinite", "10,10"]);
    let run = backsolve(["query", &solved.database]).exits(0).prints("guaranteed");
    assert!(!run.stdout.contains("expected"), "{}", run.stdout);
    backsolve(["verify", &solved.database]).exits(0);
    let refused = with_input(["solve", "-", "--security", "--out", &format!("{}-2", solved.database)], LOOP.as_bytes());
    refused.exits(2).complains("such as --infinite 0,0");
}

#[test]
fn states_without_a_legal_move_are_counted_as_terminal_in_lenient_mode() {
    let solved = solved(STUCK, &["--lenient"]);
    let again = ["solve", &solved.sheet, "--out", &solved.database, "--lenient", "--json"];
    assert_eq!(backsolve(again).exits(0).json()["terminal_states"], 1);
    backsolve(["verify", &solved.database]).exits(0);
    for engine in ["explicit", "symbolic"] {
        let counted = backsolve(["reach", &solved.sheet, "--lenient", "--engine", engine, "--json"]).exits(0).json();
        assert_eq!((&counted["states"], &counted["terminal_states"]), (&json!(4), &json!(1)), "{engine}");
    }
    let class = backsolve(["info", &solved.sheet, "--lenient", "--json"]).exits(0).json()["class"].clone();
    assert_eq!((&class["constant_sum"]["verdict"], &class["sum"]), (&json!("proved"), &json!(100)), "{class}");
}

#[test]
fn nothing_is_proved_of_ends_that_do_not_exist_without_saying_so() {
    let class = with_input(["info", "-", "--json"], STUCK.as_bytes()).exits(0).json()["class"].clone();
    for property in ["rewarded", "constant_sum"] {
        assert_eq!(class[property]["reason"], "no reachable state is terminal", "{class}");
    }
    assert_eq!(class["sum"], Value::Null);
}

#[test]
fn random_is_no_player() {
    let class = with_input(["info", "-", "--json"], HALL.as_bytes()).exits(0).json()["class"].clone();
    assert_eq!(class["turn_taking"]["reason"], "there is only one role", "{class}");
    // Both dice and players choose in each state of Pig, and the rewards of `random` do not count.
    let class = backsolve(["info", "pig:3", "--json"]).exits(0).json()["class"].clone();
    assert_ne!(class["turn_taking"]["verdict"], "refuted", "{class}");
    assert_eq!(class["sum"], 100, "{class}");
    let folder = Folder::new();
    let plan = folder.path().join("plan").display().to_string();
    with_input(["solve", "-", "--plan", &plan], HALL.as_bytes())
        .exits(2)
        .complains("--plan is for games without chance");
}

#[test]
fn a_reduction_is_named_with_expected_rewards_too() {
    let folder = Folder::new();
    let database = folder.path().join("race").display().to_string();
    let run = backsolve(["solve", "dice-race:4", "--reduce", "sign", "--out", &database]).exits(0);
    run.prints("reduced   to win, draw and loss by sign");
}

#[test]
fn a_database_given_as_a_sheet_is_called_that() {
    let solved = solved(HALL, &[]);
    let refused = backsolve(["solve", &solved.database]).exits(2);
    refused.complains("is a database, not a rule sheet").complains("backsolve query");
}

#[test]
fn a_game_played_from_its_old_rules_says_so() {
    let folder = Folder::new();
    let sheet = folder.file("nim.kif", backsolve(["games", "nim:1,2"]).exits(0).stdout);
    let database = folder.path().join("nim.solution").display().to_string();
    backsolve(["solve", &sheet.display().to_string(), "--out", &database]).exits(0);
    let text = std::fs::read_to_string(&sheet).expect("a sheet");
    std::fs::write(&sheet, format!("{text}\n(unused fact)\n")).expect("writable");
    with_input(["play", &database, "--seed", "1"], b"quit\n").exits(0).complains("has changed since it was solved");
}

#[test]
fn no_answer_takes_more_than_its_time_in_silence() {
    let folder = Folder::new();
    let database = folder.path().join("ttt.solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &database]).exits(0);
    backsolve(["verify", &database, "--time", "1ms"]).exits(3).complains("time limit reached");
    let late = backsolve(["reach", "kalah:3x2", "--time", "1ms"]).exits(3);
    assert!(!late.stderr.contains("within 0"), "{}", late.stderr);
}

#[test]
fn one_illegal_move_is_named_at_a_time() {
    let folder = Folder::new();
    let database = folder.path().join("nim.solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &database]).exits(0);
    backsolve(["query", &database, "mark 6 6, mark 1 1"]).exits(2).complains("`mark 6 6`, is not legal");
}

#[test]
fn many_outcomes_are_counted_instead_of_listed() {
    let folder = Folder::new();
    // Each of the roles adds any of seven numbers to its own sum: 49 pairs of rewards.
    let numbers: String = (0..7).map(|n| format!("(number {n}) ")).collect();
    let sheet = folder.file(
        "sums.kif",
        format!(
            "(role a) (role b) (init (turn a)) {numbers}
         (<= (legal a (take ?n)) (number ?n) (true (turn a))) (<= (legal a noop) (true (turn b)))
         (<= (legal b (take ?n)) (number ?n) (true (turn b))) (<= (legal b noop) (true (turn a)))
         (<= (next (turn b)) (true (turn a))) (<= (next (turn none)) (true (turn b)))
         (<= (next (has ?r ?n)) (does ?r (take ?n))) (<= (next (has a ?n)) (true (has a ?n)))
         (<= terminal (true (turn none))) (<= (goal ?r ?n) (true (has ?r ?n)))"
        ),
    );
    let database = folder.path().join("sums").display().to_string();
    let solve = ["solve", &sheet.display().to_string(), "--out", &database];
    backsolve(solve).exits(0).prints("more outcomes with").prints("--json shows all");
    let all = backsolve(solve.iter().chain(&["--json"])).exits(0).json();
    assert_eq!(all["outcomes"].as_array().map(Vec::len), Some(49));
}

#[test]
fn a_plan_that_does_not_exist_is_explained() {
    let folder = Folder::new();
    let trap =
        "(role r) (init (at a)) (legal r stay) (<= (legal r drop) (true (at a))) (<= (next (at a)) (does r stay))
        (<= (next (at b)) (does r drop)) (<= terminal (true (at b))) (<= (goal r 10) (true (at b)))
        (<= (goal r 50) (true (at a)))";
    let (plan, out) = (folder.path().join("plan"), folder.path().join("out"));
    let options =
        ["solve", "-", "--infinite", "40", "--plan", &plan.display().to_string(), "--out", &out.display().to_string()];
    with_input(options, trap.as_bytes())
        .exits(1)
        .complains("playing on for ever is worth 40, and no end is worth more");
}

#[test]
fn the_first_role_is_found_where_waiting_moves_name_a_counter() {
    let sheet = "(role a) (role b) (init (turn a)) (init (left 3)) (other a b) (other b a)
        (less 3 1 2) (less 3 2 1) (less 2 1 1) (less 2 2 0) (less 1 1 0)
        (<= (legal ?r (take ?n)) (true (turn ?r)) (true (left ?l)) (less ?l ?n ?m))
        (<= (legal ?r (wait ?l)) (role ?r) (not (true (turn ?r))) (true (left ?l)))
        (<= (next (left ?m)) (does ?r (take ?n)) (true (left ?l)) (less ?l ?n ?m))
        (<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
        (<= terminal (true (left 0)))
        (<= (goal ?r 100) (role ?r) (not (true (turn ?r)))) (<= (goal ?r 0) (true (turn ?r)))";
    let folder = Folder::new();
    let out = folder.path().join("out").display().to_string();
    let answer = with_input(["solve", "-", "--first", "b", "--out", &out, "--json"], sheet.as_bytes()).exits(0).json();
    // Of three left the second to move takes the last: so the first one here wins or loses as the rules say for b.
    let plain = with_input(["solve", "-", "--out", &format!("{out}-2"), "--json"], sheet.as_bytes()).exits(0).json();
    assert_eq!((&answer["value"][0], &answer["value"][1]), (&plain["value"][1], &plain["value"][0]));
}
