//! Random games, solved with every applicable algorithm and both engines: each agrees with brute force on every state,
//! and inapplicable algorithms refuse.
//!
//! A few games by default. A thousand games take some minutes:
//!
//! ```text
//! BACKSOLVE_RANDOM_GAMES=1000 cargo test --release -p agreement --test random_games
//! ```
//!
//! A failure names its seed; `BACKSOLVE_FIRST_SEED=N` starts there.

use agreement::{SolveSetting, TestGame, never, same_as_brute_force, verified};
use bruteforce::{Graph, Setup, SolvedGame};
use randomgame::{BoardShape, RandomChoices, Turns, board, flawed};
use solution::{Algorithm, Model, Reduction};
use task::Error;

/// Small enough for brute force.
const MOST_STATES: usize = 1_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn shape(seed: u64, random: &mut RandomChoices) -> BoardShape {
    let cyclic = seed.is_multiple_of(2);
    BoardShape {
        roles: if cyclic { 1 + usize::from(!seed.is_multiple_of(8)) } else { 1 + seed as usize % 3 },
        turns: if seed.is_multiple_of(5) { Turns::Irregular } else { Turns::Alternating },
        cyclic,
        constant_sum: cyclic || seed.is_multiple_of(3),
        steps: None,
        cells: 2 + seed as usize / 2 % if cyclic { 2 } else { 3 },
        ..BoardShape::random(random)
    }
}

/// Whether some state can repeat: states remain after repeatedly removing those whose successors are all removed.
fn is_cyclic(graph: &Graph) -> bool {
    let mut gone = vec![false; graph.states.len()];
    loop {
        let goes = |(number, state): (usize, &bruteforce::ReachableState)| {
            !gone[number] && state.successors.iter().all(|&next| gone[next])
        };
        let going: Vec<usize> =
            graph.states.iter().enumerate().filter(|&entry| goes(entry)).map(|(number, _)| number).collect();
        if going.is_empty() {
            return gone.contains(&false);
        }
        going.into_iter().for_each(|number| gone[number] = true);
    }
}

/// The number of games by result.
#[derive(Default)]
struct Tally {
    games: usize,
    cyclic: usize,
    solutions: usize,
    refusals: usize,
}

/// Solves a game in all ways. In lenient mode it has defects.
fn compare(seed: u64, lenient: bool, tally: &mut Tally) {
    let mut random = RandomChoices::new(seed);
    let sheet = board(&shape(seed, &mut random), &mut random);
    let rules = if lenient { flawed(&sheet, &mut random) } else { sheet }.to_string();
    let graph = Graph::explore(&rules, lenient);
    if graph.states.len() > MOST_STATES {
        return;
    }
    let cyclic = is_cyclic(&graph);
    let game = if lenient { TestGame::lenient(&rules) } else { TestGame::new(&rules) };
    let reduction = match (graph.roles.len(), seed % 4) {
        (2, 0) => Some(Reduction::Sign),
        (2, 1) => Some(Reduction::Thresholds { loss: 30, win: 60 }),
        _ => None,
    };
    let model = if seed.is_multiple_of(7) { Model::Difference } else { Model::Own };
    let shared = reduction.map(|_| Reduction::SUM).or(game.traits.constant_sum);
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| **algorithm != Algorithm::Expectation) {
        let infinite = match (algorithm, graph.roles.len(), shared) {
            (Algorithm::ZeroSum, 2, Some(sum)) => {
                Some([vec![sum / 2, sum - sum / 2], vec![0, sum]][seed as usize % 2].clone())
            }
            (Algorithm::OnePlayer, 1, _) => {
                Some(vec![[game.proved.game.lowest_rewards[0], 50, 200][seed as usize % 3]])
            }
            _ => None,
        };
        let infinite_play = infinite.clone();
        let setting = SolveSetting {
            algorithm: Some(algorithm),
            model,
            reduction,
            infinite: infinite_play,
            lenient,
            ..SolveSetting::default()
        };
        let about = format!("seed {seed}, {algorithm}, {setting:?}\n{rules}");
        let folder = tempfile::tempdir().unwrap();
        let (by_diagrams, by_states) = (folder.path().join("symbolic"), folder.path().join("explicit"));
        let symbolic = game.symbolic_in(&by_diagrams, &setting, never);
        if algorithm != Algorithm::Restart {
            let explicit = game.explicit_in(&by_states, &setting, never).map_err(|error| error.to_string());
            let refusal = |error: &Error| error.to_string();
            assert_eq!(explicit.as_ref().err(), symbolic.as_ref().map_err(refusal).err().as_ref(), "{about}");
        }
        match symbolic {
            Ok(_) => {
                assert!(!cyclic || infinite.is_some(), "a cyclic game was not refused: {about}");
                let question = Setup { model, infinite, reduction, lenient, layered: false, ..Setup::default() };
                let expected = SolvedGame::of(&rules, &question);
                for solution in [&by_diagrams, &by_states].into_iter().filter(|path| path.exists()) {
                    same_as_brute_force(solution, &expected, &about);
                    verified(solution);
                }
                tally.solutions += 1;
            }
            Err(Error::Cyclic { states, .. }) => {
                assert!(cyclic && !algorithm.allows_cycles() && !states.is_empty(), "{about}");
                tally.refusals += 1;
            }
            Err(Error::NeverEnds(states)) => {
                let goes_on = graph.states.iter().all(|state| state.rewards.is_none());
                assert!(goes_on && graph.roles.len() > 1 && states == graph.states.len() as u128, "{about}");
                tally.refusals += 1;
            }
            // One role, or two with a constant sum, which may be impossible to prove.
            Err(Error::Refused(_)) if algorithm.allows_cycles() => {}
            Err(error) => panic!("{error}: {about}"),
        }
    }
    tally.games += 1;
    tally.cyclic += usize::from(cyclic);
}

fn compare_many(lenient: bool) -> Tally {
    let (first, games) = (number("BACKSOLVE_FIRST_SEED", 0), number("BACKSOLVE_RANDOM_GAMES", 25) as usize);
    let mut tally = Tally::default();
    for seed in first.. {
        compare(seed, lenient, &mut tally);
        if tally.games == games {
            break;
        }
    }
    println!(
        "{} games, {} of them cyclic: {} solutions, {} refusals",
        tally.games, tally.cyclic, tally.solutions, tally.refusals
    );
    tally
}

#[test]
fn every_algorithm_agrees_with_brute_force() {
    let tally = compare_many(false);
    assert!(tally.cyclic * 20 > tally.games && tally.refusals >= 3 * tally.cyclic / 2, "too few cycles to learn from");
}

/// Stuck roles, several goals and no goal, in lenient mode.
#[test]
fn every_algorithm_treats_defects_alike() {
    let tally = compare_many(true);
    assert!(tally.solutions > tally.games, "only {} solutions", tally.solutions);
}
