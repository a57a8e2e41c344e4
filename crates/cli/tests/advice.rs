//! Every piece of advice that the program prints is a command that works: each refusal is provoked, its hint is applied
//! to the command, and the result is run.

mod support;

use support::{Folder, Run, TINY, backsolve};

/// A refusal with advice.
struct Refusal {
    /// Commands to run before. They succeed, or run out of memory.
    before: &'static [&'static [&'static str]],
    /// The refused command; `DIR` is replaced by a new directory.
    command: &'static [&'static str],
    code: i32,
    /// The start of the expected advice.
    advice: &'static str,
}

const fn refusal(command: &'static [&'static str], code: i32, advice: &'static str) -> Refusal {
    Refusal { before: &[], command, code, advice }
}

/// Rule sheets, by the names that commands use.
fn sheets() -> Vec<(&'static str, String)> {
    vec![
        ("DIR/trap.kif", TRAP.to_owned()),
        ("DIR/constant.kif", pacing(2, [100, 0], [0, 100])),
        ("DIR/general.kif", pacing(2, [100, 0], [30, 100])),
        ("DIR/lamps.kif", lamps(17)),
        ("DIR/stuck.kif", STUCK.to_owned()),
        ("DIR/at-once.kif", AT_ONCE.to_owned()),
        ("DIR/rich.kif", RICH.to_owned()),
        ("DIR/tiny.kif", TINY.to_owned()),
        ("DIR/wide.kif", support::registers()),
        ("DIR/long.kif", format!("{TINY}; {}\n", "long ".repeat(200_000))),
        ("DIR/order.txt", format!("(step _)\n{}", (1..10).map(|at| format!("(place _ {at})\n")).collect::<String>())),
        ("DIR/wrong.txt", "(role x)\n=> (mark 1 2)\n".to_owned()),
    ]
}

/// One role between a door and a pit without an exit.
pub const TRAP: &str = "(role robot) (init (at start))
(edge start pit) (edge start hall) (edge hall start) (edge hall door) (edge pit pit)
(<= (legal robot (go ?y)) (true (at ?x)) (edge ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= terminal (true (at door)))
(<= (goal robot 100) (true (at door)))
(<= (goal robot 10) (not (true (at door))))";

/// Two roles walk around a circle of three places, or stay, until they meet.
fn pacing(end: u32, first: [i32; 2], second: [i32; 2]) -> String {
    format!(
        "(role a) (role b) (init (at 0)) (init (control a)) (step 0 1) (step 1 2) (step 2 0)
        (<= (legal ?p go) (true (control ?p)))
        (<= (legal ?p stay) (true (control ?p)))
        (<= (legal a noop) (true (control b)))
        (<= (legal b noop) (true (control a)))
        (<= (next (at ?y)) (does ?p go) (true (at ?x)) (step ?x ?y))
        (<= (next (at ?x)) (does ?p stay) (true (at ?x)))
        (<= (next (control b)) (true (control a)))
        (<= (next (control a)) (true (control b)))
        (<= terminal (true (at {end})))
        (<= (goal a {}) (true (control a)))
        (<= (goal a {}) (true (control b)))
        (<= (goal b {}) (true (control a)))
        (<= (goal b {}) (true (control b)))",
        first[0], first[1], second[0], second[1]
    )
}

/// One role switches lamps on and off until all are on: many moves between few states.
fn lamps(number: usize) -> String {
    let each = |part: fn(usize) -> String| (0..number).map(part).collect::<String>();
    format!(
        "(role a) {}
        (<= (legal a (switch ?l)) (lamp ?l))
        (<= (next (on ?l)) (does a (switch ?l)) (not (true (on ?l))))
        (<= (next (on ?l)) (true (on ?l)) (does a (switch ?m)) (distinct ?l ?m))
        (<= terminal {})
        (<= (goal a 100) terminal) (<= (goal a 0) (not terminal))",
        each(|lamp| format!("(lamp {lamp}) ")),
        each(|lamp| format!("(true (on {lamp})) "))
    )
}

/// Two roles, one move, and a reward that is too large for any file.
const RICH: &str = "(role a) (role b) (init s) (legal a go) (legal b go) (<= (next t) (does a go))
    (<= terminal (true t)) (worth 2000000000) (<= (goal a ?v) (worth ?v)) (goal b 0)";

/// The role is stuck before the end.
const STUCK: &str = "(role a) (init (p 1)) (<= (legal a go) (true (p 1))) (<= (next (p 2)) (does a go))
    (<= terminal (true (p 3))) (goal a 50)";

const AT_ONCE: &str = "(role a) (role b) (init s) (legal a l) (legal a r) (legal b l) (legal b r)
    (<= (next t) (does a ?x) (does b ?x)) (<= (next u) (does a ?x) (does b ?y) (distinct ?x ?y))
    (<= terminal (true t)) (<= terminal (true u))
    (<= (goal a 100) (true t)) (<= (goal a 0) (not (true t)))
    (<= (goal b 50) (not (true t))) (<= (goal b 0) (true t))";

const OUT: &str = "DIR/out";

/// The refusals of `solve`.
const SOLVE: &[Refusal] = &[
    refusal(&["solve", "tic-tac-toe", "--memory", "1M"], 3, "allow more with --memory"),
    refusal(&["solve", "DIR/lamps.kif", "--engine", "explicit", "--memory", "24M"], 3, "the same command then resumes"),
    refusal(&["solve", "pancakes:9", "--engine", "symbolic", "--memory", "24M"], 3, "the same command then resumes"),
    refusal(&["solve", "tic-tac-toe", "--time", "1ms"], 3, "allow more with --time"),
    refusal(&["solve", "nim:1,2", "--order=backwards"], 2, "its orders are"),
    refusal(&["solve", "DIR/trap.kif", "--algorithm", "fixpoint"], 1, "omit --algorithm"),
    refusal(&["solve", "DIR/constant.kif", "--algorithm", "layered"], 1, "omit --algorithm"),
    refusal(&["solve", "DIR/constant.kif", "--algorithm", "restart"], 1, "omit --algorithm"),
    refusal(&["solve", "nim:1,2", "--algorithm", "restart", "--engine", "explicit"], 2, "omit --engine"),
    refusal(&["solve", "DIR/general.kif", "--engine", "explicit"], 1, "use --reduce sign"),
    refusal(&["solve", "DIR/general.kif", "--engine", "symbolic"], 1, "use --reduce sign"),
    refusal(&["solve", "DIR/general.kif", "--algorithm", "fixpoint"], 1, "omit --algorithm and use --reduce sign"),
    refusal(&["solve", "DIR/stuck.kif"], 1, "with --lenient a state without a legal move ends the game"),
    refusal(&["solve", "DIR/tiny.kif", "--out", "DIR/wrong.txt"], 2, "choose another directory with --out"),
    refusal(&["solve", "DIR/tiny.kif", "--out", "DIR"], 2, "choose another directory with --out"),
    refusal(&["solve", "DIR/at-once.kif"], 1, "use --security"),
    refusal(&["solve", "DIR/rich.kif"], 1, "use --reduce sign"),
    refusal(&["solve", "tik-tac-toe"], 2, "did you mean `tic-tac-toe`?"),
    Refusal {
        before: &[&["solve", "nim:1,2", "--algorithm", "fixpoint", "--engine", "explicit"]],
        ..refusal(&["solve", "nim:1,2", "--algorithm", "layered"], 2, "omit --algorithm, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2", "--engine", "explicit"]],
        ..refusal(&["solve", "nim:1,2", "--engine", "symbolic"], 2, "omit --engine, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2"]],
        ..refusal(&["solve", "nim:1,3"], 2, "choose another directory with --out")
    },
    Refusal {
        before: &[&["solve", "nim:1,2"]],
        ..refusal(&["solve", "nim:1,2", "--model", "difference"], 2, "use --model own, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2", "--lenient"]],
        ..refusal(&["solve", "nim:1,2"], 2, "use --lenient, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2"]],
        ..refusal(&["solve", "nim:1,2", "--lenient"], 2, "omit --lenient, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2", "--reduce=sign"]],
        ..refusal(&["solve", "nim:1,2"], 2, "use --reduce sign, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2"]],
        ..refusal(&["solve", "nim:1,2", "--reduce=sign"], 2, "omit --reduce, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "DIR/constant.kif", "--infinite", "0,100"]],
        ..refusal(&["solve", "DIR/constant.kif"], 2, "use --infinite 0,100, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2", "--algorithm", "restart"]],
        ..refusal(&["solve", "nim:1,2", "--distances"], 2, "omit --distances, or choose another directory")
    },
    Refusal {
        before: &[&["solve", "nim:1,2", "--algorithm", "restart"]],
        ..refusal(
            &["solve", "nim:1,2", "--algorithm", "restart", "--distances"],
            2,
            "or omit --algorithm and choose another directory",
        )
    },
    Refusal {
        before: &[&["solve", "nim:1,3", "--out", OUT]],
        ..refusal(&["solve", "nim:1,2", "--out", OUT], 2, "use --force to replace it, or choose another directory")
    },
    Refusal {
        before: &[UNFINISHED],
        ..refusal(&["solve", "hex:4", "--distances"], 2, "omit --distances to finish it first, or choose")
    },
    Refusal {
        before: &[&["solve", "pancakes:9", "--engine", "symbolic", "--memory", "24M", "--out", OUT]],
        ..refusal(
            &["solve", "pancakes:9", "--engine", "symbolic", "--order=DIR/order.txt"],
            2,
            "omit --order to resume",
        )
    },
];

/// A solve that ends before anything is solved: two layers need 15 MB.
const UNFINISHED: &[&str] = &["solve", "hex:4", "--engine", "explicit", "--memory", "24M", "--out", OUT];

/// The refusals of other commands.
const OTHERS: &[Refusal] = &[
    refusal(&["info", "DIR/long.kif", "--memory", "30M"], 3, "allow it with --memory"),
    refusal(&["info", "no-such-game"], 2, "`backsolve games`"),
    refusal(&["info", "DIR"], 2, "give the path of a file in it"),
    refusal(&["reach", "connect-four:4x4", "--time", "1ms"], 3, "allow more with --time"),
    refusal(&["reach", "hex:4", "--engine", "explicit", "--memory", "24M"], 3, "allow more with --memory"),
    refusal(&["reach", "chomp:3x2", "--duplicates", "--engine", "explicit"], 2, "use --engine symbolic"),
    refusal(&["fmt", "nim:1,2", "--write"], 2, "omit --write"),
    refusal(&["man", "solv"], 2, "`backsolve --help`"),
    refusal(
        &["simulate", "DIR/wide.kif", "--engine", "batch", "--playouts", "2", "--memory", "100M"],
        3,
        "`--engine interpreter`",
    ),
    refusal(&["query", "DIR/nim-1-2.solution"], 2, "`backsolve solve RULES` creates one"),
    refusal(&["verify", "DIR/nim-1-2.solution"], 2, "`backsolve solve RULES` creates one"),
    refusal(&["query", "DIR/wrong.txt"], 2, "give the directory that `backsolve solve` wrote"),
    refusal(&["verify", "DIR"], 2, "give the directory that `backsolve solve` wrote"),
    refusal(
        &["strategy", "synth", "nim:1,2", "--seconds", "1", "--exact", "--engine", "diagrams"],
        2,
        "omit --exact, or omit --engine",
    ),
    refusal(
        &["strategy", "synth", "nim:1,2", "--seconds", "0", "--algorithm", "1", "--engine", "diagrams"],
        2,
        "omit --algorithm, or use",
    ),
    refusal(&["strategy", "synth", "nim:1,2", "--seconds", "0", "--role", "third"], 2, "its roles are first, second"),
    refusal(&["strategy", "synth", "clobber:3x2"], 1, "`backsolve solve`"),
    refusal(&["strategy", "minimise", "tic-tac-toe", "DIR/wrong.txt"], 1, "`backsolve strategy verify`"),
    refusal(&["strategy", "complete", "tic-tac-toe", "DIR/wrong.txt", "--seconds", "0"], 1, "--mend"),
    Refusal { before: &[UNFINISHED], ..refusal(&["verify", OUT], 2, "run the same `backsolve solve` command again") },
    Refusal {
        before: &[&["solve", "three-mens-morris", "--infinite", "0,100", "--out", OUT]],
        command: &["strategy", "synth", "three-mens-morris", "--database", OUT, "--infinite", "50", "--seconds", "0"],
        code: 2,
        advice: "omit --infinite",
    },
];

#[test]
fn advice_of_solve_works() {
    SOLVE.iter().for_each(follow);
}

#[test]
fn advice_of_other_commands_works() {
    OTHERS.iter().for_each(follow);
}

/// If nothing helps there is no advice.
#[test]
fn refusals_without_a_remedy_have_no_advice() {
    let folder = Folder::new();
    let endless = folder.file("endless.kif", pacing(9, [100, 0], [0, 100]));
    let three = folder.file("three.kif", pacing(2, [100, 0], [30, 100]) + "(role c) (legal c noop) (goal c 0)");
    for engine in ["symbolic", "explicit"] {
        let never = "the game never ends: none of its 6 reachable states is terminal";
        for algorithm in ["auto", "fixpoint", "layered", "zero-sum"] {
            let options = ["--engine", engine, "--algorithm", algorithm, "--reduce", "sign"];
            let out = folder.path().join("endless");
            let command = ["solve", text(&endless), "--json", "--out", text(&out)];
            let sign = if algorithm == "zero-sum" { 6 } else { 4 };
            let refused = backsolve(command.into_iter().chain(options[..sign].iter().copied())).exits(1).json();
            assert_eq!((&refused["error"], &refused["hint"]), (&never.into(), &serde_json::Value::Null));
            assert!(!out.exists());
        }
        let out = folder.path().join("three");
        let run = backsolve(["solve", text(&three), "--json", "--out", text(&out), "--engine", engine]).exits(1);
        assert_eq!(run.json()["hint"], serde_json::Value::Null);
        run.complains("cyclic").complains("a cycle:");
    }
    let refused = backsolve(["strategy", "synth", text(&endless), "--json"]).exits(1).json();
    assert!(refused["hint"].is_null() && refused["error"].as_str().is_some_and(|why| why.contains("never ends")));
}

/// A directory that was started without --lenient does not accept it later.
#[test]
fn a_resumed_solve_advises_another_directory_for_lenient_mode() {
    let folder = Folder::new();
    let (sheet, out) = (folder.file("stuck.kif", STUCK), folder.path().join("out"));
    let command = ["solve", text(&sheet), "--out", text(&out)].map(str::to_owned);
    backsolve(command.iter().map(String::as_str).chain(["--lenient"])).exits(0);
    let file = out.join("manifest.json");
    let manifest = std::fs::read_to_string(&file).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    manifest["question"]["lenient"] = false.into();
    manifest["progress"] = serde_json::json!({"phase": "forward"});
    manifest["layers"] = serde_json::json!([]);
    manifest.as_object_mut().expect("an object").remove("checksum");
    std::fs::write(&file, manifest.to_string()).expect("it can be written");

    let hint = hint(&backsolve(command.iter().map(String::as_str).chain(["--json"])).exits(1));
    let new = folder.path().join("new");
    let steps = advised(&command, None, &hint).concat();
    assert!(hint.contains("--lenient") && !steps.is_empty(), "{hint}");
    for step in steps {
        backsolve(step.iter().map(|word| word.replace(NEW, text(&new)))).exits(0);
    }
    assert!(new.is_dir(), "{hint}");
}

/// A directory that another process writes to is not written to; the advice is to wait.
#[test]
fn a_directory_in_use_is_refused_until_it_is_free() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let solve = || backsolve(["solve", "nim:1,2", "--out", text(&out), "--json"]);
    std::fs::create_dir(&out).expect("a new directory");
    let lock = std::fs::File::create(out.join("lock")).expect("a file");
    lock.lock().expect("nobody else has it");
    let refused = solve().exits(2).complains("is being written by another process");
    assert_eq!(hint(&refused), "wait until that process ends, or choose another directory with --out");
    drop(lock);
    solve().exits(0);
}

/// The amount of memory is named if it is known.
#[test]
fn a_server_says_how_much_memory_it_needs() {
    let hint = hint(&backsolve(["serve", "--memory", "24M", "--json"]).exits(3));
    let amount = hint.split_whitespace().find(|word| word.ends_with('M')).expect("an amount");
    // With that it gets as far as its directory, which cannot be created.
    let folder = Folder::new();
    let file = folder.file("file", "");
    backsolve(["serve", "--memory", amount, "--data", text(&file), "--port", "0"]).exits(2).complains("cannot create");
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Provokes a refusal and follows its advice.
fn follow(refusal: &Refusal) {
    let folder = Folder::new();
    for (name, content) in sheets() {
        folder.file(name.trim_start_matches("DIR/"), content);
    }
    let place = |word: &str| word.replace("DIR", text(folder.path()));
    let command = |words: &[&str]| {
        let mut command: Vec<String> = words.iter().map(|word| place(word)).collect();
        if command[0] == "solve" && !command.iter().any(|word| word == "--out") {
            command.extend(["--out".to_owned(), place(OUT)]);
        }
        command
    };
    for words in refusal.before {
        let run = backsolve(command(words));
        assert!(matches!(run.code, Some(0 | 3)), "{words:?}: {}", run.stderr);
    }
    let refused = command(refusal.command);
    let run = backsolve(refused.iter().map(String::as_str).chain(["--json"])).exits(refusal.code);
    let hint = hint(&run);
    assert!(hint.contains(refusal.advice), "{refused:?}: {hint}");
    let begun = refusal.before.last().map(|words| command(words));
    for (number, mut steps) in advised(&refused, begun.as_deref(), &hint).into_iter().enumerate() {
        for command in &mut steps {
            command.iter_mut().for_each(|word| *word = word.replace(NEW, &place(&format!("DIR/new-{number}"))));
            let run = backsolve(command.iter());
            // The command that shows where a strategy fails exits with 1.
            let shows = command.starts_with(&["strategy".to_owned(), "verify".to_owned()]) && run.code == Some(1);
            assert!(run.code == Some(0) || shows, "{refused:?}: {hint}\n{command:?}: {}", run.stderr);
        }
    }
}

/// The advice of a run: a field of the error, or a line after it if a partial answer replaces the error.
fn hint(run: &Run) -> String {
    let line = || run.stderr.lines().find_map(|line| line.trim().strip_prefix("help: "));
    let json = run.json();
    let hint = json["hint"].as_str().or_else(line);
    hint.unwrap_or_else(|| panic!("no hint in {}{}", run.stdout, run.stderr)).to_owned()
}

/// Stands for a directory that does not exist yet.
const NEW: &str = "NEW";

/// The commands that a hint advises instead of a refused one: alternatives, each in steps.
fn advised(refused: &[String], begun: Option<&[String]>, hint: &str) -> Vec<Vec<Vec<String>>> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let quoted: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
    let one = |command: Vec<String>| vec![vec![command]];
    if let Some(names) = hint.strip_prefix("its orders are ").or_else(|| hint.strip_prefix("its roles are ")) {
        return names.split(", ").map(|name| vec![with_last_value(refused, name)]).collect();
    }
    if let Some(name) = hint.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?")) {
        return one(refused
            .iter()
            .map(|word| if word == "tik-tac-toe" { name.to_owned() } else { word.clone() })
            .collect());
    }
    if hint == "give the path of a file in it" {
        return one(words(&[&refused[0], &format!("{}/tiny.kif", refused[1])]));
    }
    if hint == "give the directory that `backsolve solve` wrote" {
        let written = words(&[&refused[0], NEW]);
        return vec![vec![words(&["solve", "nim:1,2", "--out", NEW]), written]];
    }
    if hint.starts_with("`backsolve solve RULES`") {
        return vec![vec![words(&["solve", "nim:1,2", "--out", &refused[1]]), refused.to_vec()]];
    }
    if hint.contains("run the same `backsolve solve` command again") {
        let mut again = begun.expect("a command that began it").to_vec();
        remove(&mut again, "--memory");
        return vec![vec![again, refused.to_vec()]];
    }
    if hint.contains("accept such games") {
        let takes = quoted.iter().filter(|name| **name != "solve");
        return takes.map(|name| vec![words(&[name, &refused[1]])]).collect();
    }
    let mut alternatives = Vec::new();
    for text in hint.split(", or ").flat_map(|text| text.split(", and ")) {
        let mut command = refused.to_vec();
        for clause in text.split("; ").flat_map(|clause| clause.split(" and ")) {
            apply(&mut command, clause);
        }
        // Advice to change the rules is not for the command line.
        if command != refused {
            alternatives.push(vec![command]);
        }
    }
    assert!(!alternatives.is_empty(), "nobody can follow `{hint}`");
    alternatives
}

/// Changes a command by a part of a hint.
fn apply(command: &mut Vec<String>, clause: &str) {
    let options: Vec<&str> = clause.split([' ', '`', ',']).filter(|word| word.starts_with("--")).collect();
    if let Some(named) = clause.split('`').nth(1).and_then(|quoted| quoted.strip_prefix("backsolve ")) {
        let operands = operands(command);
        let mut new: Vec<String> = named.split(' ').map(str::to_owned).collect();
        if !["games", "--help"].contains(&named) {
            new.extend(operands);
        }
        if named == "solve" {
            new.extend(["--out".to_owned(), NEW.to_owned()]);
        }
        *command = new;
    } else if clause.starts_with("omit ") || clause.starts_with("allow more with ") {
        options.iter().for_each(|option| remove(command, option));
    } else if options == ["--out"] || clause.contains("a new directory") {
        remove(command, "--out");
        command.extend(["--out".to_owned(), NEW.to_owned()]);
    } else if let [option] = options[..] {
        let after = clause.split([' ', '`']).skip_while(|word| *word != option).nth(1);
        remove(command, option);
        command.push(option.to_owned());
        let value = after.filter(|_| ["--reduce", "--engine", "--memory", "--model", "--infinite"].contains(&option));
        command.extend(value.map(str::to_owned));
    }
}

/// A command without an option and its value.
fn remove(command: &mut Vec<String>, option: &str) {
    let name = |word: &str| word.split('=').next().map(str::to_owned);
    let Some(at) = command.iter().position(|word| name(word) == name(option)) else { return };
    let flags = ["--exact", "--write", "--lifted", "--lenient", "--distances", "--force", "--security"];
    let is_flag = command[at].contains('=') || flags.contains(&option);
    command.drain(at..(at + if is_flag { 1 } else { 2 }).min(command.len()));
}

/// A command with another value of its last option except `--out`.
fn with_last_value(command: &[String], value: &str) -> Vec<String> {
    let at = command.iter().rposition(|word| word.starts_with("--") && word != "--out").expect("an option");
    let mut command = command.to_vec();
    match command[at].split_once('=') {
        Some((option, _)) => command[at] = format!("{option}={value}"),
        None => command[at + 1] = value.to_owned(),
    }
    command
}

/// The operands of a command: its words before the first option that are not command names.
fn operands(command: &[String]) -> Vec<String> {
    let commands = if command[0] == "strategy" { 2 } else { 1 };
    command[commands..].iter().take_while(|word| !word.starts_with("--")).cloned().collect()
}
