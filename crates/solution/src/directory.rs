//! Writes a solution so that no finished work is ever lost.
//!
//! A file is written under a temporary name, synced, hashed and renamed. Only then is it named in the manifest, which
//! is replaced in the same way. So at any moment, even after a crash or on a full disk, the manifest describes complete
//! files, and solving can resume. Files that a crash leaves behind, temporary ones and renamed ones that no manifest
//! names, are removed at the next start.
//!
//! A new solution is first synced after a second or when it is complete (`unsynced`). Small games are solved by then,
//! and waiting for the disk at every step took most of their time.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use tempfile::NamedTempFile;

use crate::difference::{same_distances, same_question, same_variables};
use crate::effort::Run;
use crate::error::Error;
use crate::manifest::{Effort, FORMAT, File, Layer, Layout, Manifest};
use crate::mapped::MappedFile;
use crate::streamed::StreamedFile;
use crate::unsynced::Unsynced;

/// The file that describes all others.
pub const MANIFEST: &str = "manifest.json";
/// The report page that may be beside it.
pub const REPORT: &str = "report.html";
const LOCK: &str = "lock";
const TEMPORARY: &str = "unfinished-";

/// A solution directory held open for writing.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    manifest: Manifest,
    run: Run,
    unsynced: Unsynced,
    /// Held while writing; the operating system releases it with the process.
    _lock: fs::File,
}

impl Directory {
    /// Opens `path` for the work described by `manifest`: starts it in a new directory, resumes it in an existing one.
    ///
    /// The question must be the same as in the directory; method and encoding are taken from the directory.
    pub fn start_or_resume(path: &Path, manifest: Manifest) -> Result<Directory, Error> {
        let same_work = |known: &Manifest| {
            same_question(path, &known.question, &manifest.question)?;
            same_distances(path, known, manifest.question.distances)?;
            same_variables(path, known, &manifest)
        };
        match read_manifest(path)? {
            Some(known) => same_work(&known)?,
            None => {
                refuse_foreign(path)?;
                fs::create_dir_all(path).map_err(Error::io("create", path))?;
            }
        }
        let lock = lock(path)?;
        // The previous holder of the lock may have made progress in the meantime.
        let known = read_manifest(path)?;
        known.as_ref().map_or(Ok(()), same_work)?;
        let fresh = known.is_none();
        let manifest = known.unwrap_or(manifest);
        let run = Run::new(manifest.method.effort);
        let unsynced = if fresh { Unsynced::new() } else { Unsynced::none() };
        let mut directory = Directory { path: path.to_owned(), manifest, run, unsynced, _lock: lock };
        if !directory.manifest.progress.is_complete() {
            // Everything is written in the current format from now on, and the next commit records that.
            directory.manifest.format = FORMAT;
        }
        if fresh {
            directory.write_manifest()?;
        }
        directory.sweep()?;
        Ok(directory)
    }

    /// Sets the start of this run's time, which is added to that of earlier runs. A run may open a directory several
    /// times.
    pub fn count_from(&mut self, start: Instant, earlier: Option<Effort>) {
        self.run = Run { start, earlier: earlier.unwrap_or_default() };
    }

    /// The committed manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The full path of a file named in the manifest.
    pub fn path_of(&self, file: &File) -> PathBuf {
        self.path.join(&file.name)
    }

    /// Maps a file named in the manifest and checks its hash.
    pub fn map_file(&self, file: &File) -> Result<MappedFile, Error> {
        MappedFile::open_checked(&self.path, file)
    }

    /// Opens a file named in the manifest for a single pass; its hash is checked at the end.
    pub fn stream_file(&self, file: &File) -> Result<StreamedFile, Error> {
        StreamedFile::open(self.path_of(file), file)
    }

    /// Writes a file under its final name and returns its description; it counts once a [`Directory::commit`] names it.
    pub fn write_file(
        &self,
        name: &str,
        layout: Layout,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<File, Error> {
        let path = self.path.join(name);
        let failed = || Error::io("write", &path);
        let temporary = self.temporary()?;
        let mut writer =
            Hashing { inner: BufWriter::new(temporary.as_file()), hasher: blake3::Hasher::new(), bytes: 0 };
        write(&mut writer).and_then(|()| writer.inner.flush()).map_err(failed())?;
        let (hash, bytes) = (writer.hasher.finalize().to_hex().to_string(), writer.bytes);
        drop(writer);
        self.finish(temporary, &path)?;
        Ok(File { name: name.to_owned(), bytes, hash, layout })
    }

    /// Changes the manifest, first on disk, then in memory.
    pub fn commit(&mut self, change: impl FnOnce(&mut Manifest)) -> Result<(), Error> {
        let mut manifest = self.manifest.clone();
        change(&mut manifest);
        manifest.method.effort = Some(self.run.effort());
        let before = std::mem::replace(&mut self.manifest, manifest);
        self.write_manifest().inspect_err(|_| self.manifest = before)?;
        if self.manifest.progress.is_complete() { self.sync() } else { Ok(()) }
    }

    /// Starts over with another manifest in one commit; files that it does not name are removed.
    pub fn replace(&mut self, manifest: Manifest) -> Result<(), Error> {
        self.commit(|known| *known = manifest)?;
        self.sweep()
    }

    /// Removes every file that the manifest does not name.
    pub fn sweep(&self) -> Result<(), Error> {
        let named = |name: &str| self.manifest.layers.iter().flat_map(Layer::files).any(|file| file.name == name);
        for entry in fs::read_dir(&self.path).map_err(Error::io("read", &self.path))? {
            let entry = entry.map_err(Error::io("read", &self.path))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let ours = name.starts_with(TEMPORARY) || name.ends_with(EXTENSION);
            if ours && !named(&name) {
                fs::remove_file(entry.path()).map_err(Error::io("remove", &entry.path()))?;
            }
        }
        Ok(())
    }

    fn write_manifest(&self) -> Result<(), Error> {
        let path = self.path.join(MANIFEST);
        let temporary = self.temporary()?;
        let text = serde_json::to_string_pretty(&self.manifest)
            .map_err(|error| Error::io("write", &path)(io::Error::other(error)))?;
        temporary.as_file().write_all(sealed(&text).as_bytes()).map_err(Error::io("write", &path))?;
        self.finish(temporary, &path)
    }

    fn temporary(&self) -> Result<NamedTempFile, Error> {
        let mut builder = tempfile::Builder::new();
        // Permissions follow the user's umask, unlike those of other temporary files.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.prefix(TEMPORARY).tempfile_in(&self.path).map_err(Error::io("write to", &self.path))
    }

    /// Renames a file to its final name. Syncs the file before and the directory after, so that the name survives a
    /// crash, unless syncing is deferred.
    fn finish(&self, temporary: NamedTempFile, path: &Path) -> Result<(), Error> {
        let waits = self.unsynced.add(path);
        if !waits {
            self.sync()?;
            temporary.as_file().sync_all().map_err(Error::io("write", path))?;
        }
        temporary.persist(path).map_err(|error| Error::io("write", path)(error.error))?;
        if waits { Ok(()) } else { self.sync_names() }
    }

    /// Syncs the files whose sync was deferred.
    fn sync(&self) -> Result<(), Error> {
        let files = self.unsynced.take();
        for path in &files {
            match fs::File::open(path).and_then(|file| file.sync_all()) {
                // It was swept in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                synced => synced.map_err(Error::io("write", path))?,
            }
        }
        if files.is_empty() { Ok(()) } else { self.sync_names() }
    }

    fn sync_names(&self) -> Result<(), Error> {
        fs::File::open(&self.path).and_then(|d| d.sync_all()).map_err(Error::io("write to", &self.path))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Work that ends early may still have files to sync; if that fails, readers will notice.
        let _ = self.sync();
    }
}

/// The extension of all layer files.
pub const EXTENSION: &str = ".layer";

/// The checked manifest of a directory; `None` if there is no such directory or file.
pub fn read_manifest(directory: &Path) -> Result<Option<Manifest>, Error> {
    let path = directory.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(Error::io("read", &path)(error)),
    };
    if !is_intact(&text) {
        return Err(Error::damaged(&path, "its content does not match its hash"));
    }
    let damaged = |error: serde_json::Error| Error::damaged(&path, error.to_string());
    // The format first: a newer manifest may not parse as ours.
    let Format { format } = serde_json::from_slice(&text).map_err(damaged)?;
    if format > FORMAT {
        return Err(Error::Newer { path: directory.to_owned(), format });
    }
    let manifest: Manifest = serde_json::from_slice(&text).map_err(damaged)?;
    manifest.check().map_err(|what| Error::damaged(&path, what))?;
    Ok(Some(manifest))
}

/// Removes a solution, even a damaged one, with the pages beside it. Other files and the directory remain.
pub fn clear(path: &Path) -> Result<(), Error> {
    let names = |path: &Path| -> Result<Vec<OsString>, Error> {
        let entries = fs::read_dir(path).map_err(Error::io("read", path))?;
        let names: Result<Vec<OsString>, io::Error> =
            entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
        names.map_err(Error::io("read", path))
    };
    let is_layer = |name: &OsString| name.to_string_lossy().ends_with(EXTENSION);
    if !path.is_dir() || !names(path)?.iter().any(|name| name == MANIFEST || is_layer(name)) {
        return Ok(());
    }
    let _lock = lock(path)?;
    let is_ours = |name: &OsString| is_layer(name) || name.to_string_lossy().starts_with(TEMPORARY) || name == REPORT;
    // The manifest first: without it the directory does not count as a solution.
    let manifest = OsString::from(MANIFEST);
    for name in [manifest].into_iter().chain(names(path)?.into_iter().filter(is_ours)) {
        match fs::remove_file(path.join(&name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::io("remove", &path.join(&name))(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The error for a path without a manifest: nothing exists, something else does, or a solution has lost its manifest.
pub fn without_manifest(path: &Path) -> Error {
    let is_layer = |entry: fs::DirEntry| entry.file_name().to_string_lossy().ends_with(EXTENSION);
    match fs::read_dir(path).map(|entries| entries.flatten().any(is_layer)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Error::Missing(path.to_owned()),
        Ok(true) => Error::damaged(&path.join(MANIFEST), "it is missing, and the layers cannot be read without it"),
        _ => Error::Foreign(path.to_owned()),
    }
}

/// Separates the manifest's content from its checksum, which is the last field.
const SEAL: &str = ",\n  \"checksum\": \"";
const END: &str = "\"\n}\n";

/// A manifest with its checksum.
fn sealed(text: &str) -> String {
    let content = text.strip_suffix('}').unwrap_or(text).trim_end();
    let hash = blake3::hash(content.as_bytes()).to_hex();
    format!("{content}{SEAL}{hash}{END}")
}

/// Whether the checksum of a manifest matches. A manifest without one was written by hand and is accepted.
fn is_intact(text: &[u8]) -> bool {
    let seal = SEAL.len() + 64 + END.len();
    let Some((content, seal)) = text.len().checked_sub(seal).and_then(|length| text.split_at_checked(length)) else {
        return true;
    };
    match seal.strip_prefix(SEAL.as_bytes()) {
        Some(hash) => hash.starts_with(blake3::hash(content).to_hex().as_bytes()),
        None => true,
    }
}

#[derive(serde::Deserialize)]
struct Format {
    format: u32,
}

fn refuse_foreign(path: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Err(Error::Foreign(path.to_owned())),
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    // A start that got no further than its lock leaves only the lock file.
    let foreign = |name: &OsStr| name != LOCK && !name.to_string_lossy().starts_with(TEMPORARY);
    match entries.flatten().any(|entry| foreign(&entry.file_name())) {
        true => Err(without_manifest(path)),
        false => Ok(()),
    }
}

fn lock(path: &Path) -> Result<fs::File, Error> {
    let file = path.join(LOCK);
    let lock = fs::File::options().create(true).append(true).open(&file).map_err(Error::io("write", &file))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Busy(path.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(Error::io("lock", &file)(error)),
    }
}

struct Hashing<W> {
    inner: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.hasher.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
