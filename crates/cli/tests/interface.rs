//! Properties of all commands: help, usage errors, pipes, manual pages, completions.

mod support;

use std::io::Read;
use std::process::Stdio;

use support::{Folder, backsolve, command};

const COMMANDS: &[&str] = &[
    "check",
    "fmt",
    "info",
    "simulate",
    "solve",
    "reach",
    "query",
    "verify",
    "play",
    "find",
    "report",
    "sweep",
    "diff",
    "export",
    "review",
    "player",
    "match",
    "strategy",
    "translate",
    "serve",
    "conform",
    "games",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_with_examples() {
    backsolve(["--help"]).exits(0).prints("Examples:").prints("Exit codes:");
    for name in COMMANDS {
        backsolve([name, "--help"]).exits(0).prints("Examples:").prints("--json");
    }
}

#[test]
fn bad_usage_exits_2() {
    backsolve(["solv"]).exits(2);
    backsolve(["check"]).exits(2);
    backsolve(["check", "a", "b"]).exits(2);
    backsolve(["simulate", "tic-tac-toe", "--memory", "many"]).exits(2).complains("size");
    backsolve(["simulate", "tic-tac-toe", "--time", "-1"]).exits(2);
    backsolve(["reach", "tic-tac-toe", "--threads", "0"]).exits(2).complains("give 1 or more, or omit --threads");
    backsolve(Vec::<&str>::new()).exits(2);
}

#[test]
fn misspelt_names_get_a_suggestion() {
    backsolve(["info", "tick-tac-toe"]).exits(2).complains("did you mean `tic-tac-toe`?");
    let answer = backsolve(["info", "tick-tac-toe", "--json"]).exits(2).json();
    assert_eq!(answer["exit_code"], 2);
    assert!(answer["error"].as_str().is_some_and(|text| text.contains("tick-tac-toe")));
}

#[test]
fn files_do_not_shadow_bundled_names() {
    let folder = Folder::new();
    folder.file("sim", "not a rule sheet");
    let output = command().args(["check", "sim"]).current_dir(folder.path()).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(0));
    let output = command().args(["check", "./sim"]).current_dir(folder.path()).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = command().arg("games").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().expect("stderr is piped").read_to_string(&mut complaint).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(complaint, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = command().arg("games").stdout(full).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = backsolve(["completions", shell]).exits(0).stdout;
        for name in COMMANDS {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    backsolve(["completions", "tcsh"]).exits(2);
}

#[test]
fn manual_pages_come_from_the_same_definitions() {
    backsolve(["man"]).exits(0).prints(".TH").prints("simulate");
    backsolve(["man", "simulate"]).exits(0).prints("\\-\\-playouts").prints("Examples");
    backsolve(["man", "nothing"]).exits(2).complains("no command `nothing`");
    let folder = Folder::new();
    let out = folder.path().join("man1");
    backsolve(["man".as_ref(), "--out".as_ref(), out.as_os_str()]).exits(0);
    for name in COMMANDS {
        assert!(out.join(format!("backsolve-{name}.1")).is_file(), "{name}");
    }
    assert!(out.join("backsolve.1").is_file());
}

#[test]
fn bad_usage_is_an_object_too() {
    for arguments in [&["solve", "--jsn", "--json"][..], &["check", "--json"], &["--json", "reach", "a", "b"]] {
        let answer = backsolve(arguments).exits(2).json();
        assert_eq!(answer["exit_code"], 2, "{arguments:?}");
        assert!(
            answer["error"].as_str().is_some_and(|text| !text.is_empty() && !text.starts_with("error")),
            "{answer}"
        );
    }
    assert_eq!(backsolve(["solv"]).exits(2).stdout, "");
    backsolve(["solve", "nim", "--time", "0s"]).exits(2).complains("more than 0");
    backsolve(["solve", "nim", "--memory", "0"]).exits(2).complains("more than 0");
}

#[test]
fn a_value_without_its_equals_sign_is_corrected() {
    for (words, meant) in [
        (&["solve", "nim", "--distances", "no"][..], "--distances=no"),
        (&["solve", "--distances", "no", "nim"], "--distances=no"),
        (&["--json", "reach", "nim", "--order", "span"], "--order=span"),
    ] {
        backsolve(words).exits(2).complains(&format!("tip: put an equals sign before the value: {meant}"));
    }
    let run = backsolve(["solve", "--distances", "nim", "nim"]).exits(2);
    assert!(!run.stderr.contains("equals sign"), "{}", run.stderr);
}

#[test]
fn all_commands_have_the_same_minimum_memory() {
    let folder = Folder::new();
    let database = folder.path().join("nim").display().to_string();
    backsolve(["solve", "nim:1,2", "--out", &database]).exits(0);
    for command in [
        &["info", "nim:1,2"][..],
        &["simulate", "nim:1,2"],
        &["reach", "nim:1,2"],
        &["solve", "nim:1,2", "--out", &database],
        &["query", &database],
        &["verify", &database],
        &["find", &database],
        &["report", &database],
        &["sweep", "nim:1,2"],
        &["diff", &database, &database],
        &["export", &database],
        &["strategy", "synth", "nim:1,2"],
        &["serve"],
    ] {
        let run = backsolve(command.iter().copied().chain(["--memory", "1M"])).exits(3);
        run.complains("1 MiB is not enough memory: every command needs at least 24 MiB");
    }
    backsolve(["query", &database, "--memory", "24M"]).exits(0);
    backsolve(["verify", &database, "--memory", "24M"]).exits(0);
}

#[test]
fn help_says_who_shortens_and_what_counts_as_a_win() {
    for command in ["solve", "query"] {
        let help = backsolve([command, "--help"]).exits(0).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("at equal rewards both prolong"), "{help}");
    }
    let help = backsolve(["solve", "--help"]).exits(0).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("With --reduce 25,75, 76 wins, 75 and 25 draw, 24 loses"), "{help}");
}

#[test]
fn help_fits_the_width() {
    for width in ["80", "100"] {
        for name in COMMANDS {
            let output = command().args([name, "--help"]).env("COLUMNS", width).output().expect("the binary runs");
            let most: usize = width.parse().expect("a number");
            let text = String::from_utf8(output.stdout).expect("text");
            // A usage line or an example command is a word that cannot be broken.
            let wide = |line: &&str| line.chars().count() > most && !line.contains("backsolve ");
            assert_eq!(text.lines().find(wide), None, "{name} at {width}");
        }
    }
}

#[test]
fn subcommands_have_manual_pages() {
    backsolve(["man", "strategy", "synth"]).exits(0).prints("BACKSOLVE-STRATEGY-SYNTH");
    backsolve(["man", "strategy", "nothing"]).exits(2).complains("`strategy nothing`").complains("strategy --help");
    let folder = Folder::new();
    backsolve(["man", "--out", &folder.path().display().to_string()]).exits(0).prints("backsolve-strategy-verify.1");
}
