//! Statistics of games between players: results, lengths, choices and lead changes.
//!
//! In small games all figures are exact: the probability of every position after every ply is propagated until less
//! than one game in 10¹² continues. In large games a number of games is played, and every figure has an interval.

use std::collections::BTreeMap;

use game::{Game, Random, State};
use query::Error;
use serde::Serialize;
use solution::Database;

use crate::estimate::IntervalEstimate;
use crate::play_graph::{PlayGraph, Player};
use crate::policy::{EQUAL, Policy, is_even, leader};

/// Games that continue with a smaller probability are ignored.
const NEGLIGIBLE: f64 = 1e-12;
/// Plies after which a game counts as infinite.
const LONGEST: usize = 2_000;
/// The number of random games by which a greedy player compares moves if not all positions are known.
const PLAYOUTS: usize = 8;

/// Statistics of games between certain players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesPlayed {
    /// The player of each role.
    pub players: Vec<Policy>,
    /// The number of games played; `None` if all figures are exact.
    pub games: Option<u64>,
    /// The probability of every result, the most frequent first.
    pub results: Vec<ResultChance>,
    /// Expected reward per role.
    pub expected: Vec<IntervalEstimate>,
    /// The probability of an infinite game, or one of thousands of plies.
    pub endless: IntervalEstimate,
    /// The plies of a game that ends.
    pub length: IntervalEstimate,
    /// The number of lead changes per game, by optimal play.
    pub lead_changes: IntervalEstimate,
    /// Statistics of each ply.
    pub plies: Vec<PlyFigures>,
}

/// A result with its probability.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResultChance {
    /// Reward per role.
    pub value: Vec<i32>,
    /// Its probability.
    pub chance: IntervalEstimate,
}

/// Statistics of one ply.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlyFigures {
    /// The probability that a game has not ended before it.
    pub going: f64,
    /// The mean number of legal moves of the role to move, over the games that continue.
    pub branching: f64,
}

/// Sums over games, weighted by their probability.
#[derive(Default)]
struct Sums {
    results: BTreeMap<Vec<i32>, f64>,
    length: f64,
    lead_changes: f64,
    /// For each ply, the probability that it is played, and the moves.
    plies: Vec<(f64, f64)>,
}

/// The last leader, as a number: 0 is nobody so far.
fn led(last: usize, value: &[i32]) -> (usize, bool) {
    match leader(value) {
        None => (last, false),
        Some(role) => (role + 1, last != 0 && last != role + 1),
    }
}

impl PlayGraph {
    /// Games between players, one per role, from the start: exact.
    pub fn games(&self, players: &[Policy], random: &[Vec<f64>]) -> GamesPlayed {
        let slots = self.roles + 1;
        let mut sums = Sums::default();
        let mut chances: BTreeMap<usize, f64> = BTreeMap::new();
        chances.insert(led(0, &self.positions[0].value).0, 1.0);
        let choice = |at: usize| {
            let position = &self.positions[at];
            let policy = position.mover.map_or(Policy::Random, |role| players[role]);
            policy.moves(self, position, random)
        };
        let mut choices: Vec<Option<Vec<usize>>> = vec![None; self.positions.len()];
        for ply in 0..LONGEST {
            let (mut going, mut moves, mut next) = (0.0, 0.0, BTreeMap::<usize, f64>::new());
            for (slot, chance) in std::mem::take(&mut chances) {
                let (at, last) = (slot / slots, slot % slots);
                let position = &self.positions[at];
                if position.next.is_empty() {
                    *sums.results.entry(position.value.clone()).or_default() += chance;
                    sums.length += chance * ply as f64;
                    continue;
                }
                going += chance;
                moves += chance * position.next.len() as f64;
                let chosen = choices[at].get_or_insert_with(|| choice(at));
                let each = chance / chosen.len().max(1) as f64;
                for &place in chosen.iter() {
                    let after = position.next[place] as usize;
                    let (last, changed) = led(last, &self.positions[after].value);
                    sums.lead_changes += if changed { each } else { 0.0 };
                    *next.entry(after * slots + last).or_default() += each;
                }
            }
            if going < NEGLIGIBLE {
                break;
            }
            sums.plies.push((going, moves));
            chances = next;
        }
        sums.exact(players, self)
    }
}

impl Sums {
    fn exact(self, players: &[Policy], graph: &PlayGraph) -> GamesPlayed {
        let ended: f64 = self.results.values().sum();
        let endless = if ended > 1.0 - 1e-9 { 0.0 } else { 1.0 - ended };
        let of_endless = |role: usize| graph.infinite.as_ref().map_or(0.0, |rewards| f64::from(rewards[role]));
        let expected = |role: usize| {
            let sum: f64 = self.results.iter().map(|(value, chance)| chance * f64::from(value[role])).sum();
            IntervalEstimate::exact(sum + endless * of_endless(role))
        };
        let mut results: Vec<ResultChance> = self
            .results
            .iter()
            .map(|(value, &chance)| ResultChance { value: value.clone(), chance: IntervalEstimate::exact(chance) })
            .collect();
        results.sort_by(|one, other| other.chance.value.total_cmp(&one.chance.value));
        GamesPlayed {
            players: players.to_vec(),
            games: None,
            expected: (0..graph.roles).map(expected).collect(),
            endless: IntervalEstimate::exact(endless),
            length: IntervalEstimate::exact(if ended > 0.0 { self.length / ended } else { 0.0 }),
            lead_changes: IntervalEstimate::exact(self.lead_changes),
            plies: plies(&self.plies, 1.0),
            results,
        }
    }
}

fn plies(sums: &[(f64, f64)], games: f64) -> Vec<PlyFigures> {
    let of = |&(going, moves): &(f64, f64)| PlyFigures { going: going / games, branching: moves / going };
    sums.iter().take_while(|(going, _)| *going > 1e-9 * games).map(of).collect()
}

/// One game.
struct OneGame {
    /// `None` if it did not end.
    value: Option<Vec<i32>>,
    plies: usize,
    lead_changes: u32,
}

/// Plays games if not all positions are known.
pub(crate) struct SampledGames<'g> {
    player: Player<'g>,
    start: State,
    infinite: Option<Vec<i32>>,
    has_distances: bool,
    random: Random,
}

impl<'g> SampledGames<'g> {
    pub fn new(game: &'g Game, database: &'g Database, seed: u64) -> Result<SampledGames<'g>, Error> {
        let manifest = database.manifest();
        Ok(SampledGames {
            player: Player::new(game, database)?,
            start: State::initial(game),
            infinite: manifest.question.infinite.clone(),
            has_distances: manifest.has_distances(),
            random: Random::stream(seed, 3),
        })
    }

    /// A number of games between players, one per role.
    pub fn play(
        &mut self,
        players: &[Policy],
        games: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<GamesPlayed, Error> {
        let (mut played, mut ply_sums) = (Vec::with_capacity(games as usize), Vec::new());
        for _ in 0..games {
            if is_stopped() {
                break;
            }
            played.push(self.one(players, &mut ply_sums)?);
        }
        let count = played.len() as u64;
        let mut results: BTreeMap<Vec<i32>, u64> = BTreeMap::new();
        for value in played.iter().filter_map(|one| one.value.clone()) {
            *results.entry(value).or_default() += 1;
        }
        let ended: u64 = results.values().sum();
        let reward = |one: &OneGame, role: usize| {
            let value = one.value.as_ref().or(self.infinite.as_ref());
            value.map_or(0.0, |value| f64::from(value[role]))
        };
        let mut chances: Vec<ResultChance> = results
            .into_iter()
            .map(|(value, games)| ResultChance { value, chance: IntervalEstimate::share(games, count) })
            .collect();
        chances.sort_by(|one, other| other.chance.value.total_cmp(&one.chance.value));
        Ok(GamesPlayed {
            players: players.to_vec(),
            games: Some(count),
            expected: (0..players.len())
                .map(|role| IntervalEstimate::mean(played.iter().map(|one| reward(one, role))))
                .collect(),
            endless: if ended == count {
                IntervalEstimate::exact(0.0)
            } else {
                IntervalEstimate::share(count - ended, count)
            },
            length: IntervalEstimate::mean(played.iter().filter(|one| one.value.is_some()).map(|one| one.plies as f64)),
            lead_changes: IntervalEstimate::mean(played.iter().map(|one| f64::from(one.lead_changes))),
            plies: plies(&ply_sums, count.max(1) as f64),
            results: chances,
        })
    }

    fn one(&mut self, players: &[Policy], ply_sums: &mut Vec<(f64, f64)>) -> Result<OneGame, Error> {
        let mut state = self.start.clone();
        let (mut value, mut distance) = self.player.probe(&state)?;
        let (mut last, mut lead_changes) = (led(0, &value).0, 0);
        for ply in 0..LONGEST {
            let (mover, joints) = self.player.choices(&state)?;
            if joints.is_empty() {
                return Ok(OneGame { value: Some(value), plies: ply, lead_changes });
            }
            if ply_sums.len() == ply {
                ply_sums.push((0.0, 0.0));
            }
            ply_sums[ply].0 += 1.0;
            ply_sums[ply].1 += joints.len() as f64;
            let policy = mover.map_or(Policy::Random, |role| players[role]);
            state = self.choose(policy, mover.unwrap_or(0), &state, &joints, (&value, distance))?;
            (value, distance) = self.player.probe(&state)?;
            let changed;
            (last, changed) = led(last, &value);
            lead_changes += u32::from(changed);
        }
        Ok(OneGame { value: None, plies: LONGEST, lead_changes })
    }

    /// The state after a move of a player.
    fn choose(
        &mut self,
        policy: Policy,
        role: usize,
        state: &State,
        joints: &[Vec<usize>],
        (value, distance): (&[i32], Option<u32>),
    ) -> Result<State, Error> {
        let next = |joint: &Vec<usize>| self.player.evaluator.next(state, joint);
        let candidates: Vec<State> = match policy {
            Policy::Random => {
                let place = self.random.below(joints.len() as u32) as usize;
                return Ok(self.player.evaluator.next(state, &joints[place]));
            }
            Policy::Greedy => {
                let after: Vec<State> = joints.iter().map(next).collect();
                let mut scores = Vec::with_capacity(after.len());
                for state in &after {
                    scores.push(self.random_value(state, role)?);
                }
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                after
                    .into_iter()
                    .zip(scores)
                    .filter(|(_, score)| *score > best - EQUAL)
                    .map(|(state, _)| state)
                    .collect()
            }
            Policy::Perfect => {
                let mut kept = Vec::new();
                for after in joints.iter().map(next) {
                    let (next_value, next_distance) = self.player.probe(&after)?;
                    let keeps_distance = match (distance, next_distance) {
                        (Some(own), Some(next)) => next + 1 == own,
                        (own, next) => own == next,
                    };
                    if next_value == value && (keeps_distance || !self.has_distances || is_even(value)) {
                        kept.push(after);
                    }
                }
                kept
            }
        };
        let place = self.random.below(candidates.len().max(1) as u32) as usize;
        let unsolved = || Error::Question("no move keeps the value of a position: the solution is damaged".to_owned());
        candidates.into_iter().nth(place).ok_or_else(unsolved)
    }

    /// The mean reward of a role in some random games.
    fn random_value(&mut self, from: &State, role: usize) -> Result<f64, Error> {
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            let mut state = from.clone();
            let mut reward = self.infinite.as_ref().map_or(0.0, |rewards| f64::from(rewards[role]));
            for _ in 0..LONGEST {
                let (_, joints) = self.player.choices(&state)?;
                if joints.is_empty() {
                    reward = f64::from(self.player.probe(&state)?.0[role]);
                    break;
                }
                let place = self.random.below(joints.len() as u32) as usize;
                state = self.player.evaluator.next(&state, &joints[place]);
            }
            sum += reward;
        }
        Ok(sum / PLAYOUTS as f64)
    }
}
