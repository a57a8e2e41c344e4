//! The solution directory as the explicit engine sees it: layers of sorted states that become layers of values.

use std::io::Write;

use solution::manifest::{File, Layer, Layout as FileLayout, Outcome as Counted, Progress};
use solution::packed::{Blocks, Shape};
use solution::{Content, Directory, PackedLayer, PackedWriter};
use task::commits::{Commits, Gauge, Observer, Unsolved, Unwritten, solved_name, uncounted, unsolved_name};
use task::{Outcome, Outcomes};

use crate::error::Error;
use crate::find::find;
use crate::key::Key;
use crate::layout::Layout;
use crate::outcomes::{Class, UNKNOWN};
use crate::parallel::work;
use crate::tables::Tables;

/// States that one thread encodes at a time; a multiple of those of a block.
const PIECE: usize = 256 * Blocks::STATES;

/// Pieces that are encoded before they are written.
const WAVE: usize = 64;

/// Writes layers as files, commits them, and reads them again.
pub struct Journal<'a> {
    commits: Commits<'a>,
    layout: &'a Layout,
    coefficients: Tables<Content>,
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

    /// Gives some of the states, ascending, these outcomes.
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
        layout: &'a Layout,
        threads: usize,
    ) -> Journal<'a> {
        let domain = |variable: usize| layout.variables()[variable].domain();
        let term = |variable, value| Content::of_value(variable, domain(variable), value);
        let coefficients = Tables::new(layout, Content::ONE, term, Content::times);
        Journal { commits: Commits::new(directory, observer), layout, coefficients, threads }
    }

    /// The layers committed so far.
    pub fn layers(&self) -> &[Layer] {
        self.commits.layers()
    }

    /// How far the work is.
    pub fn progress(&self) -> &Progress {
        self.commits.progress()
    }

    /// How many layers are solved, where those come first.
    pub fn solved(&self) -> usize {
        self.commits.solved()
    }

    /// Adds a step of a search for all states.
    pub fn add_found<const N: usize>(&mut self, keys: &[Key<N>], terminal: u64, bytes: usize) -> Result<(), Error> {
        self.add(Unsolved::Found, keys, terminal, bytes)
    }

    /// Adds a layer of states that is to be solved.
    pub fn add_states<const N: usize>(&mut self, keys: &[Key<N>], terminal: u64, bytes: usize) -> Result<(), Error> {
        self.add(Unsolved::States, keys, terminal, bytes)
    }

    fn add<const N: usize>(
        &mut self,
        what: Unsolved,
        keys: &[Key<N>],
        terminal: u64,
        bytes: usize,
    ) -> Result<(), Error> {
        let name = unsolved_name(self.layers().len(), what);
        let layer = self.unsolved_layer(&name, keys, u128::from(terminal))?;
        Ok(self.commits.add(layer, Gauge { nodes: 0, bytes })?)
    }

    /// Puts layers that are to be solved, each with its number of terminal states, in the place of what the search found.
    pub fn begin<const N: usize>(&mut self, layers: &[(u128, Vec<Key<N>>)]) -> Result<(), Error> {
        let mut unsolved = Vec::with_capacity(layers.len());
        for (number, (terminal, keys)) in layers.iter().enumerate() {
            unsolved.push(self.unsolved_layer(&unsolved_name(number, Unsolved::States), keys, *terminal)?);
        }
        Ok(self.commits.begin(unsolved)?)
    }

    /// From now on layers are solved, those that there are.
    pub fn begin_with_layers(&mut self) -> Result<(), Error> {
        Ok(self.commits.begin_with_layers()?)
    }

    /// Adds a layer that is solved as soon as it is known, in front of the one that holds all states until the end.
    pub fn add_round<const N: usize>(
        &mut self,
        keys: &[Key<N>],
        classes: &[Class],
        terminal_states: u64,
        outcomes: &Outcomes,
        bytes: usize,
    ) -> Result<(), Error> {
        let number = self.solved();
        let solved = self.solved_layer(number, keys, classes, outcomes)?;
        let layer = Layer { terminal_states: u128::from(terminal_states), ..solved };
        Ok(self.commits.add_round(layer, Gauge { nodes: 0, bytes })?)
    }

    /// Gives all solved layers other values at once.
    pub fn replace_values<const N: usize>(&mut self, layers: &[Values<N>], outcomes: &Outcomes) -> Result<(), Error> {
        let mut replaced = Vec::with_capacity(layers.len());
        for (number, values) in layers.iter().enumerate() {
            replaced.push(self.solved_layer(number, &values.keys, &values.classes, outcomes)?);
        }
        Ok(self.commits.replace_values(replaced)?)
    }

    /// Everything is solved.
    pub fn finish(&mut self, value: Vec<i32>) -> Result<(), Error> {
        Ok(self.commits.finish(value)?)
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
        let solved = self.solved_layer(number, keys, classes, outcomes)?;
        Ok(self.commits.set_values(number, solved, Gauge { nodes: 0, bytes })?)
    }

    /// The states of a layer that is not solved.
    pub fn states<const N: usize>(&self, number: usize) -> Result<Vec<Key<N>>, Error> {
        let Some(file) = self.layers().get(number).and_then(|layer| layer.state_file.as_ref()) else {
            return Ok(Vec::new());
        };
        let mut keys = Vec::with_capacity(self.layers()[number].states as usize);
        self.read(file, |state, _| keys.push(Key::from_bytes(state)))?;
        Ok(keys)
    }

    /// The values of a layer that is solved.
    pub fn values<const N: usize>(&self, number: usize, outcomes: &mut Outcomes) -> Result<Values<N>, Error> {
        let layer = &self.layers()[number];
        let class = |counted: &Counted| outcomes.terminal(uncounted(counted)).number() as Class;
        let class_of: Vec<Class> = layer.outcomes.iter().map(class).collect();
        let (mut keys, mut classes) = (Vec::new(), Vec::new());
        if let Some(file) = &layer.value_file {
            self.read(file, |state, code| {
                keys.push(Key::from_bytes(state));
                classes.push(class_of.get(code as usize).copied().unwrap_or(UNKNOWN));
            })?;
        }
        Ok(Values { keys, classes })
    }

    /// The rewards of a state in a solved layer.
    pub fn rewards<const N: usize>(&self, number: usize, key: &Key<N>) -> Result<Option<Vec<i32>>, Error> {
        let layer = &self.layers()[number];
        let Some(file) = &layer.value_file else { return Ok(None) };
        let bytes = self.commits.directory().map_file(file)?;
        let packed = PackedLayer::open(bytes.as_ref()).map_err(|what| self.damaged(file, &what))?;
        let mut state = vec![0; self.layout.bytes()];
        key.write_bytes(&mut state);
        let found = packed.find(&state).and_then(|code| layer.outcomes.get(code as usize));
        Ok(found.map(|outcome| outcome.rewards.clone()))
    }

    fn unsolved_layer<const N: usize>(&self, name: &str, keys: &[Key<N>], terminal: u128) -> Result<Layer, Error> {
        let (file, _) = self.write(name, keys, None, &[])?;
        let states = keys.len() as u128;
        Ok(Layer { states, terminal_states: terminal, state_file: Some(file), ..Layer::default() })
    }

    fn solved_layer<const N: usize>(
        &self,
        number: usize,
        keys: &[Key<N>],
        classes: &[Class],
        outcomes: &Outcomes,
    ) -> Result<Layer, Error> {
        let mut counts = vec![0u128; outcomes.list().len() + 1];
        classes.iter().for_each(|&class| counts[usize::from(class)] += 1);
        let occurs = |(index, _): &(usize, &Outcome)| counts[index + 1] > 0;
        let mut listed: Vec<(usize, &Outcome)> = outcomes.list().iter().enumerate().filter(occurs).collect();
        // In an order of their own, so that a file does not depend on which outcome was met first.
        listed.sort_by(|(_, a), (_, b)| (&a.rewards, a.distance).cmp(&(&b.rewards, b.distance)));
        let mut codes = vec![0; counts.len()];
        for (code, (index, _)) in listed.iter().enumerate() {
            codes[index + 1] = code as u32;
        }
        let name = solved_name(number, outcomes);
        let (file, sums) = self.write(&name, keys, Some((classes, &codes)), &listed)?;
        let counted = |(index, outcome): &(usize, &Outcome)| Counted {
            rewards: outcome.rewards.clone(),
            distance: outcome.distance,
            states: counts[index + 1],
        };
        let content = listed.iter().zip(sums).fold(Content::ZERO, |sum, ((_, outcome), states)| {
            sum.plus(states.times(Content::of_outcome(&outcome.rewards, outcome.distance)))
        });
        Ok(Layer {
            states: keys.len() as u128,
            terminal_states: 0,
            state_file: None,
            value_file: Some(file),
            outcomes: listed.iter().map(counted).collect(),
            content: Some(content.to_hex()),
        })
    }

    /// Writes a file of states, with values where there are any, and sums the contents of the states of each value.
    fn write<const N: usize>(
        &self,
        name: &str,
        keys: &[Key<N>],
        values: Option<(&[Class], &[u32])>,
        listed: &[(usize, &Outcome)],
    ) -> Result<(File, Vec<Content>), Error> {
        let mut sums = vec![Content::ZERO; listed.len()];
        let encoder = Encoder {
            shape: Shape::new(self.layout.bytes(), listed.len()),
            keys,
            values,
            coefficients: &self.coefficients,
            outcomes: listed.len(),
        };
        let file = self.commits.write(name, FileLayout::Packed, |to| {
            encoder.write(to, self.threads, &mut sums).map_err(|error| match error {
                Error::Spill(error) => Unwritten::Disk(error),
                other => Unwritten::Engine(other),
            })
        })?;
        Ok((file, sums))
    }

    /// Reads a whole file. Streamed: what is mapped would count as memory beside what is made of it.
    fn read(&self, file: &File, visit: impl FnMut(&[u8], u32)) -> Result<(), Error> {
        Ok(self.commits.directory().stream_file(file)?.for_each_packed(self.layout.bytes(), visit)?)
    }

    fn damaged(&self, file: &File, what: &str) -> Error {
        solution::Error::damaged(&self.commits.directory().path_of(file), what).into()
    }
}

/// A layer on its way into a file.
struct Encoder<'e, const N: usize> {
    shape: Shape,
    keys: &'e [Key<N>],
    /// Classes, and the code of each class in the file.
    values: Option<(&'e [Class], &'e [u32])>,
    coefficients: &'e Tables<Content>,
    outcomes: usize,
}

impl<const N: usize> Encoder<'_, N> {
    fn write(&self, to: &mut dyn Write, threads: usize, sums: &mut [Content]) -> Result<(), Error> {
        let (bytes, outcomes) = (self.shape.state_bytes, self.outcomes);
        let mut writer = PackedWriter::new(to, bytes, outcomes, self.keys.len() as u64).map_err(Error::Spill)?;
        let pieces = self.keys.len().div_ceil(PIECE);
        for wave in (0..pieces).step_by(WAVE) {
            let count = WAVE.min(pieces - wave);
            let encoded = work(threads, count, Vec::new, |done, piece| {
                done.push((piece, self.encode(wave + piece)));
                Ok(())
            })?;
            let mut encoded: Vec<(usize, Encoded)> = encoded.into_iter().flatten().collect();
            encoded.sort_unstable_by_key(|(piece, _)| *piece);
            for (_, piece) in encoded {
                writer.append(&piece.blocks).map_err(Error::Spill)?;
                sums.iter_mut().zip(piece.sums).for_each(|(sum, part)| *sum = sum.plus(part));
            }
        }
        writer.finish().map_err(Error::Spill)
    }

    fn encode(&self, piece: usize) -> Encoded {
        let range = piece * PIECE..self.keys.len().min((piece + 1) * PIECE);
        let mut encoded = Encoded { blocks: Blocks::default(), sums: vec![Content::ZERO; self.outcomes] };
        let mut walk = self.coefficients.walk();
        let mut states = vec![0; Blocks::STATES * self.shape.state_bytes];
        let mut codes = vec![0; Blocks::STATES];
        for start in range.clone().step_by(Blocks::STATES) {
            let block = start..range.end.min(start + Blocks::STATES);
            for (offset, key) in self.keys[block.clone()].iter().enumerate() {
                let size = self.shape.state_bytes;
                key.write_bytes(&mut states[offset * size..(offset + 1) * size]);
                if let Some((classes, code_of)) = self.values {
                    let code = code_of[usize::from(classes[start + offset])];
                    codes[offset] = code;
                    let sum = &mut encoded.sums[code as usize];
                    *sum = sum.plus(walk.of(key));
                }
            }
            let count = block.len();
            encoded.blocks.push(self.shape, &states[..count * self.shape.state_bytes], &codes[..count]);
        }
        encoded
    }
}

struct Encoded {
    blocks: Blocks,
    /// Per outcome the contents of its states.
    sums: Vec<Content>,
}
