//! One measurement: a command in a process of its own, and what it took.
//!
//! The operating system adds up what a process's children took, so each measured command gets a parent that has no
//! other child: this program again, as `bench child COMMAND`.

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

/// What a command took, and what it said.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Taken {
    /// Seconds of processor time, of all threads together.
    pub cpu: f64,
    /// Seconds by the clock.
    pub wall: f64,
    /// The most memory that it held, in bytes.
    pub memory: u64,
    /// Its exit code.
    pub code: Option<i32>,
    /// Its answer, if that is JSON.
    pub answer: Value,
}

impl Taken {
    /// Whether it was done, and not refused, stopped or broken.
    pub fn is_done(&self) -> bool {
        self.code == Some(0)
    }

    /// A number of the answer.
    pub fn number(&self, key: &str) -> u64 {
        self.answer[key].as_u64().unwrap_or_default()
    }
}

/// Runs a command and prints what it took.
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

/// Measures how a game is solved, into a database that is gone afterwards.
pub fn solve(program: &Path, rules: &str, how: &[&str]) -> Outcome<Taken> {
    solve_and(program, rules, how, |_, _| Ok(())).map(|(taken, ())| taken)
}

/// The same, with a look at where the database is while it is there.
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

/// Refuses runs that found different things.
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

/// Builds the program as users have it and says where it is. A machine without a compiler gets a built one in
/// `BACKSOLVE`.
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
    // It lands beside this program.
    Ok(env::current_exe()?.with_file_name("backsolve"))
}
