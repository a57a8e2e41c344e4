//! The states at which the game ends, and what the players get there.

use std::sync::Mutex;

use matrixgame::LARGEST;
use rustc_hash::FxHashMap;
use task::{Error, Refusal, common_sum};

use super::ExpectedTask;
use crate::expand::{BATCH, Expander, Mask, WORDS, is_empty, lanes};
use crate::forward::PIECE;
use crate::key::Key;
use crate::moves::Moves;
use crate::parallel::{lock, work};
use crate::rewards::Goals;

/// Of a state at which the game goes on.
const OPEN: u32 = u32::MAX;

/// The ends among all states.
pub struct Ends {
    /// Per state the number of its rewards.
    numbers: Vec<u32>,
    /// The rewards that occur, one per player.
    rewards: Vec<Vec<i32>>,
    /// The states that the rules call terminal.
    terminal: Vec<bool>,
    /// The sum of the rewards of two players, where it is the same at every end and counts.
    pub sum: Option<i32>,
}

/// What one piece of the states has: the rewards of each, none where the game goes on, and whether it is terminal.
type Part = Vec<(Option<Vec<i32>>, bool)>;

impl Ends {
    /// Finds the ends among ascending states.
    pub fn find<const N: usize>(
        moves: &Moves<N>,
        keys: &[Key<N>],
        players: &[usize],
        task: &ExpectedTask,
        threads: usize,
    ) -> Result<Ends, Error> {
        let parts: Vec<Mutex<Part>> = keys.chunks(PIECE).map(|_| Mutex::default()).collect();
        let start = || (Expander::new(moves), Goals::default());
        work(threads, parts.len(), start, |(expander, goals), number| {
            let mut part = Vec::new();
            for batch in keys[number * PIECE..keys.len().min((number + 1) * PIECE)].chunks(BATCH) {
                read(expander, goals, batch, players, task, &mut part)?;
            }
            *lock(&parts[number]) = part;
            Ok(())
        })?;
        let mut ends = Ends { numbers: Vec::new(), rewards: Vec::new(), terminal: Vec::new(), sum: None };
        let mut known: FxHashMap<Vec<i32>, u32> = FxHashMap::default();
        for (rewards, terminal) in parts.into_iter().flat_map(|part| part.into_inner().unwrap_or_default()) {
            ends.terminal.push(terminal);
            let number = |rewards: Vec<i32>| match known.get(&rewards) {
                Some(&number) => number,
                None => {
                    let number = ends.rewards.len() as u32;
                    ends.rewards.push(rewards.clone());
                    known.insert(rewards, number);
                    number
                }
            };
            ends.numbers.push(rewards.map_or(OPEN, number));
        }
        if let Some(&large) = ends.rewards.iter().flatten().find(|reward| reward.unsigned_abs() >= LARGEST as u32) {
            return Err(Refusal::LargeReward(large).into());
        }
        if ends.rewards.is_empty() && players.len() > 1 {
            return Err(Error::NeverEnds(keys.len() as u128));
        }
        ends.sum = common_sum(ends.rewards.iter().map(Vec::as_slice)).filter(|_| !task.security);
        Ok(ends)
    }

    /// The players that have a value of their own: with a constant sum the first, whose value tells the other's.
    pub fn valued(&self, players: &[usize]) -> Vec<usize> {
        match self.sum {
            Some(_) => players[..1].to_vec(),
            None => players.to_vec(),
        }
    }

    /// What each player gets, where the game ends.
    pub fn rewards(&self, state: usize) -> Option<&[i32]> {
        self.rewards.get(self.numbers[state] as usize).map(Vec::as_slice)
    }

    /// Whether the rules call a state terminal.
    pub fn is_terminal(&self, state: usize) -> bool {
        self.terminal[state]
    }

    /// The rewards of a player that occur.
    pub fn of_player(&self, player: usize) -> impl Iterator<Item = i32> {
        self.rewards.iter().map(move |rewards| rewards[player])
    }
}

/// Reads the rewards of the states of a batch that end the game.
fn read<const N: usize>(
    expander: &mut Expander<'_, N>,
    goals: &mut Goals,
    batch: &[Key<N>],
    players: &[usize],
    task: &ExpectedTask,
    part: &mut Part,
) -> Result<(), Error> {
    expander.load(batch);
    let (open, over) = (expander.open(), expander.over());
    let mut moving: Mask = [0; WORDS];
    for joint in 0..expander.moves().joint.len() {
        let legal = expander.legal(joint);
        (0..WORDS).for_each(|word| moving[word] |= legal[word]);
    }
    let stuck: Mask = std::array::from_fn(|word| open[word] & !moving[word]);
    expander.refuse_stuck(&stuck, task.defects)?;
    let ending: Mask = std::array::from_fn(|word| over[word] | stuck[word]);
    let first = part.len();
    part.extend((0..batch.len()).map(|lane| (None, over[lane / 64] >> (lane % 64) & 1 == 1)));
    if is_empty(&ending) {
        return Ok(());
    }
    let roles = expander.moves().roles.len();
    let rewards = goals.read_rewards(expander, &ending, players.iter().copied(), task.valuation())?;
    for lane in lanes(&ending) {
        let own: Vec<i32> = players.iter().map(|player| rewards[lane * roles + player]).collect();
        part[first + lane].0 = Some(task.reduction.map_or_else(|| own.clone(), |reduction| reduction.apply(&own)));
    }
    Ok(())
}
