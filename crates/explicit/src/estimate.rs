//! How many states a game has, guessed from its first layers, and how many a node of a diagram stands for in these.
//!
//! Breadth first up to a number of states, never up to a time, so that the guess is the same on every machine. Growth slows down as games
//! go on: from one layer to the next it falls by about the same share, until layers shrink and end. That tells the number of states to within
//! a factor of five or so on the games that we have: enough to know whether they fit.

use game::effects::Effects;
use game::{Game, State};

use crate::Resources;
use crate::error::Error;
use crate::expand::BATCH;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::solve::in_words;
use crate::space::search_within;

/// States of a probe.
pub const PROBED: usize = 1 << 21;

/// Operands that the circuit of a probe reads at most, each for a batch of states: a few seconds' worth.
const READS: usize = 1 << 30;

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
}

/// Searches the first states of a game.
pub fn probe(game: &Game, effects: &Effects, threads: usize) -> Result<Probe, Error> {
    let bits = Layout::new(game).bits();
    in_words!(bits, probe_in_words(game, effects, threads, bits))
}

fn probe_in_words<const N: usize>(game: &Game, effects: &Effects, threads: usize, bits: usize) -> Result<Probe, Error> {
    let moves = Moves::<N>::new(game, effects)?;
    let initial = moves.layout.key(&State::initial(game));
    let folder = std::env::temp_dir();
    let resources = Resources { bytes: usize::MAX / 4, threads, folder: &folder };
    let states = PROBED.min(READS / moves.program.operand_reads().max(1) * BATCH);
    let (layers, complete) = search_within(&moves, initial, states, resources)?;
    Ok(Probe { layers, complete, bits })
}

impl Probe {
    /// How the layers go on, as far as that can be guessed.
    pub fn course(&self) -> Course {
        let layers: Vec<f64> = self.layers.iter().map(|&states| states as f64).collect();
        if self.complete { sum(&layers) } else { continued(&layers, (self.bits as f64).exp2()) }
    }

    /// The most states that a node stands for in any of the layers searched, given the nodes of the first ones.
    pub fn states_per_node(&self, nodes: &[usize]) -> Option<f64> {
        let shares = self.layers.iter().zip(nodes).map(|(&states, &nodes)| states as f64 / nodes.max(1) as f64);
        shares.reduce(f64::max)
    }
}

fn sum(layers: &[f64]) -> Course {
    Course { total: layers.iter().sum(), largest: layers.iter().copied().fold(0.0, f64::max) }
}

/// Continues the growth of the last layers, up to a sum of `most`.
fn continued(layers: &[f64], most: f64) -> Course {
    let ratios: Vec<f64> = layers.windows(2).map(|pair| pair[1] / pair[0].max(1.0)).collect();
    let recent = &ratios[ratios.len().saturating_sub(RECENT)..];
    let (Some(&first), Some(&last)) = (recent.first(), recent.last()) else { return sum(layers) };
    let share = (last / first).powf(1.0 / (recent.len().max(2) - 1) as f64).min(1.0);
    let mut course = sum(layers);
    let (mut layer, mut ratio) = (layers.last().copied().unwrap_or(0.0), last);
    for _ in layers.len()..MOST_LAYERS {
        ratio *= share;
        layer *= ratio;
        if layer < 1.0 {
            return course;
        }
        course.total += layer;
        course.largest = course.largest.max(layer);
        if course.total >= most {
            break;
        }
    }
    Course { total: course.total.min(most), largest: course.largest.min(most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first layers of Connect Four 5x5, with the nodes of their diagrams.
    const LINES: [(u64, usize); 14] = [
        (1, 26),
        (5, 46),
        (25, 89),
        (95, 142),
        (345, 248),
        (1_075, 408),
        (3_350, 654),
        (9_355, 1_044),
        (25_060, 1_738),
        (60_842, 2_587),
        (139_632, 3_620),
        (299_764, 5_358),
        (596_136, 7_689),
        (1_128_408, 12_004),
    ];

    /// The first layers of Breakthrough 4x5.
    const RACES: [(u64, usize); 9] = [
        (1, 21),
        (10, 37),
        (90, 77),
        (534, 225),
        (3_122, 723),
        (15_518, 1_973),
        (66_104, 4_424),
        (240_972, 9_677),
        (735_516, 17_126),
    ];

    fn probed(layers: &[(u64, usize)]) -> (Probe, Vec<usize>) {
        let (layers, nodes) = layers.iter().copied().unzip();
        (Probe { layers, complete: false, bits: 60 }, nodes)
    }

    #[test]
    fn growth_is_continued_to_within_a_factor_of_ten() {
        let (lines, _) = probed(&LINES);
        assert!((7e6..7e8).contains(&lines.course().total), "{:?}", lines.course());
        let (races, _) = probed(&RACES);
        assert!((3.7e7..3.7e9).contains(&races.course().total), "{:?}", races.course());
    }

    #[test]
    fn states_per_node_are_those_of_the_layers_searched() {
        let (lines, nodes) = probed(&LINES);
        assert_eq!(lines.states_per_node(&nodes).map(f64::round), Some(94.0));
        assert_eq!(lines.states_per_node(&[]), None);
    }

    #[test]
    fn growth_without_end_is_bounded_by_what_there_can_be() {
        let probe = Probe { layers: vec![1, 2, 4, 8, 16], complete: false, bits: 20 };
        assert_eq!(probe.course().total, 1_048_576.0);
    }
}
