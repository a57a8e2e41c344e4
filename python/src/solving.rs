//! `solve`, `open` and `game`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Error, StartRequest, Stop};
use pyo3::prelude::*;
use solution::{Algorithm, Engine, Model, Reduction};

use crate::failure::wrong;
use crate::ground::{Game, Ground};
use crate::load;
use crate::solved::Solution;
use crate::watched::watched;

/// The options of a solve as they come from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Options {
    out: Option<PathBuf>,
    model: String,
    algorithm: Option<String>,
    engine: Option<String>,
    infinite: Option<Vec<i32>>,
    reduce: Option<String>,
    distances: Option<bool>,
    security: bool,
    precision: Option<f64>,
    start: Option<String>,
    first: Option<String>,
    lenient: bool,
    force: bool,
    memory: Option<usize>,
    time: Option<f64>,
    threads: Option<usize>,
}

/// Solves a game into a directory, or resumes an earlier solve, and opens the solution.
#[pyfunction]
pub fn solve(py: Python<'_>, rules: String, options: &Bound<'_, PyAny>) -> PyResult<Solution> {
    let asked: Options = options.extract()?;
    let mut options = asked.options()?;
    let stop = Stop::default();
    let path = watched(py, &stop, || {
        let mut source = load::source(&rules)?;
        let mut checked = load::rules(&source, asked.lenient)?;
        let path = asked.out.clone().unwrap_or_else(|| load::directory(&source.name).into());
        let request = StartRequest { from: asked.start.clone(), first: asked.first.clone() };
        if !request.is_none() {
            let (changed, from) = request.apply(&source, &checked, &options.budget, &stop)?;
            (source, options.from) = (changed, Some(from));
            checked = load::rules(&source, asked.lenient)?;
        }
        let solve = Solve::new(&source, &checked, &options, &path, &stop);
        let proved = solve.prepare()?;
        solve.run(&proved, &mut |_| ())?;
        Ok(path)
    })?;
    open(py, path, None)
}

impl Options {
    fn options(&self) -> PyResult<SolveOptions> {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let precision = self.precision.filter(|width| !(*width > 0.0 && width.is_finite()));
        if precision.is_some() || self.threads == Some(0) {
            return Err(wrong("precision and threads must be above 0"));
        }
        Ok(SolveOptions {
            model: named("model", Model::ALL, Model::name, &self.model)?,
            algorithm: self
                .algorithm
                .as_deref()
                .map(|name| named("algorithm", Algorithm::ALL, Algorithm::name, name))
                .transpose()?,
            engine: self.engine.as_deref().map(|name| named("engine", Engine::ALL, Engine::name, name)).transpose()?,
            infinite: self.infinite.clone(),
            reduction: self
                .reduce
                .as_deref()
                .map(str::parse::<Reduction>)
                .transpose()
                .map_err(|error| wrong(error.to_string()))?,
            distances: self.distances,
            security: self.security,
            precision: self.precision,
            lenient: self.lenient,
            replace: self.force,
            ..SolveOptions::new(budget(self.memory, self.time)?, threads.unwrap_or(1))
        })
    }
}

/// One of some values by its name.
fn named<T: Copy>(what: &str, all: &[T], name: fn(T) -> &'static str, given: &str) -> PyResult<T> {
    let found = all.iter().copied().find(|one| name(*one) == given);
    let names = || all.iter().map(|one| name(*one)).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| wrong(format!("there is no {what} `{given}`; there are {}", names())))
}

/// The limits. The interpreter has memory of its own, which does not count.
fn budget(memory: Option<usize>, time: Option<f64>) -> PyResult<Budget> {
    let time = time.map(Duration::try_from_secs_f64).transpose().map_err(|_| wrong("the time must be more than 0"))?;
    let machine = Budget::default();
    Ok(Budget { memory: memory.unwrap_or(machine.memory), time, alone: false })
}

/// Opens a solution.
#[pyfunction]
#[pyo3(signature = (path, memory=None))]
pub fn open(py: Python<'_>, path: PathBuf, memory: Option<usize>) -> PyResult<Solution> {
    let (budget, stop) = (budget(memory, None)?, Stop::default());
    watched(py, &stop, || Solution::open(&path, &budget, &stop))
}

/// The ground game of some rules.
#[pyfunction]
#[pyo3(signature = (rules, lenient=false))]
pub fn game(py: Python<'_>, rules: String, lenient: bool) -> PyResult<Game> {
    let (budget, stop) = (budget(None, None)?, Stop::default());
    let grounded = watched(py, &stop, || {
        let source = load::source(&rules)?;
        let checked = load::rules(&source, lenient)?;
        match operations::grounding::ground(&checked, &budget, &stop)? {
            operations::grounding::Grounded::Game(game) => Ground::checked(*game, lenient),
            operations::grounding::Grounded::TooLarge(reason) => Err(Error::from(reason)),
        }
    });
    grounded.map(|ground| Game(Arc::new(ground)))
}
