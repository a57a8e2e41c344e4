//! `backsolve strategy`: synthesise, verify, minimise, complete, explain.

mod support;

use support::{Folder, backsolve, with_input};

const NEARLY: &str = "(role x)\n(completes-line ?me ?m) => ?m\n=> (mark 2 2)\n";

#[test]
fn synthesised_strategies_are_optimal_and_deterministic_for_a_seed() {
    let synth = ["strategy", "synth", "tic-tac-toe", "--restarts", "5", "--seconds", "0", "--json"];
    let answer = backsolve(synth).exits(0).json();
    assert_eq!((&answer["optimal"], &answer["states"], &answer["restarts"]), (&true.into(), &4520.into(), &5.into()));
    let text = answer["text"].as_str().expect("a text");
    assert_eq!(backsolve(synth).exits(0).json()["text"], text);
    let verify = ["strategy", "verify", "tic-tac-toe", "-", "--json"];
    assert_eq!(with_input(verify, text.as_bytes()).exits(0).json()["optimal"], true);
    // The answer itself is also a strategy.
    let again = with_input(verify, answer.to_string().as_bytes()).exits(0).json();
    assert_eq!((&again["text"], &again["rules"]), (&answer["text"], &answer["rules"]));
}

#[test]
fn a_flaw_is_shown_with_the_path_to_it_and_the_right_move() {
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
    backsolve(["strategy", "minimise", "tic-tac-toe", &whole]).exits(0).prints(", before: ");
    let explained = backsolve(["strategy", "explain", "tic-tac-toe", &whole]).exits(0);
    explained.prints("Play a move that gives you a line.").prints("It fits here").prints("If you forget it");
    backsolve(["strategy", "minimise", "tic-tac-toe", &part]).exits(1).complains("not strongly optimal");
}

#[test]
fn wrong_lists_are_repaired_on_request() {
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
    with_input(complete, detour).exits(1).complains("keeps the value, but does not always bring the end closer");
    with_input(complete.into_iter().chain(["--mend"]), detour).exits(0).prints("strongly optimal");
}

#[test]
fn explanations_of_poor_lists_recommend_no_blunders() {
    // In a state to which neither rule applies, one move wins and another loses.
    let poor = "(role x)\n=> (mark 2 2)\n(cell 1 1 o) => (mark 3 3)\n";
    let explain = ["strategy", "explain", "tic-tac-toe", "-"];
    let text = with_input(explain, poor.as_bytes()).exits(0).says("No rule fits, but not every move is good.");
    let text = text.says("These rules are not perfect").says("you have to find a good move yourself");
    assert!(!text.stdout.contains("Play any move") && !text.stdout.contains("any move you like"), "{}", text.stdout);
}

#[test]
fn an_exhaustive_search_does_not_ask_for_more_time() {
    let lifted = ["strategy", "synth", "nim:1,2", "--lifted", "--both", "--seconds", "60"];
    let run = backsolve(lifted).exits(1);
    let run = run.complains("no strongly optimal list of lifted rules").complains("omit --lifted");
    assert!(!run.stderr.contains("--seconds"), "{}", run.stderr);
}

#[test]
fn a_search_for_lifted_rules_reports_what_it_tried() {
    let nim = backsolve(["strategy", "synth", "nim:1,2", "--lifted", "--both"]).exits(1);
    nim.complains("there are no words for conditions").complains("none of the 4 rules tried");
    let morris = ["strategy", "synth", "three-mens-morris", "--lifted", "--seconds", "600"];
    let morris = backsolve(morris).exits(1).complains("conditions used can-move, line, blocked");
    morris.complains("lists of up to").complains("leaves").complains("add ground rules to the best list:\n");
}

#[test]
fn a_search_ends_with_a_list_that_is_proved_minimal() {
    for (game, rules) in [("queens:4", 1), ("connect-four:3x3", 0), ("nim:1,2,3", 2)] {
        let found = backsolve(["strategy", "synth", game, "--seconds", "3600", "--json"]).exits(0).json();
        assert_eq!((&found["rules"], &found["minimal"], &found["steps"]), (&rules.into(), &true.into(), &0.into()));
    }
    let whole = with_input(["strategy", "complete", "queens:4", "-", "--seconds", "3600"], b"=> (place 1 2)").exits(0);
    whole.prints("1 rule, 0 literals").prints("no smaller list is enough\n");
}

#[test]
fn repairing_adds_no_unused_rule() {
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

/// Three in a row with stones: no fact says that a point is empty, and the moves are called `play`.
const STONES: &str = "\
(role black) (role white) (index 1) (index 2) (index 3) (init (control black))
(<= (taken ?c ?r) (true (stone ?c ?r ?p)))
(<= (legal ?p (play ?c ?r)) (true (control ?p)) (index ?c) (index ?r) (not (taken ?c ?r)))
(<= (legal white noop) (true (control black))) (<= (legal black noop) (true (control white)))
(<= (next (stone ?c ?r ?p)) (does ?p (play ?c ?r))) (<= (next (stone ?c ?r ?p)) (true (stone ?c ?r ?p)))
(<= (next (control white)) (true (control black))) (<= (next (control black)) (true (control white)))
(<= (line ?p) (role ?p) (index ?c) (true (stone ?c 1 ?p)) (true (stone ?c 2 ?p)) (true (stone ?c 3 ?p)))
(<= (line ?p) (role ?p) (index ?r) (true (stone 1 ?r ?p)) (true (stone 2 ?r ?p)) (true (stone 3 ?r ?p)))
(<= (line ?p) (role ?p) (true (stone 1 1 ?p)) (true (stone 2 2 ?p)) (true (stone 3 3 ?p)))
(<= (line ?p) (role ?p) (true (stone 3 1 ?p)) (true (stone 2 2 ?p)) (true (stone 1 3 ?p)))
(<= open (index ?c) (index ?r) (not (taken ?c ?r)))
(<= terminal (line black)) (<= terminal (line white)) (<= terminal (not open))
(<= (goal black 100) (line black)) (<= (goal white 100) (line white))
(<= (goal black 0) (line white)) (<= (goal white 0) (line black))
(<= (goal ?p 50) (role ?p) (not (line black)) (not (line white)))
";

const STONES_RULES: &str = "\
(role black)
=> (play 2 2)
(stone 3 3 black) => (play 1 1)
(stone 1 1 white) (not (stone 3 2 white)) => (play 1 2)
(not (stone 3 2 white)) => (play 1 2)
(stone 1 2 black) => (play 1 1)
";

#[test]
fn pictures_show_the_whole_board_and_the_move() {
    let folder = Folder::new();
    let sheet = folder.file("stones.kif", STONES).display().to_string();
    let explained = with_input(["strategy", "explain", &sheet, "-"], STONES_RULES.as_bytes()).exits(0);
    let explained = explained.prints("       1  .  .  .\n       2  . [ ] .\n       3  .  .  .\n");
    explained.prints("  b    black\n").prints("  .    empty\n").prints("  [ ]  your move goes here\n");
}

#[test]
fn moves_are_printed_by_their_own_names() {
    let folder = Folder::new();
    let sheet = folder.file("stones.kif", STONES).display().to_string();
    let explained = with_input(["strategy", "explain", &sheet, "-"], STONES_RULES.as_bytes()).exits(0);
    let explained = explained.prints("Rule 1. Whenever you can: play b2.\n");
    assert!(!explained.stdout.contains("play play"), "{}", explained.stdout);
}

#[test]
fn a_rule_that_applies_through_a_symmetry_is_called_mirrored() {
    let folder = Folder::new();
    let sheet = folder.file("stones.kif", STONES).display().to_string();
    let explain = ["strategy", "explain", &sheet, "-"];
    let explained = with_input(explain, STONES_RULES.as_bytes()).exits(0);
    explained.says("In the examples this is called “mirrored”.").says("fits, mirrored like this: “If ");
    let json = with_input([&explain[..], &["--json"]].concat(), STONES_RULES.as_bytes()).exits(0).json();
    assert_eq!(json["likeness"]["kind"], "mirrored");
    let example = &json["rules"][0]["non_example"];
    assert!(!example["moves"].as_array().expect("moves").is_empty());
    assert_eq!((&example["mirrored"], &example["picture"][1]), (&example["moves"], &"1  .  b  .".into()), "{example}");
    // The losing edge is a different one than the one written.
    let wrong = b"(role x)\n=> (mark 2 2)\n(cell 1 3 o) => (mark 1 2)\n";
    let verified = with_input(["strategy", "verify", "tic-tac-toe", "-", "--weak"], wrong).exits(1);
    verified.prints("2, mirrored, proposes");
    // Heaps of one size are interchangeable.
    let swapped = with_input(["strategy", "explain", "nim:3,3", "-", "--role", "second"], b"=> (reduce 1 0)").exits(0);
    swapped.says("such as heap 1 and heap 2").says("this is called “swapped”");
}

#[test]
fn games_without_a_grid_are_drawn_as_heaps_or_described_in_words() {
    let nim = with_input(["strategy", "explain", "nim:1,2,3", "-"], b"=> (reduce 3 0)\n=> (reduce 2 0)\n").exits(0);
    let nim = nim.prints("Rule 1. Whenever you can: take heap 3 down to 0.\n").says("take 3 from heap 3, leave 0");
    nim.prints("heap 1  o  (1)\n").prints("heap 3  [o o o]  (3)\n").prints("heap 1  empty\n");
    let blocks = ["strategy", "explain", "blocks-world:7", "-"];
    let blocks = with_input(blocks, b"=> (unstack c)\n=> (stack b c)\n=> (stack a b)\n").exits(0);
    blocks.prints("a is on table, b is on table, c is on a\n").says("Your move: put c on the table.");
}

#[test]
fn explanations_say_how_to_use_them() {
    let nim = with_input(["strategy", "explain", "nim:1,2,3", "-"], b"=> (reduce 3 0)\n=> (reduce 2 0)\n").exits(0);
    let nim =
        nim.says("You are first. The other player is second. You begin.").says("read the rules from top to bottom");
    let nim = nim.says("you lose, whatever you do").says("you can miss your chance");
    let longest = nim.stdout.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}");
    let none = with_input(["strategy", "explain", "connect-four:3x3", "-"], b"").exits(0);
    none.says("all moves are equally good");
    let moving = ["strategy", "explain", "krk-endgame:4", "-"];
    let moving = with_input(moving, b"(role white)\n=> (move king 2 2)\n").exits(0);
    moving.prints("Whenever you can: move king b2.").prints("( )  the piece that you move");
}

#[test]
fn wrong_files_and_unsupported_games_are_errors() {
    let wrong = with_input(["strategy", "verify", "tic-tac-toe", "-"], b"(cell 1 4 x) => (mark 2 2)").exits(1);
    wrong.complains("is not a fact of the game").complains("^^^^");
    with_input(["strategy", "verify", "tic-tac-toe", "-"], b"{\"list\": 3}").exits(2);
    with_input(["strategy", "verify", "tic-tac-toe", "--role", "o", "-"], NEARLY.as_bytes())
        .exits(2)
        .complains("is for x");
    backsolve(["strategy", "verify", "tic-tac-toe", "nothing.strategy"])
        .exits(2)
        .complains("there is no file nothing.strategy");
    backsolve(["strategy", "synth", "tic-tac-toe", "--role", "z"]).exits(2).complains("no role `z`");
    backsolve(["strategy", "synth", "clobber:3x4"])
        .exits(1)
        .complains("do not sum to a constant")
        .complains("`backsolve solve`");
    backsolve(["strategy", "synth", "sim", "--memory", "32M", "--engine", "bitmaps"]).exits(3).complains("too large");
}

#[test]
fn diagrams_and_bitmaps_agree() {
    let folder = Folder::new();
    let database = folder.path().join("solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &database]).exits(0);
    let list = folder.path().join("list.strategy").display().to_string();
    let synth =
        ["strategy", "synth", "tic-tac-toe", "--engine", "diagrams", "--seconds", "1", "--out", &list, "--json"];
    let made = backsolve(synth).exits(0).json();
    assert_eq!((&made["optimal"], &made["engine"], &made["states"]), (&true.into(), &"diagrams".into(), &4520.into()));
    backsolve(["strategy", "verify", "tic-tac-toe", &list]).exits(0).prints("strongly optimal for x");
    backsolve(["strategy", "minimise", "tic-tac-toe", &list, "--engine", "diagrams"]).exits(0).prints(", before: ");
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
fn a_wrong_unfinished_or_damaged_solution_is_refused() {
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
fn a_game_too_large_for_bitmaps_uses_diagrams() {
    let verify = ["strategy", "verify", "nim:20,20,20,20", "-", "--memory", "30M"];
    with_input(verify, b"=> (reduce 1 0)").exits(1).complains("continuing with diagrams").prints("not optimal");
}

/// Around in a ring, or out.
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
    run.says("the game may never end");
}
