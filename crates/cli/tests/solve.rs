//! `backsolve solve` on decision diagrams, end to end.

mod support;

use std::fs;

use support::{Folder, Run, backsolve};

struct Solves {
    folder: Folder,
}

impl Solves {
    fn new() -> Solves {
        Solves { folder: Folder::new() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, name: &str, arguments: &[&str]) -> Run {
        let out = self.path(name);
        backsolve(["solve", "--engine", "symbolic", "--out", &out].iter().chain(arguments))
    }
}

#[test]
fn the_report_is_complete() {
    let solves = Solves::new();
    let run = solves.run("ttt", &["tic-tac-toe"]).exits(0);
    run.prints("constant sum 100, acyclic")
        .prints("best play  mark ")
        .prints("5,478 states, 958 of them terminal, in 10 layers")
        .prints("layered: one layer per ply (a measure is proved to grow by one)")
        .prints(" of memory")
        .prints(&solves.path("ttt"));
    let answer = solves.run("ttt", &["tic-tac-toe", "--json"]).exits(0).json();
    assert_eq!((&answer["value"], &answer["distance"]), (&serde_json::json!([50, 50]), &9.into()));
    assert_eq!(answer["line"].as_array().map(Vec::len), Some(9));
}

#[test]
fn distances_are_kept_if_they_are_cheap_or_requested() {
    let solves = Solves::new();
    let kept = |name: &str, arguments: &[&str]| {
        let run = solves.run(name, &[&["nim:1,2,3", "--json"], arguments].concat());
        run.exits(0).json()["distances"].as_bool().expect("yes or no")
    };
    assert!(kept("always", &["--distances"]) && !kept("never", &["--distances=no"]));
    // Distances that are not kept are searched for.
    let query = backsolve(["query", "--json", &solves.path("never")]).exits(0).json();
    let stored = backsolve(["query", "--json", &solves.path("always")]).exits(0).json();
    assert!(stored["distance"].is_u64());
    assert_eq!(query["distance"], stored["distance"]);
}

#[test]
fn rewards_may_be_read_as_win_draw_and_loss() {
    let solves = Solves::new();
    let answer =
        solves.run("sign", &["clobber:3x4", "--model", "difference", "--reduce", "sign", "--json"]).exits(0).json();
    assert_eq!((&answer["value"], &answer["reduction"]), (&serde_json::json!([0, 100]), &"sign".into()));
    assert_eq!(answer["outcomes"].as_array().map(Vec::len), Some(2));
    backsolve(["verify", &solves.path("sign")]).exits(0);
    let query = backsolve(["query", "--json", &solves.path("sign")]).exits(0).json();
    assert_eq!(query["value"], serde_json::json!([0, 100]));
    let thresholds = solves.run("draw", &["clobber:3x4", "--reduce", "0,60", "--json"]).exits(0).json();
    assert_eq!(thresholds["value"], serde_json::json!([50, 50]), "nobody can force more than 60 or less than 0");
    backsolve(["verify", &solves.path("draw")]).exits(0);
    solves.run("sign", &["clobber:3x4", "--model", "difference"]).exits(2).complains("reduces rewards differently");
    solves.run("one", &["hanoi:3", "--reduce", "sign"]).exits(2).complains("two roles");
    solves.run("bad", &["nim:1,2", "--reduce", "75,25"]).exits(2).complains("LOSS must not be greater than WIN");
}

#[test]
fn cyclic_games_are_refused_with_a_cycle_unless_attractors_apply() {
    let solves = Solves::new();
    for algorithm in ["layered", "fixpoint", "restart"] {
        let run = solves.run(algorithm, &["three-mens-morris", "--algorithm", algorithm]).exits(1);
        run.complains("cyclic").complains("a cycle:").complains("(control ").complains("omit --algorithm");
    }
    let answer = solves.run("auto", &["three-mens-morris", "--json"]).exits(0).json();
    assert_eq!((&answer["value"], &answer["algorithm"]), (&serde_json::json!([100, 0]), &"zero-sum".into()));
    assert_eq!(answer["infinite_states"], 1208);
    solves.run("shares", &["three-mens-morris", "--infinite", "0,0"]).exits(2).complains("must sum to 100");
    solves.run("count", &["three-mens-morris", "--infinite", "50"]).exits(2).complains("2 roles");
    solves.run("auto", &["three-mens-morris", "--infinite", "0,100"]).exits(2).complains("infinite play is different");
    // White need not force an end if infinite play is as good as a win.
    let endless = solves.run("endless", &["three-mens-morris", "--infinite", "100,0", "--json"]).exits(0).json();
    assert_eq!(endless["value"], serde_json::json!([100, 0]));
    backsolve(["verify", &solves.path("endless")]).exits(0);
}

#[test]
fn unsupported_algorithms_are_refused_with_the_reason() {
    let solves = Solves::new();
    solves.run("one", &["tic-tac-toe", "--algorithm", "one-player"]).exits(2).complains("one role");
    solves.run("sum", &["clobber:3x2", "--algorithm", "zero-sum"]).exits(2).complains("constant sum");
    solves
        .run("far", &["nim:1,2", "--algorithm", "restart", "--distances"])
        .exits(2)
        .complains("does not find distances");
    solves.run("nim", &["nim:1,2", "--algorithm", "fixpoint"]).exits(0);
    solves
        .run("nim", &["nim:1,2", "--algorithm", "layered"])
        .exits(2)
        .complains("its algorithm is fixpoint, not layered");
    solves.run("nim", &["nim:1,2"]).exits(0).prints("fixpoint");
}

#[test]
fn exceeding_the_time_limit_exits_with_the_code_for_limits() {
    let solves = Solves::new();
    let run = solves.run("c4", &["connect-four:7x6", "--time", "2s", "--json"]).exits(3);
    assert_eq!(run.json()["exit_code"], 3);
    // Whether a layer was finished by then depends on the machine.
    run.complains("time limit reached").complains("allow more with --time");
}

#[test]
fn the_report_page_is_self_contained() {
    let solves = Solves::new();
    let answer = solves.run("nim", &["nim:1,2,3", "--report", "html", "--json"]).exits(0).json();
    let page = fs::read_to_string(answer["report"].as_str().expect("a path")).expect("a page");
    for wanted in
        ["<h1>nim:1,2,3</h1>", "States per layer", "Nodes per layer", "Outcomes per layer", "Best play", "<svg "]
    {
        assert!(page.contains(wanted), "no {wanted}");
    }
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign} in the page");
    }
    backsolve(["verify", &solves.path("nim")]).exits(0);
}

/// The player who takes the last of the heap wins; at the end of the first sheet a player is stuck instead.
#[test]
fn a_refused_game_does_not_block_the_corrected_one() {
    let solves = Solves::new();
    let sheet = solves.path("heap.kif");
    let rules = "(role a) (role b) (init (heap 2)) (init (control a)) (less 2 1) (less 1 0)
        (<= (legal ?p take) (true (control ?p)) (true (heap ?n)) (less ?n ?m))
        (<= (legal a wait) (true (control b)))
        (<= (legal b wait) (true (control a)))
        (<= (next (heap ?m)) (true (heap ?n)) (less ?n ?m))
        (<= (next (control b)) (true (control a)))
        (<= (next (control a)) (true (control b)))
        (<= terminal (true (heap END)))
        (<= (goal ?p 0) (true (control ?p)))
        (<= (goal a 100) (true (control b)))
        (<= (goal b 100) (true (control a)))";
    for engine in ["symbolic", "explicit"] {
        let out = solves.path(engine);
        let solve = || backsolve(["solve", &sheet, "--engine", engine, "--out", &out, "--json"]);
        fs::write(&sheet, rules.replace("END", "7")).unwrap();
        solve().exits(1);
        assert!(!std::path::Path::new(&out).exists());
        fs::write(&sheet, rules.replace("END", "0")).unwrap();
        assert_eq!(solve().exits(0).json()["value"], serde_json::json!([0, 100]));
        fs::write(&sheet, rules.replace("END", "1")).unwrap();
        solve().exits(2).complains("have changed since").complains("--force");
        let force = ["solve", &sheet, "--engine", engine, "--out", &out, "--force", "--report", "html"];
        backsolve(force).exits(0);
        // A damaged solution is replaced too.
        fs::write(format!("{out}/manifest.json"), "{}").unwrap();
        solve().exits(4);
        backsolve(force).exits(0);
        solve().exits(0);
    }
}

#[test]
fn moves_at_once_have_expected_rewards_and_no_strategies() {
    let sheet = "(role a) (role b) (init s) (legal a l) (legal a r) (legal b l) (legal b r)
        (<= (next t) (does a ?x) (does b ?x)) (<= (next u) (does a ?x) (does b ?y) (distinct ?x ?y))
        (<= terminal (true t)) (<= terminal (true u))
        (<= (goal a 100) (true t)) (<= (goal a 0) (not (true t)))
        (<= (goal b 100) (not (true t))) (<= (goal b 0) (true t))";
    let solves = Solves::new();
    let path = solves.folder.file("at-once.kif", sheet).display().to_string();
    use serde_json::json;
    let out = solves.path("at-once");
    backsolve(["solve", &path, "--out", &out, "--engine", "symbolic"]).exits(1).complains("explicit engine");
    let answer = backsolve(["solve", &path, "--out", &out, "--json"]).exits(0).json();
    assert_eq!((&answer["value"], &answer["mixed_states"]), (&json!([50.0, 50.0]), &json!(1)));
    backsolve(["verify", &out]).exits(0).prints("all 3 states");
    let query = backsolve(["query", &out, "--json"]).exits(0).json();
    assert_eq!(query["matrix"]["rows"], json!(["l", "r"]));
    assert_eq!(query["strategies"][0]["moves"][0]["probability"], json!(0.5));
    backsolve(["query", &out, "l l"]).exits(0).prints("the game is over");
    for option in ["--stdin", "--random"] {
        backsolve(["query", &out, option]).exits(2).complains(&format!("{option} takes solutions of games"));
    }
    let reported = solves.path("reported");
    backsolve(["solve", &path, "--out", &reported, "--report", "html"]).exits(0).complains("no report");
    backsolve(["solve", "--help"]).exits(0).prints("at once");
    let run = backsolve(["strategy", "synth", &path]).exits(1).complains("at once").complains("move in turn");
    assert!(!run.stderr.contains("backsolve solve"), "{}", run.stderr);
    backsolve(["reach", &path]).exits(0);
}

#[test]
fn a_game_of_chance_with_a_reward_for_infinite_play_can_be_read_again() {
    let folder = Folder::new();
    let out = folder.path().join("pig").display().to_string();
    for _ in 0..2 {
        backsolve(["solve", "pig:4", "--infinite", "40,60", "--out", &out]).exits(0);
    }
    backsolve(["query", &out]).exits(0);
    backsolve(["verify", &out]).exits(0);
}

#[test]
fn a_solved_game_is_not_solved_again() {
    let solves = Solves::new();
    assert_eq!(solves.run("nim", &["nim:1,2", "--json"]).exits(0).json()["already_solved"], false);
    let again =
        solves.run("nim", &["nim:1,2"]).exits(0).prints("already solved").prints("value").prints("model     own: ");
    assert!(!again.stdout.contains(" 0 bytes"), "{}", again.stdout);
    let answer = solves.run("nim", &["nim:1,2", "--json"]).exits(0).json();
    assert_eq!((&answer["already_solved"], answer["value"].is_array()), (&true.into(), true));
}

#[test]
fn rewards_too_large_for_the_files_are_refused_first() {
    let sheet = "(role a) (init s) (legal a go) (worth 2000000000) (<= (next t) (does a go)) (<= terminal (true t))
        (<= (goal a ?v) (worth ?v))";
    let solves = Solves::new();
    let path = solves.folder.file("rich.kif", sheet).display().to_string();
    solves.run("rich", &[&path]).exits(1).complains("2,000,000,000").complains("smaller rewards");
    assert!(!std::path::Path::new(&solves.path("rich")).exists());
}

#[test]
fn a_solution_without_its_manifest_is_damaged() {
    let solves = Solves::new();
    solves.run("nim", &["nim:1,2"]).exits(0);
    fs::remove_file(solves.folder.path().join("nim/manifest.json")).expect("a manifest");
    backsolve(["query", &solves.path("nim")]).exits(4).complains("it is missing");
    backsolve(["verify", &solves.path("nim")]).exits(4).complains("it is missing");
    solves.run("nim", &["nim:1,2"]).exits(4).complains("it is missing");
}

#[test]
fn a_cyclic_game_is_solved_by_the_plain_command() {
    let folder = Folder::new();
    let out = folder.path().join("awari.solution").display().to_string();
    let answer = backsolve(["solve", "awari", "--json", "--out", &out]).exits(0).json();
    assert_eq!(answer["value"], serde_json::json!([50, 50]));
    assert_eq!(answer["states"], 33_398);
    let draws = answer["outcomes"].as_array().expect("a list").iter().find(|outcome| outcome["rewards"][0] == 50);
    assert!(draws.is_some_and(|draws| draws["endless"].as_u64() > Some(0)), "{answer}");
    backsolve(["solve", "awari", "--out", &out]).exits(0).prints("endless");
    backsolve(["verify", &out]).exits(0);
}
