//! Random games, acyclic and cyclic: synthesised strategies achieve the value of plain search against every reply.

mod support;

use bruteforce::{Setup, SolvedGame};
use game::Random;
use randomgame::{BoardShape, Turns, board};
use strategy::algorithm1::algorithm1;
use strategy::algorithm2::algorithm2;
use strategy::follow::Optimality;
use strategy::list::List;
use strategy::options::{Options, Removal, Vocabulary};
use strategy::{Arena, ArenaOptions, Cases, Error};
use support::{Bench, Judge, plain};

fn sheet(seed: u64, cyclic: bool) -> String {
    let mut random = randomgame::RandomChoices::new(seed);
    let shape = BoardShape {
        roles: if cyclic { 2 } else { 1 + seed as usize % 2 },
        turns: if seed.is_multiple_of(3) { Turns::Irregular } else { Turns::Alternating },
        cyclic,
        constant_sum: true,
        steps: None,
        cells: 2 + seed as usize % 3,
        ..BoardShape::random(&mut random)
    };
    board(&shape, &mut random).to_string()
}

#[test]
fn strategies_for_random_games_achieve_their_value() {
    let mut judged = [0, 0];
    // Many cyclic ones never end and are refused.
    for seed in 0..240 {
        let cyclic = seed % 2 == 1;
        let rules = sheet(seed, cyclic);
        let bench = Bench::of("random", &rules);
        let infinite = (bench.game.roles.len() == 2).then(|| vec![50, 50]);
        let value =
            SolvedGame::of(&rules, &Setup { infinite, layered: false, ..Setup::default() }).value().rewards.clone();
        let options = ArenaOptions { infinite: (bench.game.roles.len() == 2).then_some(50), ..ArenaOptions::default() };
        for (role, &value) in value.iter().enumerate() {
            let arena = match Arena::new(&bench.game, &bench.symmetries, role, &options) {
                Ok(arena) => arena,
                // The rewards have different sums, although each should be 100.
                Err(Error::Unsuited(_)) => continue,
                Err(Error::NeverEnds(_)) => {
                    assert_eq!(value, 50, "nothing but infinite play: seed {seed}\n{rules}");
                    continue;
                }
                Err(error) => panic!("seed {seed}: {error}\n{rules}"),
            };
            assert_eq!(arena.value(), value, "seed {seed}\n{rules}");
            let cases = Cases::new(&arena, 1 << 30).expect("small enough");
            let empty = List::new(&arena, &cases);
            let options = Options {
                vocabulary: if seed % 3 == 0 { Vocabulary::Negations } else { Vocabulary::Values },
                removal: if seed % 5 == 0 { Removal::AllSubsets } else { Removal::Greedy },
                everywhere: seed % 4 == 0,
                ..Options::default()
            };
            let random = &mut Random::stream(seed, 0);
            for list in [algorithm1(&empty, &options, random), algorithm2(&empty, &options, random)] {
                assert!(list.is(Optimality::Strong), "seed {seed}\n{rules}");
                let plain = plain(&list.strategy(), &bench.game, role);
                let worst = Judge::new(&rules, role, &plain, &bench.renamings(role)).guaranteed(50);
                assert!(worst >= value, "seed {seed}, role {role}: {worst} instead of {value}\n{plain:#?}\n{rules}");
            }
            judged[usize::from(arena.infinite.is_some())] += 1;
        }
    }
    assert!(judged[0] > 20 && judged[1] > 10, "{judged:?}");
}
