//! Shared code for tests.

use std::sync::Arc;

use game::Game;

use crate::playable::Playable;

/// The ground game of a rule sheet.
pub fn ground(sheet: &str) -> Game {
    let checked = gdl::check(&gdl::Source::new("test", sheet)).rules;
    ground::ground(&checked.expect("a well-formed sheet"), &ground::GroundingLimits::default()).expect("a small game")
}

/// A bundled game.
pub fn bundled(name: &str) -> Arc<Playable> {
    Playable::new(ground(&games::sheet(name).expect("a bundled game"))).expect("a game to play")
}
