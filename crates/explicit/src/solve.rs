//! Carrying out an algorithm state by state.

use game::State;
use prove::ProvedGame;
use solution::Directory;
use solution::manifest::Progress;
use task::{Algorithm, Observer, Task};

use crate::Resources;
use crate::distances::drop_distances;
use crate::error::Error;
use crate::journal::Journal;
use crate::key::Key;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::{add_distances, attractor, fixpoint, layered, one_player};

/// Calls a function with the number of words that so many bits take.
macro_rules! in_words {
    ($bits:expr, $function:ident($($argument:expr),*)) => {
        match $crate::key::words($bits) {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            8 => $function::<8>($($argument),*),
            16 => $function::<16>($($argument),*),
            _ => Err(Error::Unsuited(format!(
                "a state takes {} bits, and the explicit engine handles up to {}", $bits, $crate::key::WIDEST
            ))),
        }
    };
}
pub(crate) use in_words;

/// A game, and what is to be found out about it.
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The game.
    pub proved: &'p ProvedGame,
    /// What is asked.
    pub task: &'p Task<'p>,
    /// Bytes for states.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
    /// Hands memory that is free again back to the system.
    pub give_back: fn(),
}

/// Solves a game into a directory. Returns the value of the first state.
pub fn solve<'a>(
    problem: &Problem<'_>,
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
) -> Result<Vec<i32>, Error> {
    let layout = Layout::new(&problem.proved.game);
    let folder = directory.path().to_owned();
    let Problem { bytes, threads, give_back, .. } = *problem;
    let resources = Resources { bytes, threads, folder: &folder, give_back };
    let mut journal = Journal::new(directory, observer, &layout, resources);
    if let Progress::Complete { value } = journal.progress()
        && !problem.task.adds_distances(journal.layers())
    {
        return Ok(value.clone());
    }
    problem.task.check().map_err(Error::Unsuited)?;
    if problem.task.traits.roles > usize::from(u8::MAX) {
        return Err(Error::Unsuited("the explicit engine handles up to 255 roles".to_owned()));
    }
    in_words!(layout.bits(), solve_in_words(problem, &mut journal, resources))
}

/// Solves; where there are too many outcomes with distances that nobody asked for, without these.
fn solve_in_words<const N: usize>(
    problem: &Problem<'_>,
    journal: &mut Journal<'_>,
    resources: Resources<'_>,
) -> Result<Vec<i32>, Error> {
    match attempt::<N>(problem, journal, resources) {
        Err(Error::TooMany(_)) if problem.task.can_drop_distances(journal.layers()) => {
            let plain = journal.plain_outcomes()?;
            drop_distances::<N>(journal, &plain, 0)?;
            attempt::<N>(problem, journal, resources)
        }
        solved => solved,
    }
}

fn attempt<const N: usize>(
    problem: &Problem<'_>,
    journal: &mut Journal<'_>,
    resources: Resources<'_>,
) -> Result<Vec<i32>, Error> {
    let task = problem.task;
    let moves = Moves::<N>::new(problem.proved)?;
    if let Progress::Complete { value } = journal.progress().clone() {
        add_distances::add(&moves, journal, task, resources)?;
        return Ok(value);
    }
    let initial = moves.layout.key(&State::initial(&problem.proved.game));
    match task.algorithm {
        Algorithm::Layered => layered(task, &moves, initial, journal, resources)?,
        Algorithm::Fixpoint => fixpoint::solve(&moves, initial, journal, task, resources)?,
        Algorithm::ZeroSum => {
            let infinite = task.shares().map_err(Error::Unsuited)?;
            attractor::solve(&moves, initial, journal, task.valuation(true), infinite, resources)?;
        }
        Algorithm::OnePlayer => {
            let lowest = [problem.proved.game.lowest_rewards[0]];
            let infinite = task.infinite.unwrap_or(&lowest);
            one_player::solve(&moves, initial, journal, task.valuation(true), infinite, resources)?;
        }
        Algorithm::Restart => return Err(Error::Unsuited("restart needs the symbolic engine".to_owned())),
    }
    let value = initial_value(journal, &initial)?;
    journal.finish(value.clone())?;
    Ok(value)
}

fn layered<const N: usize>(
    task: &Task<'_>,
    moves: &Moves<N>,
    initial: Key<N>,
    journal: &mut Journal<'_>,
    resources: Resources<'_>,
) -> Result<(), Error> {
    match &task.traits.measure {
        Some(measure) if !task.plies_are_layers() => {
            layered::by_measure(moves, initial, journal, task, &measure.weights, resources)
        }
        known => {
            // Without a measure only the absence of cycles says that the layers come to an end.
            if known.is_none() && journal.layers().is_empty() {
                layered::refuse_cycles(moves, initial, task.valuation(false), resources)?;
            }
            layered::by_plies(moves, initial, journal, task, resources)
        }
    }
}

/// The value of the first state, which is in the first layer or, where layers are rounds, in the last.
fn initial_value<const N: usize>(journal: &Journal<'_>, initial: &Key<N>) -> Result<Vec<i32>, Error> {
    let count = journal.layers().len();
    for number in (0..count.min(1)).chain((1..count).rev()) {
        if let Some(rewards) = journal.rewards(number, initial)? {
            return Ok(rewards);
        }
    }
    Err(Error::Unsuited("the first state was not solved".to_owned()))
}
