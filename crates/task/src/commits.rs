//! The order in which layers become part of a solution: found, unsolved, solved. Shared by engines; each writes layers
//! in its own way.
//!
//! Every commit is reported to the observer, who may stop the solve. Nothing is lost: the next run resumes from the
//! last commit.

use std::io::{self, Write};
use std::ops::ControlFlow;

use solution::Directory;
use solution::directory::EXTENSION;
use solution::manifest::{ExpectedFigures, FORMAT, File, Layer, Layout, OutcomeCount, Progress};

use crate::error::{Error, Limit};
use crate::outcome::{Outcome, Outcomes};
use crate::solver::Peak;

/// The phase of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Finding states.
    Forward,
    /// Computing values.
    Backward,
    /// Adding distances to values.
    Distances,
}

/// A committed piece of work, for the observer.
#[derive(Clone, Debug)]
pub struct CommitReport {
    /// The phase.
    pub phase: Phase,
    /// The file that was committed.
    pub file: String,
    /// Number of the layer.
    pub layer: usize,
    /// The total number of layers, if known.
    pub layers: Option<usize>,
    /// Its states.
    pub states: u128,
    /// The nodes of its diagram, if it is one.
    pub nodes: usize,
    /// The bytes that the engine holds now.
    pub bytes: usize,
    /// Steps of the engine so far, if it counts them.
    pub work: u64,
}

/// Receives each finished layer, and may stop the solve.
pub type Observer<'a> = dyn FnMut(&CommitReport) -> ControlFlow<()> + 'a;

/// The usage of an engine at the time of a commit.
#[derive(Clone, Copy, Debug)]
pub struct Gauge {
    /// The nodes of the layer's diagram, if it is one.
    pub nodes: usize,
    /// Bytes.
    pub bytes: usize,
    /// Steps so far, if they are counted.
    pub work: u64,
}

/// Why a file was not written.
pub enum Unwritten<E> {
    /// A disk error.
    Disk(io::Error),
    /// An engine error.
    Engine(E),
}

/// The contents of the file of an unsolved layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// A step of a search for all states.
    Found,
    /// A layer to be solved.
    States,
}

/// Commits layers to a directory and reports them to the observer.
pub struct Commits<'a> {
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
    /// The peak usage of the engine at a commit.
    peak: Peak,
}

impl<'a> Commits<'a> {
    /// Commits to `directory`.
    pub fn new(directory: &'a mut Directory, observer: &'a mut Observer<'a>) -> Commits<'a> {
        Commits { directory, observer, peak: Peak::default() }
    }

    /// The directory.
    pub fn directory(&self) -> &Directory {
        self.directory
    }

    /// The peak usage of the engine at a commit.
    pub fn peak(&self) -> Peak {
        self.peak
    }

    /// The layers committed so far.
    pub fn layers(&self) -> &[Layer] {
        &self.directory.manifest().layers
    }

    /// The phase of the work.
    pub fn progress(&self) -> &Progress {
        &self.directory.manifest().progress
    }

    /// The number of solved layers, if these come first.
    pub fn solved(&self) -> usize {
        self.layers().iter().take_while(|layer| layer.value_file.is_some()).count()
    }

    /// Adds an unsolved layer at the end.
    pub fn add(&mut self, layer: Layer, gauge: Gauge) -> Result<(), Error> {
        let number = self.layers().len();
        self.directory.commit(|manifest| manifest.layers.push(layer))?;
        self.tell(Phase::Forward, number, None, gauge)
    }

    /// Replaces the results of a search by unsolved layers.
    pub fn begin(&mut self, layers: Vec<Layer>) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            manifest.layers = layers;
            manifest.progress = Progress::Backward;
        })?;
        Ok(self.directory.sweep()?)
    }

    /// Starts the backward phase with the committed layers.
    pub fn begin_with_layers(&mut self) -> Result<(), Error> {
        Ok(self.directory.commit(|manifest| manifest.progress = Progress::Backward)?)
    }

    /// Adds a solved layer before the one that holds all states until the end.
    pub fn add_round(&mut self, layer: Layer, gauge: Gauge) -> Result<(), Error> {
        let number = self.solved();
        self.directory.commit(|manifest| manifest.layers.insert(number, layer))?;
        self.tell(Phase::Backward, number, None, gauge)
    }

    /// Replaces the states of a layer by its values.
    pub fn set_values(&mut self, number: usize, solved: Layer, gauge: Gauge) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            let layer = &mut manifest.layers[number];
            *layer = Layer { terminal_states: layer.terminal_states, ..solved };
        })?;
        // The values include the states, so the file of states is no longer needed.
        self.directory.sweep()?;
        self.tell(Phase::Backward, number, Some(self.layers().len()), gauge)
    }

    /// Replaces the values of solved layers, all at once.
    pub fn replace_values(&mut self, layers: Vec<(usize, Layer)>) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            for (number, replaced) in layers {
                let layer = &mut manifest.layers[number];
                *layer = Layer { terminal_states: layer.terminal_states, ..replaced };
            }
        })?;
        Ok(self.directory.sweep()?)
    }

    /// Stores a layer with distances beside the one without, until all layers have them.
    pub fn add_distances(&mut self, number: usize, solved: Layer, gauge: Gauge) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            manifest.format = FORMAT;
            let layer = &mut manifest.layers[number];
            layer.with_distances = Some(Box::new(Layer { terminal_states: layer.terminal_states, ..solved }));
        })?;
        self.tell(Phase::Distances, number, Some(self.layers().len()), gauge)
    }

    /// Replaces the layers without distances by those with. The old files remain until the directory is opened for
    /// writing again: concurrent readers know them from the old manifest and map them on first use.
    pub fn finish_distances(&mut self) -> Result<(), Error> {
        Ok(self.directory.commit(|manifest| {
            manifest.question.distances = Some(true);
            for layer in &mut manifest.layers {
                if let Some(added) = layer.with_distances.take() {
                    *layer = *added;
                }
            }
        })?)
    }

    /// Commits that everything is solved.
    pub fn finish(&mut self, value: Vec<i32>) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            manifest.layers.retain(|layer| layer.value_file.is_some());
            manifest.progress = Progress::Complete { value };
        })?;
        Ok(self.directory.sweep()?)
    }

    /// Everything is solved, and values are expected rewards.
    pub fn finish_expected(&mut self, figures: ExpectedFigures) -> Result<(), Error> {
        self.directory.commit(|manifest| {
            manifest.layers.retain(|layer| layer.value_file.is_some());
            manifest.expected = Some(figures);
            manifest.progress = Progress::Complete { value: Vec::new() };
        })?;
        Ok(self.directory.sweep()?)
    }

    /// The outcomes as numbered by an earlier run. Without distances a layer may list all that were known when it was
    /// solved, so the longest list is complete; with distances each layer has its own numbering.
    pub fn outcomes(&self) -> Outcomes {
        let longest = self.layers().iter().map(|layer| &layer.outcomes).max_by_key(|outcomes| outcomes.len());
        Outcomes::from_list(longest.into_iter().flatten().map(uncounted).collect())
    }

    /// The outcomes of all solved layers, without their distances.
    pub fn plain_outcomes(&self) -> Result<Outcomes, Limit> {
        let mut plain = Outcomes::default();
        for counted in self.layers().iter().flat_map(|layer| &layer.outcomes) {
            plain.terminal(Outcome { rewards: counted.rewards.clone(), distance: None })?;
        }
        Ok(plain)
    }

    /// The error that the values of a layer contradict the rules.
    pub fn wrong_values(&self, number: usize) -> Error {
        let file = self.layers()[number].value_file.as_ref();
        let path = file.map_or(self.directory.path().to_owned(), |file| self.directory.path_of(file));
        solution::Error::damaged(&path, "its values contradict the rules").into()
    }

    fn tell(&mut self, phase: Phase, layer: usize, layers: Option<usize>, gauge: Gauge) -> Result<(), Error> {
        let committed = &self.layers()[layer];
        let file = match &committed.with_distances {
            Some(added) => added.value_file.as_ref(),
            None => committed.value_file.as_ref().or(committed.state_file.as_ref()),
        };
        let file = file.map(|file| file.name.clone()).unwrap_or_default();
        let Gauge { nodes, bytes, work } = gauge;
        let report = CommitReport { phase, file, layer, layers, states: committed.states, nodes, bytes, work };
        self.peak = Peak { nodes: self.peak.nodes.max(nodes), bytes: self.peak.bytes.max(bytes) };
        match (self.observer)(&report) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}

/// The file name of an unsolved layer.
pub fn unsolved_name(number: usize, what: Unsolved) -> String {
    let what = match what {
        Unsolved::Found => "found",
        Unsolved::States => "states",
    };
    format!("{number:05}.{what}{EXTENSION}")
}

/// The file name of a solved layer.
pub fn solved_name(number: usize, outcomes: &Outcomes) -> String {
    let what = if outcomes.have_distances() { "distances" } else { "values" };
    format!("{number:05}.{what}{EXTENSION}")
}

/// An outcome without its count.
pub fn uncounted(counted: &OutcomeCount) -> Outcome {
    Outcome { rewards: counted.rewards.clone(), distance: counted.distance }
}

/// Writes a file to be named by a commit.
pub fn write<E: From<solution::Error>>(
    directory: &Directory,
    name: &str,
    layout: Layout,
    encode: impl FnOnce(&mut dyn Write) -> Result<(), Unwritten<E>>,
) -> Result<File, E> {
    let mut failed = None;
    let written = directory.write_file(name, layout, |to| {
        encode(to).map_err(|error| match error {
            Unwritten::Disk(error) => error,
            Unwritten::Engine(error) => {
                failed = Some(error);
                io::Error::other("the engine failed")
            }
        })
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(written?),
    }
}
