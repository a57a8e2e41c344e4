//! Writes a solved game as a solution directory.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use diagram::{Domains, Store, StoreOptions, Terminal};
use layer::packing::Packing;
use layer::{ContentHash, PackedWriter};
use solution::manifest::{FORMAT, Layer, Layout, Manifest, Method, OutcomeCount, Progress, Question};
use solution::{Algorithm, Directory, Engine};
use task::Outcome;

use crate::SolvedGame;

impl SolvedGame {
    /// Writes everything into a new directory.
    pub fn write(&self, path: &Path) {
        let mut directory = Directory::start_or_resume(path, self.manifest()).expect("a new directory");
        for number in 0..self.layers.len() {
            let layer = self.write_layer(&directory, number);
            directory.commit(|manifest| manifest.layers.push(layer)).expect("a manifest");
        }
        let value = self.value().rewards.clone();
        directory.commit(|manifest| manifest.progress = Progress::Complete { value }).expect("a manifest");
    }

    /// Writes the file of a layer, to be named by a commit.
    pub(crate) fn write_layer(&self, directory: &Directory, number: usize) -> Layer {
        let states = &self.layers[number];
        let outcomes = outcomes(states);
        let file = directory
            .write_file(&format!("{number:05}.values.layer"), self.question.layout, |to| match self.question.layout {
                Layout::Packed => self.write_packed(states, &outcomes, to),
                Layout::Diagram => self.write_diagram(states, &outcomes, to),
                Layout::Expected => panic!("outcomes are no expected rewards"),
            })
            .expect("a layer file");
        Layer {
            states: states.len() as u128,
            terminal_states: self.terminal_states[number],
            state_file: None,
            value_file: Some(file),
            outcomes,
            content: Some(self.content(states).to_hex()),
            with_distances: None,
        }
    }

    /// The manifest without layers.
    pub fn manifest(&self) -> Manifest {
        let rules = gddl::check(&gdl::Source::new("rules", &*self.rules), gdl::Mode::Lenient)
            .rules
            .expect("a well-formed sheet");
        Manifest {
            format: FORMAT,
            question: Question {
                from: None,
                rules: self.rules.clone(),
                name: "rules".to_owned(),
                rules_hash: blake3::hash(self.rules.as_bytes()).to_hex().to_string(),
                fingerprint: fingerprint::Fingerprint::of(&rules).to_string(),
                model: self.question.model,
                infinite: self.question.infinite.clone(),
                lenient: self.question.lenient,
                reduction: self.question.reduction,
                distances: Some(self.question.distances),
                security: false,
                precision: None,
            },
            encoding: self.encoding.clone(),
            notation: Default::default(),
            method: Method {
                program: "bruteforce".to_owned(),
                why: "for a test".to_owned(),
                ..Method::new(Engine::Explicit, self.algorithm())
            },
            expected: None,
            progress: Progress::Backward,
            layers: Vec::new(),
        }
    }

    /// The algorithm whose solutions have this layout.
    fn algorithm(&self) -> Algorithm {
        match (&self.question.infinite, self.question.layered) {
            (Some(_), _) => Algorithm::ZeroSum,
            (None, true) => Algorithm::Layered,
            (None, false) => Algorithm::Fixpoint,
        }
    }

    fn content(&self, states: &BTreeMap<Vec<u32>, Outcome>) -> ContentHash {
        let of_state = |(state, value): (&Vec<u32>, &Outcome)| {
            let start = ContentHash::of_outcome(&value.rewards, value.distance);
            let variables = state.iter().zip(&self.encoding.variables).enumerate();
            variables.fold(start, |product, (number, (&value, variable))| {
                product.times(ContentHash::of_value(number, variable.values.len(), value as usize))
            })
        };
        states.iter().map(of_state).fold(ContentHash::ZERO, ContentHash::plus)
    }

    fn write_packed(
        &self,
        states: &BTreeMap<Vec<u32>, Outcome>,
        outcomes: &[OutcomeCount],
        to: &mut dyn Write,
    ) -> io::Result<()> {
        let packing = Packing::new(self.encoding.variables.iter().map(|variable| variable.values.len()));
        let mut writer = PackedWriter::new(to, packing.bytes(), outcomes.len(), states.len() as u64)?;
        let mut bytes = vec![0; packing.bytes()];
        for (state, value) in states {
            packing.pack(state, &mut bytes);
            writer.push(&bytes, number(outcomes, value) as u32)?;
        }
        writer.finish()
    }

    fn write_diagram(
        &self,
        states: &BTreeMap<Vec<u32>, Outcome>,
        outcomes: &[OutcomeCount],
        mut to: &mut dyn Write,
    ) -> io::Result<()> {
        let levels = &self.encoding.levels;
        let sizes: Vec<u16> = levels.iter().map(|level| level.size as u16).collect();
        let domains = Domains::new(if sizes.is_empty() { &[1] } else { &sizes }).expect("domains");
        let mut store = Store::new(domains, StoreOptions::default()).expect("a store");
        let paths = states.iter().map(|(state, value)| {
            let digit = |level: &solution::manifest::LevelOf| {
                (state[level.variable] as usize / level.weight % level.size) as u16
            };
            let path: Vec<u16> = levels.iter().map(digit).chain(levels.is_empty().then_some(0)).collect();
            (path, Terminal::new(number(outcomes, value) as u32 + 1).expect("a terminal"))
        });
        let mut paths: Vec<(Vec<u16>, Terminal)> = paths.collect();
        paths.sort_unstable();
        let values = store.values(paths).expect("a diagram");
        store.write(&values, &mut to).map_err(|error| io::Error::other(error.to_string()))
    }
}

fn outcomes(states: &BTreeMap<Vec<u32>, Outcome>) -> Vec<OutcomeCount> {
    let mut outcomes: Vec<OutcomeCount> = Vec::new();
    for value in states.values() {
        match outcomes.iter_mut().find(|o| o.rewards == value.rewards && o.distance == value.distance) {
            Some(outcome) => outcome.states += 1,
            None => outcomes.push(OutcomeCount { rewards: value.rewards.clone(), distance: value.distance, states: 1 }),
        }
    }
    outcomes
}

fn number(outcomes: &[OutcomeCount], value: &Outcome) -> usize {
    let same = |outcome: &OutcomeCount| outcome.rewards == value.rewards && outcome.distance == value.distance;
    outcomes.iter().position(same).expect("every value is an outcome")
}
