//! Reads a layer file in one pass and checks its hash.
//!
//! Mapped pages count as memory of the program while they are mapped. To read a whole file once with little memory,
//! stream it.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use layer::PackedReader;

use crate::error::Error;
use crate::manifest::File;

/// Bytes read at a time.
const BUFFER: usize = 1 << 17;

/// A file that is being read.
pub struct StreamedFile {
    input: BufReader<Hashing>,
    path: PathBuf,
    bytes: u64,
    hash: String,
}

impl StreamedFile {
    /// Opens a file named in a manifest.
    pub(crate) fn open(path: PathBuf, file: &File) -> Result<StreamedFile, Error> {
        let inner = fs::File::open(&path).map_err(Error::io("read", &path))?;
        let bytes = inner.metadata().map_err(Error::io("read", &path))?.len();
        if bytes != file.bytes {
            return Err(Error::damaged(&path, format!("it has {bytes} bytes instead of {}", file.bytes)));
        }
        let input = BufReader::with_capacity(BUFFER, Hashing { inner, hasher: blake3::Hasher::new() });
        Ok(StreamedFile { input, path, bytes, hash: file.hash.clone() })
    }

    /// Calls `visit` with every state of a packed layer and its outcome, ascending. The file is damaged if its states
    /// do not have `state_bytes` bytes.
    ///
    /// The hash is known only at the end of the file: the visited states are valid only if there is no error.
    pub fn for_each_packed(mut self, state_bytes: usize, visit: impl FnMut(&[u8], u32)) -> Result<(), Error> {
        let damaged = |error: io::Error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Error::damaged(&self.path, error.to_string()),
            _ => Error::io("read", &self.path)(error),
        };
        let reader = PackedReader::new(&mut self.input).map_err(damaged)?;
        if reader.shape().state_bytes != state_bytes {
            return Err(Error::damaged(&self.path, "its states differ from the manifest"));
        }
        // Every state takes at least one byte.
        if reader.states() > self.bytes {
            return Err(Error::damaged(&self.path, "it claims more states than it has bytes"));
        }
        reader.for_each(visit).map_err(damaged)?;
        self.finish()
    }

    /// Reads the rest and compares the hash.
    fn finish(mut self) -> Result<(), Error> {
        loop {
            let length = self.input.fill_buf().map_err(Error::io("read", &self.path))?.len();
            if length == 0 {
                break;
            }
            self.input.consume(length);
        }
        match self.input.get_ref().hasher.finalize().to_hex().as_str() == self.hash {
            true => Ok(()),
            false => Err(Error::damaged(&self.path, "its hash is not the one in the manifest")),
        }
    }
}

struct Hashing {
    inner: fs::File,
    hasher: blake3::Hasher,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}
