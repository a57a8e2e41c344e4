//! Where states go for a while that memory has no room for, where there is no solution directory to put them into.

use std::env;
use std::path::{Path, PathBuf};

/// The disk's place for large temporary files. `/tmp` is memory on many systems, and what is to relieve memory must not
/// go there.
const ON_DISK: &str = "/var/tmp";

/// `TMPDIR` where somebody set it, else a place on the disk.
pub fn folder() -> PathBuf {
    match env::var_os("TMPDIR") {
        Some(chosen) if !chosen.is_empty() => chosen.into(),
        _ if Path::new(ON_DISK).is_dir() => ON_DISK.into(),
        _ => env::temp_dir(),
    }
}
