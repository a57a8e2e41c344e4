//! Two algorithms agree on random games: value iteration in `bruteforce`, retrograde analysis here.

use bruteforce::{Graph, Setup, SolvedGame};
use randomgame::{BoardShape, RandomChoices, Turns, board};
use solution::Model;
use solution::manifest::Layout;
use verify::{CheckOptions, verify};

#[test]
fn random_games_solved_by_brute_force_pass() {
    let (mut acyclic, mut cyclic) = (0, 0);
    for seed in 0..60 {
        let mut random = RandomChoices::new(seed);
        let cycles = seed % 2 == 1;
        let roles = if cycles { 2 } else { 1 + seed as usize / 2 % 3 };
        let turns = if seed % 3 == 0 { Turns::Irregular } else { Turns::Alternating };
        let shape = BoardShape {
            roles,
            turns,
            cyclic: cycles,
            constant_sum: cycles || seed % 5 == 0,
            steps: None,
            cells: 2 + seed as usize % 3,
            ..BoardShape::random(&mut random)
        };
        let rules = board(&shape, &mut random).to_string();
        // The shapes guarantee one role at a time; small games only.
        if Graph::explore(&rules, true).states.len() > 600 {
            continue;
        }
        let question = Setup {
            layout: if seed % 4 < 2 { Layout::Packed } else { Layout::Diagram },
            model: if seed % 7 == 0 { Model::Difference } else { Model::Own },
            infinite: cycles.then(|| vec![50, 50]),
            layered: !cycles && seed % 8 < 4,
            lenient: true,
            ..Setup::default()
        };
        let folder = tempfile::tempdir().unwrap();
        SolvedGame::of(&rules, &question).write(folder.path());
        let report = verify(folder.path(), &CheckOptions::default(), &mut |_| true).unwrap();
        assert!(report.ok(), "seed {seed}: {:?}\n{rules}", report.failures);
        if cycles { cyclic += 1 } else { acyclic += 1 }
    }
    assert!(acyclic > 10 && cyclic > 5, "{acyclic} acyclic and {cyclic} cyclic games");
}
