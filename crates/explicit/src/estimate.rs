//! How many states a game has, guessed from its first layers.
//!
//! Breadth first up to a number of states, never up to a time, so that the guess is the same on every machine. Growth slows down as games
//! go on: from one layer to the next it falls by about the same amount, until layers shrink and end. Continued like that, the first million
//! states tell the rest to within a factor of two or so, on the games that we have. That is enough to choose an engine by.

use game::effects::Effects;
use game::{Game, State};

use crate::Resources;
use crate::error::Error;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::solve::in_words;
use crate::space::{Limit, search_within};

/// States of a probe.
pub const PROBED: usize = 1 << 20;

/// Layers whose growth is continued.
const RECENT: usize = 5;

/// Layers that are guessed at most.
const MOST_LAYERS: usize = 10_000;

/// What a probe found.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// States of the layers searched, each state in the first layer that has it.
    pub layers: Vec<u64>,
    /// Whether these are all.
    pub complete: bool,
    /// Bits of a state.
    pub bits: usize,
}

/// A guess of how a sequence of layers goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// The sum of all layers.
    pub total: f64,
    /// The largest layer.
    pub largest: f64,
    /// How many layers there are.
    pub layers: usize,
}

/// Searches the first states of a game.
pub fn probe(game: &Game, effects: &Effects, threads: usize) -> Result<Probe, Error> {
    let bits = Layout::new(game).bits();
    in_words!(bits, probe_in_words(game, effects, threads, bits))
}

fn probe_in_words<const N: usize>(
    game: &Game,
    effects: &Effects,
    threads: usize,
    bits: usize,
) -> Result<Probe, Error> {
    let moves = Moves::<N>::new(game, effects)?;
    let initial = moves.layout.key(&State::initial(game));
    let folder = std::env::temp_dir();
    let resources = Resources { bytes: usize::MAX / 4, threads, folder: &folder };
    let (layers, complete) = search_within(&moves, initial, Limit { states: PROBED }, resources)?;
    Ok(Probe { layers, complete, bits })
}

impl Probe {
    /// How the layers go on, as far as that can be guessed.
    pub fn course(&self) -> Course {
        let layers: Vec<f64> = self.layers.iter().map(|&states| states as f64).collect();
        if self.complete { sum(&layers) } else { continued(&layers, (self.bits as f64).exp2(), MOST_LAYERS) }
    }
}

fn sum(layers: &[f64]) -> Course {
    Course { total: layers.iter().sum(), largest: layers.iter().copied().fold(0.0, f64::max), layers: layers.len() }
}

/// Continues the growth of the last layers, up to a sum of `most` and a number of layers.
pub fn continued(layers: &[f64], most: f64, longest: usize) -> Course {
    let mut course = sum(layers);
    let ratios: Vec<f64> = layers.windows(2).map(|pair| pair[1] / pair[0].max(1.0)).collect();
    let recent = &ratios[ratios.len().saturating_sub(RECENT)..];
    let (Some(&first), Some(&last)) = (recent.first(), recent.last()) else { return course };
    let fall = ((first - last) / (recent.len().max(2) - 1) as f64).max(0.0);
    let (mut layer, mut ratio) = (layers.last().copied().unwrap_or(0.0), last);
    while course.layers < longest && course.total < most {
        ratio = (ratio - fall).max(0.0);
        layer *= ratio;
        if layer < 1.0 {
            break;
        }
        course.total += layer;
        course.largest = course.largest.max(layer);
        course.layers += 1;
        // Growth that does not fall need not end; one that shrinks at the same pace does, by and by.
        if fall == 0.0 && ratio >= 1.0 {
            return Course { total: most, largest: most, layers: longest };
        }
    }
    course
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layers of Connect Four 5x5, of which the first fifteen are a probe.
    #[test]
    fn growth_is_continued_to_within_a_factor_of_two() {
        let layers = [
            1.0, 5.0, 25.0, 95.0, 345.0, 1_075.0, 3_350.0, 9_355.0, 25_060.0, 60_842.0, 139_632.0, 299_764.0, 596_136.0,
            1_128_408.0,
        ];
        let course = continued(&layers, 1e15, MOST_LAYERS);
        assert!((35e6..140e6).contains(&course.total), "{course:?}");
        assert!((20..35).contains(&course.layers), "{course:?}");
    }

    #[test]
    fn growth_without_end_is_bounded_by_what_there_can_be() {
        assert_eq!(continued(&[1.0, 2.0, 4.0, 8.0, 16.0], 1e6, 100).total, 1e6);
    }
}
