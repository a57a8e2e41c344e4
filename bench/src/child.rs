//! One measurement: a command in a separate process, and the resources it used.
//!
//! The operating system accumulates the usage of a process's children, so each measured command gets a parent without
//! other children: this program again, as `bench child COMMAND`.

use std::env;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Outcome;

/// The resources and the answer of a command.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Taken {
    /// CPU seconds, over all threads.
    pub cpu: f64,
    /// Wall-clock seconds.
    pub wall: f64,
    /// Peak memory in bytes.
    pub memory: u64,
    /// Its exit code.
    pub code: Option<i32>,
    /// Its answer, if that is JSON.
    pub answer: Value,
}

impl Taken {
    /// Whether it finished, rather than being refused, stopped or broken.
    pub fn is_done(&self) -> bool {
        self.code == Some(0)
    }

    /// A number of the answer.
    pub fn number(&self, key: &str) -> u64 {
        self.answer[key].as_u64().unwrap_or_default()
    }
}

/// Runs a command and prints its usage.
pub fn run(command: &[String]) -> Outcome<()> {
    let (program, arguments) = command.split_first().ok_or("no command")?;
    let clock = Instant::now();
    let mut child = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let mut text = String::new();
    child.stdout.take().ok_or("no output")?.read_to_string(&mut text)?;
    let code = child.wait()?.code();
    let wall = clock.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    let taken = Taken {
        cpu: micros as f64 / 1e6,
        wall,
        memory: u64::try_from(usage.max_rss())? << 10,
        code,
        answer: serde_json::from_str(&text).unwrap_or(Value::Null),
    };
    println!("{}", serde_json::to_string(&taken)?);
    Ok(())
}

/// Measures a command.
pub fn measure(program: &Path, arguments: &[&str]) -> Outcome<Taken> {
    eprintln!("  {} {}", program.file_name().unwrap_or_default().display(), arguments.join(" "));
    let output = Command::new(env::current_exe()?)
        .args(["child", "--"])
        .arg(program)
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Measures solving a game into a temporary database.
pub fn solve(program: &Path, rules: &str, how: &[&str]) -> Outcome<Taken> {
    solve_and(program, rules, how, |_, _| Ok(())).map(|(taken, ())| taken)
}

/// The same, with access to the database before it is removed.
pub fn solve_and<R>(
    program: &Path,
    rules: &str,
    how: &[&str],
    look: impl FnOnce(&Taken, &str) -> Outcome<R>,
) -> Outcome<(Taken, R)> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("solution").display().to_string();
    let taken = measure(program, &[&["solve", rules, "--json", "--out", &out], how].concat())?;
    let seen = look(&taken, &out)?;
    Ok((taken, seen))
}

/// Fails if runs found different results.
pub fn agree<'t>(game: &str, runs: impl IntoIterator<Item = &'t Taken>) -> Outcome<()> {
    let done = runs.into_iter().filter(|taken| taken.is_done());
    let mut found = done.map(|taken| (&taken.answer["value"], taken.number("states")));
    let Some(first) = found.next() else { return Ok(()) };
    match found.all(|other| other == first) {
        true => Ok(()),
        false => Err(format!("runs disagree on the value or the states of {game}").into()),
    }
}

/// Measures a part of this program.
pub fn measure_own(arguments: &[&str]) -> Outcome<Taken> {
    measure(&env::current_exe()?, arguments)
}

/// Builds the release binary and returns its path. On a machine without a compiler, set `BACKSOLVE` to a binary.
pub fn backsolve() -> Outcome<PathBuf> {
    if let Some(program) = env::var_os("BACKSOLVE").map(PathBuf::from) {
        let missing = || format!("there is no program {}, which BACKSOLVE names", program.display()).into();
        return if program.is_file() { Ok(program) } else { Err(missing()) };
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "--package", "backsolve"]).status()?;
    if !built.success() {
        return Err("backsolve can't be built".into());
    }
    // It is built beside this program.
    Ok(env::current_exe()?.with_file_name("backsolve"))
}
