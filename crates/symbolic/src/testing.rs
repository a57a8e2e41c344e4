//! Shared code for tests.

use prove::ProvedGame;
use task::{Allowance, VariableOrder};

use crate::race::race;

/// A bundled game, and the winning variable order.
pub fn bundled(name: &str) -> (ProvedGame, VariableOrder) {
    let rules = gdl::Rules::from_text(&games::sheet(name).unwrap()).unwrap();
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).unwrap();
    let proved = prove::prove(game, &prove::ProofOptions::default()).unwrap();
    let order = race(&proved, Allowance::default()).swap_remove(0).order;
    (proved, order)
}
