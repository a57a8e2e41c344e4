//! Everything proved by cases about random games holds in their reachable states.

use super::*;
use crate::random_tests::{Reachable, random_circuits, random_game};
use game::Random;

use crate::quota::Quota;

/// Random claims about a few fluents of a game.
fn random_claims(game: &Game, random: &mut Random) -> Vec<Claim> {
    let mut below = |bound: usize| random.below(bound as u32) as usize;
    let mut claims = Vec::new();
    for _ in 0..40 {
        let fluents = 2 + below(2);
        let mut signals: Vec<Signal> = (0..fluents).map(|_| Signal::of(1 + below(game.fluents.len()) as u32)).collect();
        signals.sort_unstable();
        signals.dedup();
        claims.push(match below(2) {
            0 => Claim::AtMostOne(signals),
            _ => Claim::AtLeastOne(signals.into_iter().map(|s| if below(2) == 0 { s } else { !s }).collect()),
        });
    }
    claims
}

#[test]
fn claims_proved_by_cases_hold_in_every_reachable_state() {
    let mut proved = 0;
    for seed in 0..400 {
        let game = if seed % 2 == 0 { random_game(seed) } else { random_circuits(seed) };
        let mut random = Random::stream(seed, 2);
        let claims = random_claims(&game, &mut random);
        let likely: Vec<bool> = claims.iter().map(|_| random.below(2) == 0).collect();
        let evaluator = Evaluator::new(&game).expect("the game is well-formed");
        let quota = Quota::of(u64::MAX);
        let mut certain = vec![false; claims.len()];
        let problem = Problem {
            game: game.clone(),
            evaluator: &evaluator,
            claims: &claims,
            likely: &likely,
            given: &[],
            soon: quota.clone(),
            quota,
        };
        problem.prove(&mut certain);
        let reachable = Reachable::new(&game);
        for (claim, _) in claims.iter().zip(&certain).filter(|(_, certain)| **certain) {
            proved += 1;
            assert!(reachable.states.keys().all(|state| claim.holds(state)), "{claim:?} in game {seed}");
        }
    }
    assert!(proved > 400, "{proved}");
}
