//! Compares a folder of sheets and traces, sheet by sheet, on several threads.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gdl::{Rules, Source};

use crate::compare::compare;
use crate::judge::{Judge, SheetLimits};
use crate::trace::Trace;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct CorpusOptions {
    /// Threads, each working on one sheet.
    pub threads: usize,
    /// Time per sheet.
    pub time: Duration,
    /// Memory per sheet in bytes.
    pub bytes: usize,
    /// Only sheets whose name contains this.
    pub filter: String,
}

impl Default for CorpusOptions {
    fn default() -> CorpusOptions {
        CorpusOptions { threads: 1, time: Duration::from_secs(60), bytes: 2 << 30, filter: String::new() }
    }
}

/// The result for one sheet.
#[derive(Clone, Debug)]
pub enum SheetVerdict {
    /// Every recorded state agrees.
    Agrees,
    /// The first differences, one line each.
    Disagrees(Vec<String>),
    /// No verdict, because of an error in the sheet or the trace, or a limit.
    Failed(String),
}

/// One sheet.
#[derive(Clone, Debug)]
pub struct SheetReport {
    /// Name of the sheet, without folder and extension.
    pub name: String,
    /// Recorded states.
    pub states: usize,
    /// The elapsed time.
    pub time: Duration,
    /// The result.
    pub outcome: SheetVerdict,
}

/// The results for all sheets with a trace.
#[derive(Clone, Debug)]
pub struct CorpusReport {
    /// The results, sorted by name.
    pub sheets: Vec<SheetReport>,
}

impl CorpusReport {
    /// Number of sheets that agree.
    pub fn agreeing(&self) -> usize {
        self.sheets.iter().filter(|s| matches!(s.outcome, SheetVerdict::Agrees)).count()
    }
}

/// The folder cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct Error {
    path: PathBuf,
    cause: std::io::Error,
}

/// Creates a judge for a sheet.
pub type MakeJudge<'a> = &'a (dyn Fn(&Rules, SheetLimits) -> Result<Box<dyn Judge>, String> + Sync);

/// Compares every sheet of `folder` that has a trace. `done` is called as each sheet finishes.
pub fn run(
    folder: &Path,
    options: &CorpusOptions,
    judge: MakeJudge<'_>,
    done: &(dyn Fn(&SheetReport) + Sync),
) -> Result<CorpusReport, Error> {
    let mut names = names(folder, &options.filter)?;
    // Long sheets usually take longest; if one started last, a single thread would be busy at the end.
    let length = |name: &String| fs::metadata(sheet_path(folder, name)).map_or(0, |data| data.len());
    names.sort_by_cached_key(|name| std::cmp::Reverse(length(name)));
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::with_capacity(names.len()));
    std::thread::scope(|scope| {
        for _ in 0..options.threads.clamp(1, names.len().max(1)) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = sheet(folder, name, options, judge);
                    done(&report);
                    reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(report);
                }
            });
        }
    });
    let mut sheets = reports.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    sheets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(CorpusReport { sheets })
}

/// Names of the sheets of `folder` that have a trace and contain `filter`, sorted.
pub fn names(folder: &Path, filter: &str) -> Result<Vec<String>, Error> {
    let path = folder.join("traces");
    let error = |cause| Error { path: path.clone(), cause };
    let mut names = Vec::new();
    for entry in fs::read_dir(&path).map_err(error)? {
        let file = entry.map_err(error)?.file_name();
        let name = file.to_str().and_then(|f| f.strip_suffix(".jsonl.gz")).filter(|n| n.contains(filter));
        names.extend(name.map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

fn sheet_path(folder: &Path, name: &str) -> PathBuf {
    folder.join("games").join(format!("{name}.kif"))
}

fn sheet(folder: &Path, name: &str, options: &CorpusOptions, judge: MakeJudge<'_>) -> SheetReport {
    let start = Instant::now();
    let budget = SheetLimits { deadline: start + options.time, bytes: options.bytes };
    let mut states = 0;
    let outcome = judged(folder, name, budget, judge, &mut states);
    let outcome = match outcome {
        Ok(differences) if differences.is_empty() => SheetVerdict::Agrees,
        Ok(differences) => SheetVerdict::Disagrees(differences),
        Err(why) => SheetVerdict::Failed(why),
    };
    SheetReport { name: name.to_owned(), states, time: start.elapsed(), outcome }
}

fn judged(
    folder: &Path,
    name: &str,
    budget: SheetLimits,
    judge: MakeJudge<'_>,
    states: &mut usize,
) -> Result<Vec<String>, String> {
    let path = folder.join("traces").join(format!("{name}.jsonl.gz"));
    let file = File::open(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let trace = Trace::read(file).map_err(|e| format!("{}: {e}", path.display()))?;
    *states = trace.records.len();
    let rules = rules(&sheet_path(folder, name))?;
    if trace.records.is_empty() {
        return Err(format!("{}: no state is recorded", path.display()));
    }
    compare(&trace, &mut *judge(&rules, budget)?, budget.deadline)
}

/// The rules of a sheet, read in lenient mode: recorded sheets deviate from GDL in ways that still have a meaning.
fn rules(path: &Path) -> Result<Rules, String> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|e| format!("{name}: {e}"))?;
    let source = Source::from_bytes(&name, &bytes).map_err(|d| format!("{name}: {}", d.message))?;
    let checked = gdl::check_lenient(&source);
    checked.rules.ok_or_else(|| {
        let first = checked.diagnostics.iter().find(|d| d.is_error());
        format!("{name}: {}", first.map_or("not well-formed", |d| &d.message))
    })
}
