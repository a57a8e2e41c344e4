//! The parent process: starts a worker, supervises its time and memory, and minimises the input when it fails.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::Target;
use crate::minimise::minimise;

/// Time between two checks of a worker.
const PERIOD: Duration = Duration::from_millis(20);
/// Time for minimising an input.
const MINIMISING: Duration = Duration::from_secs(120);

/// Limits of a run.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Seconds for the whole run.
    pub seconds: u64,
    /// Seconds for one case.
    pub case_seconds: u64,
    /// Resident memory of the worker in bytes.
    pub bytes: u64,
}

/// How a worker ended.
#[derive(Clone, Debug)]
enum Verdict {
    Fine,
    Failed(String),
    Hangs,
    Bloats,
}

/// Runs a target and reports the first finding. Exits with 1 after a finding.
pub fn supervise(target: Target, seed: u64, bounds: &Bounds, findings: &Path) -> io::Result<ExitCode> {
    println!("{target}: {} s from seed {seed}", bounds.seconds);
    let arguments =
        [target.to_string(), "--worker".into(), format!("--seed={seed}"), format!("--seconds={}", bounds.seconds)];
    let mut worker = Worker::start(&arguments)?;
    let verdict = worker.watch(bounds)?;
    let number = worker.case.load(Ordering::Relaxed);
    let problem = match verdict {
        Verdict::Fine => {
            println!("{target}: no finding in {}", worker.summary());
            return Ok(ExitCode::SUCCESS);
        }
        Verdict::Failed(text) => text,
        Verdict::Hangs => format!("no answer within {} s", bounds.case_seconds),
        Verdict::Bloats => format!("more than {} MB of memory", bounds.bytes >> 20),
    };
    println!("{target}: FINDING at case {number} of seed {seed}: {problem}");
    println!("again: fuzz {target} --seed {seed} --case {number}");
    fs::create_dir_all(findings)?;
    let path = findings.join(format!("{target}-{seed}-{number}.kif"));
    let input = target.generate(seed, number);
    fs::write(&path, &input)?;
    let small = reduce(target, &input, bounds, &path)?;
    fs::write(&path, &small)?;
    println!("cut down to {} of {} bytes: {}", small.len(), input.len(), path.display());
    println!("{}", String::from_utf8_lossy(&small));
    Ok(ExitCode::FAILURE)
}

/// Minimises an input, trying each candidate in a separate process.
fn reduce(target: Target, input: &[u8], bounds: &Bounds, path: &Path) -> io::Result<Vec<u8>> {
    let trial = PathBuf::from(format!("{}.trial", path.display()));
    let arguments = [target.to_string(), format!("--input={}", trial.display())];
    let fails = |candidate: &[u8]| {
        let verdict = fs::write(&trial, candidate)
            .and_then(|()| Worker::start(&arguments))
            .and_then(|mut worker| worker.watch(bounds));
        !matches!(verdict, Ok(Verdict::Fine) | Err(_))
    };
    let small = minimise(input, Instant::now() + MINIMISING, fails);
    fs::remove_file(&trial)?;
    Ok(small)
}

/// A worker process and its latest output.
struct Worker {
    child: Child,
    /// The number of its current case.
    case: Arc<AtomicU64>,
    /// When it started that case.
    since: Arc<Mutex<Instant>>,
    /// Its summary.
    summary: Arc<Mutex<String>>,
    listeners: Vec<thread::JoinHandle<()>>,
    complaint: Arc<Mutex<String>>,
}

impl Worker {
    fn start(arguments: &[String]) -> io::Result<Worker> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let case = Arc::new(AtomicU64::new(0));
        let since = Arc::new(Mutex::new(Instant::now()));
        let (summary, complaint) = (Arc::new(Mutex::new(String::new())), Arc::new(Mutex::new(String::new())));
        let mut listeners = Vec::new();
        if let Some(out) = child.stdout.take() {
            let (case, since, summary) = (Arc::clone(&case), Arc::clone(&since), Arc::clone(&summary));
            listeners.push(thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    if let Some(number) = line.strip_prefix("case ").and_then(|n| n.parse().ok()) {
                        case.store(number, Ordering::Relaxed);
                        *lock(&since) = Instant::now();
                    } else if let Some(text) = line.strip_prefix("done ") {
                        *lock(&summary) = text.to_string();
                    }
                }
            }));
        }
        if let Some(err) = child.stderr.take() {
            let complaint = Arc::clone(&complaint);
            listeners.push(thread::spawn(move || {
                for line in BufReader::new(err).lines().map_while(Result::ok) {
                    let mut text = lock(&complaint);
                    text.push_str(&line);
                    text.push('\n');
                }
            }));
        }
        Ok(Worker { child, case, since, summary, listeners, complaint })
    }

    /// Waits until the worker ends, and kills it if it exceeds its limits.
    fn watch(&mut self, bounds: &Bounds) -> io::Result<Verdict> {
        let limit = Duration::from_secs(bounds.case_seconds);
        loop {
            if let Some(status) = self.child.try_wait()? {
                for listener in self.listeners.drain(..) {
                    // A listener only reads lines; if it ever panics, only its line is lost.
                    let _ = listener.join();
                }
                let complaint = lock(&self.complaint).trim().to_string();
                return Ok(match status.success() {
                    true => Verdict::Fine,
                    false if complaint.is_empty() => Verdict::Failed(status.to_string()),
                    false => Verdict::Failed(format!("{status}: {complaint}")),
                });
            }
            let verdict = if lock(&self.since).elapsed() > limit {
                Some(Verdict::Hangs)
            } else if resident(self.child.id()) > bounds.bytes {
                Some(Verdict::Bloats)
            } else {
                None
            };
            if let Some(verdict) = verdict {
                self.child.kill()?;
                self.child.wait()?;
                return Ok(verdict);
            }
            thread::sleep(PERIOD);
        }
    }

    fn summary(&self) -> String {
        lock(&self.summary).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Resident memory of a process in bytes; 0 if the system does not report it.
fn resident(process: u32) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{process}/statm"))
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Runs one input in this process, to examine a finding.
pub fn once(target: Target, input: &[u8]) -> io::Result<ExitCode> {
    let mut tally = crate::tally::Tally::default();
    let outcome = crate::worker::attempt(target, input, &mut tally);
    match outcome {
        Ok(()) => writeln!(io::stdout(), "fine: {tally}")?,
        Err(finding) => {
            writeln!(io::stderr(), "{finding}")?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
