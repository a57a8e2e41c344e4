//! A game in the form that both kernels need: proved, with a variable order.

use prove::ProvedGame;
use symbolic::encoding::LevelEncoding;
use symbolic::race::race;
use task::{Allowance, VariableOrder};

use crate::Outcome;

/// A game ready for a kernel.
pub struct Position {
    pub proved: ProvedGame,
    pub order: VariableOrder,
    pub encoding: LevelEncoding,
}

impl Position {
    /// Prepares a bundled game.
    pub fn of(name: &str) -> Outcome<Position> {
        let text = games::sheet(name).map_err(|error| error.to_string())?;
        let rules = gdl::Rules::from_text(&text).map_err(|error| format!("{name}: {error:?}"))?;
        let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
        let proved = prove::prove(game, &prove::ProofOptions::default())?;
        let order = race(&proved, Allowance::default()).swap_remove(0).order;
        let encoding = LevelEncoding::new(&proved.game, &order);
        Ok(Position { proved, order, encoding })
    }
}
