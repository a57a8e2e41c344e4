//! Ten levels, each with a legal move, the last one perfect if there is a database.

use play::contest::{duel, openings};
use play::{LEVELS, Levelled, MoveLimit, Playable, Player, Position, Settings};

#[test]
fn higher_levels_beat_the_lowest() {
    let sheet = games::sheet("connect-four:5x5").unwrap();
    let rules = gdl::check(&gdl::Source::new("test", &*sheet)).rules.unwrap();
    let playable = Playable::new(ground::ground(&rules, &ground::GroundingLimits::default()).unwrap()).unwrap();
    let openings = openings(&playable, 2, 10, 1);
    let level = |level| Levelled::new(level, None, Settings::default(), level as u64);
    let score = duel(&openings, &mut level(6), &mut level(1), &MoveLimit::default, usize::MAX).unwrap();
    assert!(score.mean() > 0.75, "{score:?}");
}

#[test]
fn every_level_has_a_legal_move() {
    let sheet = games::sheet("nim:1,2,3").unwrap();
    let rules = gdl::check(&gdl::Source::new("test", &*sheet)).rules.unwrap();
    let playable = Playable::new(ground::ground(&rules, &ground::GroundingLimits::default()).unwrap()).unwrap();
    let start = Position::initial(&playable);
    for level in 1..=LEVELS {
        let mut player = Levelled::new(level, None, Settings::default(), 1);
        let choice = player.choose(&start, 0, &MoveLimit::playouts(100)).unwrap();
        assert!(start.legal()[0].contains(&choice.made), "{}", player.name());
    }
}
