//! Joint moves: combinations of one move per role that can be legal together.
//!
//! In turn-taking games there are about as many joint moves as moves, each combined with the only option of the other
//! roles. With simultaneous moves the combinations multiply. No notion of turn or noop is needed: combinations whose
//! legality gives one variable two values are impossible and left out.

use crate::{Fluent, Game, Move, Signal};
use rustc_hash::FxHashMap;

use crate::implied::Implied;

/// One move per role, by index into the role's moves, and the fluents settled by its legality.
#[derive(Clone, Debug)]
pub struct JointMove {
    /// For each role, the index of its move.
    pub moves: Vec<u32>,
    /// The fluents that hold, or do not, wherever all of its moves are legal.
    pub settled: Vec<(Fluent, bool)>,
}

/// There are more combinations than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// The number of combinations tried is at most this many times the limit.
const TRIALS: usize = 64;

/// All joint moves that can be legal, at most `limit`.
pub fn joint_moves(game: &Game, implied: &Implied, limit: usize) -> Result<Vec<JointMove>, TooMany> {
    let mut partial = vec![JointMove { moves: Vec::new(), settled: Vec::new() }];
    let mut trials = limit.saturating_mul(TRIALS);
    for moves in &game.moves {
        let partners = Partners::new(moves, implied);
        let mut longer = Vec::new();
        for joint in &partial {
            let fitting = partners.of(joint, implied);
            trials = trials.checked_sub(fitting.len()).ok_or(TooMany)?;
            for index in fitting {
                let legal = implied.of(moves[index as usize].legal);
                let Some(settled) = implied.join(&joint.settled, legal) else { continue };
                if longer.len() == limit {
                    return Err(TooMany);
                }
                let moves = joint.moves.iter().copied().chain([index]).collect();
                longer.push(JointMove { moves, settled });
            }
        }
        partial = longer;
    }
    Ok(partial)
}

/// A role's moves by the value of some variable that their legality settles, so that not every pair of moves is tried:
/// in a turn-taking game almost all moves settle whose turn it is.
struct Partners {
    all: Vec<u32>,
    /// The moves by value, for each variable that nearly all of them settle.
    telling: FxHashMap<u32, ByValue>,
}

#[derive(Default)]
struct ByValue {
    /// The moves that settle each value.
    settling: FxHashMap<u32, Vec<u32>>,
    /// The moves that settle no value.
    silent: Vec<u32>,
}

impl Partners {
    fn new(moves: &[Move], implied: &Implied) -> Partners {
        let all: Vec<u32> = (0..).zip(moves).filter(|(_, made)| made.legal != Signal::FALSE).map(|(i, _)| i).collect();
        let places = |index: u32| implied.places(implied.of(moves[index as usize].legal));
        let mut settling: FxHashMap<u32, usize> = FxHashMap::default();
        all.iter()
            .flat_map(|&index| places(index))
            .for_each(|(variable, _)| *settling.entry(variable).or_default() += 1);
        settling.retain(|_, count| *count + *count / 8 >= all.len());
        let mut telling: FxHashMap<u32, ByValue> = FxHashMap::default();
        for &variable in settling.keys() {
            let by_value = telling.entry(variable).or_default();
            for &index in &all {
                match places(index).find(|place| place.0 == variable) {
                    Some((_, value)) => by_value.settling.entry(value).or_default().push(index),
                    None => by_value.silent.push(index),
                }
            }
        }
        Partners { all, telling }
    }

    /// The moves that may be legal together with a joint move, ascending.
    fn of(&self, joint: &JointMove, implied: &Implied) -> Vec<u32> {
        let mut fewest: Option<[&[u32]; 2]> = None;
        for (variable, value) in implied.places(&joint.settled) {
            if let Some(ByValue { settling, silent }) = self.telling.get(&variable) {
                let fitting = [settling.get(&value).map_or(&[][..], Vec::as_slice), silent];
                let size = |parts: &[&[u32]; 2]| parts[0].len() + parts[1].len();
                if fewest.as_ref().is_none_or(|fewest| size(&fitting) < size(fewest)) {
                    fewest = Some(fitting);
                }
            }
        }
        let mut partners = fewest.map_or_else(|| self.all.clone(), |parts| parts.concat());
        partners.sort_unstable();
        partners
    }
}
