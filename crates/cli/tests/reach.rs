//! `backsolve reach`.

mod support;

use std::fs;

use serde_json::Value;
use support::{backsolve, with_input};

fn reach<const N: usize>(arguments: [&str; N]) -> Value {
    backsolve(["reach"].into_iter().chain(arguments).chain(["--json"])).exits(0).json()
}

/// Kissmann & Edelkamp 2010, Edelkamp & Kissmann 2007, and for Connect Four J. Tromp's table of board sizes.
#[test]
fn states_are_counted_exactly() {
    let small = [
        ("tic-tac-toe", 5_478),
        ("connect-four:4x4", 161_029),
        ("connect-four:5x4", 3_945_711),
        ("clobber:3x4", 13_343),
        ("clobber:1x6", 28),
        ("nim:11,12,15,25", 129_776),
        ("nim-take:40", 80),
        ("sheep-and-wolf", 783_163),
        ("minichess", 4_573),
        ("blocks-world:7", 42),
        // The paper's 5,504 is 2 x 2,753 - 2.
        ("hanoi:5", 2_753),
        // By plain search.
        ("cubi-cup:4", 659_180),
    ];
    small.into_iter().for_each(|(rules, states)| counts(rules, states));
}

/// The same on large boards; takes half an hour:
///
/// ```text
/// cargo test --release -p backsolve --test reach -- --ignored --nocapture --test-threads 1
/// ```
#[test]
#[ignore = "takes half an hour; run by the command above"]
fn many_states_are_counted_exactly() {
    let large = [
        ("clobber:4x5", 26_787_440),
        ("connect-four:5x5", 69_763_700),
        ("connect-four:5x6", 1_044_334_437),
        ("connect-four:6x5", 2_818_972_642),
        ("connect-four:6x6", 69_173_028_785),
        ("cubi-cup:5", 7_369_419_770),
        // The paper's 375,110,246 counts every state twice except the 162,352 terminal ones.
        ("peg-solitaire", 187_636_299),
    ];
    large.into_iter().for_each(|(rules, states)| counts(rules, states));
}

#[track_caller]
fn counts(rules: &str, states: u64) {
    let answer = reach([rules]);
    assert_eq!((&answer["states"], &answer["complete"]), (&states.into(), &true.into()), "{rules}");
    println!("{rules}: {states} states in {} s", answer["seconds"]);
}

/// Kissmann & Edelkamp 2010, Table 1, counts a state in every layer that contains it.
#[test]
fn duplicates_count_in_every_layer_on_request() {
    assert_eq!(reach(["chomp:8x7"])["states"], 12_868);
    let chomp = reach(["chomp:8x7", "--duplicates"]);
    assert_eq!((&chomp["states"], &chomp["repeats"], &chomp["cyclic"]), (&162_591.into(), &true.into(), &false.into()));
    assert_eq!(reach(["nim:11,12,15,25", "--duplicates"])["states"], 1_866_488);
}

#[test]
fn both_engines_count_the_same_layers() {
    let counts = |answer: &Value| -> Vec<(Value, Value)> {
        let layers = answer["layers"].as_array().expect("layers").iter();
        layers.map(|layer| (layer["states"].clone(), layer["terminal_states"].clone())).collect()
    };
    for rules in ["connect-four:4x4", "nim:3,5,7", "three-mens-morris"] {
        let [symbolic, explicit] = ["symbolic", "explicit"].map(|engine| reach([rules, "--engine", engine]));
        assert_eq!(counts(&symbolic), counts(&explicit), "{rules}");
        assert_eq!((&explicit["engine"], &symbolic["engine"]), (&"explicit".into(), &"symbolic".into()));
    }
    backsolve(["reach", "nim:3,5", "--engine", "explicit", "--duplicates"])
        .exits(2)
        .complains("needs decision diagrams");
}

#[test]
fn cyclic_games_are_recognised() {
    assert_eq!(reach(["three-mens-morris"])["cyclic"], true);
    assert_eq!(reach(["connect-four:4x4"])["cyclic"], false);
}

#[test]
fn the_number_of_threads_does_not_change_the_counts() {
    for engine in ["symbolic", "explicit"] {
        let [one, two] =
            ["1", "2"].map(|threads| reach(["connect-four:4x5", "--engine", engine, "--threads", threads]));
        assert_eq!(one["layers"], two["layers"]);
        assert_eq!(one["states"], 1_706_255);
    }
}

/// With diagrams alone, `zombieAttack1PL6` from a collection of sheets took ten minutes for 29,713 states.
#[test]
fn few_states_are_counted_one_by_one() {
    assert_eq!(reach(["tic-tac-toe"])["engine"], "explicit");
    assert_eq!(reach(["tic-tac-toe", "--order=name"])["engine"], "symbolic");
    assert_eq!(reach(["nim:3,5", "--duplicates"])["engine"], "symbolic");
}

/// Some layers of this game take minutes.
#[test]
fn the_time_limit_is_respected_within_a_layer() {
    for engine in ["symbolic", "explicit"] {
        let run = backsolve(["reach", "connect-four:6x6", "--engine", engine, "--time", "3s", "--memory", "1G"]);
        run.exits(3).complains("time limit reached");
    }
}

/// If memory is short the answer is exact or there is none.
#[test]
fn little_memory_never_gives_a_wrong_count() {
    for memory in ["40M", "28M", "24M", "12M", "1M"] {
        let run = backsolve(["reach", "connect-four:5x4", "--memory", memory, "--json"]);
        match run.code {
            Some(0) => assert_eq!(run.json()["states"], 3_945_711, "{memory}"),
            _ => {
                let answer = run.exits(3).complains("--memory").json();
                assert!(answer["complete"] == false || answer["exit_code"] == 3, "{memory}: {answer}");
            }
        }
    }
}

#[test]
fn a_printed_order_can_be_rearranged_and_used() {
    let orders = reach(["connect-four:4x4", "--order"]);
    let names: Vec<&str> = orders["orders"].as_array().unwrap().iter().filter_map(|o| o["name"].as_str()).collect();
    let printed = orders["orders"][0]["variables"].as_array().unwrap();
    for name in names {
        assert_eq!(reach(["connect-four:4x4", &format!("--order={name}")])["states"], 161_029, "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order");
    let option = format!("--order={}", file.display());
    let lines: Vec<&str> = printed.iter().rev().filter_map(Value::as_str).collect();
    fs::write(&file, lines.join("\n")).unwrap();
    let answer = reach(["connect-four:4x4", &option]);
    assert_eq!((&answer["states"], &answer["order"]), (&161_029.into(), &"as given".into()));

    for (text, complaint) in [
        (lines[1..].join("\n"), "is missing"),
        ([lines[0], lines[0]].join("\n"), "twice"),
        ("(cell 9 9 _)".to_owned(), "no variable"),
    ] {
        fs::write(&file, text).unwrap();
        backsolve(["reach", "connect-four:4x4", &option]).exits(2).complains(complaint);
    }
    backsolve(["reach", "connect-four:4x4", "--order=sideways"]).exits(2).complains("its orders are");
}

#[test]
fn simultaneous_moves_are_supported() {
    let hands = "\
(role a) (role b) (init (round 0)) (hand rock) (hand paper)
(<= (legal ?r ?h) (role ?r) (hand ?h))
(<= (next (round 1)) (true (round 0)))
(<= (next (shown ?r ?h)) (does ?r ?h))
(<= terminal (true (round 1)))
(<= (goal ?r 50) (role ?r))
";
    let answer = with_input(["reach", "-", "--json"], hands.as_bytes()).exits(0).json();
    assert_eq!((&answer["states"], &answer["terminal_states"]), (&5.into(), &4.into()));
}
