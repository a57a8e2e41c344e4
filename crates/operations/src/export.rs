//! Exports a solution: its states with their values as a table, with what only the rules tell.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use explore::{TerminalStates, TurnFact};
use export::{Columns, ExportCounts, ExportFormat, StateBatch, StoredStates, TurnColumn};
use game::Game;
use gdl::{Mode, Source};
use solution::Manifest;
use task::AdviceStep;

use crate::budget::Budget;
use crate::error::Error;
use crate::proving::grounded;
use crate::solvable::check_solvable;
use crate::solve::check_small;
use crate::stop::Stop;

/// The prefix of files that are not complete yet.
const TEMPORARY: &str = ".unfinished-";

/// Bytes written at a time.
const BUFFER: usize = 1 << 18;

/// A solution to be exported.
pub struct StateTable {
    /// Its states.
    pub states: StoredStates,
    /// The columns.
    pub columns: Columns,
    /// The ends of the game, unless stored distances tell them.
    ends: Option<TerminalStates>,
}

impl StateTable {
    /// Opens a solution, and reads from its rules whose turn it is and where the game ends. Returns its ground game too.
    pub fn open(path: &Path, budget: &Budget, stop: &Stop) -> Result<(StateTable, Game), Error> {
        let states = StoredStates::open(path)?;
        if let StoredStates::Outcomes(database) = &states {
            check_small(database)?;
        }
        let manifest = states.manifest();
        if manifest.expected.is_some() && !manifest.progress.is_complete() {
            return Err(Error::input(format!("{} is not complete", path.display())));
        }
        let game = grounded(&rules(path, manifest)?, budget, stop)?;
        let columns = Columns::new(manifest).with_turns(turns(&game, manifest));
        let (columns, ends) = match columns.ends {
            true => (columns, None),
            false => (columns.with_ends(), Some(TerminalStates::new(&game, manifest)?)),
        };
        Ok((StateTable { states, columns, ends }, game))
    }

    /// Marks the terminal states of a batch that is not marked yet.
    pub fn mark(&self, batch: &mut StateBatch) {
        if let Some(ends) = &self.ends {
            batch.ends = ends.mark(&batch.variables, batch.states);
        }
    }

    /// Writes all states. `progress` gets the number of states so far, and returns whether to go on.
    pub fn write(
        &self,
        format: ExportFormat,
        out: impl Write + Send,
        progress: &mut dyn FnMut(u128) -> bool,
    ) -> Result<ExportCounts, export::Error> {
        export::write(&self.states, &self.columns, &|batch| self.mark(batch), format, out, progress)
    }

    /// Writes all states to a file, which gets its name when it is complete. Returns its size too.
    pub fn write_file(
        &self,
        format: ExportFormat,
        path: &Path,
        progress: &mut dyn FnMut(u128) -> bool,
    ) -> Result<(ExportCounts, u64), Error> {
        let failed = |error: export::Error| match error {
            export::Error::Output(error) => unwritten(path, error),
            error => error.into(),
        };
        // Pipes and devices keep their names.
        if path.exists() && !path.is_file() {
            let file = File::options().write(true).open(path).map_err(|error| unwritten(path, error))?;
            let mut out = Counting { out: BufWriter::with_capacity(BUFFER, file), bytes: 0 };
            return self.write(format, &mut out, progress).map(|counts| (counts, out.bytes)).map_err(failed);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        // Permissions follow the user's umask, unlike those of other temporary files.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.prefix(TEMPORARY).tempfile_in(folder).map_err(|error| unwritten(path, error))?;
        let mut out = Counting { out: BufWriter::with_capacity(BUFFER, file.as_file_mut()), bytes: 0 };
        let counts = self.write(format, &mut out, progress).map_err(failed)?;
        let bytes = out.bytes;
        drop(out);
        // Some file systems report a full disk only now, and after a crash the name must not stand for half a file.
        file.as_file().sync_all().map_err(|error| unwritten(path, error))?;
        file.persist(path).map_err(|error| unwritten(path, error.error))?;
        Ok((counts, bytes))
    }
}

/// The rules of a solution.
fn rules(path: &Path, manifest: &Manifest) -> Result<gdl::Rules, Error> {
    let question = &manifest.question;
    let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
    let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode);
    let damaged = || solution::Error::damaged(&path.join(solution::directory::MANIFEST), "its rules are ill-formed");
    let rules = checked.rules.ok_or_else(damaged)?;
    check_solvable(&rules)?;
    Ok(rules)
}

/// Whose turn it is, if a fact determines it.
fn turns(game: &Game, manifest: &Manifest) -> Option<TurnColumn> {
    let name = |role: usize| game.roles[role].clone();
    Some(match TurnFact::find(game, &manifest.encoding)? {
        TurnFact::Always(role) => TurnColumn { variable: None, roles: vec![name(role)] },
        TurnFact::Variable { variable, roles } => {
            TurnColumn { variable: Some(variable), roles: roles.into_iter().map(name).collect() }
        }
    })
}

/// The error that a file cannot be written.
fn unwritten(path: &Path, error: io::Error) -> Error {
    let full =
        matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge);
    let message = format!("cannot write {}: {error}", path.display());
    if full { Error::limit(message).advise(AdviceStep::FreeDisk) } else { Error::input(message) }
}

/// Errors of an export; those of writing name no file.
impl From<export::Error> for Error {
    fn from(error: export::Error) -> Error {
        match error {
            export::Error::Solution(error) => error.into(),
            export::Error::Output(error) => Error::input(format!("cannot write: {error}")),
            export::Error::Stopped => Error::interrupted(),
        }
    }
}

/// Counts the bytes that pass.
struct Counting<W> {
    out: W,
    bytes: u64,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
