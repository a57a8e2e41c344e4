//! Both engines find the same layers with the same content, with every algorithm, on bundled and random games.

use std::ops::ControlFlow;

use agreement::{SolveSetting, TestGame, essence, files};
use explicit::reach::ReachSearch;
use randomgame::{BoardShape, RandomChoices, Turns, board, flawed};
use solution::{Algorithm, Model, Reduction};
use symbolic::reach::Duplicates;

const ALGORITHMS: [Algorithm; 4] = [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum, Algorithm::OnePlayer];

/// Bundled games with at most a few thousand states. Larger ones are compared by the example `engines` of the crate
/// `operations`.
const SMALL: [&str; 24] = [
    "tic-tac-toe",
    "sum-15",
    "connect-four:4x3",
    "clobber:3x3",
    "clobber-zero-sum:3x3",
    "breakthrough:2x4",
    "hex:3",
    "nim:1,2,4",
    "nim-misere:1,2,3",
    "nim-take:20",
    "chomp:3x3",
    "sim:4",
    "dots-and-boxes:2x1",
    "kalah:2x1",
    "awari:2x1",
    "cubi-cup:3",
    "minichess",
    "three-mens-morris",
    "eight-puzzle:6",
    "hanoi:3",
    "blocks-world:4",
    "queens:5",
    "pancakes:4",
    "lights-out:2x2",
];

/// The settings to compare for one algorithm.
fn settings(algorithm: Algorithm) -> [SolveSetting; 2] {
    let distances = if algorithm.finds_distances() { [None, None] } else { [Some(false), Some(true)] };
    let base = SolveSetting { algorithm: Some(algorithm), ..SolveSetting::default() };
    [
        SolveSetting { distances: distances[0], ..base.clone() },
        SolveSetting { distances: distances[1], model: Model::Difference, reduction: Some(Reduction::Sign), ..base },
    ]
}

/// Solves with both engines; returns whether the game can be solved with this setting.
fn agree(game: &TestGame, setting: &SolveSetting, what: &str) -> bool {
    let symbolic = game.symbolic(setting);
    let explicit = game.explicit(setting);
    match (&explicit, &symbolic) {
        (Ok(explicit), Ok(symbolic)) => {
            assert_eq!(essence(explicit), essence(symbolic), "{what}, {setting:?}");
            let threads = SolveSetting { threads: 2, ..setting.clone() };
            assert_eq!(files(explicit), files(&game.explicit(&threads).unwrap()), "{what}, {setting:?}");
            true
        }
        (Err(explicit), Err(symbolic)) => {
            assert_eq!(explicit.to_string(), symbolic.to_string(), "{what}, {setting:?}");
            false
        }
        _ => panic!("{what}, {setting:?}: {:?} but {:?}", explicit.err(), symbolic.err()),
    }
}

#[test]
fn both_engines_agree_on_bundled_games() {
    for name in SMALL {
        let game = TestGame::bundled(name);
        for setting in ALGORITHMS.into_iter().flat_map(settings) {
            agree(&game, &setting, name);
        }
    }
}

fn shape(seed: u64, random: &mut RandomChoices) -> BoardShape {
    BoardShape {
        roles: 1 + seed as usize % 3,
        turns: if seed.is_multiple_of(3) { Turns::Irregular } else { Turns::Alternating },
        cyclic: seed.is_multiple_of(4),
        constant_sum: seed.is_multiple_of(2),
        steps: None,
        cells: 2 + seed as usize % 4,
        ..BoardShape::random(random)
    }
}

#[test]
fn both_engines_agree_on_random_games() {
    let solved = agree_on_random_games(60, false);
    assert!(solved > 60, "only {solved} were solved");
}

/// Stuck roles, several goals and no goal, in lenient mode.
#[test]
fn both_engines_agree_on_random_games_with_defects() {
    let solved = agree_on_random_games(40, true);
    assert!(solved > 40, "only {solved} were solved");
}

/// Solves random games, those with defects leniently, and returns how often that was possible.
fn agree_on_random_games(games: u64, lenient: bool) -> usize {
    let mut solved = 0;
    for seed in 0..games {
        let mut random = RandomChoices::new(seed);
        let sheet = board(&shape(seed, &mut random), &mut random);
        let rules = if lenient { flawed(&sheet, &mut random) } else { sheet }.to_string();
        let game = if lenient { TestGame::lenient(&rules) } else { TestGame::new(&rules) };
        for algorithm in ALGORITHMS {
            let model = if seed.is_multiple_of(5) { Model::Difference } else { Model::Own };
            let infinite = (seed % 3 == 1).then(|| vec![50; 1 + seed as usize % 3]);
            let distances = (!algorithm.finds_distances()).then_some(seed.is_multiple_of(7));
            let algorithm = Some(algorithm);
            let setting = SolveSetting { algorithm, model, infinite, distances, lenient, ..SolveSetting::default() };
            solved += usize::from(agree(&game, &setting, &format!("seed {seed}\n{rules}")));
        }
    }
    solved
}

/// Whether a game is cyclic, according to the search of each engine.
fn is_cyclic(game: &TestGame) -> [Option<bool>; 2] {
    let folder = std::env::temp_dir();
    let resources = explicit::Resources { bytes: 1 << 26, threads: 1, folder: &folder, give_back: || {} };
    let search = ReachSearch { distinct: false, cycles: true };
    let go_on = &mut |_| ControlFlow::Continue(());
    let states = explicit::reach::reach(&game.proved, search, resources, go_on).unwrap();
    let mut engine = game.diagrams(1);
    let remove = Duplicates::Remove;
    let sets = symbolic::reach::reach(&mut engine, remove, |_, _, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(sets.repeats, states.repeats);
    [states.cyclic, symbolic::reach::is_cyclic(&mut engine, &sets.visited, &|| true).unwrap()]
}

#[test]
fn cycles_are_found_by_search() {
    for (name, cyclic) in [("three-mens-morris", true), ("hanoi:3", false), ("nim:1,2,4", false), ("chomp:3x3", false)]
    {
        assert_eq!(is_cyclic(&TestGame::bundled(name)), [Some(cyclic); 2], "{name}");
    }
}
