//! A solution of a game with chance or simultaneous moves, opened for reading: what does a state promise each role?

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use layer::packing::Packing;
use layer::{ExpectedLayer, ExpectedRecord};
use matrixgame::Expectation;

use crate::directory::{read_manifest, without_manifest};
use crate::error::Error;
use crate::facts::Facts;
use crate::manifest::{ExpectedFigures, File, Layer, Layout, Manifest};
use crate::mapped::MappedFile;

/// A directory of expected rewards, open for probing. Probes may come from many threads.
pub struct ExpectedDatabase {
    path: PathBuf,
    manifest: Manifest,
    figures: ExpectedFigures,
    facts: Facts,
    packing: Packing,
    files: Vec<OnceLock<MappedFile>>,
}

impl ExpectedDatabase {
    /// Opens the solution in a directory. Layer files are looked at when a probe needs them.
    pub fn open(path: &Path) -> Result<ExpectedDatabase, Error> {
        let manifest = read_manifest(path)?.ok_or_else(|| without_manifest(path))?;
        let figures = manifest.expected.clone().ok_or_else(|| Error::NotExpected(path.to_owned()))?;
        let encoding = &manifest.encoding;
        Ok(ExpectedDatabase {
            path: path.to_owned(),
            facts: Facts::new(encoding),
            packing: Packing::new(encoding.variables.iter().map(|variable| variable.values.len())),
            files: manifest.layers.iter().map(|_| OnceLock::new()).collect(),
            figures,
            manifest,
        })
    }

    /// What the solution is of, and how far it is.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What its values are.
    pub fn figures(&self) -> &ExpectedFigures {
        &self.figures
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The dictionary between facts and the values that probes take.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The roles that have a value: all but the one that moves by chance.
    pub fn players(&self) -> Vec<usize> {
        (0..self.manifest.encoding.roles.len()).filter(|role| Some(*role) != self.figures.random).collect()
    }

    /// The expected reward of each player, from the values that a layer has of a state.
    pub fn rewards(&self, values: &[Expectation]) -> Vec<Expectation> {
        match (self.figures.sum, values) {
            (Some(sum), [first]) => vec![*first, first.subtracted_from(sum)],
            _ => values.to_vec(),
        }
    }

    /// Reads all files and compares them with the hashes in the manifest.
    pub fn check_hashes(&self) -> Result<(), Error> {
        for file in self.manifest.layers.iter().flat_map(Layer::files) {
            MappedFile::open_checked(&self.path, file)?;
        }
        Ok(())
    }

    /// What the solution says of a state; none if it is not reachable or not solved yet, or if it is no state.
    pub fn probe(&self, state: &[u32]) -> Result<Option<ExpectedRecord>, Error> {
        let variables = &self.manifest.encoding.variables;
        let fits = state.iter().zip(variables).all(|(&value, variable)| (value as usize) < variable.values.len());
        if state.len() != variables.len() || !fits {
            return Ok(None);
        }
        let mut bytes = vec![0; self.packing.bytes()];
        self.packing.pack(state, &mut bytes);
        for number in 0..self.files.len() {
            let Some((file, layer)) = self.layer(number)? else { continue };
            if let Some(index) = layer.find(&bytes) {
                return layer.record(index).map(Some).map_err(|what| self.damaged(file, what));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with every state of a solved layer and the expected reward of each player, until it returns a break.
    pub fn scan(
        &self,
        number: usize,
        mut visit: impl FnMut(&[u32], &[Expectation]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Some((file, layer)) = self.layer(number)? else { return Ok(()) };
        for index in 0..layer.states() {
            let values = layer.values(index).map_err(|what| self.damaged(file, what))?;
            if visit(&self.packing.unpack(layer.state(index)), &self.rewards(&values)).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// A solved layer and its file.
    fn layer(&self, number: usize) -> Result<Option<(&File, ExpectedLayer<'_>)>, Error> {
        let known = &self.manifest.layers[number];
        let Some(file) = &known.value_file else { return Ok(None) };
        let mapped = match self.files[number].get() {
            Some(mapped) => mapped,
            None => {
                let mapped = MappedFile::open(&self.path, file)?;
                self.files[number].get_or_init(|| mapped)
            }
        };
        if file.layout != Layout::Expected {
            return Err(self.damaged(file, "it has outcomes, not expected rewards"));
        }
        let layer = ExpectedLayer::open(mapped.as_ref()).map_err(|what| self.damaged(file, what))?;
        let players = self.players().len();
        let values = if self.figures.sum.is_some() { 1 } else { players };
        let fits = layer.states() as u128 == known.states && layer.state_bytes() == self.packing.bytes();
        match fits && (layer.values_per_state() == values || !self.manifest.progress.is_complete()) {
            true => Ok(Some((file, layer))),
            false => Err(self.damaged(file, "its states are not those of the manifest")),
        }
    }

    fn damaged(&self, file: &File, what: impl Into<String>) -> Error {
        Error::damaged(&self.path.join(&file.name), what)
    }
}
