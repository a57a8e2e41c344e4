//! Who chooses in a state, and between what.
//!
//! Where one role has a choice, a move is a move of that role. Where nobody has, one thing happens. Where several have one at the same time,
//! what happens is a joint move of all of them, and no single role decides: solutions have no values for such states.

use crate::error::Error;

/// Joint moves that are listed where roles choose at once, at most.
const MOST_JOINT: usize = 4096;

/// Who chooses, and between what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices<M> {
    /// The role that chooses alone.
    pub mover: Option<usize>,
    /// Whether several roles choose at once.
    pub at_once: bool,
    /// The joint moves: per role a move.
    pub joints: Vec<Vec<M>>,
}

impl<M: Copy> Choices<M> {
    /// The choices, given the legal moves of every role, none of which is empty.
    pub fn new(legal: &[Vec<M>]) -> Result<Choices<M>, Error> {
        let choosing: Vec<usize> = (0..legal.len()).filter(|&role| legal[role].len() > 1).collect();
        let at_once = choosing.len() > 1;
        let most = legal.iter().try_fold(1usize, |product, moves| product.checked_mul(moves.len()));
        if at_once && most.is_none_or(|most| most > MOST_JOINT) {
            let what = format!("several roles choose at once, and there are more than {MOST_JOINT} joint moves");
            return Err(Error::Question(what));
        }
        let mut joints = vec![Vec::with_capacity(legal.len())];
        for moves in legal {
            joints = joints.iter().flat_map(|joint| moves.iter().map(move |&made| with(joint, made))).collect();
        }
        Ok(Choices { mover: choosing.first().copied().filter(|_| !at_once), at_once, joints })
    }

    /// No choices: the game is over.
    pub fn none() -> Choices<M> {
        Choices { mover: None, at_once: false, joints: Vec::new() }
    }
}

fn with<M: Copy>(joint: &[M], made: M) -> Vec<M> {
    joint.iter().copied().chain([made]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_chooses_or_nobody_or_several_at_once() {
        let one = Choices::new(&[vec![7], vec![1, 2, 3]]).expect("few");
        assert_eq!((one.mover, one.at_once), (Some(1), false));
        assert_eq!(one.joints, [[7, 1], [7, 2], [7, 3]]);
        let nobody = Choices::new(&[vec![7], vec![8]]).expect("few");
        assert_eq!((nobody.mover, nobody.at_once, nobody.joints), (None, false, vec![vec![7, 8]]));
        let both = Choices::new(&[vec![1, 2], vec![3, 4]]).expect("few");
        assert_eq!((both.mover, both.at_once), (None, true));
        assert_eq!(both.joints, [[1, 3], [1, 4], [2, 3], [2, 4]]);
    }

    #[test]
    fn too_many_joint_moves_are_an_error() {
        assert!(Choices::new(&[vec![0; 100], vec![0; 100]]).is_err());
        assert!(Choices::new(&[vec![0; 10_000], vec![0]]).is_ok(), "one role alone may have many");
    }
}
