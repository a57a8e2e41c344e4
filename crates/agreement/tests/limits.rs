//! Little memory, interruptions, and unsolvable games: the same files, or an error that says why.

use agreement::{SolveSetting, TestGame, essence, files, manifest, never, stop_after};
use solution::Algorithm;

#[test]
fn spilled_layers_give_the_same_files() {
    let game = TestGame::bundled("connect-four:4x4");
    let solved = |bytes| {
        let folder = tempfile::tempdir().unwrap();
        game.explicit_in(folder.path(), &SolveSetting { bytes, threads: 2, ..SolveSetting::default() }, never).unwrap();
        manifest(folder.path())
    };
    let plenty = solved(1 << 30);
    // Two of its largest layers take about half a megabyte.
    for bytes in [1_200_000, 800_000] {
        assert_eq!(files(&solved(bytes)), files(&plenty), "{bytes} bytes");
    }
}

#[test]
fn too_little_memory_is_an_error_and_the_solve_can_resume() {
    let folder = tempfile::tempdir().unwrap();
    let game = TestGame::bundled("connect-four:4x3");
    let scarce = SolveSetting { bytes: 10_000, ..SolveSetting::default() };
    let error = game.explicit_in(folder.path(), &scarce, never).unwrap_err();
    assert!(error.is_out_of_memory(), "{error}");
    assert!(!manifest(folder.path()).layers.is_empty(), "what is finished is kept");
    game.explicit_in(folder.path(), &SolveSetting::default(), never).unwrap();
    assert_eq!(essence(&manifest(folder.path())), essence(&game.explicit(&SolveSetting::default()).unwrap()));
}

#[test]
fn an_interrupted_solve_resumes() {
    for (name, algorithm) in [
        ("connect-four:3x3", Algorithm::Layered),
        ("nim:1,2,3", Algorithm::Layered),
        ("nim:1,2,3", Algorithm::Fixpoint),
        ("three-mens-morris", Algorithm::ZeroSum),
        ("hanoi:3", Algorithm::OnePlayer),
    ] {
        let game = TestGame::bundled(name);
        let distances = (!algorithm.finds_distances()).then_some(true);
        let setting = SolveSetting { algorithm: Some(algorithm), distances, ..SolveSetting::default() };
        let whole = game.explicit(&setting).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut runs = 1;
        while let Err(error) = game.explicit_in(folder.path(), &setting, stop_after(4)) {
            assert!(matches!(error, task::Error::Interrupted), "{name}: {error}");
            runs += 1;
        }
        assert!(runs > 2, "{name} was not interrupted");
        assert_eq!(files(&manifest(folder.path())), files(&whole), "{name}");
    }
}

#[test]
fn a_cycle_is_reported() {
    let game = TestGame::bundled("three-mens-morris");
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let error = game.explicit(&SolveSetting { algorithm: Some(algorithm), ..SolveSetting::default() }).unwrap_err();
        let task::Error::Cyclic { states, .. } = &error else { panic!("{algorithm}: {error}") };
        assert!(states.len() > 1, "{algorithm}");
    }
}
