//! Counts and picks the states of a solution that satisfy a filter.
//!
//! A diagram layer is counted in one pass over its nodes, and a state is found by its rank in one descent: no states
//! are listed. Packed layers are scanned. If layers are plies and no measure distinguishes them, a state may be in
//! several; then all are scanned, and a state belongs to the first layer that contains it.

use std::ops::ControlFlow;

use layer::{Cube, PackedLayer, Probe};

use crate::cubes::cubes;
use crate::database::{Database, Values};
use crate::error::Error;
use crate::filter::StateFilter;
use crate::manifest::{Manifest, OutcomeCount};
use crate::mapped::MappedFile;
use crate::names::Algorithm;

/// The number of states of a layer with an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The layer.
    pub layer: usize,
    /// The outcome, by its index in the layer's list.
    pub outcome: usize,
    /// Number of states.
    pub states: u128,
}

/// A state of a solution with its outcome.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StoredState {
    /// The layer.
    pub layer: usize,
    /// A value per variable.
    pub values: Vec<u32>,
    /// The outcome, by its index in the layer's list.
    pub outcome: usize,
}

impl Manifest {
    /// Whether a state may be in several layers: they are plies, and a state may be reached after different numbers of
    /// them.
    pub fn repeats_states(&self) -> bool {
        self.method.algorithm == Algorithm::Layered && self.encoding.measure.is_none()
    }
}

impl Database {
    /// The outcome of a stored state.
    pub fn outcome(&self, state: &StoredState) -> &OutcomeCount {
        &self.manifest().layers[state.layer].outcomes[state.outcome]
    }

    /// Counts the states that satisfy a filter, by layer and outcome; outcomes without states are left out. Unsolved
    /// layers count as empty. Diagrams whose counts take more than `memory` bytes are scanned.
    pub fn tally(&self, filter: &StateFilter, memory: u64) -> Result<Vec<Tally>, Error> {
        let layers = (0..self.manifest().layers.len()).filter(|&layer| filter.accepts_layer(layer));
        let mut tallies = Vec::new();
        for layer in layers {
            let counts = self.tally_layer(filter, layer, memory)?;
            let counted = counts.into_iter().enumerate().filter(|&(_, states)| states > 0);
            tallies.extend(counted.map(|(outcome, states)| Tally { layer, outcome, states }));
        }
        Ok(tallies)
    }

    fn tally_layer(&self, filter: &StateFilter, layer: usize, memory: u64) -> Result<Vec<u128>, Error> {
        let outcomes = &self.manifest().layers[layer].outcomes;
        let mut counts = vec![0u128; outcomes.len()];
        if filter.is_contradictory() || !outcomes.iter().any(|outcome| filter.accepts_outcome(outcome)) {
            return Ok(counts);
        }
        match self.diagram(layer)? {
            Some(probe) if probe.bytes_to_count() <= memory => {
                for cube in self.cubes(filter) {
                    let counted = probe.count(&cube).map_err(|error| self.damaged_values(layer, &error.to_string()))?;
                    // Terminal `i + 1` is outcome `i`.
                    for (number, states) in counted.into_iter().skip(1).enumerate().filter(|&(_, states)| states > 0) {
                        let outcome = outcomes.get(number).ok_or_else(|| self.unknown_outcome(layer))?;
                        counts[number] += if filter.accepts_outcome(outcome) { states } else { 0 };
                    }
                }
            }
            _ => self.scan(filter, layer, |_, outcome| {
                counts[outcome] += 1;
                ControlFlow::Continue(())
            })?,
        }
        Ok(counts)
    }

    /// The states of a layer that satisfy a filter, by their ranks, which ascend from 0; ranks beyond the last state
    /// are left out. Diagrams whose ranks take more than `memory` bytes are scanned.
    pub fn pick(
        &self,
        filter: &StateFilter,
        layer: usize,
        ranks: &[u128],
        memory: u64,
    ) -> Result<Vec<StoredState>, Error> {
        let Some(&last) = ranks.last() else { return Ok(Vec::new()) };
        if let Some(probe) = self.diagram(layer)?.filter(|probe| probe.bytes_to_rank() <= memory) {
            return self.pick_ranked(filter, layer, probe, ranks);
        }
        let mut picked = Vec::with_capacity(ranks.len());
        let (mut rank, mut wanted) = (0u128, ranks.iter().peekable());
        self.scan(filter, layer, |values, outcome| {
            while wanted.next_if(|&&wanted| wanted == rank).is_some() {
                picked.push(StoredState { layer, values: values.to_vec(), outcome });
            }
            rank += 1;
            if rank > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(picked)
    }

    fn pick_ranked(
        &self,
        filter: &StateFilter,
        layer: usize,
        probe: &Probe<MappedFile>,
        ranks: &[u128],
    ) -> Result<Vec<StoredState>, Error> {
        let damaged = |error: layer::FileError| self.damaged_values(layer, &error.to_string());
        let outcomes = &self.manifest().layers[layer].outcomes;
        let is_wanted = |number: u32| outcomes.get(number as usize).is_some_and(|one| filter.accepts_outcome(one));
        let (mut picked, mut passed, mut left) = (Vec::with_capacity(ranks.len()), 0u128, ranks);
        for cube in self.cubes(filter) {
            let ranked = probe.ranks(&cube, |terminal| is_wanted(terminal.number() - 1)).map_err(damaged)?;
            let here = left.partition_point(|&rank| rank - passed < ranked.states());
            for &rank in &left[..here] {
                if let Some((path, terminal)) = ranked.state(rank - passed).map_err(damaged)? {
                    let (values, outcome) = (self.values_on(&path), terminal.number() as usize - 1);
                    picked.push(StoredState { layer, values, outcome });
                }
            }
            (passed, left) = (passed + ranked.states(), &left[here..]);
            if left.is_empty() {
                break;
            }
        }
        Ok(picked)
    }

    /// Calls `visit` with every state of a layer that satisfies a filter and the index of its outcome, until it returns
    /// a break.
    pub fn scan(
        &self,
        filter: &StateFilter,
        layer: usize,
        mut visit: impl FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        if filter.is_contradictory() || !filter.accepts_layer(layer) {
            return Ok(());
        }
        let repeats = self.manifest().repeats_states();
        let mut failed = None;
        let mut check = |values: &[u32], outcome: usize| match repeats.then(|| self.is_before(layer, values)) {
            Some(Ok(true)) => ControlFlow::Continue(()),
            Some(Err(error)) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
            Some(Ok(false)) | None => visit(values, outcome),
        };
        match self.values(layer)? {
            None | Some(Values::Empty) => {}
            Some(Values::Diagram(probe)) => self.scan_diagram(filter, layer, probe, &mut check)?,
            Some(Values::Packed(map)) => self.scan_packed(filter, layer, map, &mut check)?,
        }
        failed.map_or(Ok(()), Err)
    }

    fn scan_diagram(
        &self,
        filter: &StateFilter,
        layer: usize,
        probe: &Probe<MappedFile>,
        visit: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let outcomes = &self.manifest().layers[layer].outcomes;
        let accepted: Vec<bool> = outcomes.iter().map(|outcome| filter.accepts_outcome(outcome)).collect();
        let (mut unknown, mut ended) = (false, false);
        for cube in self.cubes(filter) {
            let visited = probe.for_each_in(&cube, |path, terminal| {
                let outcome = terminal.number() as usize - 1;
                let step = match accepted.get(outcome) {
                    Some(true) => visit(&self.values_on(path), outcome),
                    Some(false) => ControlFlow::Continue(()),
                    None => {
                        unknown = true;
                        ControlFlow::Break(())
                    }
                };
                ended = step.is_break();
                step
            });
            visited.map_err(|error| self.damaged_values(layer, &error.to_string()))?;
            if ended {
                break;
            }
        }
        if unknown { Err(self.unknown_outcome(layer)) } else { Ok(()) }
    }

    fn scan_packed(
        &self,
        filter: &StateFilter,
        layer: usize,
        map: &MappedFile,
        visit: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let packed = PackedLayer::open(map.as_ref()).map_err(|what| self.damaged_values(layer, &what))?;
        let outcomes = &self.manifest().layers[layer].outcomes;
        let accepted: Vec<bool> = outcomes.iter().map(|outcome| filter.accepts_outcome(outcome)).collect();
        let packing = self.packing();
        let (mut unknown, mut ended) = (false, false);
        let scanned = packed.for_each(|bytes, outcome| {
            let outcome = outcome as usize;
            unknown |= outcome >= accepted.len();
            let is_meant = |(variable, allowed): (usize, &std::collections::BTreeSet<u32>)| {
                allowed.contains(&packing.value(variable, bytes))
            };
            if !ended && accepted.get(outcome) == Some(&true) && filter.values().all(is_meant) {
                ended = visit(&packing.unpack(bytes), outcome).is_break();
            }
        });
        if unknown {
            return Err(self.unknown_outcome(layer));
        }
        scanned.ok_or_else(|| self.damaged_values(layer, "its blocks are damaged"))
    }

    /// Whether an earlier layer contains a state.
    fn is_before(&self, layer: usize, values: &[u32]) -> Result<bool, Error> {
        for before in 0..layer {
            if self.probe_in(before, values)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The diagram of a layer, if it is one and none of its states is in an earlier layer.
    fn diagram(&self, layer: usize) -> Result<Option<&Probe<MappedFile>>, Error> {
        Ok(match self.values(layer)? {
            Some(Values::Diagram(probe)) if !self.manifest().repeats_states() => Some(probe),
            _ => None,
        })
    }

    fn cubes(&self, filter: &StateFilter) -> Vec<Cube> {
        cubes(filter, &self.manifest().encoding.levels)
    }
}
