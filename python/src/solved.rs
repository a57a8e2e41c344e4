//! A solution: figures, probes in batches, and the values of moves.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use explore::{Explorer, FindConditions, Wanted};
use export::StoredStates;
use operations::export::StateTable;
use operations::{Budget, Error, Stop};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use query::GroundOracle;
use solution::Database;
use solution::manifest::Manifest;

use crate::failure::{exception, wrong};
use crate::ground::{Game, Ground, State};
use crate::states::StateStream;
use crate::watched::watched;

/// States probed between two looks at the stop flag.
const STRIDE: usize = 1 << 12;

/// What a distance or a layer is if there is none.
const NONE: i32 = -1;

/// A solved game.
#[pyclass(frozen, module = "backsolve")]
pub struct Solution {
    table: Arc<StateTable>,
    ground: Arc<Ground>,
    budget: Budget,
}

/// The outcomes of many states, column by column.
#[derive(Default)]
struct Probed {
    found: Vec<u8>,
    values: Vec<i32>,
    bounds: Vec<f64>,
    distances: Vec<i32>,
    layers: Vec<i32>,
}

/// Per layer: states, terminal states, and the states of each value.
type LayerFigures = (u128, u128, Vec<(Vec<i32>, u128)>);

/// A move with its consequences: the moves of all roles, the state, the value, the distance, whether it is optimal.
type ValuedMove = (Vec<String>, State, Option<Vec<i32>>, Option<u32>, bool);

impl Solution {
    /// Opens a solution.
    pub fn open(path: &Path, budget: &Budget, stop: &Stop) -> Result<Solution, Error> {
        let (table, game) = StateTable::open(path, budget, stop)?;
        let lenient = table.states.manifest().question.lenient;
        Ok(Solution { table: Arc::new(table), ground: Arc::new(Ground::checked(game, lenient)?), budget: *budget })
    }

    fn manifest(&self) -> &Manifest {
        self.table.states.manifest()
    }

    /// The solution, if its values are outcomes.
    fn outcomes(&self) -> PyResult<&Database> {
        match &self.table.states {
            StoredStates::Outcomes(database) => Ok(database),
            StoredStates::Expected(database) => Err(exception(solution::Error::Expected(database.path().to_owned()))),
        }
    }

    fn probe_rows(&self, rows: &[u32], stop: &Stop) -> Result<Probed, Error> {
        let variables = self.manifest().encoding.variables.len();
        let players = self.table.columns.roles.len();
        let mut probed = Probed::default();
        for (number, row) in rows.chunks_exact(variables.max(1)).enumerate() {
            if number % STRIDE == 0 {
                stop.check()?;
            }
            match &self.table.states {
                StoredStates::Outcomes(database) => {
                    let found = database.probe(row)?;
                    probed.found.push(u8::from(found.is_some()));
                    match found {
                        Some(found) => probed.values.extend_from_slice(&found.outcome.rewards),
                        None => probed.values.extend(std::iter::repeat_n(0, players)),
                    }
                    let distance = found.and_then(|found| found.outcome.distance);
                    probed.distances.push(distance.map_or(NONE, |plies| plies as i32));
                    probed.layers.push(found.map_or(NONE, |found| found.layer as i32));
                }
                StoredStates::Expected(database) => {
                    let found = database.probe(row)?;
                    probed.found.push(u8::from(found.is_some()));
                    let rewards = found.map(|found| database.rewards(&found.values)).unwrap_or_default();
                    let bounds = rewards.iter().flat_map(|reward| <[f64; 2]>::from(export::floats(*reward)));
                    probed.bounds.extend(bounds.chain(std::iter::repeat(f64::NAN)).take(2 * players));
                }
            }
        }
        Ok(probed)
    }
}

#[pymethods]
impl Solution {
    /// The path of the directory.
    #[getter]
    fn path(&self) -> String {
        self.table.states.path().display().to_string()
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> String {
        self.manifest().question.name.clone()
    }

    /// The roles that have a value.
    #[getter]
    fn roles(&self) -> Vec<String> {
        self.table.columns.roles.clone()
    }

    /// Whether the whole game is solved.
    #[getter]
    fn complete(&self) -> bool {
        self.manifest().progress.is_complete()
    }

    /// Whether values are expected rewards, between two bounds.
    #[getter]
    fn expected(&self) -> bool {
        self.table.columns.expected
    }

    /// The number of stored states.
    #[getter]
    fn states(&self) -> u128 {
        self.table.states.stored()
    }

    /// The value of the first state: a reward per role, or the two bounds of each.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match &self.manifest().expected {
            Some(expected) => {
                let bounds: Vec<(f64, f64)> =
                    expected.value.iter().map(|reward| (reward.lower, reward.upper)).collect();
                bounds.into_pyobject(py)?.into_any().unbind()
            }
            None => self.manifest().value().map(<[i32]>::to_vec).into_pyobject(py)?.into_any().unbind(),
        })
    }

    /// Per layer: its states, its terminal states, and its states by value.
    fn layer_figures(&self) -> Vec<LayerFigures> {
        let figures = |layer: &solution::manifest::Layer| {
            let mut values = BTreeMap::<Vec<i32>, u128>::new();
            layer.outcomes.iter().for_each(|one| *values.entry(one.rewards.clone()).or_default() += one.states);
            (layer.states, layer.terminal_states, values.into_iter().collect())
        };
        self.manifest().layers.iter().map(figures).collect()
    }

    /// The state variables: name, and for each value its fact.
    #[getter]
    fn variables(&self) -> Vec<(String, Vec<Option<String>>)> {
        let variables = &self.manifest().encoding.variables;
        variables.iter().map(|variable| (variable.name.clone(), variable.values.clone())).collect()
    }

    /// The names of the columns of tables.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.table.columns.names()
    }

    /// The ground game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.ground))
    }

    /// The values of the variables in a state with these facts.
    fn row(&self, facts: Vec<String>) -> PyResult<Vec<u32>> {
        let known = match &self.table.states {
            StoredStates::Outcomes(database) => database.facts(),
            StoredStates::Expected(database) => database.facts(),
        };
        known.state(facts.iter().map(String::as_str)).map_err(|error| wrong(error.to_string()))
    }

    /// The state with these values of the variables.
    fn state(&self, row: Vec<u32>) -> PyResult<State> {
        let variables = &self.manifest().encoding.variables;
        if row.len() != variables.len() {
            return Err(wrong(format!("a state has {} values, not {}", variables.len(), row.len())));
        }
        let fact = |(&value, variable): (&u32, &solution::manifest::EncodedVariable)| {
            let name = &variable.name;
            variable.values.get(value as usize).cloned().ok_or_else(|| wrong(format!("{name} has no value {value}")))
        };
        let facts = row.iter().zip(variables).map(fact).collect::<PyResult<Vec<Option<String>>>>()?;
        let game = self.ground.game();
        let holding = facts.iter().flatten().map(String::as_str).chain(game.always.iter().map(String::as_str));
        let known: std::collections::HashSet<&str> =
            game.fluents.iter().chain(&game.always).map(String::as_str).collect();
        let state = game::FluentIndex::new(game).state(holding.filter(|fact| known.contains(fact)));
        Ok(State::new(&self.ground, state.map_err(|error| wrong(error.to_string()))?))
    }

    /// Looks up states, given as rows of values. Returns, as bytes: whether each is stored, the values, distances, layers.
    fn probe_buffer<'py>(&self, py: Python<'py>, rows: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyByteArray>>> {
        let rows = PyBuffer::<u32>::get(rows)?.to_vec(py)?;
        let stop = Stop::default();
        let probed = watched(py, &stop, || self.probe_rows(&rows, &stop))?;
        let integers = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>();
        let values = match self.table.columns.expected {
            true => probed.bounds.iter().flat_map(|number| number.to_ne_bytes()).collect(),
            false => integers(&probed.values),
        };
        let columns = [probed.found, values, integers(&probed.distances), integers(&probed.layers)];
        Ok(columns.iter().map(|bytes| PyByteArray::new(py, bytes)).collect())
    }

    /// Draws different states uniformly. Returns their rows as bytes.
    fn sample_buffer<'py>(&self, py: Python<'py>, states: usize, seed: u64) -> PyResult<Bound<'py, PyByteArray>> {
        let (database, stop) = (self.outcomes()?, Stop::default());
        let found = watched(py, &stop, || {
            let explorer = Explorer::new(self.ground.game(), database)?;
            let all = FindConditions::default().read(&explorer)?;
            let wanted = Wanted::Sample { positions: states, seed };
            let found = explorer.find(&all, wanted, self.budget.memory as u64 / 2, &|| stop.raised())?;
            let rows =
                found.positions.iter().flat_map(|stored| stored.values.iter().flat_map(|value| value.to_ne_bytes()));
            Ok(rows.collect::<Vec<u8>>())
        })?;
        Ok(PyByteArray::new(py, &found))
    }

    /// The moves in a state, best first.
    fn valued_moves(&self, state: &State) -> PyResult<Vec<ValuedMove>> {
        let oracle = GroundOracle::new(self.ground.game(), Some(self.outcomes()?)).map_err(exception)?;
        let answer = oracle.answer(&state.state).map_err(exception)?;
        let valued = |made: query::ValuedMove<game::State>| {
            let next = State::new(&self.ground, made.next);
            (made.joint, next, made.value, made.distance.plies(), made.best)
        };
        Ok(answer.moves.into_iter().map(valued).collect())
    }

    /// All states as a table.
    fn stream(&self) -> StateStream {
        StateStream::new(Arc::clone(&self.table))
    }
}
