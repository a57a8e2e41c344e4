//! Reads the states of a solution batch by batch.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solution::{Database, ExpectedDatabase, Manifest, StateFilter};

use crate::batch::StateBatch;
use crate::error::Error;

/// The most states of a batch.
const MOST_STATES: usize = 1 << 16;

/// The most cells of a batch: games with many variables get fewer states.
const MOST_CELLS: usize = 1 << 21;

/// A solution whose states are read: of outcomes, or of expected rewards.
#[derive(Clone)]
pub enum StoredStates {
    /// Rewards, and distances where they are stored.
    Outcomes(Arc<Database>),
    /// Expected rewards.
    Expected(Arc<ExpectedDatabase>),
}

impl StoredStates {
    /// Opens a solution of either kind.
    pub fn open(path: &Path) -> Result<StoredStates, solution::Error> {
        match Database::open(path) {
            Ok(database) => Ok(StoredStates::Outcomes(Arc::new(database))),
            Err(solution::Error::Expected(_)) => Ok(StoredStates::Expected(Arc::new(ExpectedDatabase::open(path)?))),
            Err(error) => Err(error),
        }
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        match self {
            StoredStates::Outcomes(database) => database.manifest(),
            StoredStates::Expected(database) => database.manifest(),
        }
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        match self {
            StoredStates::Outcomes(database) => database.path(),
            StoredStates::Expected(database) => database.path(),
        }
    }

    /// The number of states in solved layers; a state that is in several layers counts in each.
    pub fn stored(&self) -> u128 {
        let solved = self.manifest().layers.iter().filter(|layer| layer.value_file.is_some());
        solved.map(|layer| layer.states).sum()
    }

    /// Calls `visit` with all states of all solved layers, in batches, until it returns a break or an error.
    /// Terminal states are marked if distances are stored.
    pub fn for_each_batch(
        &self,
        visit: &mut dyn FnMut(StateBatch) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        let manifest = self.manifest();
        let domains: Vec<u32> =
            manifest.encoding.variables.iter().map(|variable| variable.values.len() as u32).collect();
        let variables = domains.len();
        let most = (MOST_CELLS / variables.max(1)).clamp(1, MOST_STATES);
        let tells_ends = manifest.expected.is_none() && manifest.has_distances();
        let mut complete = |mut batch: StateBatch| {
            if tells_ends {
                batch.ends = batch.distances.iter().map(|distance| *distance == Some(0)).collect();
            }
            visit(batch)
        };
        for layer in 0..manifest.layers.len() {
            let mut batches = Batches {
                most,
                domains: &domains,
                batch: StateBatch::new(variables, layer),
                visit: &mut complete,
                flow: Ok(ControlFlow::Continue(())),
                file: manifest.layers[layer]
                    .value_file
                    .as_ref()
                    .map_or(self.path().into(), |file| self.path().join(&file.name)),
            };
            match self {
                StoredStates::Outcomes(database) => {
                    let outcomes = &manifest.layers[layer].outcomes;
                    database.scan(&StateFilter::default(), layer, |state, outcome| {
                        let outcome = &outcomes[outcome];
                        batches.batch.push_outcome(&outcome.rewards, outcome.distance);
                        batches.push(state)
                    })?;
                }
                StoredStates::Expected(database) => {
                    database.scan(layer, |state, rewards| {
                        batches.batch.push_expected(rewards);
                        batches.push(state)
                    })?;
                }
            }
            if batches.finish()?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// Takes a full batch.
type Visit<'v> = dyn FnMut(StateBatch) -> Result<ControlFlow<()>, Error> + 'v;

/// Collects the states of a layer.
struct Batches<'b, 'v> {
    most: usize,
    /// For each variable, the number of its values.
    domains: &'b [u32],
    batch: StateBatch,
    visit: &'b mut Visit<'v>,
    /// What the last visit returned.
    flow: Result<ControlFlow<()>, Error>,
    /// The file of the layer.
    file: PathBuf,
}

impl Batches<'_, '_> {
    fn push(&mut self, state: &[u32]) -> ControlFlow<()> {
        if !state.iter().zip(self.domains).all(|(value, domain)| value < domain) {
            let what = "it has a value that is not in the manifest";
            self.flow = Err(solution::Error::damaged(&self.file, what).into());
            return ControlFlow::Break(());
        }
        self.batch.push_state(state);
        if self.batch.states < self.most { ControlFlow::Continue(()) } else { self.flush() }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        let empty = StateBatch::new(self.batch.variables.len(), self.batch.layer);
        let full = std::mem::replace(&mut self.batch, empty);
        self.flow = (self.visit)(full);
        match self.flow {
            Ok(flow) => flow,
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn finish(mut self) -> Result<ControlFlow<()>, Error> {
        if matches!(self.flow, Ok(ControlFlow::Continue(()))) && self.batch.states > 0 {
            let _ = self.flush();
        }
        self.flow
    }
}
