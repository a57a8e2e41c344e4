//! The solution directory as used by the algorithms: layers of states that become layers of values.

use std::io;

use diagram::{Diagram, DiagramFileError, Set, Store, Survey, Terminal, Values};
use solution::Directory;
use solution::manifest::{File, Layer, Layout, OutcomeCount};
use task::commits::{self, Commits, Gauge, Observer, Unsolved, Unwritten, solved_name, uncounted, unsolved_name};
use task::{Outcome, Outcomes, Phase, Refusal};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::split::{self, OVER};

/// Writes layers as diagram files, commits them, and reads them back.
pub struct Journal<'a> {
    /// The order of commits.
    pub commits: Commits<'a>,
}

impl<'a> Journal<'a> {
    /// A journal in `directory`.
    pub fn new(directory: &'a mut Directory, observer: &'a mut Observer<'a>) -> Journal<'a> {
        Journal { commits: Commits::new(directory, observer) }
    }

    /// The layers committed so far.
    pub fn layers(&self) -> &[Layer] {
        self.commits.layers()
    }

    /// The number of solved layers, if these come first.
    pub fn solved(&self) -> usize {
        self.commits.solved()
    }

    /// Adds a step of a search for all states.
    pub fn add_found(&mut self, store: &Store, states: &Set, terminal_states: u128) -> Result<(), Error> {
        let name = unsolved_name(self.layers().len(), Unsolved::Found);
        let (layer, gauge) = self.unsolved_layer(&name, store, states)?;
        Ok(self.commits.add(Layer { terminal_states, ..layer }, gauge)?)
    }

    /// Adds an unsolved layer, its two parts (`split`) together.
    pub fn add_layer(&mut self, store: &Store, layer: &Values) -> Result<(), Error> {
        let name = unsolved_name(self.layers().len(), Unsolved::States);
        let (layer, gauge) = self.unsolved_layer(&name, store, layer)?;
        Ok(self.commits.add(layer, gauge)?)
    }

    /// The steps of a search so far.
    pub fn found(&self, store: &mut Store) -> Result<Vec<Set>, Error> {
        let all = (0..self.layers().len()).map(|number| self.states(store, number));
        all.filter_map(Result::transpose).collect()
    }

    /// Replaces the results of the search by unsolved layers, each with its two parts (`split`) together.
    pub fn begin(&mut self, store: &Store, layers: &[Values]) -> Result<(), Error> {
        let mut unsolved = Vec::with_capacity(layers.len());
        for (number, layer) in layers.iter().enumerate() {
            let name = unsolved_name(number, Unsolved::States);
            unsolved.push(self.unsolved_layer(&name, store, layer)?.0);
        }
        Ok(self.commits.begin(unsolved)?)
    }

    /// Replaces the results of the search by one layer of all states.
    pub fn begin_with_all(&mut self, store: &Store, states: &Set, terminal_states: u128) -> Result<(), Error> {
        let (layer, _) = self.unsolved_layer(&unsolved_name(0, Unsolved::States), store, states)?;
        Ok(self.commits.begin(vec![Layer { terminal_states, ..layer }])?)
    }

    /// Adds a solved layer before the one that holds all states until the end.
    pub fn add_round(
        &mut self,
        engine: &mut DiagramEngine<'_>,
        values: &Values,
        terminal_states: u128,
        outcomes: &Outcomes,
    ) -> Result<(), Error> {
        let number = self.solved();
        let (solved, gauge) = self.solved_layer(engine, number, values, outcomes)?;
        Ok(self.commits.add_round(Layer { terminal_states, ..solved }, gauge)?)
    }

    /// Replaces the states of a layer by their values, or stores these, with distances, until all layers have them.
    pub fn set_values(
        &mut self,
        engine: &mut DiagramEngine<'_>,
        number: usize,
        values: &Values,
        outcomes: &Outcomes,
        phase: Phase,
    ) -> Result<(), Error> {
        let (solved, gauge) = self.solved_layer(engine, number, values, outcomes)?;
        let committed = match phase {
            Phase::Distances => self.commits.add_distances(number, solved, gauge),
            _ => self.commits.set_values(number, solved, gauge),
        };
        Ok(committed?)
    }

    /// Replaces the values of all solved layers at once.
    pub fn replace_values(
        &mut self,
        engine: &mut DiagramEngine<'_>,
        outcomes: &Outcomes,
        values: impl Fn(&mut DiagramEngine<'_>, &Self, usize) -> Result<Option<Values>, Error>,
    ) -> Result<(), Error> {
        let mut replaced = Vec::new();
        for number in 0..self.layers().len() {
            if let Some(values) = values(engine, self, number)? {
                replaced.push((number, self.solved_layer(engine, number, &values, outcomes)?.0));
            }
        }
        Ok(self.commits.replace_values(replaced)?)
    }

    /// The states of a step of a search, or of the layer with all of them.
    fn states(&self, store: &mut Store, number: usize) -> Result<Option<Set>, Error> {
        let Some(file) = self.layers().get(number).and_then(|layer| layer.state_file.as_ref()) else { return Ok(None) };
        let bytes = self.commits.directory().map_file(file)?;
        store.read_set(bytes.as_ref()).map(Some).map_err(|error| self.unreadable(file, error))
    }

    /// The non-terminal and the terminal states of an unsolved layer.
    pub fn layer(&self, engine: &mut DiagramEngine<'_>, number: usize) -> Result<Option<(Set, Set)>, Error> {
        let Some(layer) = self.layers().get(number) else { return Ok(None) };
        let Some(file) = layer.state_file.as_ref() else { return Ok(None) };
        let bytes = self.commits.directory().map_file(file)?;
        let together = engine.store().read_values(bytes.as_ref()).map_err(|error| self.unreadable(file, error))?;
        let (open, over) = split::apart(engine.store(), &together)?;
        if over.is_empty() && layer.terminal_states > 0 {
            // Directories of format 2 have only the states.
            return Ok(Some(engine.split(&open)?));
        }
        Ok(Some((open, over)))
    }

    /// The states of the layer after the solved ones.
    pub fn unsolved(&self, store: &mut Store) -> Result<Set, Error> {
        let states = self.states(store, self.solved())?;
        states.ok_or(Refusal::OtherAlgorithm.into())
    }

    /// The values of a solved layer, in the numbering of `outcomes`, to which new ones are added.
    pub fn values(&self, store: &mut Store, number: usize, outcomes: &mut Outcomes) -> Result<Option<Values>, Error> {
        let layer = self.layers().get(number);
        Ok(layer.map(|layer| self.values_of(layer, store, outcomes)).transpose()?.flatten())
    }

    /// The values with distances of a layer that already has them, as above.
    pub fn added(&self, store: &mut Store, number: usize, outcomes: &mut Outcomes) -> Result<Option<Values>, Error> {
        let added = self.layers().get(number).and_then(|layer| layer.with_distances.as_ref());
        Ok(added.map(|layer| self.values_of(layer, store, outcomes)).transpose()?.flatten())
    }

    fn values_of(&self, layer: &Layer, store: &mut Store, outcomes: &mut Outcomes) -> Result<Option<Values>, Error> {
        let Some(file) = layer.value_file.as_ref() else { return Ok(None) };
        let bytes = self.commits.directory().map_file(file)?;
        let values = store.read_values(bytes.as_ref()).map_err(|error| self.unreadable(file, error))?;
        let terminals = layer.outcomes.iter().map(|known| outcomes.terminal(uncounted(known)));
        let terminals = terminals.collect::<Result<Vec<Terminal>, _>>()?;
        if terminals.iter().zip(1..).all(|(terminal, number)| terminal.number() == number) {
            return Ok(Some(values));
        }
        let renumbered = |terminal: Terminal| terminals.get(terminal.number() as usize - 1).copied();
        Ok(Some(store.map_terminals(&values, renumbered)?))
    }

    /// Writes an unsolved layer. Terminal states are counted if the diagram marks them.
    fn unsolved_layer(
        &self,
        name: &str,
        store: &Store,
        states: &(impl Diagram + Sync),
    ) -> Result<(Layer, Gauge), Error> {
        let survey = store.survey(states)?;
        let directory = self.commits.directory();
        let (counts, file) = store.both(|| survey.count_by_terminal(), || write(directory, name, &survey));
        let (states, terminal_states) = counts?.iter().fold((0, 0), |(all, over), &(terminal, count)| {
            (all + count, if terminal == OVER { over + count } else { over })
        });
        let layer = Layer { states, terminal_states, state_file: Some(file?), ..Layer::default() };
        Ok((layer, gauge(store, &survey)))
    }

    fn solved_layer(
        &self,
        engine: &mut DiagramEngine<'_>,
        number: usize,
        values: &Values,
        outcomes: &Outcomes,
    ) -> Result<(Layer, Gauge), Error> {
        let (values, listed) = listed(engine.store(), values, outcomes)?;
        let (engine, store) = (&*engine, engine.diagrams());
        let survey = store.survey(&values)?;
        let (directory, name) = (self.commits.directory(), solved_name(number, outcomes));
        let (looked_at, file) = store.both(
            || Ok::<_, Error>((engine.content(&survey, &listed)?, survey.count_by_terminal()?)),
            || write(directory, &name, &survey),
        );
        let ((content, counts), file) = (looked_at?, file?);
        let count = |number| counts.iter().find(|(terminal, _)| terminal.number() == number).map_or(0, |(_, n)| *n);
        let counted = |(number, outcome): (u32, &&Outcome)| {
            let Outcome { rewards, distance } = (*outcome).clone();
            OutcomeCount { rewards, distance, states: count(number) }
        };
        let layer = Layer {
            states: counts.iter().map(|(_, states)| states).sum(),
            terminal_states: 0,
            state_file: None,
            value_file: Some(file),
            outcomes: (1..).zip(&listed).map(counted).collect(),
            content: Some(content.to_hex()),
            with_distances: None,
        };
        Ok((layer, gauge(store, &survey)))
    }

    fn unreadable(&self, file: &File, error: DiagramFileError) -> Error {
        match error {
            DiagramFileError::Store(error) => error.into(),
            other => solution::Error::damaged(&self.commits.directory().path_of(file), other.to_string()).into(),
        }
    }
}

fn write(directory: &Directory, name: &str, layer: &Survey<'_>) -> Result<File, Error> {
    commits::write(directory, name, Layout::Diagram, |mut to| {
        layer.write(&mut to).map_err(|error| match error {
            DiagramFileError::File(layer::FileError::Io(error)) => Unwritten::Disk(error),
            DiagramFileError::Store(error) => Unwritten::Engine(error.into()),
            other => Unwritten::Disk(io::Error::other(other.to_string())),
        })
    })
}

/// The usage of the diagrams, now that one of them is written.
fn gauge(store: &Store, layer: &Survey<'_>) -> Gauge {
    let usage = store.usage();
    Gauge { nodes: layer.node_count(), bytes: usage.bytes, work: usage.steps }
}

/// The outcomes that a layer lists, and its values in that numbering. Distances make many outcomes, of which a layer
/// has few: it lists its own, in an order that depends on nothing else. Without distances it lists all known ones,
/// which are few.
fn listed<'o>(store: &mut Store, values: &Values, outcomes: &'o Outcomes) -> Result<(Values, Vec<&'o Outcome>), Error> {
    if !outcomes.have_distances() {
        return Ok((values.clone(), outcomes.list().iter().collect()));
    }
    let counts = store.count_by_terminal(values)?;
    let known = |&(terminal, _): &(Terminal, u128)| Some((outcomes.outcome(terminal)?, terminal));
    let mut listed: Vec<(&Outcome, Terminal)> = counts.iter().filter_map(known).collect();
    listed.sort_by_key(|(outcome, _)| (&outcome.rewards, outcome.distance));
    let place = |terminal| listed.iter().position(|&(_, known)| known == terminal);
    let renumbered = |terminal| Terminal::new(place(terminal)? as u32 + 1);
    let values = store.map_terminals(values, renumbered)?;
    Ok((values, listed.into_iter().map(|(outcome, _)| outcome).collect()))
}
