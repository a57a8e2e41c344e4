//! Values and counts from the literature, with every applicable algorithm; each solution is verified state by state.

use std::collections::BTreeMap;

use agreement::{SolveSetting, TestGame, never, outcomes, same_as_brute_force, value, verified};
use bruteforce::{Setup, SolvedGame};
use solution::{Algorithm, Manifest, Model};

fn sheet(name: &str) -> String {
    games::sheet(name).unwrap()
}

/// Solved on diagrams and verified.
fn solved(rules: &str, setting: &SolveSetting) -> Result<Manifest, task::Error> {
    TestGame::new(rules).symbolic(setting)
}

fn golden(name: &str, setting: &SolveSetting, states: u128, expected: &[i32]) -> BTreeMap<Vec<i32>, u128> {
    let manifest = solved(&sheet(name), setting).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(manifest.layers.iter().map(|layer| layer.states).sum::<u128>(), states, "{name}");
    assert_eq!(value(&manifest), expected, "{name}");
    outcomes(&manifest)
}

fn by(algorithm: Algorithm) -> SolveSetting {
    SolveSetting { algorithm: Some(algorithm), ..SolveSetting::default() }
}

#[test]
fn tic_tac_toe_is_a_draw_with_all_algorithms() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum] {
        let found = golden("tic-tac-toe", &by(algorithm), 5_478, &[50, 50]);
        assert_eq!(found.values().copied().collect::<Vec<_>>(), [1_474, 1_068, 2_936], "{algorithm}");
    }
}

#[test]
fn distances_are_verified() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        golden("tic-tac-toe", &SolveSetting { distances: Some(true), ..by(algorithm) }, 5_478, &[50, 50]);
    }
}

/// Edelkamp & Kissmann 2007, the table of Clobber 3x4 by rewards.
#[test]
fn clobber_3x4_has_the_seven_buckets_of_the_paper() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let setting = SolveSetting { model: Model::Difference, ..by(algorithm) };
        let found = golden("clobber:3x4", &setting, 13_343, &[0, 40]);
        let paper: [([i32; 2], u128); 7] = [
            ([0, 70], 38),
            ([70, 0], 49),
            ([0, 55], 1_544),
            ([55, 0], 1_509),
            ([0, 40], 6_581),
            ([40, 0], 1_853),
            ([0, 25], 1_769),
        ];
        assert_eq!(found, paper.iter().map(|(rewards, states)| (rewards.to_vec(), *states)).collect());
    }
}

/// Edelkamp & Kissmann 2007, Tables 2 to 7: 28 states, 11 of them terminal, black wins.
#[test]
fn clobber_1x6_is_won_by_black() {
    golden("clobber:1x6", &SolveSetting { model: Model::Difference, ..SolveSetting::default() }, 28, &[0, 40]);
}

/// Kissmann & Edelkamp 2010, Table 1; Chomp states are counted without repetition.
#[test]
fn increasing_measures_give_layers() {
    for name in ["nim:1,2,4,5", "chomp:4x3"] {
        let by_measure = solved(&sheet(name), &by(Algorithm::Layered)).unwrap();
        let by_rounds = solved(&sheet(name), &by(Algorithm::Fixpoint)).unwrap();
        assert_eq!(value(&by_measure), [100, 0], "{name}");
        assert_eq!(outcomes(&by_measure), outcomes(&by_rounds), "{name}");
    }
}

/// Kissmann & Edelkamp 2010, Table 1, and Edelkamp & Kissmann 2007 for the states of minichess. Chomp's 12,868 states
/// are the paper's 25,734, which count all but two of them twice.
#[test]
fn games_have_the_values_of_the_papers() {
    golden("sum-15", &SolveSetting::default(), 5_478, &[50, 50]);
    golden("minichess", &SolveSetting::default(), 4_573, &[100, 0]);
    golden("chomp", &SolveSetting::default(), 12_868, &[100, 0]);
}

/// Three roles choose in turn, left or right, leading to eight terminal states. By hand, from the last choice back:
///
/// c takes the larger third reward: (50 20 60) at ll, (10 90 30) at lr. At rl both options give c 40 and a 30, so c
/// takes the one that gives b less, (30 10 40). At rr both give c 70, and (20 80 70) gives a less than (60 0 70),
/// whatever it gives b. b gets 20 or 90 at l, so (10 90 30), and 10 or 80 at r, so (20 80 70). a gets 10 or 20, so (20
/// 80 70).
#[test]
fn three_players_each_maximise_their_own_reward() {
    let ends: [(&str, [i32; 3]); 8] = [
        ("l l l", [50, 20, 60]),
        ("l l r", [90, 90, 10]),
        ("l r l", [10, 90, 30]),
        ("l r r", [80, 0, 20]),
        ("r l l", [30, 50, 40]),
        ("r l r", [30, 10, 40]),
        ("r r l", [60, 0, 70]),
        ("r r r", [20, 80, 70]),
    ];
    let goals: String = ends
        .iter()
        .flat_map(|(path, rewards)| {
            ["a", "b", "c"].into_iter().zip(rewards).map(move |(role, reward)| (path, role, reward))
        })
        .map(|(path, role, reward)| {
            let chosen: String = ["a", "b", "c"]
                .iter()
                .zip(path.split(' '))
                .map(|(who, way)| format!(" (true (chose {who} {way}))"))
                .collect();
            format!("(<= (goal {role} {reward}){chosen})\n")
        })
        .collect();
    let rules = format!(
        "(role a) (role b) (role c) (way l) (way r) (init (turn a)) (after a b) (after b c) (after c nobody)
        (<= (legal ?p ?w) (true (turn ?p)) (way ?w))
        (<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
        (<= (next (chose ?p ?w)) (true (turn ?p)) (does ?p ?w))
        (<= (next (chose ?p ?w)) (true (chose ?p ?w)))
        (<= (next (turn ?q)) (true (turn ?p)) (after ?p ?q))
        (<= terminal (true (turn nobody)))
        {goals}"
    );
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::Restart] {
        let manifest = solved(&rules, &by(algorithm)).unwrap();
        assert_eq!(manifest.layers.iter().map(|layer| layer.states).sum::<u128>(), 15, "{algorithm}");
        assert_eq!(value(&manifest), [20, 80, 70], "{algorithm}");
        let expected: [(&[i32], u128); 8] = [
            (&[10, 90, 30], 3),
            (&[20, 80, 70], 4),
            (&[30, 10, 40], 2),
            (&[30, 50, 40], 1),
            (&[50, 20, 60], 2),
            (&[60, 0, 70], 1),
            (&[80, 0, 20], 1),
            (&[90, 90, 10], 1),
        ];
        assert_eq!(outcomes(&manifest), expected.into_iter().map(|(r, n)| (r.to_vec(), n)).collect(), "{algorithm}");
    }
    // By the lead over the best of the others: c takes (50 20 60) by 10, (10 90 30) for the larger own reward at -60
    // both, (30 10 40) by 10 and (60 0 70) by 10; b then (10 90 30) by 60, and (30 10 40) at -30 rather than -70; and a
    // has -80 or -10.
    let lead = SolveSetting { model: Model::Difference, ..by(Algorithm::Layered) };
    assert_eq!(value(&solved(&rules, &lead).unwrap()), [30, 10, 40]);
}

/// Edelkamp & Kissmann 2007: 80 states.
#[test]
fn single_heap_nim_40_is_lost() {
    golden("nim-take:40", &SolveSetting::default(), 80, &[0, 100]);
}

/// A plain solver agrees on every state, including distances.
#[test]
fn three_mens_morris_is_solved_despite_its_cycles() {
    let infinite = Some(vec![50, 50]);
    let setting = SolveSetting { infinite: infinite.clone(), ..by(Algorithm::ZeroSum) };
    let folder = tempfile::tempdir().unwrap();
    let manifest = TestGame::bundled("three-mens-morris").symbolic_in(folder.path(), &setting, never).unwrap();
    assert_eq!(value(&manifest), [100, 0]);
    let plain = SolvedGame::of(&sheet("three-mens-morris"), &Setup { infinite, layered: false, ..Setup::default() });
    same_as_brute_force(folder.path(), &plain, "three-mens-morris");
    let mut counts = BTreeMap::new();
    plain.layers.iter().flatten().for_each(|(_, value)| *counts.entry(value.rewards.clone()).or_insert(0) += 1);
    assert_eq!(outcomes(&manifest), counts);
    assert_eq!(counts.values().sum::<u128>(), 5_390);
    verified(folder.path());
}

/// The largest distance of a win, and the values of brute force for all states of the small board.
#[test]
fn rook_and_king_mate_on_a_small_board() {
    let infinite = Some(vec![50, 50]);
    let setting = SolveSetting { infinite: infinite.clone(), ..by(Algorithm::ZeroSum) };
    let folder = tempfile::tempdir().unwrap();
    let manifest = TestGame::bundled("krk-endgame:4").symbolic_in(folder.path(), &setting, never).unwrap();
    let plain = SolvedGame::of(&sheet("krk-endgame:4"), &Setup { infinite, layered: false, ..Setup::default() });
    same_as_brute_force(folder.path(), &plain, "krk-endgame:4");
    let won = plain.layers.iter().flatten().filter(|(_, value)| value.rewards == [100, 0]);
    assert_eq!(longest_win(&manifest), won.filter_map(|(_, value)| value.distance).max());
}

fn longest_win(manifest: &Manifest) -> Option<u32> {
    let outcomes = manifest.layers.iter().flat_map(|layer| &layer.outcomes);
    let won = outcomes.filter(|outcome| outcome.rewards == [100, 0] && outcome.states > 0);
    won.filter_map(|outcome| outcome.distance).max()
}

#[test]
fn cyclic_games_are_refused_by_algorithms_for_acyclic_ones() {
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let error = solved(&sheet("three-mens-morris"), &by(algorithm)).unwrap_err();
        assert!(matches!(error, task::Error::Cyclic { .. }), "{algorithm}: {error}");
    }
}

/// Edelkamp & Kissmann 2007: 2,753 states by our count, and the goal is reachable.
#[test]
fn hanoi_has_a_plan() {
    for algorithm in [Algorithm::OnePlayer, Algorithm::Fixpoint, Algorithm::Layered] {
        golden("hanoi:5", &by(algorithm), 2_753, &[100]);
    }
}

#[test]
fn two_threads_write_the_same_files() {
    let hashes = |threads| {
        let manifest =
            solved(&sheet("connect-four:4x3"), &SolveSetting { threads, ..SolveSetting::default() }).unwrap();
        manifest.layers.iter().map(|l| l.value_file.clone().unwrap().hash).collect::<Vec<_>>()
    };
    assert_eq!(hashes(1), hashes(2));
}
