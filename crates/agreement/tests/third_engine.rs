//! A third engine behind the same interface, unknown to the other two.

use agreement::{SolveSetting, TestGame, essence, never, verified};
use bruteforce::BruteForce;
use solution::{Algorithm, Engine};

#[test]
fn brute_force_writes_the_same_layers_as_the_engines() {
    for name in ["tic-tac-toe", "hex:2"] {
        let game = TestGame::bundled(name);
        for distances in [Some(false), Some(true)] {
            let setting = SolveSetting { algorithm: Some(Algorithm::Layered), distances, ..SolveSetting::default() };
            let folder = tempfile::tempdir().unwrap();
            let mut told = 0;
            let count = |report: &task::CommitReport| {
                told += 1;
                never(report)
            };
            let third = game.solve_in(folder.path(), &setting, (Engine::Explicit, &BruteForce), count).unwrap();
            verified(folder.path());
            assert_eq!(told, third.layers.len(), "every commit is told");
            assert_eq!(essence(&third), essence(&game.explicit(&setting).unwrap()), "{name}");
            assert_eq!(essence(&third), essence(&game.symbolic(&setting).unwrap()), "{name}");
        }
    }
}
