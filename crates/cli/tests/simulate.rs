//! `backsolve simulate`.

mod support;

use support::{TINY, backsolve, with_input};

#[test]
fn tic_tac_toe_lasts_five_to_nine_plies() {
    for engine in ["batch", "interpreter"] {
        let arguments = ["simulate", "tic-tac-toe", "--json", "--playouts", "500", "--engine", engine];
        let answer = backsolve(arguments).exits(0).json();
        assert_eq!((&answer["engine"], &answer["games"]), (&engine.into(), &500.into()));
        assert_eq!((&answer["length"]["shortest"], &answer["length"]["longest"]), (&5.into(), &9.into()));
        let rewards: Vec<f64> =
            answer["rewards"].as_array().expect("a list").iter().filter_map(|r| r.as_f64()).collect();
        assert_eq!(rewards.iter().sum::<f64>().round(), 100.0);
        assert!(rewards[0] > rewards[1], "the first player wins more often");
        assert!(answer["plies_per_second"].as_f64().is_some_and(|speed| speed > 0.0));
        assert_eq!(answer["runs"].as_array().map(Vec::len), Some(5));
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let play = |seed: &str| {
        let mut answer =
            backsolve(["simulate", "connect-four:4x4", "--json", "--playouts", "300", "--seed", seed]).exits(0).json();
        for timing in ["plies_per_second", "runs", "ground_seconds"] {
            answer[timing].take();
        }
        answer
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

#[test]
fn the_number_of_games_is_exact() {
    for games in [1, 4, 7] {
        let run = with_input(["simulate", "-", "--json", "--playouts", &games.to_string()], TINY.as_bytes());
        assert_eq!(run.exits(0).json()["games"], games);
    }
}

#[test]
fn text_shows_speed_length_and_rewards() {
    let run = backsolve(["simulate", "tic-tac-toe", "--playouts", "100"]).exits(0);
    run.prints("plies/s, median of 5 runs").prints("100 ended").prints("5 to 9").prints("rewards");
}

#[test]
fn infinite_games_are_stopped() {
    let sheet = "(role a)\n(init p)\n(legal a go)\n(next p)\n(<= terminal (true q))\n(goal a 50)\n";
    let run =
        with_input(["simulate", "-", "--json", "--playouts", "3", "--max-plies", "20", "--lenient"], sheet.as_bytes());
    let answer = run.exits(0).json();
    assert_eq!((&answer["cut"], &answer["games"], &answer["plies"]), (&3.into(), &0.into(), &60.into()));
}

#[test]
fn defects_of_the_rules_are_shown_with_a_state() {
    let stuck = "(role a)\n(init (p 1))\n(<= (legal a go) (true (p 1)))\n(<= (next (p 2)) (does a go))\n(<= terminal (true (p 3)))\n(goal a 50)\n";
    for engine in ["batch", "interpreter"] {
        let arguments = ["simulate", "-", "--playouts", "5", "--lenient", "--engine", engine];
        with_input(arguments, stuck.as_bytes()).exits(0).prints("5 stuck").prints("no legal move").prints("(p 2)");
    }
    let two_goals = format!("{TINY}(<= (goal a 50) (true (p 2)))\n");
    for engine in ["batch", "interpreter"] {
        let arguments = ["simulate", "-", "--playouts", "5", "--engine", engine];
        with_input(arguments, two_goals.as_bytes()).exits(0).prints("no goal or several").prints("(p 2)");
    }
}

#[test]
fn games_too_large_to_ground_are_played_with_the_interpreter() {
    let arguments = ["simulate", "-", "--playouts", "10", "--memory", "100M"];
    let run = with_input(arguments, support::registers().as_bytes()).exits(0);
    run.prints("interpreter").prints("too large to ground").prints("(register …)").prints("10 ended");
    let json = with_input(arguments.iter().chain(&["--json"]), support::registers().as_bytes()).exits(0).json();
    assert_eq!(json["engine"], "interpreter");
    assert!(json["too_large_to_ground"].is_string());
    with_input(arguments.iter().chain(&["--engine", "batch"]), support::registers().as_bytes())
        .exits(3)
        .complains("register");
}

#[test]
fn playouts_cut_short_by_time_are_counted_and_marked_incomplete() {
    for engine in ["batch", "interpreter"] {
        let arguments =
            ["simulate", "connect-four", "--playouts", "1000000000", "--time", "200ms", "--engine", engine, "--json"];
        let answer = backsolve(arguments).exits(3).complains("the playouts are not finished").json();
        assert_eq!(answer["complete"], false, "{answer}");
        assert!(answer["plies_per_second"].as_f64() > Some(0.0), "{answer}");
    }
    let arguments = ["simulate", "connect-four", "--seconds", "600", "--time", "200ms", "--json"];
    let answer = backsolve(arguments).exits(0).json();
    assert_eq!((&answer["complete"], answer["runs"].as_array().map(Vec::len)), (&true.into(), Some(5)));
}
