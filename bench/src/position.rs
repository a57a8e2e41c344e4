//! A game as both kernels need it: ground, with proved variables, effects of moves, and an order.

use game::Game;
use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use symbolic::encoding::Encoding;
use symbolic::race::race;
use task::{Allowance, Order};

use crate::Outcome;

/// A game ready for a kernel.
pub struct Position {
    pub game: Game,
    pub effects: Effects,
    pub order: Order,
    pub encoding: Encoding,
}

impl Position {
    /// Prepares a bundled game.
    pub fn of(name: &str) -> Outcome<Position> {
        let text = games::sheet(name).map_err(|error| error.to_string())?;
        let rules = gdl::Rules::from_text(&text).map_err(|error| format!("{name}: {error:?}"))?;
        let mut game = ground::ground(&rules, &ground::Limits::default())?;
        let analysis = prove::analyse(&game, &prove::Options::default()).map_err(|error| error.to_string())?;
        game.variables.clone_from(&analysis.variables);
        let implied = Implied::new(&game);
        let joints = joint_moves(&game, &implied, 1_000_000).map_err(|_| "too many joint moves")?;
        let effects = effects(&game, &implied, joints);
        let order = race(&game, &effects, Allowance::default()).swap_remove(0).order;
        let encoding = Encoding::new(&game, &order);
        Ok(Position { game, effects, order, encoding })
    }
}
