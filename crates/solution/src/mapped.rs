//! Layer files mapped into memory: the operating system loads the pages that a probe touches.

use std::fs;
use std::path::Path;

use memmap2::Mmap;

use crate::error::Error;
use crate::manifest::File;

/// A mapped layer file.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a file of a solution, which must have the length given in the manifest.
    pub fn open(directory: &Path, file: &File) -> Result<MappedFile, Error> {
        let path = directory.join(&file.name);
        let handle = fs::File::open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::damaged(&path, "it is missing"),
            _ => Error::io("read", &path)(error),
        })?;
        let bytes = handle.metadata().map_err(Error::io("read", &path))?.len();
        if bytes != file.bytes {
            return Err(Error::damaged(&path, format!("it has {bytes} bytes instead of {}", file.bytes)));
        }
        // SAFETY: a mapping is unsound only if the file shrinks or changes while it is read. Layer files are never
        // changed in place: they are written under another name, and replaced or removed as a whole, which does not
        // affect the mapped file.
        let map = unsafe { Mmap::map(&handle) }.map_err(Error::io("map", &path))?;
        Ok(MappedFile(map))
    }

    /// Maps a file of a solution and checks its hash.
    pub fn open_checked(directory: &Path, file: &File) -> Result<MappedFile, Error> {
        let mapped = MappedFile::open(directory, file)?;
        if blake3::hash(mapped.as_ref()).to_hex().as_str() != file.hash {
            return Err(Error::damaged(&directory.join(&file.name), "its hash is not the one in the manifest"));
        }
        Ok(mapped)
    }
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
