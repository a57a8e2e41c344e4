//! `find`, `query` line by line, `report`, `sweep`, `diff` and `solve --from`, end to end.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bruteforce::{Setup, SolvedGame};
use serde_json::{Value, json};
use solution::{Database, Facts};
use support::{Folder, Run, backsolve, with_input};

/// Two tokens on a ring of five places; the role to move steps forward or jumps two places. A token that lands on the
/// other wins. Play may be infinite.
const RING: &str = "
    (role left) (role right) (init (at left 0)) (init (at right 2)) (init (control left))
    (next1 0 1) (next1 1 2) (next1 2 3) (next1 3 4) (next1 4 0) (other left right) (other right left)
    (<= (legal ?r step) (true (control ?r)))
    (<= (legal ?r jump) (true (control ?r)))
    (<= (legal ?r wait) (true (control ?s)) (other ?r ?s))
    (<= (next (at ?r ?q)) (does ?r step) (true (at ?r ?p)) (next1 ?p ?q))
    (<= (next (at ?r ?q)) (does ?r jump) (true (at ?r ?p)) (next1 ?p ?m) (next1 ?m ?q))
    (<= (next (at ?r ?p)) (does ?r wait) (true (at ?r ?p)))
    (<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
    (<= met (true (at left ?p)) (true (at right ?p)))
    (<= terminal met)
    (<= (goal ?r 100) met (true (control ?s)) (other ?r ?s))
    (<= (goal ?r 0) met (true (control ?r)))
    (<= (goal ?r 50) (role ?r) (not met))";

/// Solves a game into a folder and returns the directory.
fn solved(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let path = folder.path().join(name.replace([':', ','], "-")).display().to_string();
    backsolve(["solve", name, "--out", &path].iter().chain(arguments)).exits(0);
    path
}

fn find(database: &str, arguments: &[&str]) -> Run {
    backsolve(["find", database].iter().chain(arguments))
}

#[test]
fn find_counts_and_shows_positions() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    let all = find(&ttt, &["--json"]).exits(0).json();
    assert_eq!((&all["states"], &all["complete"]), (&json!(5478), &json!(true)));
    assert_eq!(all["values"].as_array().expect("values").len(), 3);
    // Both spellings of a fact, and both forms of a condition.
    let centre = find(&ttt, &["--where", "(cell 2 2 x)", "--json"]).exits(0).json()["states"].clone();
    assert_eq!(find(&ttt, &["--where", "cell b2 x", "--json"]).exits(0).json()["states"], centre);
    let rest = find(&ttt, &["--where-not", "cell b2 x", "--json"]).exits(0).json()["states"].clone();
    assert_eq!(centre.as_u64().zip(rest.as_u64()).map(|(centre, rest)| centre + rest), Some(5478));
    find(&ttt, &["--value", "win", "--longest", "1"]).exits(0).prints("     a  b  c").says("in 5 plies");
    let sample = |seed: &str| find(&ttt, &["--sample", "3", "--seed", seed, "--format", "jsonl"]).exits(0).stdout;
    assert_eq!((sample("5").lines().count(), sample("5")), (3, sample("5")));
    assert_ne!(sample("5"), sample("6"));
    let table = find(&ttt, &["--distance", "9", "--format", "csv"]).exits(0).stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "layer,to_move,value_x,value_o,distance,state", "{table}");
    assert!(lines.len() == 2 && lines[1].starts_with("0,x,50,50,9,(cell 1 1 blank) "), "{table}");
    let single = find(&ttt, &["--optimal-moves", "1", "--json"]).exits(0).complains("checking 5,478 positions").json();
    assert!(single["pass"]["states"] == 5478 && single["states"].as_u64() > Some(100), "{single}");
    let given = with_input(["find", &ttt, "--value", "draw", "--stdin", "--json"], b"b2 a1\nb2 b1\n\n").exits(0).json();
    assert_eq!(given["states"], 1, "{given}");
}

#[test]
fn find_rejects_conditions_that_it_cannot_parse() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    find(&ttt, &["--where", "(cell 4 4 x)"]).exits(2).complains("begins with no fact of the game");
    find(&ttt, &["--where", "(cell 1 1 x"]).exits(2).complains("this opening bracket is never closed");
    find(&ttt, &["--to-move", "z"]).exits(2).complains("its roles are x, o");
    find(&ttt, &["--value", "great"]).exits(2).complains("write win, draw, loss");
    find(&ttt, &["--distance", "far"]).exits(2).complains("is not a distance");
    find("nowhere", &[]).exits(2);
    let bare = solved(&folder, "nim:1,2", &["--distances=no"]);
    for wanted in [&["--distance", "2"][..], &["--longest", "2"], &["--per-distance"]] {
        find(&bare, wanted).exits(2).complains("does not store distances");
    }
}

#[test]
fn query_answers_line_by_line_and_at_random() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    let lines = with_input(["query", &ttt, "--stdin", "--json"], b"b2 a1\nnonsense\n").exits(2).stdout;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!((&lines[0]["value"], &lines[1]["line"]), (&json!([50, 50]), &json!(2)));
    with_input(["query", &ttt, "--stdin"], b"b2 b1\n").exits(0).prints("100/0 in ");
    let random =
        |seed: &str| backsolve(["query", &ttt, "--random", "--value", "win", "--seed", seed, "--json"]).exits(0).json();
    for seed in ["1", "2", "3"] {
        let answer = random(seed);
        let role = usize::from(answer["to_move"] == "o");
        assert!(answer["terminal"] == true || answer["value"][role] == 100, "{answer}");
    }
    assert_eq!(random("1"), random("1"));
    backsolve(["query", &ttt, "b2"]).exits(0).prints("  2  .  x  .");
}

#[test]
fn a_game_solved_from_a_position_agrees_with_brute_force() {
    let folder = Folder::new();
    let whole = solved(&folder, "tic-tac-toe", &[]);
    let ring = folder.file("ring.kif", RING).display().to_string();
    let cyclic = Setup { layered: false, infinite: Some(vec![50, 50]), ..Setup::default() };
    for (name, from, setup) in [
        ("tic-tac-toe", "b2 a1", Setup::default()),
        ("chomp:3x3", "bite 3 1", Setup::default()),
        ("nim:1,2,3", "3 0", Setup::default()),
        ("clobber:2x3", "move a1 a2", Setup::default()),
        (&ring, "step jump", cyclic),
    ] {
        let path = folder.path().join(format!("{}-from", name.replace([':', ',', '/'], "-"))).display().to_string();
        let answer = backsolve(["solve", name, "--from", from, "--out", &path, "--json"]).exits(0).json();
        let database = Database::open(Path::new(&path)).expect("a solution");
        let question = &database.manifest().question;
        assert_eq!(question.from.as_ref().and_then(|start| start.given.as_deref()), Some(from));
        let brute = SolvedGame::of(&question.rules, &setup);
        assert_eq!(answer["value"], json!(brute.value().rewards), "{name}");
        let facts = Facts::new(&brute.encoding);
        let states: BTreeSet<&Vec<u32>> = brute.layers.iter().flat_map(|layer| layer.keys()).collect();
        for (state, outcome) in brute.layers.iter().flatten() {
            let values = database.facts().state(facts.facts(state)).expect("a state");
            let found = database.probe(&values).expect("a probe").expect("a state of the solution");
            assert_eq!(
                (&found.outcome.rewards, found.outcome.distance),
                (&outcome.rewards, outcome.distance),
                "{name}"
            );
        }
        let counted = find(&path, &["--json"]).exits(0).json()["states"].clone();
        assert_eq!(counted, json!(states.len()), "{name}");
    }
    let part = folder.path().join("tic-tac-toe-from").display().to_string();
    let diff = backsolve(["diff", &whole, &part, "--json"]).exits(1).json();
    assert_eq!((&diff["different"], &diff["only_second"]), (&json!(0), &json!(0)), "{diff}");
    backsolve(["verify", &part]).exits(0);
}

#[test]
fn another_role_may_begin_and_facts_may_be_the_start() {
    let folder = Folder::new();
    let path = folder.path().join("o").display().to_string();
    let run = backsolve(["solve", "nim:1,2", "--first", "second", "--out", &path, "--json"]).exits(0).json();
    assert_eq!(run["value"], json!([0, 100]), "who begins wins");
    let start = backsolve(["query", &path, "--json"]).exits(0).json();
    assert_eq!(start["to_move"], "second");
    let facts =
        start["state"].as_array().expect("facts").iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ");
    let again = folder.path().join("facts").display().to_string();
    backsolve(["solve", "nim:1,2", "--from", &facts, "--out", &again]).exits(0);
    backsolve(["diff", &path, &again]).exits(0).prints("same value");
    backsolve(["solve", "nim:1,2", "--first", "third"]).exits(2).complains("its roles are first, second");
    backsolve(["solve", "hanoi:2", "--first", "nobody"]).exits(2);
    backsolve(["solve", "nim:1,2", "--from", "(heap 1 1)"]).exits(2);
}

#[test]
fn models_are_compared_state_by_state() {
    let folder = Folder::new();
    let own = solved(&folder, "clobber:3x3", &[]);
    let lead = folder.path().join("lead").display().to_string();
    backsolve(["solve", "clobber:3x3", "--model", "difference", "--out", &lead]).exits(0);
    let diff = backsolve(["diff", &own, &lead, "--json"]).json();
    assert_eq!((&diff["only_first"], &diff["only_second"]), (&json!(0), &json!(0)), "{diff}");
    let other = solved(&folder, "hanoi:2", &[]);
    backsolve(["diff", &own, &other]).exits(2).complains("not solutions of the same game");
}

#[test]
fn a_report_describes_the_game_in_sentences() {
    let folder = Folder::new();
    let ttt = solved(&folder, "tic-tac-toe", &[]);
    let report = backsolve(["report", &ttt, "--json"]).exits(0).json();
    assert_eq!((&report["exact"], &report["positions"]), (&json!(true), &json!(5478)));
    assert_eq!(report["openings"].as_array().map(Vec::len), Some(3), "corner, edge and centre");
    // Known figures of random tic-tac-toe: x wins 58.5 %, o 28.8 %, and 12.7 % are draws.
    let chance = |value: Value| {
        let results = report["random"]["results"].as_array().expect("results");
        let found = results.iter().find(|one| one["value"] == value).expect("a result");
        (found["chance"]["value"].as_f64().expect("a chance") * 1000.0).round()
    };
    assert_eq!((chance(json!([100, 0])), chance(json!([0, 100])), chance(json!([50, 50]))), (585.0, 288.0, 127.0));
    backsolve(["report", &ttt]).exits(0).says("Best play is a draw after 9 plies, whatever the opening.");
    let page = folder.path().join("ttt.html").display().to_string();
    backsolve(["report", &ttt, "--html", &page]).exits(0);
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.contains("<svg") && !html.contains("http://") && !html.contains("<script"), "{html}");
    backsolve(["solve", "tic-tac-toe", "--out", &ttt, "--report", "html"]).exits(0);
    let written = fs::read_to_string(Path::new(&ttt).join("report.html")).expect("a page");
    assert!(written.contains("Best play is a draw after 9 plies"), "{written}");
}

#[test]
fn a_sweep_compares_games_and_resumes() {
    let folder = Folder::new();
    let out = folder.path().join("games").display().to_string();
    let page = folder.path().join("sweep.html").display().to_string();
    let first =
        backsolve(["sweep", "nim:1..2,2", "chomp:2x2..3x2", "--out", &out, "--html", &page, "--json"]).exits(0).json();
    let names = |answer: &Value| -> Vec<String> {
        let reports = answer["reports"].as_array().expect("reports");
        reports.iter().map(|report| report["game"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&first), ["nim:1,2", "nim:2,2", "chomp:2x2", "chomp:3x2"]);
    assert!(first["fairest"].is_string() && first["why"].as_array().map(Vec::len) == Some(4), "{first}");
    assert!(fs::read_to_string(&page).expect("a page").contains("chomp:3x2"));
    let made =
        |name: &str| fs::metadata(Path::new(&out).join(name).join("manifest.json")).and_then(|file| file.modified());
    let before = made("nim-1-2.solution").expect("a solution");
    backsolve(["sweep", "nim:1..2,2", "--out", &out]).exits(0).says("nim:1,2 is the fairest");
    assert_eq!(made("nim-1-2.solution").expect("a solution"), before, "what is solved is not solved again");
    backsolve(["sweep", "nim:2..1,2"]).exits(2).complains("is not a range of sizes");
    backsolve(["sweep", "nim:1,2", "no-such-game", "--out", &out]).exits(2).complains("no-such-game");
}
