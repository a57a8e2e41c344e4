//! Trials of diagrams: first all candidate variable orders, then only the best.
//!
//! Trials are limited by counted steps, which the orders in the race share. The order with the smallest diagrams wins
//! once these are large enough to compare, and its trial continues.

use prove::ProvedGame;
use symbolic::order::candidates;
use symbolic::trial::{Trial, TrialLayer};
use task::{Allowance, VariableOrder};

use super::forecast::RECENT;

/// The number of nodes after which the best variable order continues alone.
const RACED: usize = 5_000;

/// The factor over the steps of one order's relations that must be available for another's.
const ENOUGH: f64 = 1.5;

/// The factor by which steps that were not enough for relations must grow before these are tried again.
const AGAIN: f64 = 4.0;

/// Diagrams on trial.
pub(super) struct Trials<'g> {
    proved: &'g ProvedGame,
    /// Whether no state can be in two layers.
    distinct: bool,
    /// Whether all orders took part in the race.
    fair: bool,
    /// Steps of failed trials.
    lost: f64,
    /// The largest number of steps that was not enough for the relations of an order.
    too_few: f64,
    /// Variable orders in the race, with their trials once these could start.
    runners: Vec<Runner<'g>>,
}

/// A variable order on trial.
struct Runner<'g> {
    order: VariableOrder,
    trial: Option<Trial<'g>>,
}

impl Runner<'_> {
    fn layers(&self) -> &[TrialLayer] {
        self.trial.as_ref().map_or(&[], Trial::layers)
    }

    fn steps(&self) -> f64 {
        self.trial.as_ref().map_or(0.0, |trial| trial.steps() as f64)
    }

    /// Nodes of the first layers.
    fn nodes(&self, depth: usize) -> usize {
        self.layers().iter().take(depth).map(|layer| layer.nodes).sum()
    }
}

impl<'g> Trials<'g> {
    /// Trials that are about to begin.
    pub fn new(proved: &'g ProvedGame, distinct: bool) -> Trials<'g> {
        let orders = candidates(proved).into_iter();
        let runners = orders.map(|order| Runner { order, trial: None }).collect();
        Trials { proved, distinct, fair: false, lost: 0.0, too_few: 0.0, runners }
    }

    /// The variable order that has won against all others, if there is one: it is alone, or ahead on enough layers.
    pub fn order(&self) -> Option<&VariableOrder> {
        let depth = self.runners.iter().map(|runner| runner.layers().len()).min()?;
        match self.runners.as_slice() {
            [best] => self.fair.then_some(&best.order),
            all if depth >= RECENT => Some(&all.iter().min_by_key(|runner| runner.nodes(depth))?.order),
            _ => None,
        }
    }

    /// Frees the memory.
    pub fn end(&mut self) {
        self.runners.iter_mut().for_each(|runner| runner.trial = None);
    }

    /// Continues until the total number of steps is reached, shared between the orders in the race.
    pub fn run(&mut self, steps: f64, bytes: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        let left = steps - self.lost - self.runners.iter().map(Runner::steps).sum::<f64>();
        let left = self.begin(left, Allowance { bytes: bytes / self.runners.len().max(1), steps: 0, go_on });
        let begun = self.runners.iter().filter(|runner| runner.trial.is_some()).count();
        let share = (left / begun.max(1) as f64).max(0.0) as u64;
        self.runners.iter_mut().filter_map(|runner| runner.trial.as_mut()).for_each(|trial| trial.run(share, go_on));
        self.end_race();
    }

    /// Builds the relations of the orders that have none yet, as far as the steps allow; returns the remaining steps.
    /// Relations take about as many steps in one order as in another. Those that took too many are tried again when
    /// there are far more.
    fn begin(&mut self, mut left: f64, allowance: Allowance<'_>) -> f64 {
        let mut setup = self.runners.iter().filter_map(|runner| runner.trial.as_ref()).map(Trial::setup).max();
        for Runner { order, trial } in self.runners.iter_mut().filter(|runner| runner.trial.is_none()) {
            if left < setup.map_or(AGAIN * self.too_few, |steps| ENOUGH * steps as f64).max(1.0) {
                break;
            }
            match Trial::new(self.proved, order, self.distinct, allowance.within_steps(left as u64)) {
                Ok(begun) => {
                    left -= begun.steps() as f64;
                    setup = setup.max(Some(begun.setup()));
                    *trial = Some(begun);
                }
                Err(_) => {
                    self.lost += left;
                    self.too_few = self.too_few.max(left);
                    left = 0.0;
                }
            }
        }
        left
    }

    /// Keeps the order with the smallest diagrams, once they are large enough to compare. The others are out of the
    /// race.
    fn end_race(&mut self) {
        let depth = self.runners.iter().map(|runner| runner.layers().len()).filter(|&depth| depth >= RECENT).min();
        let Some(depth) = depth else { return };
        let raced = self.runners.iter().filter(|runner| runner.layers().len() >= depth);
        let Some(best) = raced.min_by_key(|runner| runner.nodes(depth)).map(|best| best.order.clone()) else { return };
        let is_best = |runner: &Runner<'_>| runner.order == best;
        if self.runners.iter().any(|runner| is_best(runner) && runner.nodes(depth) >= RACED) {
            self.fair = self.runners.iter().all(|runner| runner.trial.is_some());
            self.lost += self.runners.iter().filter(|runner| !is_best(runner)).map(Runner::steps).sum::<f64>();
            self.runners.retain(is_best);
        }
    }

    /// The leading trial.
    pub fn best(&self) -> Option<&Trial<'g>> {
        let ahead = |runner: &&Runner<'_>| (runner.layers().len(), std::cmp::Reverse(runner.nodes(usize::MAX)));
        self.runners.iter().max_by_key(ahead)?.trial.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_tried_on_enough_layers_need_no_further_race() {
        let rules = gdl::Rules::from_text(&games::sheet("tic-tac-toe").expect("bundled")).expect("well-formed");
        let proved = crate::prove(&rules, &crate::Budget::default(), &crate::Stop::default()).expect("small");
        let mut trials = Trials::new(&proved, true);
        assert!(trials.order().is_none());
        trials.run(1e9, 1 << 28, &|| true);
        assert!(trials.order().is_some());
    }
}
