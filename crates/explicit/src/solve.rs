//! Carrying out an algorithm state by state.

use game::effects::Effects;
use game::{Game, State};
use solution::Directory;
use solution::manifest::Progress;
use symbolic::journal::Observer;
use symbolic::layered::Valuation;
use symbolic::solve::{Algorithm, Traits};

use crate::Resources;
use crate::error::Error;
use crate::journal::Journal;
use crate::key::Key;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::{attractor, fixpoint, layered, one_player};

/// What to solve, and how.
pub struct Task<'t> {
    /// The game.
    pub game: &'t Game,
    /// What its joint moves do.
    pub effects: &'t Effects,
    /// How.
    pub algorithm: Algorithm,
    /// What is known of it.
    pub traits: &'t Traits,
    /// What values to give.
    pub valuation: Valuation,
    /// The rewards of infinite play.
    pub infinite: Option<&'t [i32]>,
    /// What it may take.
    pub resources: Resources,
}

/// Solves a game into a directory. Returns the value of the first state.
pub fn solve<'a>(
    task: &Task<'_>,
    directory: &'a mut Directory,
    observer: &'a mut Observer<'a>,
) -> Result<Vec<i32>, Error> {
    let layout = Layout::new(task.game);
    let mut journal = Journal::new(directory, observer, &layout, task.resources.threads);
    if let Progress::Complete { value } = journal.progress() {
        return Ok(value.clone());
    }
    match layout.bits() {
        0..=64 => in_words::<1>(task, &mut journal),
        65..=128 => in_words::<2>(task, &mut journal),
        129..=192 => in_words::<3>(task, &mut journal),
        193..=256 => in_words::<4>(task, &mut journal),
        257..=512 => in_words::<8>(task, &mut journal),
        513..=1024 => in_words::<16>(task, &mut journal),
        bits => Err(Error::Unsuited(format!("a state takes {bits} bits, and the explicit engine handles up to 1,024"))),
    }
}

fn in_words<const N: usize>(task: &Task<'_>, journal: &mut Journal<'_>) -> Result<Vec<i32>, Error> {
    if task.traits.roles > usize::from(u8::MAX) {
        return Err(Error::Unsuited("the explicit engine handles up to 255 roles".to_owned()));
    }
    let moves = Moves::<N>::new(task.game, task.effects)?;
    let initial = moves.layout.key(&State::initial(task.game));
    let (valuation, resources) = (task.valuation, task.resources);
    match task.algorithm {
        Algorithm::Layered => layered(task, &moves, initial, journal)?,
        Algorithm::Fixpoint => fixpoint::solve(&moves, initial, journal, valuation, resources)?,
        Algorithm::ZeroSum => attractor::solve(&moves, initial, journal, valuation, task.shares()?, resources)?,
        Algorithm::OnePlayer if task.traits.roles == 1 => {
            one_player::solve(&moves, initial, journal, valuation, task.infinite, resources)?;
        }
        Algorithm::OnePlayer => return Err(Error::Unsuited("one-player needs a game with one role".to_owned())),
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
) -> Result<(), Error> {
    let (valuation, resources) = (task.valuation, task.resources);
    match &task.traits.measure {
        Some(measure) if !measure.incremental => {
            layered::by_measure(moves, initial, journal, valuation, &measure.weights, resources)
        }
        known => {
            // Without a measure only the absence of cycles says that the layers come to an end.
            if known.is_none() && journal.layers().is_empty() {
                layered::refuse_cycles(moves, initial, valuation, resources)?;
            }
            layered::by_plies(moves, initial, journal, valuation, resources)
        }
    }
}

impl Task<'_> {
    /// The rewards of infinite play, which must share the constant sum.
    fn shares(&self) -> Result<[i32; 2], Error> {
        let sum = self.traits.constant_sum.filter(|_| self.traits.roles == 2);
        let why = "zero-sum needs two roles whose rewards are proved to have a constant sum";
        let sum = sum.ok_or_else(|| Error::Unsuited(why.to_owned()))?;
        match *self.infinite.unwrap_or(&[sum / 2, sum - sum / 2]) {
            [first, second] if i64::from(first) + i64::from(second) == i64::from(sum) => Ok([first, second]),
            _ => Err(Error::Unsuited(format!("the rewards of infinite play must sum to {sum}, as all rewards do"))),
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
