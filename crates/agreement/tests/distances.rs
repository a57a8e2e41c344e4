//! When distances are kept, and how they are added to a finished solution: the same with both engines.

use std::path::Path;

use agreement::{SolveSetting, TestGame, essence, manifest, never, stop_after, verified};
use solution::{Algorithm, Database, Directory, Engine, Manifest, Model};
use symbolic::journal::Journal;
use task::Bounds;

/// Games solved by plies, by a measure and in rounds.
const GAMES: [(&str, Algorithm); 9] = [
    ("tic-tac-toe", Algorithm::Layered),
    ("connect-four:4x3", Algorithm::Layered),
    ("hex:3", Algorithm::Layered),
    ("sim:5", Algorithm::Layered),
    ("nim:2,3,4", Algorithm::Layered),
    ("nim:4,5,6,7", Algorithm::Layered),
    ("nim:4,5,6,7", Algorithm::Fixpoint),
    ("chomp:4x3", Algorithm::Layered),
    ("breakthrough:2x4", Algorithm::Fixpoint),
];

/// With bounds that measure even small games, on samples of any size, both engines make the same decision.
#[test]
fn both_engines_keep_distances_in_the_same_games() {
    let (mut kept, mut dropped) = (0, 0);
    for (name, algorithm) in GAMES {
        let game = TestGame::bundled(name);
        for sample in [1 << 17, 200, 20] {
            let bounds = Bounds { always: 0, most: u128::MAX, sample };
            let setting =
                SolveSetting { algorithm: Some(algorithm), distances: None, bounds, ..SolveSetting::default() };
            let explicit = game.explicit(&setting).unwrap();
            assert_eq!(essence(&explicit), essence(&game.symbolic(&setting).unwrap()), "{name}, {setting:?}");
            match explicit.has_distances() {
                true => kept += 1,
                false => dropped += 1,
            }
        }
    }
    assert!(kept > 1 && dropped > 1, "kept {kept}, dropped {dropped}");
}

#[test]
fn small_games_keep_distances_and_large_ones_do_not() {
    let game = TestGame::bundled("nim:4,5,6,7");
    for (bounds, kept) in [
        (Bounds::default(), true),
        (Bounds { always: 0, ..Bounds::default() }, false),
        (Bounds { always: 0, most: 100, sample: 1 }, false),
    ] {
        let setting = SolveSetting { distances: None, bounds, ..SolveSetting::default() };
        assert_eq!(game.explicit(&setting).unwrap().has_distances(), kept, "{bounds:?}");
        assert_eq!(game.symbolic(&setting).unwrap().has_distances(), kept, "{bounds:?}");
    }
}

/// The decision is made once, however often the work is interrupted.
#[test]
fn interruptions_do_not_change_whether_distances_are_kept() {
    for (name, algorithm) in GAMES {
        let game = TestGame::bundled(name);
        let bounds = Bounds { always: 0, most: u128::MAX, sample: 1 << 17 };
        let setting = SolveSetting { algorithm: Some(algorithm), distances: None, bounds, ..SolveSetting::default() };
        let whole = essence(&game.explicit(&setting).unwrap());
        let folder = tempfile::tempdir().unwrap();
        while game.explicit_in(folder.path(), &setting, stop_after(1)).is_err() {}
        assert_eq!(essence(&manifest(folder.path())), whole, "{name}, explicit");
        let folder = tempfile::tempdir().unwrap();
        while game.symbolic_in(folder.path(), &setting, stop_after(1)).is_err() {}
        assert_eq!(essence(&manifest(folder.path())), whole, "{name}, symbolic");
    }
}

/// Each player names one of `numbers` rewards, then both wait: each pair of rewards occurs with every distance.
fn waiting(numbers: usize, plies: usize) -> TestGame {
    let numbers: String = (0..numbers).map(|n| format!("(number {n})\n")).collect();
    let steps: String = (0..plies).map(|n| format!("(succ {n} {})\n", n + 1)).collect();
    TestGame::new(&format!(
        "(role a)\n(role b)\n(init (step 0))\n{numbers}{steps}\
         (<= (legal a (name ?n)) (true (step 0)) (number ?n))\n\
         (<= (legal a wait) (not (true (step 0))))\n\
         (<= (legal b (name ?n)) (true (step 1)) (number ?n))\n\
         (<= (legal b wait) (not (true (step 1))))\n\
         (<= (next (named ?r ?n)) (does ?r (name ?n)))\n\
         (<= (next (named ?r ?n)) (true (named ?r ?n)))\n\
         (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))\n\
         (<= terminal (true (step {plies})))\n\
         (<= (goal ?r ?n) (true (named ?r ?n)))\n"
    ))
}

/// The explicit engine supports 65,534 outcomes: here there are 10,000 without distances.
#[test]
fn distances_that_were_not_requested_are_dropped_if_they_make_too_many_outcomes() {
    let game = waiting(100, 9);
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint] {
        let [default, asked, without] = [None, Some(true), Some(false)].map(|distances| SolveSetting {
            algorithm: Some(algorithm),
            distances,
            ..SolveSetting::default()
        });
        let error = game.explicit(&asked).unwrap_err();
        assert!(matches!(error, task::Error::Limit(task::Limit::Numbers(_))), "{error}");
        let dropped = game.explicit(&default).unwrap();
        assert!(!dropped.has_distances());
        assert_eq!(essence(&dropped), essence(&game.explicit(&without).unwrap()));
    }
}

/// Drops the distances of layers that are solved.
fn drop_distances(game: &TestGame, folder: &Path, setting: &SolveSetting) {
    let mut directory = game.directory(folder, setting, Engine::Symbolic).unwrap();
    let mut watch = never;
    let mut journal = Journal::new(&mut directory, &mut watch);
    let plain = journal.commits.plain_outcomes().unwrap();
    symbolic::distances::drop_distances(&mut game.diagrams(1), &mut journal, &plain).unwrap();
}

/// Diagrams support a million terminals, too many for a test, so distances are dropped as if there were too many
/// outcomes.
#[test]
fn diagrams_are_solved_without_distances_after_they_were_dropped() {
    for (name, algorithm) in GAMES {
        let game = TestGame::bundled(name);
        let [default, without] = [None, Some(false)].map(|distances| SolveSetting {
            algorithm: Some(algorithm),
            distances,
            ..SolveSetting::default()
        });
        let folder = tempfile::tempdir().unwrap();
        let with_distances =
            |folder: &Path| manifest(folder).layers.iter().filter(|layer| layer.has_distances()).count();
        while game.symbolic_in(folder.path(), &default, stop_after(1)).is_err() && with_distances(folder.path()) < 3 {}
        assert_eq!(with_distances(folder.path()), 3, "{name}");
        drop_distances(&game, folder.path(), &default);
        game.symbolic_in(folder.path(), &default, never).unwrap();
        let expected = game.symbolic(&without).unwrap();
        assert_eq!(essence(&manifest(folder.path())), essence(&expected), "{name}");
    }
}

/// Adds distances to a solution without any, one commit at a time. Until the last commit it is a correct solution
/// without distances.
fn added(setting: &SolveSetting, solve: impl Fn(&Path, &SolveSetting) -> bool) -> Manifest {
    let folder = tempfile::tempdir().unwrap();
    let without = SolveSetting { distances: Some(false), ..setting.clone() };
    while !solve(folder.path(), &without) {}
    let plain = essence(&manifest(folder.path()));
    let with = SolveSetting { distances: Some(true), ..setting.clone() };
    let mut runs = 1;
    while !solve(folder.path(), &with) {
        assert_eq!(essence(&manifest(folder.path())), plain);
        if runs == 2 {
            verified(folder.path());
        }
        runs += 1;
    }
    let manifest = manifest(folder.path());
    assert_eq!(runs, manifest.layers.len() + 1, "no layer is done twice");
    assert_eq!(manifest.question.distances, Some(true));
    assert!(manifest.layers.iter().all(|layer| layer.with_distances.is_none()));
    verified(folder.path());
    drop(Directory::start_or_resume(folder.path(), manifest.clone()).unwrap());
    let files = std::fs::read_dir(folder.path()).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name().into_string().unwrap();
        name.ends_with(".layer") && !name.contains("distances")
    });
    assert_eq!(files.count(), 0, "layers without distances are removed at the next start");
    manifest
}

#[test]
fn distances_are_added_to_a_finished_solution() {
    for ((name, algorithm), model) in GAMES.into_iter().zip([Model::Own, Model::Difference].into_iter().cycle()) {
        let game = TestGame::bundled(name);
        let setting = SolveSetting { algorithm: Some(algorithm), model, ..SolveSetting::default() };
        let expected = essence(&game.explicit(&SolveSetting { distances: Some(true), ..setting.clone() }).unwrap());
        let explicit = added(&setting, |folder, setting| game.explicit_in(folder, setting, stop_after(1)).is_ok());
        assert_eq!(essence(&explicit), expected, "{name}, explicit");
        let symbolic = added(&setting, |folder, setting| game.symbolic_in(folder, setting, stop_after(1)).is_ok());
        assert_eq!(essence(&symbolic), expected, "{name}, symbolic");
    }
}

/// A database maps files on first use: here all of them, after the commit that no longer names them.
#[test]
fn an_open_database_stays_readable_while_distances_are_added() {
    let game = TestGame::bundled("nim:1,2,3");
    type Solve = fn(&TestGame, &Path, &SolveSetting) -> bool;
    let engines: [Solve; 2] = [
        |game, folder, setting| game.explicit_in(folder, setting, never).is_ok(),
        |game, folder, setting| game.symbolic_in(folder, setting, never).is_ok(),
    ];
    for solve in engines {
        let folder = tempfile::tempdir().unwrap();
        assert!(solve(&game, folder.path(), &SolveSetting { distances: Some(false), ..SolveSetting::default() }));
        let before = Database::open(folder.path()).unwrap();
        assert!(solve(&game, folder.path(), &SolveSetting { distances: Some(true), ..SolveSetting::default() }));
        let after = Database::open(folder.path()).unwrap();
        let initial = &game.proved.game.initial;
        let start = initial.iter().map(|fluent| game.proved.game.fluents[fluent.0 as usize].as_str());
        let state = before.facts().state(start).unwrap();
        let [before, after] = [before, after].map(|database| database.probe(&state).unwrap().unwrap().outcome.clone());
        assert_eq!(before.rewards, after.rewards);
        assert_eq!((before.distance, after.distance.is_some()), (None, true));
        Database::open(folder.path()).unwrap().check_hashes().unwrap();
    }
}

/// Values that contradict the rules are damage, so no distances are derived from them.
#[test]
fn distances_are_not_added_to_wrong_values() {
    let game = TestGame::bundled("nim:1,2,3");
    let folder = tempfile::tempdir().unwrap();
    let without = SolveSetting { distances: Some(false), ..SolveSetting::default() };
    game.explicit_in(folder.path(), &without, never).unwrap();
    let mut directory = Directory::start_or_resume(folder.path(), manifest(folder.path())).unwrap();
    directory
        .commit(|manifest| manifest.layers[0].outcomes.iter_mut().for_each(|outcome| outcome.rewards.reverse()))
        .unwrap();
    drop(directory);
    let with = SolveSetting { distances: Some(true), ..without };
    let error = game.explicit_in(folder.path(), &with, never).unwrap_err();
    assert!(error.to_string().contains("contradict the rules"), "{error}");
}
