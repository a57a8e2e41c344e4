//! The solution directory as used by the explicit engine: layers of sorted states that become layers of values.

use std::ops::ControlFlow;

use layer::packed::PackedShape;
use layer::{ContentHash, FileError, Finished, Level, Probe, Terminal, Value};
use solution::Directory;
use solution::manifest::{File, Layer, Layout, OutcomeCount};
use solution::mapped::MappedFile;
use task::commits::{self, Commits, Gauge, Observer, Unsolved, Unwritten, solved_name, uncounted, unsolved_name};
use task::{Error, Limit, Outcome, Outcomes};

use crate::Resources;
use crate::compact::Coded;
use crate::distances::{Plain, sample};
use crate::find::find;
use crate::forward::Successors;
use crate::key::Key;
use crate::layout::KeyLayout;
use crate::levels::Levels;
use crate::outcomes::{Class, UNKNOWN, check_number};
use crate::pack::Encoder;
use crate::tables::Tables;

const OTHER_LEVELS: &str = "its levels do not match the explicit engine";

/// Writes layers as files, commits them, and reads them back.
pub struct Journal<'a> {
    /// The order of commits.
    pub commits: Commits<'a>,
    encoding: LayerEncoding<'a>,
    resources: Resources<'a>,
    /// Steps of the search so far.
    work: u64,
}

/// How layers become files.
struct LayerEncoding<'a> {
    layout: &'a KeyLayout,
    /// The levels of diagrams, if the solution's levels match the keys.
    levels: Option<Levels>,
    coefficients: Tables<ContentHash>,
    /// The memory for all work.
    bytes: usize,
}

/// Writes layers that are committed later; may be used by another thread meanwhile.
#[derive(Clone, Copy)]
pub struct LayerWriter<'w> {
    directory: &'w Directory,
    encoding: &'w LayerEncoding<'w>,
    threads: usize,
}

/// A solved layer: its states, ascending, and their outcomes.
pub struct Values<const N: usize> {
    /// The states.
    pub keys: Vec<Key<N>>,
    /// Their outcomes.
    pub classes: Vec<Class>,
}

impl<const N: usize> Values<N> {
    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.keys.len() * (size_of::<Key<N>>() + size_of::<Class>())
    }

    /// Sets the outcomes of some of the states, which ascend.
    pub fn set(&mut self, keys: &[Key<N>], classes: &[Class]) {
        let mut at = 0;
        for (key, &class) in keys.iter().zip(classes) {
            if let Ok(position) = find(&self.keys, at, key) {
                self.classes[position] = class;
                at = position;
            }
        }
    }
}

impl<'a> Journal<'a> {
    /// A journal in `directory`.
    pub fn new(
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
        layout: &'a KeyLayout,
        resources: Resources<'a>,
    ) -> Journal<'a> {
        let domain = |variable: usize| layout.variables()[variable].domain();
        let term = |variable, value| ContentHash::of_value(variable, domain(variable), value);
        let coefficients = Tables::new(layout, ContentHash::ONE, term, ContentHash::times);
        let levels = Levels::new(layout).filter(|levels| levels.are(&directory.manifest().encoding.levels));
        let encoding = LayerEncoding { layout, levels, coefficients, bytes: resources.bytes };
        Journal { commits: Commits::new(directory, observer), encoding, resources, work: 0 }
    }

    /// A writer of layers to be committed.
    pub fn writer(&self) -> LayerWriter<'_> {
        LayerWriter { directory: self.commits.directory(), encoding: &self.encoding, threads: self.resources.threads }
    }

    /// The layers committed so far.
    pub fn layers(&self) -> &[Layer] {
        self.commits.layers()
    }

    /// The number of solved layers, if these come first.
    pub fn solved(&self) -> usize {
        self.commits.solved()
    }

    /// Adds a step of a search for all states, given its successors.
    pub fn add_found<const N: usize>(
        &mut self,
        keys: &[Key<N>],
        next: &Successors<N>,
        bytes: usize,
    ) -> Result<(), Error> {
        let layer = self.writer().unsolved(self.layers().len(), Unsolved::Found, keys)?;
        self.add_written(layer, next, bytes)
    }

    fn gauge(&self, bytes: usize) -> Gauge {
        Gauge { nodes: 0, bytes, work: self.work }
    }

    /// Adds an unsolved layer that has been written, given the successors of its states.
    pub fn add_written<const N: usize>(
        &mut self,
        written: Layer,
        next: &Successors<N>,
        bytes: usize,
    ) -> Result<(), Error> {
        let layer = Layer { terminal_states: u128::from(next.terminal_states), ..written };
        self.work += next.work;
        let gauge = self.gauge(bytes);
        self.commits.add(layer, gauge)
    }

    /// Replaces the results of the search by unsolved layers, each with its number of terminal states.
    pub fn begin<const N: usize>(&mut self, layers: &[(u128, Vec<Key<N>>)]) -> Result<(), Error> {
        let mut unsolved = Vec::with_capacity(layers.len());
        for (number, (terminal, keys)) in layers.iter().enumerate() {
            let layer = self.writer().unsolved(number, Unsolved::States, keys)?;
            unsolved.push(Layer { terminal_states: *terminal, ..layer });
        }
        self.commits.begin(unsolved)
    }

    /// Adds a solved layer before the one that holds all states until the end.
    pub fn add_round<const N: usize>(
        &mut self,
        keys: &[Key<N>],
        classes: &[Class],
        terminal_states: u64,
        outcomes: &Outcomes,
        bytes: usize,
    ) -> Result<(), Error> {
        let number = self.solved();
        let solved = self.writer().solved(number, keys, classes, outcomes, bytes)?;
        let layer = Layer { terminal_states: u128::from(terminal_states), ..solved };
        let gauge = self.gauge(bytes);
        self.commits.add_round(layer, gauge)
    }

    /// Replaces the values of all solved layers at once.
    pub fn replace_values<const N: usize>(
        &mut self,
        outcomes: &Outcomes,
        values: impl Fn(&Self, usize) -> Result<Values<N>, Error>,
    ) -> Result<(), Error> {
        let mut replaced = Vec::new();
        for number in (0..self.layers().len()).filter(|&number| self.layers()[number].value_file.is_some()) {
            let values = values(self, number)?;
            let layer = self.writer().solved(number, &values.keys, &values.classes, outcomes, values.bytes())?;
            replaced.push((number, layer));
        }
        self.commits.replace_values(replaced)
    }

    /// Stores the values of a layer with distances until all layers have them.
    pub fn add_distances<const N: usize>(
        &mut self,
        number: usize,
        values: &Values<N>,
        outcomes: &Outcomes,
        bytes: usize,
    ) -> Result<(), Error> {
        let solved = self.writer().solved(number, &values.keys, &values.classes, outcomes, bytes)?;
        self.commits.add_distances(number, solved, self.gauge(bytes))
    }

    /// Replaces the states of a layer by their values.
    pub fn set_values<const N: usize>(
        &mut self,
        number: usize,
        keys: &[Key<N>],
        classes: &[Class],
        outcomes: &Outcomes,
        bytes: usize,
    ) -> Result<(), Error> {
        let solved = self.writer().solved(number, keys, classes, outcomes, bytes)?;
        self.set_written(number, solved, bytes)
    }

    /// Replaces the states of a layer by its values, which have been written.
    pub fn set_written(&mut self, number: usize, written: Layer, bytes: usize) -> Result<(), Error> {
        let gauge = self.gauge(bytes);
        self.commits.set_values(number, written, gauge)
    }

    /// The states of an unsolved layer, if they fit in memory beside what others hold.
    pub fn states<const N: usize>(&self, number: usize, held: usize) -> Result<Vec<Key<N>>, Error> {
        let Some(layer) = self.layers().get(number) else { return Ok(Vec::new()) };
        let Some(file) = &layer.state_file else { return Ok(Vec::new()) };
        self.resources.check(held.saturating_add(bytes_of(layer, size_of::<Key<N>>())), "the states of a layer")?;
        let mut keys = Vec::with_capacity(layer.states as usize);
        self.read(file, |state, _| keys.push(Key::from_bytes(state)))?;
        self.check_count(layer, file, keys.len())?;
        Ok(keys)
    }

    /// The values of a solved layer, if they fit in memory beside what others hold.
    pub fn values<const N: usize>(
        &self,
        number: usize,
        outcomes: &mut Outcomes,
        held: usize,
    ) -> Result<Values<N>, Error> {
        self.values_of(&self.layers()[number], outcomes, held)
    }

    /// The values with distances of a layer that already has them, as above.
    pub fn added<const N: usize>(
        &self,
        number: usize,
        outcomes: &mut Outcomes,
        held: usize,
    ) -> Result<Option<Values<N>>, Error> {
        let added = self.layers()[number].with_distances.as_ref();
        added.map(|layer| self.values_of(layer, outcomes, held)).transpose()
    }

    fn values_of<const N: usize>(
        &self,
        layer: &Layer,
        outcomes: &mut Outcomes,
        held: usize,
    ) -> Result<Values<N>, Error> {
        let each = size_of::<Key<N>>() + size_of::<Class>();
        self.resources.check(held.saturating_add(bytes_of(layer, each)), "the values of a layer")?;
        let mut class = |counted: &OutcomeCount| Ok(outcomes.terminal(uncounted(counted))?.number() as Class);
        let class_of = layer.outcomes.iter().map(&mut class).collect::<Result<Vec<Class>, Error>>()?;
        check_number(outcomes)?;
        let expected = layer.states as usize;
        let mut values = Values { keys: Vec::with_capacity(expected), classes: Vec::with_capacity(expected) };
        let mut add = |key, code: u32| {
            values.keys.push(key);
            values.classes.push(class_of.get(code as usize).copied().unwrap_or(UNKNOWN));
        };
        match &layer.value_file {
            None => {}
            Some(file) if file.layout == Layout::Packed => {
                self.read(file, |state, code| add(Key::from_bytes(state), code))?;
            }
            Some(file) => {
                let levels = self.levels(file)?;
                let probe = self.probe(file)?;
                let mut found = 0;
                let visit = |path: &[Value], terminal: Terminal| {
                    add(levels.key(path), terminal.number() - 1);
                    found += 1;
                    // A small file may hold more states than there is time for; one too many is enough to detect
                    // damage.
                    if found > layer.states { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                probe.for_each(visit).map_err(|error| self.damaged(file, &error.to_string()))?;
            }
        }
        if let Some(file) = &layer.value_file {
            self.check_count(layer, file, values.keys.len())?;
        }
        Ok(values)
    }

    /// A diagram file after all its bytes have been checked.
    fn probe(&self, file: &File) -> Result<Probe<MappedFile>, Error> {
        let probe = Probe::open(self.commits.directory().map_file(file)?);
        let probe = probe.map_err(|error| self.damaged(file, &error.to_string()))?;
        match probe.domain_sizes().eq(self.levels(file)?.domains().iter().copied()) {
            true => Ok(probe),
            false => Err(self.damaged(file, OTHER_LEVELS)),
        }
    }

    /// The levels of a diagram file.
    fn levels(&self, file: &File) -> Result<&Levels, Error> {
        self.encoding.levels.as_ref().ok_or_else(|| self.damaged(file, OTHER_LEVELS))
    }

    /// The size of the diagram of a layer's sample with and without distances; `None` if states have no diagrams.
    pub fn sample_bytes<const N: usize>(
        &self,
        values: &Values<N>,
        outcomes: &Outcomes,
        most: usize,
    ) -> Result<Option<(u64, u64)>, Error> {
        let Some(levels) = &self.encoding.levels else { return Ok(None) };
        let range = sample(self.encoding.layout, &values.keys, most);
        let (keys, with) = (&values.keys[range.clone()], &values.classes[range]);
        let mut plain = Outcomes::default();
        let renumbered = Plain::new(outcomes, &mut plain)?;
        let without: Vec<Class> = with.iter().map(|&class| renumbered.of(class)).collect();
        let bytes = |classes: &[Class], outcomes: &Outcomes| {
            self.encoding.coded(keys, classes, &Listing::new(classes, outcomes)).diagram_bytes(levels)
        };
        Ok(Some((bytes(with, outcomes)?, bytes(&without, &plain)?)))
    }

    /// Reads a whole file as a stream: a mapped file would count as memory in addition to the result.
    fn read(&self, file: &File, visit: impl FnMut(&[u8], u32)) -> Result<(), Error> {
        Ok(self.commits.directory().stream_file(file)?.for_each_packed(self.encoding.layout.bytes(), visit)?)
    }

    fn check_count(&self, layer: &Layer, file: &File, states: usize) -> Result<(), Error> {
        match states as u128 == layer.states {
            true => Ok(()),
            false => Err(self.damaged(file, &format!("it has {states} states instead of {}", layer.states))),
        }
    }

    fn damaged(&self, file: &File, what: &str) -> Error {
        solution::Error::damaged(&self.commits.directory().path_of(file), what).into()
    }
}

impl LayerEncoding<'_> {
    /// A layer with its numbers in the file.
    fn coded<'c, const N: usize>(
        &self,
        keys: &'c [Key<N>],
        classes: &'c [Class],
        listing: &'c Listing,
    ) -> Coded<'c, N> {
        let shape = PackedShape::new(self.layout.bytes(), listing.outcomes.len());
        Coded { keys, classes, codes: &listing.codes, shape }
    }
}

impl<'w> LayerWriter<'w> {
    /// The same on so many threads.
    pub fn with_threads(self, threads: usize) -> LayerWriter<'w> {
        LayerWriter { threads, ..self }
    }

    /// Writes an unsolved layer.
    pub fn unsolved<const N: usize>(self, number: usize, what: Unsolved, keys: &[Key<N>]) -> Result<Layer, Error> {
        let (file, _) = self.write_packed(&unsolved_name(number, what), keys, None, 0)?;
        Ok(Layer { states: keys.len() as u128, state_file: Some(file), ..Layer::default() })
    }

    /// Writes a solved layer. `held` is the memory that others hold meanwhile.
    pub fn solved<const N: usize>(
        self,
        number: usize,
        keys: &[Key<N>],
        classes: &[Class],
        outcomes: &Outcomes,
        held: usize,
    ) -> Result<Layer, Error> {
        let listing = Listing::new(classes, outcomes);
        let name = solved_name(number, outcomes);
        let (value_file, content) = match self.as_diagram(keys, classes, &listing, held)? {
            Some(diagram) => (self.write_diagram(&name, &diagram)?, self.content(&diagram, &listing)),
            None => {
                let values = Some((classes, &listing.codes[..]));
                let (file, sums) = self.write_packed(&name, keys, values, listing.outcomes.len())?;
                let weighed =
                    listing.outcomes.iter().zip(sums).map(|(outcome, states)| states.times(content_of(outcome)));
                (file, weighed.fold(ContentHash::ZERO, ContentHash::plus))
            }
        };
        Ok(Layer {
            states: keys.len() as u128,
            terminal_states: 0,
            state_file: None,
            value_file: Some(value_file),
            outcomes: listing.outcomes,
            content: Some(content.to_hex()),
            with_distances: None,
        })
    }

    /// The diagram of a solved layer, if it is the smaller file and fits in memory beside what is held.
    fn as_diagram<const N: usize>(
        self,
        keys: &[Key<N>],
        classes: &[Class],
        listing: &Listing,
        held: usize,
    ) -> Result<Option<Finished>, Error> {
        let Some(levels) = &self.encoding.levels else { return Ok(None) };
        let room = self.encoding.bytes.saturating_sub(held);
        self.encoding.coded(keys, classes, listing).diagram(levels, self.threads, room)
    }

    /// The content hash of a layer, from its diagram.
    fn content(self, diagram: &Finished, listing: &Listing) -> ContentHash {
        let of_value = |level: Level, value: Value| {
            let part = self.encoding.levels.as_ref().map(|levels| levels.part(usize::from(level.0)));
            part.map_or(ContentHash::ZERO, |(variable, weight)| {
                ContentHash::of_digit(variable, weight, usize::from(value))
            })
        };
        let contents: Vec<ContentHash> = listing.outcomes.iter().map(content_of).collect();
        let of_terminal =
            |terminal: Terminal| contents.get(terminal.number() as usize - 1).copied().unwrap_or_default();
        diagram.weigh(of_value, of_terminal)
    }

    fn write_diagram(self, name: &str, diagram: &Finished) -> Result<File, Error> {
        commits::write(self.directory, name, Layout::Diagram, |mut to| {
            diagram.write(&mut to).map_err(|error| match error {
                FileError::Io(error) => Unwritten::Disk(error),
                other => Unwritten::Engine(Limit::Numbers(other.to_string()).into()),
            })
        })
    }

    /// Writes a file of states, with values if there are any, and sums the content hashes of the states of each value.
    fn write_packed<const N: usize>(
        self,
        name: &str,
        keys: &[Key<N>],
        values: Option<(&[Class], &[u32])>,
        outcomes: usize,
    ) -> Result<(File, Vec<ContentHash>), Error> {
        let mut sums = vec![ContentHash::ZERO; outcomes];
        let shape = PackedShape::new(self.encoding.layout.bytes(), outcomes);
        let encoder = Encoder { shape, keys, values, coefficients: &self.encoding.coefficients, outcomes };
        let file = commits::write(self.directory, name, Layout::Packed, |to| {
            encoder.write(to, self.threads, &mut sums).map_err(|error| match error {
                Error::Spill(error) => Unwritten::Disk(error),
                other => Unwritten::Engine(other),
            })
        })?;
        Ok((file, sums))
    }
}

/// The size of a layer whose states take `each` bytes. Saturates, since the manifest may be wrong.
pub fn bytes_of(layer: &Layer, each: usize) -> usize {
    usize::try_from(layer.states).ok().and_then(|states| states.checked_mul(each)).unwrap_or(usize::MAX)
}

/// The outcomes that occur in a layer, as numbered in its file.
struct Listing {
    outcomes: Vec<OutcomeCount>,
    /// For each class, its number.
    codes: Vec<u32>,
}

impl Listing {
    fn new(classes: &[Class], outcomes: &Outcomes) -> Listing {
        let mut counts = vec![0u128; outcomes.list().len() + 1];
        classes.iter().for_each(|&class| counts[usize::from(class)] += 1);
        let occurs = |(index, _): &(usize, &Outcome)| counts[index + 1] > 0;
        let mut listed: Vec<(usize, &Outcome)> = outcomes.list().iter().enumerate().filter(occurs).collect();
        // Sorted, so that a file does not depend on which outcome was found first.
        listed.sort_by(|(_, a), (_, b)| (&a.rewards, a.distance).cmp(&(&b.rewards, b.distance)));
        let mut codes = vec![0; counts.len()];
        for (code, (index, _)) in listed.iter().enumerate() {
            codes[index + 1] = code as u32;
        }
        let counted = |(index, outcome): &(usize, &Outcome)| OutcomeCount {
            rewards: outcome.rewards.clone(),
            distance: outcome.distance,
            states: counts[index + 1],
        };
        Listing { outcomes: listed.iter().map(counted).collect(), codes }
    }
}

fn content_of(outcome: &OutcomeCount) -> ContentHash {
    ContentHash::of_outcome(&outcome.rewards, outcome.distance)
}
