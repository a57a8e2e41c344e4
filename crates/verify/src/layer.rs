//! The mapped files of a solution, with one interface for both formats.

use std::path::Path;

use solution::Manifest;
use solution::manifest::{File, Layout, LevelOf};
use solution::mapped::MappedFile;

use crate::diagram::DiagramFile;
use crate::error::Error;
use crate::packed::PackedFile;

/// All layers of a solution.
pub struct Layers {
    /// For each layer, its entry in the manifest and its mapped file: values if it is solved, otherwise states.
    pub entries: Vec<Entry>,
    levels: Vec<LevelOf>,
    domains: Vec<usize>,
}

/// A layer and its file.
pub struct Entry {
    /// Its entry in the manifest.
    pub layer: solution::manifest::Layer,
    file: Option<(File, MappedFile)>,
    path: std::path::PathBuf,
}

impl Entry {
    /// Whether the layer has values.
    pub fn is_solved(&self) -> bool {
        self.layer.value_file.is_some() || self.layer.states == 0
    }

    /// The error for a damaged file.
    pub fn damaged(&self, what: impl Into<String>) -> Error {
        solution::Error::damaged(&self.path, what).into()
    }

    /// Checks the hash of the file.
    pub fn check_hash(&self) -> Result<(), Error> {
        match &self.file {
            Some((file, map)) if blake3::hash(map.as_ref()).to_hex().as_str() != file.hash => {
                Err(self.damaged("its content does not match its hash"))
            }
            _ => Ok(()),
        }
    }
}

impl Layers {
    /// Maps all files.
    pub fn open(path: &Path, manifest: &Manifest) -> Result<Layers, Error> {
        let entry = |layer: &solution::manifest::Layer| {
            let file = layer.value_file.as_ref().or(layer.state_file.as_ref());
            let mapped = file.map(|file| Ok((file.clone(), MappedFile::open(path, file)?)));
            let path = file.map_or(path.to_owned(), |file| path.join(&file.name));
            Ok(Entry { layer: layer.clone(), file: mapped.transpose()?, path })
        };
        let entries = manifest.layers.iter().map(entry).collect::<Result<_, solution::Error>>()?;
        let encoding = &manifest.encoding;
        let domains = encoding.variables.iter().map(|variable| variable.values.len()).collect();
        Ok(Layers { entries, levels: encoding.levels.clone(), domains })
    }

    /// The levels of diagrams.
    pub fn levels(&self) -> &[LevelOf] {
        &self.levels
    }

    /// The domain sizes of the variables.
    pub fn domains(&self) -> &[usize] {
        &self.domains
    }

    /// A reader for the file of a layer.
    pub fn read(&self, number: usize) -> Result<LayerFile<'_>, Error> {
        let entry = &self.entries[number];
        let damaged = |what| entry.damaged(what);
        let reader = match &entry.file {
            None => Reader::Empty,
            Some((file, map)) if file.layout == Layout::Diagram => {
                let diagram = DiagramFile::open(map.as_ref()).map_err(damaged)?;
                let sizes = self.levels.iter().map(|level| level.size);
                if !diagram.sizes().eq(sizes.chain(self.levels.is_empty().then_some(1))) {
                    return Err(entry.damaged("its levels differ from the manifest"));
                }
                Reader::Diagram(diagram)
            }
            Some((_, map)) => Reader::Packed(PackedFile::open(map.as_ref(), &self.domains).map_err(damaged)?),
        };
        Ok(LayerFile { reader, levels: &self.levels, variables: self.domains.len() })
    }
}

/// A layer file in either format. Outcomes are numbered from 0.
pub struct LayerFile<'a> {
    pub reader: Reader<'a>,
    levels: &'a [LevelOf],
    variables: usize,
}

/// The reader for a file format.
pub enum Reader<'a> {
    /// No file, hence no states.
    Empty,
    Diagram(DiagramFile<'a>),
    Packed(PackedFile<'a>),
}

impl LayerFile<'_> {
    /// Visits all states with their outcomes.
    pub fn for_each(&self, mut visit: impl FnMut(Vec<u32>, u32)) {
        match &self.reader {
            Reader::Empty => {}
            Reader::Diagram(diagram) => diagram.for_each(|path, terminal| visit(self.values(path), terminal - 1)),
            Reader::Packed(packed) => packed.for_each(visit),
        }
    }

    /// The outcome of a state.
    pub fn outcome(&self, values: &[u32]) -> Option<u32> {
        match &self.reader {
            Reader::Empty => None,
            Reader::Diagram(diagram) => diagram.terminal(&self.path(values)).checked_sub(1),
            Reader::Packed(packed) => packed.outcome(values),
        }
    }

    /// Draws states uniformly at random.
    pub fn draw(&self, count: usize, mut random: impl FnMut() -> f64) -> Vec<(Vec<u32>, u32)> {
        match &self.reader {
            Reader::Empty => Vec::new(),
            Reader::Diagram(diagram) => {
                let paths = diagram.paths_below();
                let one = |_| diagram.draw(&paths, random()).map(|(path, terminal)| (self.values(&path), terminal - 1));
                (0..count).filter_map(one).collect()
            }
            Reader::Packed(packed) => {
                let one = |_| packed.at((random() * packed.states as f64) as usize);
                (0..count).filter_map(one).collect()
            }
        }
    }

    fn path(&self, values: &[u32]) -> Vec<u16> {
        let digit = |level: &LevelOf| (values[level.variable] as usize / level.weight % level.size) as u16;
        self.levels.iter().map(digit).chain(self.levels.is_empty().then_some(0)).collect()
    }

    fn values(&self, path: &[u16]) -> Vec<u32> {
        let mut values = vec![0u32; self.variables];
        for (level, &digit) in self.levels.iter().zip(path) {
            let part = u32::from(digit).saturating_mul(level.weight as u32);
            values[level.variable] = values[level.variable].saturating_add(part);
        }
        values
    }
}
