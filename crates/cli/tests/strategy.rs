//! `backsolve strategy`: synthesise, verify, minimise, complete, explain.

mod support;

use support::{Folder, backsolve, with_input};

const NEARLY: &str = "(role x)\n(completes-line ?me ?m) => ?m\n=> (mark 2 2)\n";

#[test]
fn what_is_synthesised_is_optimal_and_the_same_for_the_same_seed() {
    let synth = ["strategy", "synth", "tic-tac-toe", "--restarts", "5", "--seconds", "0", "--json"];
    let answer = backsolve(synth).exits(0).json();
    assert_eq!((&answer["optimal"], &answer["states"], &answer["restarts"]), (&true.into(), &4520.into(), &5.into()));
    let text = answer["text"].as_str().expect("a text");
    assert_eq!(backsolve(synth).exits(0).json()["text"], text);
    let verify = ["strategy", "verify", "tic-tac-toe", "-", "--json"];
    assert_eq!(with_input(verify, text.as_bytes()).exits(0).json()["optimal"], true);
    // The answer itself is a strategy too.
    let again = with_input(verify, answer.to_string().as_bytes()).exits(0).json();
    assert_eq!((&again["text"], &again["rules"]), (&answer["text"], &answer["rules"]));
}

#[test]
fn a_flaw_is_shown_with_the_way_to_it_and_what_is_right() {
    let run = with_input(["strategy", "verify", "tic-tac-toe", "-"], NEARLY.as_bytes()).exits(1);
    run.prints("not optimal").prints("after").prints("right").prints("strategy complete");
    let answer = with_input(["strategy", "verify", "tic-tac-toe", "-", "--json"], NEARLY.as_bytes()).exits(1).json();
    let example = &answer["counter_example"];
    assert!(example["best"].as_array().is_some_and(|best| !best.is_empty()));
    assert!(example["value_after"].as_i64() < example["value"].as_i64());
    with_input(["strategy", "verify", "tic-tac-toe", "-", "--weak"], NEARLY.as_bytes())
        .exits(0)
        .prints("weakly optimal");
}

#[test]
fn strategies_are_completed_minimised_and_explained() {
    let folder = Folder::new();
    let (part, whole) = (folder.file("part.strategy", NEARLY), folder.path().join("whole.strategy"));
    let (part, whole) = (part.display().to_string(), whole.display().to_string());
    let complete = ["strategy", "complete", "tic-tac-toe", &part, "--restarts", "3", "--seconds", "0", "--out", &whole];
    backsolve(complete).exits(0).prints("strongly optimal");
    assert!(std::fs::read_to_string(&whole).expect("it was written").starts_with(NEARLY));
    backsolve(["strategy", "minimise", "tic-tac-toe", &whole]).exits(0).prints("where there were");
    let explained = backsolve(["strategy", "explain", "tic-tac-toe", &whole]).exits(0);
    explained.prints("that gives you a line").prints("For example").prints("Without it").prints("(cell ACROSS DOWN …)");
    backsolve(["strategy", "minimise", "tic-tac-toe", &part]).exits(1).complains("not strongly optimal");
}

#[test]
fn what_is_wrong_is_mended_where_that_is_asked_for() {
    let wrong = "(role x)\n=> (mark 1 2)\n";
    let complete = ["strategy", "complete", "tic-tac-toe", "-", "--seconds", "0", "--restarts", "3"];
    with_input(complete, wrong.as_bytes()).exits(1).complains("not weakly optimal").complains("--mend");
    let mended = with_input(complete.into_iter().chain(["--mend"]), wrong.as_bytes()).exits(0);
    mended.prints("strongly optimal").prints("\n=> (mark 1 2)");
    let on_diagrams = complete.into_iter().chain(["--mend", "--engine", "diagrams"]);
    with_input(on_diagrams, wrong.as_bytes()).exits(1).complains("on bitmaps only");
}

#[test]
fn a_list_that_makes_detours_is_not_called_wrong() {
    let folder = Folder::new();
    let sheet = "(role p) (init (at s)) (place s) (place t) (place u) (place end)
        (<= (base (at ?x)) (place ?x)) (<= (input p (to ?x)) (place ?x))
        (<= (legal p (to end)) (true (at s))) (<= (legal p (to t)) (true (at s)))
        (<= (legal p (to end)) (true (at t))) (<= (legal p (to u)) (true (at t)))
        (<= (legal p (to s)) (true (at u))) (<= (next (at ?x)) (does p (to ?x)))
        (<= terminal (true (at end))) (<= (goal p 100) (true (at end))) (<= (goal p 0) (not (true (at end))))";
    let sheet = folder.file("detour.gdl", sheet).display().to_string();
    let detour = b"(at s) => (to t)\n";
    with_input(["strategy", "verify", &sheet, "-", "--weak"], detour).exits(0);
    let complete = ["strategy", "complete", &sheet, "-", "--seconds", "0", "--restarts", "1"];
    with_input(complete, detour).exits(1).complains("loses nothing");
    with_input(complete.into_iter().chain(["--mend"]), detour).exits(0).prints("strongly optimal");
}

#[test]
fn explanations_of_poor_lists_recommend_no_blunders() {
    // In a state that neither rule fits, one move wins and another loses.
    let poor = "(role x)\n=> (mark 2 2)\n(cell 1 1 o) => (mark 3 3)\n";
    let explain = ["strategy", "explain", "tic-tac-toe", "-"];
    let text = with_input(explain, poor.as_bytes()).exits(0).prints("no rule applies, though not every move is good");
    assert!(!text.stdout.contains("any move will do") && !text.stdout.contains("play anything"), "{}", text.stdout);
}

#[test]
fn a_search_that_has_tried_everything_does_not_ask_for_time() {
    let lifted = ["strategy", "synth", "nim:1,2", "--lifted", "--both", "--seconds", "60"];
    let run = backsolve(lifted).exits(1);
    let run = run.complains("no list of lifted rules").complains("leave --lifted out");
    assert!(!run.stderr.contains("--seconds"), "{}", run.stderr);
}

#[test]
fn a_search_for_lifted_rules_says_what_it_tried_and_how_far_it_came() {
    let nim = backsolve(["strategy", "synth", "nim:1,2", "--lifted", "--both"]).exits(1);
    nim.complains("there are no words for conditions").complains("none of the 4 rules tried");
    let morris = ["strategy", "synth", "three-mens-morris", "--lifted", "--seconds", "600"];
    let morris = backsolve(morris).exits(1).complains("conditions were about can-move, line, blocked");
    morris.complains("lists of up to").complains("leaves").complains("add rules of facts to the best list:\n");
}

#[test]
fn a_search_ends_with_a_list_that_cannot_be_shorter() {
    for (game, rules) in [("queens:4", 1), ("connect-four:3x3", 0), ("nim:1,2,3", 2)] {
        let found = backsolve(["strategy", "synth", game, "--seconds", "3600", "--json"]).exits(0).json();
        assert_eq!((&found["rules"], &found["minimal"], &found["steps"]), (&rules.into(), &true.into(), &0.into()));
    }
    let whole = with_input(["strategy", "complete", "queens:4", "-", "--seconds", "3600"], b"=> (place 1 2)").exits(0);
    whole.prints("1 rule, 0 literals").prints("nothing smaller is enough\n");
}

#[test]
fn mending_adds_no_rule_that_is_never_used() {
    let given = "(cell 1 1 x) (cell 2 2 x) => (mark 1 1)\n(cell 1 3 o) (cell 3 3 x) => (mark 2 1)\n(cell 1 3 o) => (mark 3 2)\n";
    let mend = ["strategy", "complete", "tic-tac-toe", "-", "--role", "o", "--mend", "--seconds", "0", "--json"];
    let mended = with_input(mend, given.as_bytes()).exits(0).json();
    let list = mended["text"].as_str().expect("a text");
    let explained = with_input(["strategy", "explain", "tic-tac-toe", "-", "--json"], list.as_bytes()).exits(0).json();
    for added in mended["added"].as_array().expect("numbers") {
        let rule = &explained["rules"][added.as_u64().expect("a number") as usize - 1];
        assert_ne!(rule["states"], 0, "{} decides nowhere in\n{list}", rule["text"]);
    }
}

#[test]
fn wrong_files_and_unsuited_games_are_errors() {
    let wrong = with_input(["strategy", "verify", "tic-tac-toe", "-"], b"(cell 1 4 x) => (mark 2 2)").exits(1);
    wrong.complains("is no fact of the game").complains("^^^^");
    with_input(["strategy", "verify", "tic-tac-toe", "-"], b"{\"list\": 3}").exits(2);
    with_input(["strategy", "verify", "tic-tac-toe", "--role", "o", "-"], NEARLY.as_bytes())
        .exits(2)
        .complains("is for x");
    backsolve(["strategy", "verify", "tic-tac-toe", "nothing.strategy"])
        .exits(2)
        .complains("there is no file nothing.strategy");
    backsolve(["strategy", "synth", "tic-tac-toe", "--role", "z"]).exits(2).complains("no role `z`");
    backsolve(["strategy", "synth", "clobber:3x4"]).exits(1).complains("add up").complains("`backsolve solve`");
    backsolve(["strategy", "synth", "sim", "--memory", "32M", "--engine", "bitmaps"]).exits(3).complains("too large");
}

#[test]
fn diagrams_say_what_bitmaps_say() {
    let folder = Folder::new();
    let database = folder.path().join("solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &database]).exits(0);
    let list = folder.path().join("list.strategy").display().to_string();
    let synth =
        ["strategy", "synth", "tic-tac-toe", "--engine", "diagrams", "--seconds", "1", "--out", &list, "--json"];
    let made = backsolve(synth).exits(0).json();
    assert_eq!((&made["optimal"], &made["engine"], &made["states"]), (&true.into(), &"diagrams".into(), &4520.into()));
    backsolve(["strategy", "verify", "tic-tac-toe", &list]).exits(0).prints("strongly optimal for x");
    backsolve(["strategy", "minimise", "tic-tac-toe", &list, "--engine", "diagrams"])
        .exits(0)
        .prints("where there were");
    let ways: [&[&str]; 4] = [
        &["--engine", "bitmaps"],
        &["--engine", "diagrams"],
        &["--engine", "diagrams", "--database", &database],
        &["--walk", "--database", &database],
    ];
    let nearly = "(role x)\n=> (mark 2 2)\n";
    for way in ways {
        let verify = [&["strategy", "verify", "tic-tac-toe", "-", "--json"], way].concat();
        let answer = with_input(&verify, nearly.as_bytes()).exits(1).json();
        assert_eq!((&answer["optimal"], &answer["weakly_optimal"]), (&false.into(), &true.into()), "{way:?}");
        assert_eq!(answer["counter_example"]["moves"].as_array().map(Vec::len), Some(2), "{way:?}");
        let weak = [&verify[..], &["--weak"]].concat();
        let answer = with_input(&weak, nearly.as_bytes()).exits(0).json();
        assert_eq!((&answer["reached"], &answer["decided"]), (&605.into(), &1.into()), "{way:?}");
        // A lifted rule needs a list of all states.
        let lifted = with_input(&verify, NEARLY.as_bytes());
        if way == ways[0] {
            lifted.exits(1)
        } else {
            lifted.exits(2)
        };
    }
}

#[test]
fn a_solution_of_another_game_or_an_unfinished_or_damaged_one_is_refused() {
    let folder = Folder::new();
    let database = folder.path().join("solution").display().to_string();
    backsolve(["solve", "nim:1,2,3", "--out", &database]).exits(0);
    let verify = ["strategy", "verify", "tic-tac-toe", "-", "--database", &database];
    with_input(verify, b"=> (mark 2 2)").exits(2).complains("another game");
    let missing = ["strategy", "verify", "tic-tac-toe", "-", "--database", "nowhere"];
    with_input(missing, b"=> (mark 2 2)").exits(2).complains("there is no solution");
    let layers = std::fs::read_dir(&database).expect("a directory").map(|entry| entry.expect("an entry").path());
    for layer in layers.filter(|path| path.extension().is_some_and(|extension| extension == "layer")) {
        std::fs::write(layer, "damaged").expect("it can be written");
    }
    let verify = ["strategy", "verify", "nim:1,2,3", "-", "--engine", "diagrams", "--database", &database];
    with_input(verify, b"=> (reduce 1 0)").exits(4).complains("is damaged");
}

#[test]
fn a_game_too_large_for_bitmaps_goes_on_with_diagrams() {
    let verify = ["strategy", "verify", "nim:20,20,20,20", "-", "--memory", "30M"];
    with_input(verify, b"=> (reduce 1 0)").exits(1).complains("going on with diagrams").prints("not optimal");
}

/// Round and round, or out.
const RING: &str = "\
(role a) (init (at 1)) (next-to 1 2) (next-to 2 3) (next-to 3 1)
(legal a step) (<= (legal a leave) (true (at 3)))
(<= (next (at ?y)) (does a step) (true (at ?x)) (next-to ?x ?y))
(<= (next (at 4)) (does a leave))
(<= terminal (true (at 4)))
(<= (goal a 100) (true (at 4))) (<= (goal a 0) (not (true (at 4))))
";

#[test]
fn a_rule_that_ends_the_game_is_not_called_useless() {
    let folder = Folder::new();
    let (sheet, list) = (folder.file("ring.kif", RING), folder.file("ring.strategy", "(role a)\n(at 3) => leave\n"));
    let (sheet, list) = (sheet.display().to_string(), list.display().to_string());
    backsolve(["strategy", "verify", &sheet, &list]).exits(0);
    let run = backsolve(["strategy", "explain", &sheet, &list]).exits(0);
    run.prints("Without it play may go on for ever");
}
