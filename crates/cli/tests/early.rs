//! Runs that end early: Ctrl-C, and the messages.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use support::{Folder, backsolve, command};

fn start(arguments: &[&str]) -> Child {
    let mut command = command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
}

/// Waits until the program handles Ctrl-C: bit 1 of its caught signals is SIGINT.
#[cfg(target_os = "linux")]
fn wait_until_it_listens(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let listens = |text: &str| {
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    while !listens(&std::fs::read_to_string(&status).expect("the program runs")) {
        std::thread::yield_now();
    }
}

#[test]
fn an_interrupted_solve_says_how_to_resume_and_an_empty_solution_is_not_verified() {
    let folder = Folder::new();
    let out = folder.path().join("c4").display().to_string();
    let mut child = start(&["solve", "connect-four:7x6", "--engine", "symbolic", "--verbose", "--out", &out]);
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut first = String::new();
    stderr.read_line(&mut first).expect("a line");
    assert!(first.contains("committed"), "{first}");
    interrupt(&child);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest}");
    assert!(rest.contains("interrupted before the game was solved"), "{rest}");
    assert!(rest.contains("run the same command again to resume"), "{rest}");
    let run = backsolve(["verify", "--json", &out])
        .exits(2)
        .complains("nothing is solved")
        .complains("help: to finish the solve, run the same `backsolve solve` command again");
    assert_eq!(run.json()["exit_code"], 2);
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_commands_say_what_is_unfinished() {
    // Reading from a pipe without a writer blocks forever.
    let folder = Folder::new();
    for (file, kind) in [("db/manifest.json", "directory"), ("traces/nim.jsonl.gz", "traces")] {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect(kind);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    }
    folder.file("games/nim.kif", games::sheet("nim:1,2").expect("a game"));
    let (database, corpus) = (folder.path().join("db").display().to_string(), folder.path().display().to_string());
    let interpreter = ["simulate", "connect-four:7x6", "--json", "--seconds", "600", "--engine", "interpreter"];
    let commands: [(&[&str], &str); 8] = [
        (&["verify", &database, "--json"], "interrupted: the check is incomplete"),
        (&["query", &database, "--json"], "interrupted: there is no answer yet"),
        (&["conform", &corpus, "--json"], "interrupted: not all sheets were compared"),
        (&["check", "-", "--json"], "interrupted: standard input was not read to its end"),
        (&interpreter, "interrupted: the playouts are not finished"),
        (&["reach", "connect-four:7x6", "--json"], "interrupted: the search found only the states after 0 to"),
        (&["simulate", "connect-four:7x6", "--json", "--seconds", "600"], "interrupted: the playouts are not finished"),
        (&["strategy", "synth", "connect-four:7x6", "--json", "--engine", "bitmaps"], "interrupted"),
    ];
    for (arguments, said) in commands {
        let mut child = start(arguments);
        // Kept open until the end.
        let _input = child.stdin.take();
        wait_until_it_listens(&child);
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
        let object: serde_json::Value = serde_json::from_str(&stdout).expect("one object");
        assert!(object["exit_code"] == 130 || object["complete"] == false, "{object}");
    }
}

#[test]
fn a_search_that_exceeds_its_time_prints_one_object() {
    let run =
        backsolve(["reach", "connect-four:7x6", "--time", "4s", "--json"]).exits(3).complains("time limit reached");
    let answer = run.json();
    assert!(answer["complete"] == false || answer["exit_code"] == 3, "{answer}");
}

#[test]
fn listing_states_counts_as_time_for_the_search() {
    let run = backsolve(["strategy", "synth", "connect-four:7x6", "--seconds", "1", "--engine", "bitmaps"]);
    run.exits(3).complains("is not finished").complains("--engine diagrams");
}
