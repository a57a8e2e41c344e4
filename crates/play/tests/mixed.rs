//! Players in games with chance and simultaneous moves.

use std::sync::Arc;

use agreement::expected::ExpectedSheet;
use play::contest::play;
use play::{AnyDatabase, MixedPlayer, MoveLimit, Playable, Player, Position, RandomPlayer, Settings, Uct};
use tempfile::TempDir;

/// A sheet solved in a folder.
fn solved(text: &str) -> (Arc<Playable>, AnyDatabase, TempDir) {
    let sheet = ExpectedSheet::new(text, false).expect("a sheet");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    sheet.solve(&sheet.task(), &path, 1).expect("solved");
    let database = AnyDatabase::open(&path).expect("a solution");
    let playable = Playable::with(sheet.proved.game).expect("a game").of_manifest(database.manifest());
    (Arc::new(playable), database, folder)
}

fn bundled(name: &str) -> (Arc<Playable>, AnyDatabase, TempDir) {
    solved(&games::sheet(name).expect("bundled"))
}

/// Two-finger Morra: both show one finger with weight 7 of 12. Of 2,400 draws, 1,400 are expected, and with a standard
/// deviation of 24 more than 100 off would be a wrong strategy.
#[test]
fn moves_are_drawn_as_often_as_the_strategy_makes_them() {
    let (playable, database, _folder) = bundled("morra:2");
    let position = Position::initial(&playable);
    for role in [0, 1] {
        let mut player = database.player(7);
        let first = position.legal()[role][0];
        let made = |_| player.choose(&position, role, &MoveLimit::default()).expect("a move").made;
        let ones = (0..2400).map(made).filter(|&made| made == first).count();
        assert!((1300..1500).contains(&ones), "{}: {ones}", playable.name(role, first));
    }
}

#[test]
fn the_same_seed_draws_the_same_moves() {
    let (playable, database, _folder) = bundled("rock-paper-scissors");
    let position = Position::initial(&playable);
    let drawn = |seed| {
        let mut player = database.player(seed);
        (0..20).map(|_| player.choose(&position, 0, &MoveLimit::default()).expect("a move").made).collect::<Vec<_>>()
    };
    assert_eq!(drawn(3), drawn(3));
    assert_ne!(drawn(3), drawn(4));
}

/// Against a random player the optimal one of Pig gets at least the value of the game, up to chance.
#[test]
fn the_perfect_player_gets_the_value_of_a_game_with_dice() {
    let (playable, database, _folder) = bundled("pig:10");
    let AnyDatabase::Expected(expected) = &database else { panic!("expected rewards") };
    let value = expected.figures().value[0].middle();
    let (start, games) = (Position::initial(&playable), 400);
    let mut mixed = MixedPlayer::new(Arc::clone(expected), 1);
    let (mut random, mut dice) = (RandomPlayer::new(2), RandomPlayer::new(3));
    let random_role = playable.random.expect("chance");
    let mut sum = 0.0;
    for _ in 0..games {
        let mut players: Vec<&mut dyn Player> = vec![&mut mixed, &mut random];
        players.insert(random_role, &mut dice);
        let played = play(&start, &mut players, &MoveLimit::default, 1000).expect("a game");
        assert_eq!(played.rewards[random_role], 0, "chance has no rewards");
        sum += f64::from(played.rewards[0]);
    }
    assert!(sum / f64::from(games) > value, "{} of {value}", sum / f64::from(games));
}

/// A coin decides: heads wins 100 if one dares, tails 0; being safe gives 60. A search that took chance for a friend
/// would dare, and one that took it for an enemy would never dare where that gives 40.
#[test]
fn a_search_averages_over_chance() {
    let puzzle = |safe: i32| {
        format!(
            "(role player) (role random) (init (at start)) (coin heads) (coin tails)
            (<= (legal player ?m) (true (at start)) (choice ?m)) (choice safe) (choice dare)
            (<= (legal player wait) (not (true (at start))))
            (<= (legal random wait) (not (true (at toss)))) (<= (legal random ?c) (true (at toss)) (coin ?c))
            (<= (next (at sure)) (does player safe)) (<= (next (at toss)) (does player dare))
            (<= (next (at won)) (does random heads)) (<= (next (at lost)) (does random tails))
            (<= terminal (true (at won))) (<= terminal (true (at lost))) (<= terminal (true (at sure)))
            (<= (goal player 100) (true (at won))) (<= (goal player 0) (true (at lost)))
            (<= (goal player {safe}) (true (at sure))) (goal random 100)"
        )
    };
    for (safe, best) in [(60, "safe"), (40, "dare")] {
        let sheet = ExpectedSheet::new(&puzzle(safe), false).expect("a sheet");
        let playable = Playable::new(sheet.proved.game).expect("a game");
        let position = Position::initial(&playable);
        let choice = Uct::new(None, Settings::default(), 1).choose(&position, 0, &MoveLimit::playouts(4_000)).unwrap();
        assert_eq!(playable.name(0, choice.made), best);
        assert!(choice.value.is_none() || best == "safe", "an average is not proved: {choice:?}");
    }
}

#[test]
fn an_unfinished_solution_is_not_played_from() {
    let (playable, database, _folder) = bundled("matching-pennies");
    let path = database.path().join("manifest.json");
    let text = std::fs::read_to_string(&path).expect("a manifest");
    // Without its checksum, as if written by hand: otherwise it would be damaged.
    let (content, _) = text.split_once(",\n  \"checksum\"").expect("a checksum");
    std::fs::write(&path, content.replace("\"complete\"", "\"forward\"") + "\n}\n").expect("written");
    let unfinished = AnyDatabase::open(database.path()).expect("a solution");
    assert!(!unfinished.manifest().progress.is_complete());
    let refused = unfinished.player(1).choose(&Position::initial(&playable), 0, &MoveLimit::default());
    assert!(matches!(refused, Err(play::Error::Unsolved)));
}
