//! Runs the binary.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Fails the test unless the run ended with this code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("{e} in\n{}\nstderr:\n{}", self.stdout, self.stderr))
    }

    /// Fails the test unless standard error contains this text.
    #[track_caller]
    pub fn complains(self, text: &str) -> Run {
        assert!(self.stderr.contains(text), "no `{text}` in\n{}", self.stderr);
        self
    }

    /// Fails the test unless standard output contains these words, regardless of line breaks.
    #[track_caller]
    pub fn says(self, text: &str) -> Run {
        let words = self.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(text), "no `{text}` in\n{}", self.stdout);
        self
    }

    /// Fails the test unless standard output contains this text.
    #[track_caller]
    pub fn prints(self, text: &str) -> Run {
        assert!(self.stdout.contains(text), "no `{text}` in\n{}", self.stdout);
        self
    }
}

/// The binary, without colour settings from the environment.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_backsolve"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs `backsolve` with these arguments.
pub fn backsolve<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>) -> Run {
    with_input(arguments, b"")
}

/// Runs `backsolve` with these arguments and this standard input.
pub fn with_input<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>, input: &[u8]) -> Run {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let output = std::thread::scope(|scope| {
        // The program may stop reading early.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the binary ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A directory for one test, removed when dropped.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary directory"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("inside of the folder")).expect("a folder");
        std::fs::write(&path, content).expect("a file");
        path
    }
}

/// A game of one role that ends after one move.
pub const TINY: &str = "\
(role a)
(init (p 1))
(legal a go)
(<= (next (p 2)) (does a go))
(<= terminal (true (p 2)))
(<= (goal a 100) (true (p 2)))
(<= (goal a 0) (true (p 1)))
";

/// Eight digits in one fluent: a hundred million of them, though a playout sees few.
pub fn registers() -> String {
    let mut sheet = String::from("(role a)\n(init (register 0 0 0 0 0 0 0 0))\n(init (step 0))\n");
    (0..9).for_each(|i| sheet += &format!("(successor {i} {})\n", i + 1));
    for digit in 0..8 {
        let before: Vec<String> = (0..8).map(|i| format!("?d{i}")).collect();
        let mut after = before.clone();
        after[digit] = "?n".into();
        let (before, after) = (before.join(" "), after.join(" "));
        sheet += &format!("(legal a (raise {digit}))\n");
        sheet += &format!(
            "(<= (next (register {after})) (does a (raise {digit})) (true (register {before})) (successor ?d{digit} ?n))\n"
        );
    }
    sheet += "(<= (next (step ?n)) (true (step ?s)) (successor ?s ?n))\n(<= terminal (true (step 9)))\n(goal a 100)\n";
    sheet
}
