//! A solution opened for reading: looks up the outcome of a state.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let database = solution::Database::open("tic-tac-toe.solution".as_ref())?;
//! let state = database.facts().state(["(cell 1 1 x)", "(control o)"])?;
//! if let Some(found) = database.probe(&state)? {
//!     println!("{:?} in layer {}", found.outcome.rewards, found.layer);
//! }
//! # Ok(()) }
//! ```
//!
//! Files are mapped on first use and read in place: a probe follows one path of a diagram or scans one block of packed
//! states, and does not allocate. An unfinished solution answers for its solved layers, as an endgame database.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use layer::packing::Packing;
use layer::{PackedLayer, Probe};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::directory::{read_manifest, without_manifest};
use crate::error::Error;
use crate::facts::Facts;
use crate::manifest::{File, Layer, Layout, Manifest, OutcomeCount};
use crate::mapped::MappedFile;

/// A solution directory open for probing. Probes may be made from many threads.
pub struct Database {
    path: PathBuf,
    manifest: Manifest,
    facts: Facts,
    packing: Packing,
    /// The domain sizes of the variables.
    domains: Vec<u32>,
    levels: Vec<Digit>,
    layers: Vec<OnceLock<Values>>,
    /// The solved layer for each sum of the measure, computed on first use.
    sums: OnceLock<FxHashMap<i64, usize>>,
}

/// The result of a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probed<'d> {
    /// The layer that contains the state.
    pub layer: usize,
    /// Its outcome.
    pub outcome: &'d OutcomeCount,
}

/// A level of diagram files, in the form used by a probe.
struct Digit {
    variable: usize,
    weight: u32,
    size: u32,
    /// Whether it is the whole variable: most are, and divisions take time.
    whole: bool,
}

/// The value file of a layer.
pub(crate) enum Values {
    /// A layer without states has no file.
    Empty,
    Diagram(Probe<MappedFile>),
    Packed(MappedFile),
}

impl Database {
    /// Opens the solution in a directory. Layer files are opened when a probe needs them.
    pub fn open(path: &Path) -> Result<Database, Error> {
        let Some(manifest) = read_manifest(path)? else {
            return Err(without_manifest(path));
        };
        if manifest.expected.is_some() {
            return Err(Error::Expected(path.to_owned()));
        }
        let encoding = &manifest.encoding;
        let digit = |level: &crate::manifest::LevelOf| Digit {
            variable: level.variable,
            weight: level.weight as u32,
            size: level.size as u32,
            whole: level.size >= encoding.variables.get(level.variable).map_or(0, |variable| variable.values.len()),
        };
        Ok(Database {
            path: path.to_owned(),
            facts: Facts::new(encoding),
            packing: Packing::new(encoding.variables.iter().map(|variable| variable.values.len())),
            domains: encoding.variables.iter().map(|variable| variable.values.len() as u32).collect(),
            levels: encoding.levels.iter().map(digit).collect(),
            layers: manifest.layers.iter().map(|_| OnceLock::new()).collect(),
            sums: OnceLock::new(),
            manifest,
        })
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The dictionary between facts and the values used by probes.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Reads all files and compares them with the hashes in the manifest.
    pub fn check_hashes(&self) -> Result<(), Error> {
        for file in self.manifest.layers.iter().flat_map(Layer::files) {
            let mapped = MappedFile::open(&self.path, file)?;
            if blake3::hash(mapped.as_ref()).to_hex().as_str() != file.hash {
                return Err(self.damaged(file, "its content does not match its hash"));
            }
        }
        Ok(())
    }

    /// The outcome of a state, given as a value per variable; `None` if it is not a state, is not reachable, or its
    /// layer is not solved yet.
    ///
    /// If no measure determines the layer of a state, the layers are tried in order. Callers that know the layer use
    /// [`Database::probe_in`].
    pub fn probe(&self, state: &[u32]) -> Result<Option<Probed<'_>>, Error> {
        match self.layer_of(state)? {
            Place::Layer(layer) => self.probe_in(layer, state),
            Place::Nowhere => Ok(None),
            Place::Anywhere => {
                for layer in 0..self.layers.len() {
                    if let Some(found) = self.probe_in(layer, state)? {
                        return Ok(Some(found));
                    }
                }
                Ok(None)
            }
        }
    }

    /// The outcome of a state in one layer; `None` if the layer does not contain it or is not solved yet.
    pub fn probe_in(&self, layer: usize, state: &[u32]) -> Result<Option<Probed<'_>>, Error> {
        let Some(values) = self.values(layer)? else { return Ok(None) };
        let fits = |(&value, &domain): (&u32, &u32)| value < domain;
        if state.len() != self.domains.len() || !state.iter().zip(&self.domains).all(fits) {
            return Ok(None);
        }
        let number = match values {
            Values::Empty => None,
            Values::Diagram(probe) => {
                // One level for a game without variables: the diagram of its only state.
                let constant = self.levels.is_empty().then_some(0);
                let digit = |level: &Digit| {
                    let value = state[level.variable];
                    if level.whole { value as u16 } else { (value / level.weight % level.size) as u16 }
                };
                let path: SmallVec<[u16; 128]> = self.levels.iter().map(digit).chain(constant).collect();
                let terminal = probe.evaluate(&path).map_err(|error| self.damaged_values(layer, &error.to_string()))?;
                terminal.map(|terminal| terminal.number() - 1)
            }
            Values::Packed(map) => {
                let packed = PackedLayer::open(map.as_ref()).map_err(|what| self.damaged_values(layer, &what))?;
                let mut bytes: SmallVec<[u8; 128]> = SmallVec::from_elem(0, self.packing.bytes());
                self.packing.pack(state, &mut bytes);
                packed.find(&bytes)
            }
        };
        let Some(number) = number else { return Ok(None) };
        let outcome = self.manifest.layers[layer].outcomes.get(number as usize);
        let outcome = outcome.ok_or_else(|| self.unknown_outcome(layer))?;
        Ok(Some(Probed { layer, outcome }))
    }

    /// The packing of states in packed layers.
    pub(crate) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The error that a layer file has an unlisted outcome.
    pub(crate) fn unknown_outcome(&self, layer: usize) -> Error {
        self.damaged_values(layer, "it has an outcome that is not in the manifest")
    }

    /// The layers that may contain a state.
    fn layer_of(&self, state: &[u32]) -> Result<Place, Error> {
        if self.layers.len() == 1 {
            return Ok(Place::Layer(0));
        }
        let Some(weights) = &self.manifest.encoding.measure else { return Ok(Place::Anywhere) };
        let sums = match self.sums.get() {
            Some(sums) => sums,
            None => {
                let sums = self.sums(weights)?;
                self.sums.get_or_init(|| sums)
            }
        };
        Ok(sums.get(&sum(weights, state)).map_or(Place::Nowhere, |&layer| Place::Layer(layer)))
    }

    /// The sum of the measure for each solved layer, from one of its states.
    fn sums(&self, weights: &[Vec<i64>]) -> Result<FxHashMap<i64, usize>, Error> {
        let mut sums = FxHashMap::default();
        for layer in 0..self.layers.len() {
            let state = match self.values(layer)? {
                None | Some(Values::Empty) => None,
                Some(Values::Diagram(probe)) => {
                    let first = probe.first().map_err(|error| self.damaged_values(layer, &error.to_string()))?;
                    first.map(|path| self.values_on(&path))
                }
                Some(Values::Packed(map)) => {
                    let packed = PackedLayer::open(map.as_ref()).map_err(|what| self.damaged_values(layer, &what))?;
                    packed.least().map(|bytes| self.packing.unpack(bytes))
                }
            };
            if let Some(state) = state
                && sums.insert(sum(weights, &state), layer).is_some()
            {
                return Err(self.damaged_values(layer, "by the measure, its states belong to another layer"));
            }
        }
        Ok(sums)
    }

    /// The values of the variables on a path of a diagram.
    pub(crate) fn values_on(&self, path: &[u16]) -> Vec<u32> {
        let mut values = vec![0; self.manifest.encoding.variables.len()];
        for (level, &digit) in self.levels.iter().zip(path) {
            let part = u32::from(digit).saturating_mul(level.weight);
            values[level.variable] = u32::saturating_add(values[level.variable], part);
        }
        values
    }

    /// The value file of a layer; `None` if the layer is not solved.
    pub(crate) fn values(&self, layer: usize) -> Result<Option<&Values>, Error> {
        let (Some(place), Some(known)) = (self.layers.get(layer), self.manifest.layers.get(layer)) else {
            return Ok(None);
        };
        if let Some(values) = place.get() {
            return Ok(Some(values));
        }
        let values = match &known.value_file {
            None if known.states == 0 => Values::Empty,
            None => return Ok(None),
            Some(file) => self.open_values(known, file)?,
        };
        Ok(Some(place.get_or_init(|| values)))
    }

    fn open_values(&self, layer: &Layer, file: &File) -> Result<Values, Error> {
        let map = MappedFile::open(&self.path, file)?;
        match file.layout {
            Layout::Diagram => {
                let probe = Probe::open(map).map_err(|error| self.damaged(file, &error.to_string()))?;
                let sizes = self.levels.iter().map(|level| level.size);
                let constant = self.levels.is_empty().then_some(1);
                if !probe.domain_sizes().map(u32::from).eq(sizes.chain(constant)) {
                    return Err(self.damaged(file, "its levels differ from the manifest"));
                }
                Ok(Values::Diagram(probe))
            }
            Layout::Packed => {
                let packed = PackedLayer::open(map.as_ref()).map_err(|what| self.damaged(file, &what))?;
                if packed.states() as u128 != layer.states || packed.state_bytes() != self.packing.bytes() {
                    return Err(self.damaged(file, "its states differ from the manifest"));
                }
                Ok(Values::Packed(map))
            }
            Layout::Expected => Err(self.damaged(file, "it is a layer of expected rewards")),
        }
    }

    fn damaged(&self, file: &File, what: &str) -> Error {
        Error::damaged(&self.path.join(&file.name), what)
    }

    pub(crate) fn damaged_values(&self, layer: usize, what: &str) -> Error {
        let name = self.manifest.layers[layer].value_file.as_ref().map_or("", |file| &file.name);
        Error::damaged(&self.path.join(name), what)
    }
}

/// The layers that may contain a state.
enum Place {
    Anywhere,
    Layer(usize),
    Nowhere,
}

/// The measure of a state.
fn sum(weights: &[Vec<i64>], state: &[u32]) -> i64 {
    let weight = |(weights, &value): (&Vec<i64>, &u32)| weights.get(value as usize).copied().unwrap_or(0);
    weights.iter().zip(state).map(weight).sum()
}
