//! What tests of several modules need.

use game::Game;
use game::effects::Effects;
use game::implied::Implied;
use game::joint::joint_moves;
use task::{Allowance, Order};

use crate::race::race;

/// A bundled game with proved variables, its moves, and the order that a race finds for it.
pub fn bundled(name: &str) -> (Game, Effects, Order) {
    let rules = gdl::Rules::from_text(&games::sheet(name).unwrap()).unwrap();
    let mut game = ground::ground(&rules, &ground::Limits::default()).unwrap();
    game.variables = prove::analyse(&game, &prove::Options::default()).unwrap().variables;
    let implied = Implied::new(&game);
    let effects = game::effects::effects(&game, &implied, joint_moves(&game, &implied, 10_000).unwrap());
    let order = race(&game, &effects, Allowance::default()).swap_remove(0).order;
    (game, effects, order)
}
