//! Warnings about rule sheets reach the user of every command, and no command answers if the rules have no answer.

mod support;

use bruteforce::{Setup, SolvedGame};
use support::{Folder, Run, backsolve, with_input};

/// Two players alternately mark three cells; the sheet has no mistakes.
const GAME: &str = "\
(role top)
(role bottom)
(init (cell 1 empty))
(init (cell 2 empty))
(init (cell 3 empty))
(init (control top))
(<= (legal ?r (mark ?c)) (true (control ?r)) (true (cell ?c empty)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?c ?r)) (does ?r (mark ?c)))
(<= (next (cell ?c ?m)) (true (cell ?c ?m)) (distinct ?m empty))
(<= (next (cell ?c empty)) (true (cell ?c empty)) (does ?r (mark ?d)) (distinct ?c ?d))
(<= (next (control bottom)) (true (control top)))
(<= (next (control top)) (true (control bottom)))
(<= open (true (cell ?c empty)))
(<= terminal (not open))
(<= (goal ?r 100) (true (cell 2 ?r)))
(<= (goal ?r 0) (role ?r) (not (true (cell 2 ?r))))
";

fn with(old: &str, new: &str) -> String {
    assert!(GAME.contains(old), "{old}");
    GAME.replace(old, new)
}

/// Runs a command on a sheet in a new folder.
fn run(command: &[&str], sheet: &str) -> Run {
    let folder = Folder::new();
    let path = folder.file("game.kif", sheet);
    let out = folder.path().join("solution");
    let mut arguments: Vec<&std::ffi::OsStr> = command.iter().map(AsRef::as_ref).collect();
    arguments.push(path.as_os_str());
    if command[0] == "solve" {
        arguments.extend(["--out".as_ref(), out.as_os_str()]);
    }
    backsolve(arguments)
}

#[test]
fn a_sheet_without_mistakes_is_solved_without_warnings() {
    let run = run(&["solve", "--json"], GAME).exits(0);
    assert_eq!(run.json()["value"], serde_json::json!([100, 0]));
    assert_eq!(run.stderr, "");
}

#[test]
fn warnings_of_check_are_not_swallowed() {
    let sheet = with("(next (control", "(nxt (control");
    for command in [&["solve"][..], &["reach"], &["info"], &["simulate", "--playouts", "5"], &["strategy", "synth"]] {
        let run = run(command, &sheet).complains("warning[unreachable]: the relation `nxt` is not used by the game");
        run.complains("did you mean `next`?").complains("game.kif:12:6");
    }
}

#[test]
fn warnings_leave_standard_output_to_the_answer() {
    let sheet = with("(next (control", "(nxt (control");
    let run = run(&["solve", "--json"], &sheet).exits(0).complains("warning[unreachable]");
    assert!(run.json()["value"].is_array());
}

#[test]
fn excess_warnings_are_cut() {
    let superfluous: String = (0..30).map(|n| format!("(unused{n} 1)\n")).collect();
    let run = run(&["reach"], &format!("{GAME}{superfluous}")).exits(0);
    assert_eq!(run.stderr.matches("warning[unreachable]").count(), 10, "{}", run.stderr);
    run.complains("… and 20 more warnings; `backsolve check` shows all");
}

#[test]
fn bundled_games_have_no_warnings() {
    for name in ["tic-tac-toe", "nim:1", "connect-four:4x4", "three-mens-morris"] {
        assert_eq!(backsolve(["reach", name]).exits(0).stderr, "", "{name}");
    }
}

#[test]
fn typos_in_constants_are_reported_with_the_likely_spelling() {
    let said = |sheet: &str, text: &str, help: &str| {
        run(&["check"], sheet).exits(0).prints(text).prints(help);
        run(&["solve"], sheet).complains(text).complains(help);
    };
    let emtpy = with("(true (control ?r)) (true (cell ?c empty))", "(true (control ?r)) (true (cell ?c emtpy))");
    said(&emtpy, "the second argument of `cell` is never `emtpy`", "did you mean `empty`?");
    let control = with("(init (control top))", "(init (contrl top))");
    said(&control, "no condition tests the fluent `contrl`", "did you mean `control`?");
    let role = with("(role bottom)", "(role botom)");
    said(&role, "no rule names the role `botom`", "did you mean `bottom`?");
}

#[test]
fn a_game_that_ends_immediately_and_roles_without_a_choice_are_reported() {
    let short = with("(<= terminal (not open))", "(<= terminal open)");
    run(&["check"], &short).exits(0).prints("warning[short]: the game is over at the start");
    let forced = with("(init (cell 2 empty))\n(init (cell 3 empty))\n", "(init (cell 2 empty))\n");
    let told = run(&["check"], &forced).exits(0).prints("warning[short]: the game has only 5 reachable states");
    told.prints("warning[choice]: `bottom` never has a choice: it has at most one legal move in each of the 5");
    run(&["info"], &forced).exits(0).complains("warning[choice]");
}

#[test]
fn a_role_without_a_legal_move_is_named_with_the_usual_cause() {
    let sheet = with("(<= (legal ?r noop) (role ?r) (not (true (control ?r))))\n", "");
    let sentence = "bottom has no legal move in a non-terminal state; the usual cause is a missing `noop`";
    for engine in ["explicit", "symbolic"] {
        run(&["solve", "--engine", engine], &sheet).exits(1).complains(&format!("error: {sentence}"));
    }
    run(&["strategy", "synth"], &sheet).exits(1).complains(&format!("error: {sentence}"));
    run(&["check"], &sheet).exits(0).prints(&format!("warning[missing]: {sentence}"));
    run(&["info"], &sheet).exits(0).prints(sentence);
    for engine in ["batch", "interpreter"] {
        run(&["simulate", "--playouts", "5", "--engine", engine], &sheet).exits(0).prints(sentence);
    }
}

#[test]
fn a_missing_noop_is_advised_instead_of_lenient_mode() {
    let sheet = with("(<= (legal ?r noop) (role ?r) (not (true (control ?r))))\n", "");
    for engine in ["explicit", "symbolic"] {
        let refused = run(&["solve", "--engine", engine], &sheet).exits(1);
        assert!(!refused.stderr.contains("--lenient"), "{}", refused.stderr);
        refused.complains("help: add a move for bottom while it waits, such as `(<= (legal bottom noop) …)`");
    }
}

#[test]
fn a_stuck_role_to_move_is_distinguished_from_one_that_waits() {
    let sheet = with("(<= terminal (not open))", "(<= terminal (true (cell 4 empty)))");
    let sentence = "bottom has no legal move in a non-terminal state; \
                    the state should be terminal, or bottom needs a legal move there";
    for engine in ["explicit", "symbolic"] {
        let refused = run(&["solve", "--engine", engine], &sheet).exits(1).complains(&format!("error: {sentence}"));
        refused.complains("help: with --lenient a state without a legal move ends the game");
    }
    run(&["solve", "--lenient"], &sheet).exits(0);
    let nobody = with("(init (control top))", "(init (control nobody))")
        .replace("(<= (legal ?r noop) (role ?r) (not (true (control ?r))))\n", "");
    let refused =
        run(&["solve"], &nobody).exits(1).complains("error: no role has a legal move in a non-terminal state");
    assert!(!refused.stderr.contains("--lenient"), "a game of one state is not meant: {}", refused.stderr);
}

#[test]
fn lenient_mode_is_advised_only_if_the_game_can_then_be_solved() {
    let twice = with("(<= (goal ?r 0) (role ?r) (not (true (cell 2 ?r))))", "(<= (goal ?r 0) (role ?r))");
    let advice = "help: with --lenient a missing goal counts as 0, and of several goals the lowest counts";
    run(&["solve"], &twice).exits(1).complains("has several goals at a terminal state").complains(advice);
    run(&["solve", "--lenient"], &twice).exits(0);
    // Both mark simultaneously.
    let at_once = twice.replace("(true (control ?r)) (true (cell ?c empty))", "(role ?r) (true (cell ?c empty))");
    run(&["solve"], &at_once).exits(1).complains("has several goals at a terminal state");
    run(&["solve", "--lenient", "--engine", "symbolic"], &at_once).exits(1).complains("by the explicit engine");
}

/// A score that rules count up is not a number in a goal, so only the reached states show its values.
#[test]
fn goals_above_100_are_refused_if_a_game_can_end_with_them() {
    let sheet = "(role you) (init (score 0)) (succ 0 60) (succ 60 120) (succ 120 180)
        (legal you raise) (legal you stop)
        (<= (next (score ?m)) (does you raise) (true (score ?n)) (succ ?n ?m))
        (<= (next (score ?n)) (does you stop) (true (score ?n)))
        (<= (next over) (does you stop))
        (<= terminal (true over)) (<= terminal (true (score 180)))
        (<= (goal you ?n) (true (score ?n)))";
    for engine in ["explicit", "symbolic"] {
        run(&["solve", "--engine", engine], sheet)
            .exits(1)
            .complains("error: you has the goal 1")
            .complains("0, which is not from 0 to 100, at a terminal state")
            .complains("help: with --lenient goal values may be below 0 and above 100");
    }
    run(&["solve", "--lenient"], sheet).exits(0).prints("180");
    // No terminal state with more than 100 is reachable here, whatever the successor facts say.
    let low = sheet.replace("(<= terminal (true over))", "(<= terminal (true over)) (<= terminal (true (score 60)))");
    run(&["solve"], &low).exits(0);
}

const COIN: &str = "\
(role you)
(role random)
(init ready)
(<= (legal you (bet ?side)) (side ?side) (true ready))
(<= (legal random (show ?side)) (side ?side) (true ready))
(side heads)
(side tails)
(<= (next won) (does you (bet ?side)) (does random (show ?side)))
(<= (next over) (true ready))
(<= terminal (true over))
(<= (goal you 100) (true won))
(<= (goal you 0) (not (true won)))
(goal random 50)
";

#[test]
fn hidden_information_is_refused_and_not_solved_as_if_it_was_not_there() {
    let hidden = format!("{GAME}(<= (sees ?r (cell ?c ?m)) (role ?r) (true (cell ?c ?m)))\n");
    let unseen = "`sees` rules say what each role sees: the game is solved only if that tells it the state";
    for command in [&["solve"][..], &["strategy", "synth"], &["solve", "--lenient"]] {
        run(command, &hidden)
            .exits(1)
            .complains("error: hidden information: ")
            .complains("sees the same after the moves");
    }
    assert_eq!(run(&["solve", "--json"], &hidden).exits(1).json()["exit_code"], 1);
    run(&["check"], &hidden).exits(0).prints(&format!("warning[hidden]: {unseen}"));
    run(&["info"], &hidden).exits(0).complains(&format!("warning[hidden]: {unseen}"));
    run(&["simulate", "--playouts", "5"], &hidden).exits(0);
    run(&["reach"], &hidden).exits(0);
    // Who sees all moves knows the state.
    let open = format!("{GAME}(<= (sees ?r (did ?q ?m)) (role ?r) (does ?q ?m))\n");
    assert_eq!(
        run(&["solve", "--json"], &open).exits(0).json()["value"],
        run(&["solve", "--json"], GAME).exits(0).json()["value"]
    );
}

#[test]
fn a_bet_on_a_coin_is_worth_half() {
    for sheet in [COIN.to_owned(), COIN.replace("random", "Random")] {
        let answer = run(&["solve", "--json"], &sheet).exits(0).json();
        assert_eq!((&answer["roles"], &answer["value"]), (&serde_json::json!(["you"]), &serde_json::json!([50.0])));
        run(&["check"], &sheet).exits(0);
    }
}

#[test]
fn existing_solutions_of_such_games_are_refused_too() {
    let folder = Folder::new();
    let hidden = format!("{GAME}(<= (sees ?r (cell ?c ?m)) (role ?r) (true (cell ?c ?m)))\n");
    let chance = GAME.replace("bottom", "random");
    for (name, sheet, sentence) in
        [("chance", chance, "the role `random` moves by chance"), ("hidden", hidden, "hidden information: ")]
    {
        let path = folder.path().join(name);
        SolvedGame::of(&sheet, &Setup::default()).write(&path);
        for command in ["query", "verify"] {
            backsolve([command.as_ref(), path.as_os_str()]).exits(1).complains(&format!("error: {sentence}"));
        }
    }
}

#[test]
fn strategies_for_games_of_chance_are_not_verified() {
    let folder = Folder::new();
    let (sheet, strategy) = (folder.file("coin.kif", COIN), folder.file("mine.strategy", "=> (bet heads)\n"));
    for command in ["verify", "minimise", "complete", "explain"] {
        let arguments = ["strategy".as_ref(), command.as_ref(), sheet.as_os_str(), strategy.as_os_str()];
        backsolve(arguments).exits(1).complains("error: the role `random` moves by chance");
    }
}

#[test]
fn a_long_list_of_facts_is_still_checked_for_typos_in_time() {
    let facts: String = (0..20_000).map(|n| format!("(next-number {n} {})\n", n + 1)).collect();
    let sheet = format!("{GAME}{facts}(<= open (next-number ?x 20001))\n");
    with_input(["check", "-"], sheet.as_bytes())
        .exits(0)
        .prints("the second argument of `next-number` is never `20001`");
}
