//! Values from the literature and by hand.

use agreement::expected::compare_all;
use bruteforce::JointGraph;

use crate::support::{solved, values, verified};

fn bundled(name: &str) -> String {
    games::sheet(name).expect("bundled")
}

/// Solves a bundled game, compares every state with brute force and checks the solution.
fn agrees(name: &str) -> Vec<String> {
    let solved = solved(&bundled(name));
    let graph = JointGraph::explore(&solved.text, false, 1 << 20).expect("few states");
    compare_all(&graph, &solved.database).unwrap_or_else(|what| panic!("{name}: {what}"));
    let report = verified(&solved);
    assert!(report.ok() && report.complete, "{name}: {:?}", report.failures);
    values(&solved)
}

/// The strategies of the first state.
fn first_strategies(name: &str) -> Vec<layer::expected::StrategyPair> {
    let solved = solved(&bundled(name));
    let graph = JointGraph::explore(&solved.text, false, 1 << 20).expect("few states");
    let first = solved.database.facts().state(graph.states[0].facts.iter().map(String::as_str)).expect("a state");
    solved.database.probe(&first).expect("a file").expect("stored").strategies
}

#[test]
fn rock_paper_scissors_is_played_in_thirds() {
    let thirds = vec![(0, 1), (1, 1), (2, 1)];
    assert_eq!(first_strategies("rock-paper-scissors"), [[thirds.clone(), thirds]]);
    assert_eq!(agrees("rock-paper-scissors"), ["50", "50"]);
    assert_eq!(agrees("rock-paper-scissors:3"), ["50", "50"]);
    assert_eq!(agrees("matching-pennies"), ["50", "50"]);
}

#[test]
fn two_finger_morra_is_worth_a_twelfth_to_the_odd_player() {
    assert_eq!(agrees("morra:2"), ["601/12", "599/12"]);
    assert_eq!(first_strategies("morra:2"), [[vec![(0, 7), (1, 5)], vec![(0, 7), (1, 5)]]]);
    agrees("morra:3");
}

#[test]
fn every_state_of_small_goofspiel_is_that_of_brute_force() {
    assert_eq!(agrees("goofspiel:2"), ["50", "50"]);
    assert_eq!(agrees("goofspiel:3"), ["50", "50"]);
}

#[test]
#[ignore = "minutes: the interpreter goes through a hundred thousand states"]
fn every_state_of_larger_goofspiel_is_that_of_brute_force() {
    agrees("goofspiel:4");
    agrees("goofspiel:5");
}

/// With at most three squares the first player walks home. With four, running wins at once with 4, 5 or 6, and walking
/// leaves one square, after which the other needs four: he runs home with probability one half, or walks and loses.
#[test]
fn a_short_dice_race_is_worth_what_a_hand_finds() {
    assert_eq!(agrees("dice-race:3"), ["100", "0"]);
    // Running wins with 1/2; after 1, 2 or 3 squares the other is at his four squares and wins with 1/2 or moves on,
    // after which at most three squares are left to walk. So running wins 1/2 + 1/2 · 1/2, and so does walking: 1/2.
    assert_eq!(agrees("dice-race:4"), ["75", "25"]);
    agrees("dice-race:6");
}

/// Of two doors one has a prize, behind the other one may ask for a second draw: worth 1/2 · 100 + 1/2 · (1/3 · 100).
#[test]
fn a_puzzle_with_chance_is_worth_its_expectation() {
    let puzzle = "(role player) (role random) (init (at start)) (coin heads) (coin tails) (die 1) (die 2) (die 3)
        (<= (legal player safe) (true (at start)))
        (<= (legal player dare) (true (at start)))
        (<= (legal player wait) (not (true (at start))))
        (<= (legal random (toss ?c)) (coin ?c) (true (at start)))
        (<= (legal random (roll ?d)) (die ?d) (true (at second)))
        (<= (next (at sure)) (does player safe))
        (<= (next (at won)) (does player dare) (does random (toss heads)))
        (<= (next (at second)) (does player dare) (does random (toss tails)))
        (<= (next (at won)) (does random (roll 1)))
        (<= (next (at lost)) (does random (roll ?d)) (distinct ?d 1))
        (<= terminal (true (at won))) (<= terminal (true (at lost))) (<= terminal (true (at sure)))
        (<= (goal player 100) (true (at won)))
        (<= (goal player 0) (true (at lost)))
        (<= (goal player 66) (true (at sure)))
        (goal random 0)";
    let solved = solved(puzzle);
    assert_eq!(values(&solved), ["200/3"]);
    assert!(verified(&solved).ok());
}

/// Moves count, not distinct successors: of three moves of chance two lead to the same state.
#[test]
fn chance_weighs_moves_that_lead_to_the_same_state() {
    let game = "(role player) (role random) (init (at start)) (legal player wait)
        (legal random a) (legal random b) (legal random c)
        (<= (next (at good)) (does random a)) (<= (next (at bad)) (does random b)) (<= (next (at bad)) (does random c))
        (<= terminal (true (at good))) (<= terminal (true (at bad)))
        (<= (goal player 90) (true (at good))) (<= (goal player 0) (true (at bad)))";
    assert_eq!(values(&solved(game)), ["30"]);
}

/// Pig to 2: whoever rolls anything but 1 has won, so the first player wins 5/6 + 1/36 · 5/6 + … = 6/7.
#[test]
fn a_cyclic_dice_game_converges_to_its_geometric_series() {
    let solved = solved(&bundled("pig:2"));
    let value = &solved.database.figures().value[0];
    assert!(value.lower <= 600.0 / 7.0 && value.upper >= 600.0 / 7.0 && value.upper - value.lower < 1e-6);
    let report = verified(&solved);
    assert!(report.ok(), "{:?}", report.failures);
}

#[test]
fn content_does_not_depend_on_threads() {
    let sheet = agreement::expected::ExpectedSheet::new(&bundled("goofspiel:3"), false).expect("a sheet");
    let contents = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = sheet.solve(&sheet.task(), &folder.path().join("solution"), threads).expect("solved");
        manifest.layers.iter().map(|layer| layer.content.clone()).collect::<Vec<_>>()
    });
    assert_eq!(contents[0], contents[1]);
}
