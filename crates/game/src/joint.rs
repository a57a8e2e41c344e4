//! Joint moves: one move per role, those combinations that can be legal together.
//!
//! Where the players take turns these are as few as the moves themselves, each with the only thing that the others can do then; where
//! they move at once, the combinations multiply. No notion of turn or noop is needed to tell: combinations whose legality
//! settles one variable in two ways are left out, and that leaves just these.

use crate::{Fluent, Game, Signal};

use crate::implied::Implied;

/// One move per role, by index into the role's moves, and the fluents that its legality settles.
#[derive(Clone, Debug)]
pub struct JointMove {
    /// Per role the index of its move.
    pub moves: Vec<u32>,
    /// What holds, or does not, wherever all of them are legal.
    pub settled: Vec<(Fluent, bool)>,
}

/// More combinations than were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// All joint moves that can be legal, at most `limit`.
pub fn joint_moves(game: &Game, implied: &Implied, limit: usize) -> Result<Vec<JointMove>, TooMany> {
    let mut partial = vec![JointMove { moves: Vec::new(), settled: Vec::new() }];
    for moves in &game.moves {
        let mut longer = Vec::new();
        for joint in &partial {
            for (index, candidate) in moves.iter().enumerate() {
                if candidate.legal == Signal::FALSE {
                    continue;
                }
                let Some(settled) = implied.join(&joint.settled, implied.of(candidate.legal)) else { continue };
                if longer.len() == limit {
                    return Err(TooMany);
                }
                let moves = joint.moves.iter().copied().chain([index as u32]).collect();
                longer.push(JointMove { moves, settled });
            }
        }
        partial = longer;
    }
    Ok(partial)
}
