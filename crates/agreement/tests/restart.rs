//! The matrix with restarts on 1x6 Clobber, step by step as in Tables 2 to 7 of Edelkamp & Kissmann 2007.

use std::collections::BTreeMap;

use agreement::{SolveSetting, TestGame, never, value};
use solution::{Algorithm, Engine, Model, Reduction};
use symbolic::journal::Journal;
use symbolic::reachable::reachable;
use symbolic::restart::{self, RestartStep};
use task::{Defects, Valuation};

/// The paper has only wins and losses, so rewards are reduced to these.
const REDUCTION: Option<Reduction> = Some(Reduction::Sign);

/// The number of states in the buckets of each winner: white, black.
fn winners(buckets: &BTreeMap<Vec<i32>, u128>) -> (u128, u128) {
    let of = |rewards: [i32; 2]| buckets.get(&rewards[..]).copied().unwrap_or(0);
    (of([100, 0]), of([0, 100]))
}

#[test]
fn clobber_1x6_follows_the_tables() {
    let game = TestGame::bundled("clobber:1x6");
    let folder = tempfile::tempdir().unwrap();
    let setting = SolveSetting { algorithm: Some(Algorithm::Restart), reduction: REDUCTION, ..SolveSetting::default() };
    let mut engine = game.diagrams(1);
    let mut directory = game.directory(folder.path(), &setting, Engine::Symbolic).unwrap();
    let mut watch = never;
    let mut journal = Journal::new(&mut directory, &mut watch);
    let all = reachable(&mut engine, &mut journal).unwrap();
    assert_eq!(engine.store().count(&all).unwrap(), 28);
    let valuation = Valuation { model: Model::Own, distances: false, defects: Defects::Refuse, reduction: REDUCTION };
    let mut steps: Vec<RestartStep> = Vec::new();
    restart::solve(&mut engine, &mut journal, &all, valuation, &mut |step| steps.push(step)).unwrap();

    let told: Vec<_> = steps.iter().map(|s| (s.step, s.role, winners(&s.buckets), winners(&s.deleted))).collect();
    let (white, black) = (0, 1);
    let table_3 = (1, white, (5, 9), (0, 0));
    let table_4 = (2, black, (8, 17), (2, 0));
    assert_eq!(told[..2], [table_3, table_4], "two states are in both buckets, black has moved: out of white's");
    let table_5 = (3, white, (7, 22), (0, 1));
    assert_eq!(told[2..5], [table_3, (2, black, (6, 17), (0, 0)), table_5], "the first state: out of black's");
    assert_eq!(told[5..7], [table_3, table_4], "what was forbidden in a smaller step is allowed again");
    let table_6 = (4, black, (7, 22), (1, 0));
    assert_eq!(told[7..11], [table_3, (2, black, (6, 17), (0, 0)), (3, white, (7, 21), (0, 0)), table_6]);
    assert_eq!(told[11..13], [table_3, (2, black, (7, 17), (2, 0))], "only the last one is still forbidden");
    let table_7 = told.last().unwrap();
    assert_eq!((table_7.2, table_7.3), ((5, 23), (0, 0)), "black wins");
    assert!(told[13..].iter().all(|step| step.3 == (0, 0)), "the last attempt deletes nothing");
}

#[test]
fn small_games_have_the_same_values_as_with_other_algorithms() {
    for (name, expected) in [("tic-tac-toe", [50, 50]), ("nim-take:12", [0, 100]), ("clobber:3x2", [0, 40])] {
        let setting =
            SolveSetting { algorithm: Some(Algorithm::Restart), model: Model::Difference, ..SolveSetting::default() };
        let manifest = TestGame::bundled(name).symbolic(&setting).unwrap();
        assert_eq!(value(&manifest), expected, "{name}");
    }
}
