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
use crate::layered;
use crate::layout::Layout;
use crate::moves::Moves;

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
    let moves = Moves::<N>::new(task.game, task.effects)?;
    let initial = moves.layout.key(&State::initial(task.game));
    match task.algorithm {
        Algorithm::Layered => layered::by_plies(&moves, initial, journal, task.valuation, task.resources)?,
        other => return Err(Error::Unsuited(format!("the explicit engine does not know the algorithm {other}"))),
    }
    let value = initial_value(journal, &initial)?;
    journal.set_progress(Progress::Complete { value: value.clone() })?;
    Ok(value)
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
