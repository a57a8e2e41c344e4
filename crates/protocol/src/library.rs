//! Databases in a directory, found by the fingerprint of their game.

use std::fs;
use std::path::{Path, PathBuf};

use fingerprint::Fingerprint;
use gdl::Rules;
use solution::directory::read_manifest;

/// A directory of solutions, or a solution.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
}

impl Library {
    /// The solutions in a directory. It is read again for every match, so that new solutions are found.
    pub fn new(folder: PathBuf) -> Library {
        Library { folder }
    }

    /// The solutions whose game has the same fingerprint, finished ones first.
    pub fn candidates(&self, rules: &Rules) -> Vec<PathBuf> {
        let wanted = Fingerprint::of(rules).to_string();
        let mut found: Vec<(bool, PathBuf)> = Vec::new();
        for path in self.directories() {
            let Ok(Some(manifest)) = read_manifest(&path) else { continue };
            if manifest.question.fingerprint == wanted {
                found.push((!manifest.progress.is_complete(), path));
            }
        }
        found.sort();
        found.into_iter().map(|(_, path)| path).collect()
    }

    fn directories(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let folder: &Path = &self.folder;
        std::iter::once(folder.to_owned()).chain(entries.filter(|path| path.is_dir())).collect()
    }
}
