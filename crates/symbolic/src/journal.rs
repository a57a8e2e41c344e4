//! The solution directory as the algorithms see it: layers of states that become layers of values.

use std::io;
use std::ops::ControlFlow;

use diagram::{FileError, Set, Store, Values};
use solution::Directory;
use solution::manifest::{File, Layer, Layout, Outcome as Counted, Progress};

use crate::engine::Engine;
use crate::error::Error;
use crate::outcome::{Outcome, Outcomes};

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Finding states.
    Forward,
    /// Giving them values.
    Backward,
}

/// A piece of work that is finished, for whoever watches.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// What is being done.
    pub phase: Phase,
    /// Number of the layer.
    pub layer: usize,
    /// Layers in all, where that is known.
    pub layers: Option<usize>,
    /// Its states.
    pub states: u128,
    /// Nodes of its diagram.
    pub nodes: usize,
    /// Bytes that all diagrams take now.
    pub bytes: usize,
}

/// Sees each finished layer, and may ask to stop.
pub type Observer<'a> = dyn FnMut(&Report) -> ControlFlow<()> + 'a;

/// Commits layers to a directory and tells who watches.
pub struct Journal<'a> {
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
}

impl<'a> Journal<'a> {
    /// A journal in `directory`.
    pub fn new(directory: &'a mut Directory, observer: &'a mut Observer<'a>) -> Journal<'a> {
        Journal { directory, observer }
    }

    /// The layers committed so far.
    pub fn layers(&self) -> &[Layer] {
        &self.directory.manifest().layers
    }

    /// How far the work is.
    pub fn progress(&self) -> &Progress {
        &self.directory.manifest().progress
    }

    /// Changes how far the work is.
    pub fn set_progress(&mut self, progress: Progress) -> Result<(), Error> {
        Ok(self.directory.commit(|manifest| manifest.progress = progress)?)
    }

    /// Adds a layer of states.
    pub fn add_states(&mut self, store: &Store, states: &Set, terminal_states: u128) -> Result<(), Error> {
        let number = self.layers().len();
        let state_file = Some(self.write(&format!("{number:05}.states.layer"), store, states)?);
        let layer = Layer { states: store.count(states)?, terminal_states, state_file, ..Layer::default() };
        self.directory.commit(|manifest| manifest.layers.push(layer))?;
        self.tell(Phase::Forward, number, None, store, states)
    }

    /// Adds a layer that is solved as soon as it is found.
    pub fn add_values(
        &mut self,
        engine: &mut Engine<'_>,
        values: &Values,
        terminal_states: u128,
        outcomes: &Outcomes,
    ) -> Result<(), Error> {
        let number = self.layers().len();
        let solved = self.solved(engine, number, values, outcomes)?;
        self.directory.commit(|manifest| manifest.layers.push(Layer { terminal_states, ..solved }))?;
        self.tell(Phase::Backward, number, None, engine.store(), values)
    }

    /// Replaces the states of a layer by their values.
    pub fn set_values(
        &mut self,
        engine: &mut Engine<'_>,
        number: usize,
        values: &Values,
        outcomes: &Outcomes,
    ) -> Result<(), Error> {
        let solved = self.solved(engine, number, values, outcomes)?;
        self.directory.commit(|manifest| {
            let layer = &mut manifest.layers[number];
            *layer = Layer { terminal_states: layer.terminal_states, ..solved };
        })?;
        // The states are in the values; their own file is of no more use.
        self.directory.sweep()?;
        self.tell(Phase::Backward, number, Some(self.layers().len()), engine.store(), values)
    }

    /// The states of a layer that is not solved.
    pub fn states(&self, store: &mut Store, number: usize) -> Result<Option<Set>, Error> {
        let Some(file) = self.layers().get(number).and_then(|layer| layer.state_file.as_ref()) else { return Ok(None) };
        let bytes = self.directory.read_file(file)?;
        store.read_set(&bytes).map(Some).map_err(|error| self.unreadable(file, error))
    }

    /// The values of a layer that is solved.
    pub fn values(&self, store: &mut Store, number: usize) -> Result<Option<Values>, Error> {
        let Some(file) = self.layers().get(number).and_then(|layer| layer.value_file.as_ref()) else { return Ok(None) };
        let bytes = self.directory.read_file(file)?;
        store.read_values(&bytes).map(Some).map_err(|error| self.unreadable(file, error))
    }

    /// The outcomes as the layers solved so far number them: each list begins with the one before it.
    pub fn outcomes(&self) -> Outcomes {
        let longest = self.layers().iter().map(|layer| &layer.outcomes).max_by_key(|outcomes| outcomes.len());
        let outcome = |counted: &Counted| Outcome { rewards: counted.rewards.clone(), distance: counted.distance };
        Outcomes::from_list(longest.into_iter().flatten().map(outcome).collect())
    }

    fn solved(
        &self,
        engine: &mut Engine<'_>,
        number: usize,
        values: &Values,
        outcomes: &Outcomes,
    ) -> Result<Layer, Error> {
        let content = engine.content(values, outcomes)?;
        let store = engine.store();
        let value_file = Some(self.write(&format!("{number:05}.values.layer"), store, values)?);
        let counts = store.count_by_terminal(values)?;
        let count = |index: usize| {
            let found = counts.iter().find(|(terminal, _)| terminal.number() as usize == index + 1);
            found.map_or(0, |(_, states)| *states)
        };
        let counted = |(index, outcome): (usize, &Outcome)| Counted {
            rewards: outcome.rewards.clone(),
            distance: outcome.distance,
            states: count(index),
        };
        Ok(Layer {
            states: counts.iter().map(|(_, states)| states).sum(),
            terminal_states: 0,
            state_file: None,
            value_file,
            outcomes: outcomes.list().iter().enumerate().map(counted).collect(),
            content: Some(content.to_hex()),
        })
    }

    fn write(&self, name: &str, store: &Store, diagram: &impl diagram::Diagram) -> Result<File, Error> {
        let mut failed = None;
        let written = self.directory.write_file(name, Layout::Diagram, |mut to| {
            store.write(diagram, &mut to).map_err(|error| match error {
                FileError::Io(error) => error,
                other => {
                    let text = other.to_string();
                    failed = Some(other);
                    io::Error::other(text)
                }
            })
        });
        match (written, failed) {
            (_, Some(FileError::Store(error))) => Err(error.into()),
            (written, _) => Ok(written?),
        }
    }

    fn unreadable(&self, file: &File, error: FileError) -> Error {
        match error {
            FileError::Store(error) => error.into(),
            other => solution::Error::damaged(&self.directory.path_of(file), other.to_string()).into(),
        }
    }

    fn tell(
        &mut self,
        phase: Phase,
        layer: usize,
        layers: Option<usize>,
        store: &Store,
        diagram: &impl diagram::Diagram,
    ) -> Result<(), Error> {
        let report = Report {
            phase,
            layer,
            layers,
            states: self.layers()[layer].states,
            nodes: store.node_count(diagram)?,
            bytes: store.usage().bytes,
        };
        match (self.observer)(&report) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}
