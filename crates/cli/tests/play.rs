//! Playing in the terminal, with the lines that a user would type.

mod support;

use support::{Folder, Run, backsolve, with_input};

/// Plays with these lines.
fn play(arguments: &[&str], lines: &str) -> Run {
    let all = ["play"].iter().chain(arguments).chain(&["--seed", "1", "--time", "100ms", "--threads", "1"]);
    with_input(all, lines.as_bytes())
}

/// A solution of Tic-Tac-Toe.
fn solved(folder: &Folder) -> String {
    let path = folder.path().join("ttt.solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &path]).exits(0);
    path
}

#[test]
fn a_game_is_drawn_and_played_by_number_and_in_words() {
    let run = play(&["tic-tac-toe", "--level", "1"], "5\nhelp\nquit\n").exits(0);
    let run = run.prints("You are x. The program plays o at level 1.").prints("5: mark b2");
    let run = run.prints("  1  .  .  .\n  2  .  .  .\n").prints("o plays mark ").prints("save FILE");
    assert!(run.stdout.lines().any(|line| line.starts_with("  2 ") && line.contains(" x ")), "{}", run.stdout);
    play(&["tic-tac-toe", "--level", "1"], "b2\n").exits(0).prints("o plays").prints("End of input.");
    play(&["connect-four:4x4", "--level", "2"], "3\n").exits(0).prints("r red");
}

#[test]
fn the_program_moves_first_if_the_user_is_second() {
    let run = play(&["tic-tac-toe", "--as", "o"], "").exits(0);
    assert!(run.stdout.find("x plays") < run.stdout.find("o> "), "{}", run.stdout);
    play(&["tic-tac-toe", "--as", "2"], "").exits(0).prints("You are o.");
    play(&["tic-tac-toe", "--as", "z"], "").exits(2).complains("its roles are x, o");
    play(&["tic-tac-toe", "--level", "11"], "").exits(2).complains("give a number from 1");
}

#[test]
fn illegal_moves_are_reported_and_the_game_continues() {
    let run = play(&["tic-tac-toe"], "mark 9 9\nmrk 1 1\n1 1\nundo\nundo\n").exits(0);
    run.prints("`mark 9 9` is not a legal move; `moves` lists")
        .prints("did you mean mark a1?")
        .prints("You have no move to take back.");
}

#[test]
fn hints_come_from_the_database_if_there_is_one() {
    let folder = Folder::new();
    let database = solved(&folder);
    let run = play(&[&database, "--level", "10"], "1 1\nhint\nswitch\n").exits(0);
    run.prints("o plays mark b2").prints(" *  mark a2  = draw").prints("You are o now.");
    play(&[&database, "--hints"], "").exits(0).prints("outcome");
    play(&["tic-tac-toe"], "hint\n").exits(0).prints("a database from `backsolve solve` is exact");
}

#[test]
fn games_are_saved_loaded_and_reviewed() {
    let folder = Folder::new();
    let database = solved(&folder);
    let file = folder.path().join("game.json").display().to_string();
    play(&[&database, "--level", "10"], &format!("1 1\n1 2\nsave {file}\n")).exits(0).prints("judges the moves");
    let run = play(&[&database, "--level", "10"], &format!("load {file}\nload nothing.json\n")).exits(0);
    run.prints("there is no file nothing.json").prints("  1  x ");
    let review = backsolve(["review", &database, &file, "--json"]).exits(0).json();
    assert_eq!(review["players"], serde_json::json!(["you", "level 10"]));
    assert_eq!(review["plies"][0]["move"], "(mark 1 1)");
}

#[test]
fn with_json_the_game_is_one_object() {
    let run = play(&["nim:1,2", "--json", "--level", "10"], "1\nquit\n").exits(0);
    let answer = run.json();
    assert_eq!((answer["game"].as_str(), answer["level"].as_u64()), (Some("nim:1,2"), Some(10)));
    assert!(answer["moves"].as_array().is_some_and(|moves| moves.len() >= 2), "{answer}");
    run.complains("The program plays");
}

#[test]
fn dice_are_rolled_and_hints_show_expected_rewards() {
    let folder = Folder::new();
    let database = folder.path().join("pig.solution").display().to_string();
    backsolve(["solve", "pig:10", "--out", &database]).exits(0);
    let run = play(&[&database, "--level", "10"], "hint\nroll\nroll\nroll\nquit\n").exits(0);
    let run = run.prints("You are first. The program plays second at level 10. It rolls for random.");
    let run = run.prints("expected: first ").prints("move  probability").prints("random rolls ");
    assert!(run.stdout.contains("100.00%"), "the optimal move: {}", run.stdout);
    play(&["pig:10", "--as", "random"], "").exits(2).complains("moves by chance");
    play(&["pig:10", "--level", "3"], "roll\nhint\n").exits(0).prints("random rolls ").prints("is exact");
    // `switch` passes over chance.
    play(&["pig:10", "--level", "1"], "switch\nswitch\n").exits(0).prints("second now").prints("first now");
}

#[test]
fn simultaneous_moves_are_drawn_from_the_stored_strategy() {
    let folder = Folder::new();
    let database = folder.path().join("rps.solution").display().to_string();
    backsolve(["solve", "rock-paper-scissors", "--out", &database]).exits(0);
    let played = |seed: &str| {
        let input = b"hint\nrock\n";
        let run = with_input(["play", &database, "--level", "10", "--seed", seed], input).exits(0).prints("33.33%");
        let line = run.stdout.lines().rfind(|line| line.contains(" plays ")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{}", run.stdout))
    };
    let seen: std::collections::BTreeSet<String> = (1..20).map(|seed| played(&seed.to_string())).collect();
    assert_eq!(seen.len(), 3, "all three moves: {seen:?}");
    assert_eq!(played("5"), played("5"));
}
