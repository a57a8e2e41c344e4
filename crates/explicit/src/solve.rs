//! The explicit engine as a `Solver`.

use game::State;
use solution::Directory;
use task::solve::{Algorithms, solve};
use task::{Error, Observer, Problem, Refusal, Solved, Solver, Task, Valuation};

use crate::Resources;
use crate::distances::drop_distances;
use crate::journal::Journal;
use crate::key::Key;
use crate::layout::KeyLayout;
use crate::moves::Moves;
use crate::{add_distances, attractor, fixpoint, layered, one_player};

/// Calls a function with the number of words for so many bits.
macro_rules! in_words {
    ($bits:expr, $function:ident($($argument:expr),*)) => {
        match $crate::key::words($bits) {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            8 => $function::<8>($($argument),*),
            16 => $function::<16>($($argument),*),
            _ => Err(task::Refusal::Engine(format!(
                "a state takes {} bits, and the explicit engine handles up to {}", $bits, $crate::key::WIDEST
            ))
            .into()),
        }
    };
}
pub(crate) use in_words;

/// The engine that solves state by state.
#[derive(Clone, Copy, Debug)]
pub struct Explicit;

impl Solver for Explicit {
    fn solve<'a>(
        &self,
        problem: &Problem<'_>,
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
    ) -> Result<Solved, Error> {
        if problem.task.traits.roles > usize::from(u8::MAX) {
            return Err(Refusal::Engine("the explicit engine handles up to 255 roles".to_owned()).into());
        }
        in_words!(KeyLayout::new(&problem.proved.game).bits(), solve_in_words(problem, directory, observer))
    }
}

fn solve_in_words<'a, const N: usize>(
    problem: &Problem<'_>,
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
) -> Result<Solved, Error> {
    let folder = directory.path().to_owned();
    let Problem { proved, bytes, threads, give_back, .. } = *problem;
    let resources = Resources { bytes, threads, folder: &folder, give_back };
    let moves = Moves::<N>::new(proved)?;
    let initial = moves.layout.key(&State::initial(&proved.game));
    let journal = Journal::new(directory, observer, &moves.layout, resources);
    let mut states = States { moves: &moves, initial, journal, resources };
    let value = solve(problem, &mut states)?;
    Ok(Solved { value, peak: states.journal.commits.peak() })
}

/// A game with explicit states, and the journal of its layers.
pub(crate) struct States<'s, const N: usize> {
    pub moves: &'s Moves<N>,
    pub initial: Key<N>,
    pub journal: Journal<'s>,
    pub resources: Resources<'s>,
}

impl<const N: usize> Algorithms for States<'_, N> {
    fn directory(&self) -> &Directory {
        self.journal.commits.directory()
    }

    fn finish(&mut self, value: Vec<i32>) -> Result<(), Error> {
        self.journal.commits.finish(value)
    }

    fn refuse_cycles(&mut self, valuation: Valuation) -> Result<(), Error> {
        layered::refuse_cycles(self, valuation)
    }

    fn by_plies(&mut self, task: &Task<'_>) -> Result<(), Error> {
        layered::by_plies(self, task)
    }

    fn by_measure(&mut self, task: &Task<'_>, weights: &[Vec<i64>]) -> Result<(), Error> {
        layered::by_measure(self, task, weights)
    }

    fn fixpoint(&mut self, task: &Task<'_>) -> Result<(), Error> {
        fixpoint::solve(self, task)
    }

    fn zero_sum(&mut self, valuation: Valuation, infinite: [i32; 2]) -> Result<(), Error> {
        attractor::solve(self, valuation, infinite)
    }

    fn one_player(&mut self, valuation: Valuation, infinite: &[i32]) -> Result<(), Error> {
        one_player::solve(self, valuation, infinite)
    }

    fn add_distances(&mut self, task: &Task<'_>) -> Result<(), Error> {
        add_distances::add(self, task)
    }

    fn drop_distances(&mut self) -> Result<(), Error> {
        let plain = self.journal.commits.plain_outcomes()?;
        drop_distances::<N>(&mut self.journal, &plain, 0)
    }
}
