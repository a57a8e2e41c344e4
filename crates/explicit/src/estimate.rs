//! How many states a game has, and how many nodes their diagrams, guessed from its first layers.
//!
//! Breadth first up to a number of states, never up to a time, so that the guess is the same on every machine that has the memory. Growth slows down as games
//! go on: from one layer to the next it falls by about the same share, until layers shrink and end. That tells the number of states to within
//! a factor of five or so on the games that we have: enough to know whether they fit.
//!
//! Nodes grow as some power of the states: the square root in Breakthrough, the power 0.7 in Connect Four, the states themselves in peg
//! solitaire. The first layers tell which.

use std::ops::ControlFlow;

use game::effects::Effects;
use game::{Game, State};

use crate::Resources;
use crate::error::Error;
use crate::expand::BATCH;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::reach::{Search, Step, layers};
use crate::solve::in_words;

/// States of a probe.
pub const PROBED: usize = 1 << 21;

/// Operands that the circuit of a probe reads at most, each for a batch of states: a few seconds' worth.
const READS: usize = 1 << 30;

/// Layers whose growth of nodes is continued.
const RECENT: usize = 5;

/// Layers whose growth is continued. An odd number: where the roles differ, layers grow by turns more and less.
const LAST: usize = 3;

/// Layers that are guessed at most.
const MOST_LAYERS: usize = 10_000;

/// What a probe found.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// States of the layers searched, each state in the first layer that has it.
    pub layers: Vec<u64>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether memory did not suffice for more: then the layers say little about all.
    pub out_of_memory: bool,
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

/// Searches the first states of a game, as many as the resources suffice for. Says whether it may go on after each layer.
pub fn probe(
    game: &Game,
    effects: &Effects,
    resources: Resources<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Probe, Error> {
    let bits = Layout::new(game).bits();
    in_words!(bits, probe_in_words(game, effects, resources, go_on, bits))
}

fn probe_in_words<const N: usize>(
    game: &Game,
    effects: &Effects,
    resources: Resources<'_>,
    go_on: &dyn Fn() -> bool,
    bits: usize,
) -> Result<Probe, Error> {
    let moves = Moves::<N>::new(game, effects)?;
    let initial = moves.layout.key(&State::initial(game));
    let states = PROBED.min(READS / moves.program.operand_reads().max(1) * BATCH);
    let (mut found, mut total) = (Vec::new(), 0);
    let reached = layers(&moves, initial, Search { distinct: false, cycles: false }, resources, &mut |step| {
        let Step::Layer(layer) = step else { return ControlFlow::Continue(()) };
        found.push(layer.states);
        total += layer.states as usize;
        let enough = total + layer.next as usize > states || !go_on();
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (complete, out_of_memory) = match reached {
        Ok(reached) => (reached.complete, false),
        Err(Error::Memory { .. }) => (false, true),
        Err(error) => return Err(error),
    };
    Ok(Probe { layers: found, complete, out_of_memory, bits })
}

impl Probe {
    /// How the layers go on, as far as that can be guessed.
    pub fn course(&self) -> Course {
        let layers = self.all_layers();
        // Growth without end is bounded by what there can be.
        let most = (self.bits as f64).exp2();
        let largest = layers.iter().copied().fold(0.0, f64::max);
        Course { total: layers.iter().sum::<f64>().min(most), largest: largest.min(most) }
    }

    /// Takes the states of layers that somebody else counted, where these are more than were searched.
    pub fn extend(&mut self, counted: impl ExactSizeIterator<Item = u64>) {
        if counted.len() > self.layers.len() && !self.complete {
            self.layers = counted.collect();
        }
    }

    /// The nodes of the diagrams of all layers, given those of the first ones; none if these are too few to tell.
    pub fn nodes(&self, first: &[usize]) -> Option<f64> {
        let known = self.layers.iter().zip(first).map(|(&states, &nodes)| (states as f64, nodes.max(1) as f64));
        let known: Vec<(f64, f64)> = known.collect();
        let (before, last) = (known.get(known.len().checked_sub(RECENT)?)?, known.last()?);
        let growth = (last.0 / before.0).ln();
        let power = if growth > 0.0 { ((last.1 / before.1).ln() / growth).clamp(0.0, 1.0) } else { 1.0 };
        let guessed = |states: &f64| last.1 * (states / last.0).powf(power);
        let all = self.all_layers();
        Some(known.iter().map(|layer| layer.1).sum::<f64>() + all[known.len()..].iter().map(guessed).sum::<f64>())
    }

    /// The states of all layers: those searched, and those guessed from them.
    fn all_layers(&self) -> Vec<f64> {
        let layers: Vec<f64> = self.layers.iter().map(|&states| states as f64).collect();
        if self.complete { layers } else { continued(layers, (self.bits as f64).exp2()) }
    }
}

/// Continues the growth of the last layers, up to a sum of `most`.
fn continued(mut layers: Vec<f64>, most: f64) -> Vec<f64> {
    let ratios: Vec<f64> = layers.windows(2).map(|pair| pair[1] / pair[0].max(1.0)).collect();
    let recent = &ratios[ratios.len().saturating_sub(LAST)..];
    let (Some(&first), Some(&last)) = (recent.first(), recent.last()) else { return layers };
    let share = (last / first).powf(1.0 / (recent.len().max(2) - 1) as f64).min(1.0);
    let (mut layer, mut ratio) = (layers.last().copied().unwrap_or(0.0), last);
    let mut total: f64 = layers.iter().sum();
    while layers.len() < MOST_LAYERS && total < most {
        ratio *= share;
        layer *= ratio;
        if layer < 1.0 {
            break;
        }
        total += layer;
        layers.push(layer);
    }
    layers
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
        (Probe { layers, complete: false, out_of_memory: false, bits: 60 }, nodes)
    }

    #[test]
    fn growth_is_continued_to_within_a_factor_of_ten() {
        let (lines, _) = probed(&LINES);
        assert!((7e6..7e8).contains(&lines.course().total), "{:?}", lines.course());
        let (races, _) = probed(&RACES);
        assert!((3.7e7..3.7e9).contains(&races.course().total), "{:?}", races.course());
    }

    #[test]
    fn nodes_grow_with_the_states_as_they_did() {
        // Counted: 1,077,800 and 514,045.
        let (lines, nodes) = probed(&LINES);
        assert!((2e5..5e6).contains(&lines.nodes(&nodes).unwrap()), "{:?}", lines.nodes(&nodes));
        let (races, nodes) = probed(&RACES);
        assert!((1e5..3e6).contains(&races.nodes(&nodes).unwrap()), "{:?}", races.nodes(&nodes));
        assert_eq!(races.nodes(&nodes[..3]), None);
    }

    #[test]
    fn growth_without_end_is_bounded_by_what_there_can_be() {
        let probe = Probe { layers: vec![1, 2, 4, 8, 16], complete: false, out_of_memory: false, bits: 20 };
        assert_eq!(probe.course().total, 1_048_576.0);
    }
}
