//! The server's own directory.
//!
//! ```text
//! databases/ID/        solutions, as written by `backsolve solve`
//! games/ID.json        uploaded rule sheets
//! strategies/ID.json   saved strategies
//! jobs/ID.json         unfinished solves
//! ```
//!
//! File names are [identifiers](crate::identity) made by the server. Files appear under their names when they are
//! complete.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use operations::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use task::AdviceStep;
use tempfile::NamedTempFile;

use crate::error::{ApiError, Code};
use crate::identity;

/// The suffix of a database that is to be removed.
const ASIDE: &str = "aside";

/// A kind of stored thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folder {
    Games,
    Strategies,
    Jobs,
}

impl Folder {
    fn name(self) -> &'static str {
        match self {
            Folder::Games => "games",
            Folder::Strategies => "strategies",
            Folder::Jobs => "jobs",
        }
    }
}

/// The server's own directory.
#[derive(Clone, Debug)]
pub struct Storage {
    root: PathBuf,
}

impl Storage {
    /// Opens the directory, or creates it.
    pub fn open(root: &Path) -> Result<Storage, Error> {
        let storage = Storage { root: root.to_owned() };
        let folders = [Folder::Games, Folder::Strategies, Folder::Jobs].map(Folder::name);
        for folder in folders.into_iter().chain(["databases"]) {
            let path = root.join(folder);
            fs::create_dir_all(&path).map_err(|error| unusable(&path, &error))?;
        }
        storage.remove_set_aside();
        Ok(storage)
    }

    /// The path of the database with an identifier.
    pub fn database(&self, id: &str) -> PathBuf {
        debug_assert!(identity::is_valid(id), "identifiers come from here or were checked");
        self.root.join("databases").join(id)
    }

    /// The identifiers of the databases.
    pub fn databases(&self) -> Vec<String> {
        names(&self.root.join("databases")).filter(|name| identity::is_valid(name)).collect()
    }

    /// Sets a database aside immediately; removing it, which may take long, is done later.
    pub fn set_database_aside(&self, id: &str) -> Result<(), ApiError> {
        let path = self.database(id);
        let aside = path.with_file_name(format!("{}.{ASIDE}", identity::fresh("aside")));
        fs::rename(&path, aside).map_err(|error| failed("remove a database", &error))
    }

    /// Removes databases that were set aside, now or before the server ended.
    pub fn remove_set_aside(&self) {
        let folder = self.root.join("databases");
        for name in names(&folder).filter(|name| name.ends_with(ASIDE)) {
            // A failure is retried at the next start.
            let _ = fs::remove_dir_all(folder.join(name));
        }
    }

    /// Stores a thing.
    pub fn write(&self, folder: Folder, id: &str, thing: &impl Serialize) -> Result<(), ApiError> {
        let path = self.path(folder, id);
        let write = || {
            let mut file = NamedTempFile::new_in(self.root.join(folder.name()))?;
            serde_json::to_writer_pretty(&mut file, thing)?;
            file.flush()?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|error: std::io::Error| failed("write a file", &error))
    }

    /// All readable things in a folder, with their identifiers.
    pub fn read_all<T: DeserializeOwned>(&self, folder: Folder) -> Vec<(String, T)> {
        let name = |file: String| file.strip_suffix(".json").filter(|id| identity::is_valid(id)).map(str::to_owned);
        let read = |id: String| {
            let text = fs::read(self.path(folder, &id)).ok()?;
            Some((id, serde_json::from_slice(&text).ok()?))
        };
        names(&self.root.join(folder.name())).filter_map(name).filter_map(read).collect()
    }

    /// Removes a thing, if it exists.
    pub fn remove(&self, folder: Folder, id: &str) {
        // It may already be gone.
        let _ = fs::remove_file(self.path(folder, id));
    }

    fn path(&self, folder: Folder, id: &str) -> PathBuf {
        debug_assert!(identity::is_valid(id), "identifiers come from here or were checked");
        self.root.join(folder.name()).join(format!("{id}.json"))
    }
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names.into_iter()
}

/// The error that the directory cannot be used at all, which the user can fix.
fn unusable(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format_args!("cannot create {}: {error}", path.display())).advise(AdviceStep::OtherData)
}

/// The error that a thing cannot be stored, which the client cannot fix; nor need it know the path.
fn failed(what: &str, error: &std::io::Error) -> ApiError {
    ApiError::new(Code::Storage, format!("the server cannot {what}: {}", error.kind()))
}
