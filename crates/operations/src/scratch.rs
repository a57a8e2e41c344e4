//! The folder for temporary files with states that do not fit in memory, if there is no solution directory.

use std::env;
use std::path::{Path, PathBuf};

/// The usual place for large temporary files. `/tmp` is in memory on many systems, so it cannot relieve memory.
const ON_DISK: &str = "/var/tmp";

/// `TMPDIR` if it is set, otherwise a folder on disk.
pub fn folder() -> PathBuf {
    match env::var_os("TMPDIR") {
        Some(chosen) if !chosen.is_empty() => chosen.into(),
        _ if Path::new(ON_DISK).is_dir() => ON_DISK.into(),
        _ => env::temp_dir(),
    }
}
