//! Random games, solved by every algorithm that applies: all of them agree, and every solution passes verification, which shares no code with the
//! solver.

mod support;

use randomgame::{Random, Shape, Turns, board};
use support::{Setting, outcomes, solved, value};
use symbolic::outcome::Model;
use symbolic::solve::Algorithm;

fn shape(seed: u64, cyclic: bool, random: &mut Random) -> Shape {
    Shape {
        roles: if cyclic { 2 } else { 1 + seed as usize % 3 },
        turns: if seed % 3 == 0 { Turns::Irregular } else { Turns::Alternating },
        cyclic,
        constant_sum: cyclic || seed % 2 == 0,
        steps: None,
        cells: 2 + seed as usize % 3,
        ..Shape::random(random)
    }
}

#[test]
fn acyclic_games_have_one_solution() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let rules = board(&shape(seed, false, &mut random), &mut random).to_string();
        let model = if seed % 4 == 0 { Model::Difference } else { Model::Own };
        let setting = |algorithm| Setting { algorithm: Some(algorithm), model, ..Setting::default() };
        let layered =
            solved(&rules, &setting(Algorithm::Layered)).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{rules}"));
        let fixpoint =
            solved(&rules, &setting(Algorithm::Fixpoint)).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{rules}"));
        assert_eq!(value(&layered), value(&fixpoint), "seed {seed}\n{rules}");
        for algorithm in [Algorithm::ZeroSum, Algorithm::OnePlayer] {
            // Not every game has a constant sum or one role.
            if let Ok(other) = solved(&rules, &setting(algorithm)) {
                assert_eq!(outcomes(&other), outcomes(&fixpoint), "seed {seed}, {algorithm}\n{rules}");
            }
        }
    }
}

#[test]
fn cyclic_games_are_solved_by_attractors() {
    let mut cycles = 0;
    for seed in 0..40 {
        let mut random = Random::new(1000 + seed);
        let rules = board(&shape(seed, true, &mut random), &mut random).to_string();
        for infinite in [[50, 50], [0, 100]] {
            let setting = Setting {
                algorithm: Some(Algorithm::ZeroSum),
                infinite: Some(infinite.to_vec()),
                ..Setting::default()
            };
            match solved(&rules, &setting) {
                Ok(_) => {}
                // A constant sum may be beyond proof in time; never wrong.
                Err(symbolic::Error::Unsuited(_)) => continue,
                Err(error) => panic!("seed {seed}: {error}\n{rules}"),
            }
        }
        let fixpoint = Setting { algorithm: Some(Algorithm::Fixpoint), ..Setting::default() };
        cycles += usize::from(matches!(solved(&rules, &fixpoint), Err(symbolic::Error::Cyclic { .. })));
    }
    assert!(cycles > 5, "only {cycles} games were cyclic");
}
