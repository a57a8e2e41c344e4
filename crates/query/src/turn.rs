//! The role to move in a state, and its choices.
//!
//! If exactly one role has a choice, it is to move, and a ply is written as its move. If nobody has a choice, the joint
//! move is forced: the only role whose move is not idle is to move, if there is exactly one. If several roles have a
//! choice, moves are simultaneous: a ply is a joint move, and solutions have no values for such states.

use notation::Notation;

use crate::error::Error;

/// The maximum number of joint moves listed for simultaneous moves.
const MOST_JOINT: usize = 4096;

/// The role that chooses, and its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices<M> {
    /// The only role with a choice.
    pub chooser: Option<usize>,
    /// Whether several roles choose simultaneously.
    pub at_once: bool,
    /// The joint moves: one move per role.
    pub joints: Vec<Vec<M>>,
}

impl<M: Copy> Choices<M> {
    /// The choices, given the legal moves of every role, none of which is empty.
    pub fn new(legal: &[Vec<M>]) -> Result<Choices<M>, Error> {
        let choosing: Vec<usize> = (0..legal.len()).filter(|&role| legal[role].len() > 1).collect();
        let at_once = choosing.len() > 1;
        let most = legal.iter().try_fold(1usize, |product, moves| product.checked_mul(moves.len()));
        if at_once && most.is_none_or(|most| most > MOST_JOINT) {
            let what = format!("simultaneous moves: there are more than {MOST_JOINT} joint moves");
            return Err(Error::Question(what));
        }
        let mut joints = vec![Vec::with_capacity(legal.len())];
        for moves in legal {
            joints = joints.iter().flat_map(|joint| moves.iter().map(move |&made| with(joint, made))).collect();
        }
        Ok(Choices { chooser: choosing.first().copied().filter(|_| !at_once), at_once, joints })
    }

    /// No choices: the game is over.
    pub fn none() -> Choices<M> {
        Choices { chooser: None, at_once: false, joints: Vec::new() }
    }

    /// The forced joint move if nobody has a choice.
    pub fn forced(&self) -> Option<&[M]> {
        self.joints.first().filter(|_| self.chooser.is_none() && !self.at_once).map(Vec::as_slice)
    }
}

fn with<M: Copy>(joint: &[M], made: M) -> Vec<M> {
    joint.iter().copied().chain([made]).collect()
}

/// A non-terminal state, in the terms used for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// The role to move, if there is exactly one.
    pub to_move: Option<usize>,
    /// The roles whose moves identify a ply in text: those that choose, or those that are not idle.
    pub written: Vec<usize>,
    /// The joint moves, as names.
    pub joints: Vec<Vec<String>>,
}

impl Turn {
    /// The turn, given the choices, their names, and the roles that are not idle if nobody has a choice.
    pub fn new<M: Copy>(choices: &Choices<M>, joints: Vec<Vec<String>>, busy: Vec<usize>) -> Turn {
        let roles = joints.first().map_or(0, Vec::len);
        let written = match choices.chooser {
            Some(role) => vec![role],
            None if choices.at_once => (0..roles).collect(),
            None => busy,
        };
        let to_move = match *written {
            [role] if !choices.at_once => Some(role),
            _ => None,
        };
        Turn { to_move, written, joints }
    }

    /// The plies in the terms of the rules.
    pub fn texts(&self) -> Vec<String> {
        self.joints.iter().map(|joint| written(joint, &self.written, " ")).collect()
    }

    /// The plies in the notation for people.
    pub fn names(&self, notation: &Notation) -> Vec<String> {
        self.named(notation).iter().map(|joint| written(joint, &self.written, ", ")).collect()
    }

    /// The joint moves in the notation for people.
    pub fn named(&self, notation: &Notation) -> Vec<Vec<String>> {
        self.joints.iter().map(|joint| joint.iter().map(|made| notation.of_move(made)).collect()).collect()
    }

    /// The roles whose moves must be given: as printed, or only enough to identify the ply. A forced ply without a
    /// mover needs none.
    pub fn needed(&self, as_printed: bool) -> &[usize] {
        if self.to_move.is_none() && self.joints.len() == 1 && !as_printed { &[] } else { &self.written }
    }

    /// Whether all moves are idle.
    pub fn is_idle(&self) -> bool {
        self.written.is_empty()
    }
}

/// A joint move written as a ply: the moves of some roles, or of all if none is given, and a move common to all roles
/// once. Several moves are in square brackets, so that plies can be counted.
pub(crate) fn written(joint: &[String], roles: &[usize], between: &str) -> String {
    let several = |moves: Vec<&str>| format!("[{}]", moves.join(between));
    match (roles, joint) {
        ([], [first, rest @ ..]) if rest.iter().all(|other| other == first) => first.clone(),
        ([], _) => several(joint.iter().map(String::as_str).collect()),
        ([role], _) => joint[*role].clone(),
        _ => several(roles.iter().map(|&role| joint[role].as_str()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_role_chooses_or_nobody_or_several() {
        let one = Choices::new(&[vec![7], vec![1, 2, 3]]).expect("few");
        assert_eq!((one.chooser, one.at_once, one.forced()), (Some(1), false, None));
        assert_eq!(one.joints, [[7, 1], [7, 2], [7, 3]]);
        let nobody = Choices::new(&[vec![7], vec![8]]).expect("few");
        assert_eq!((nobody.chooser, nobody.at_once, nobody.forced()), (None, false, Some(&[7, 8][..])));
        let both = Choices::new(&[vec![1, 2], vec![3, 4]]).expect("few");
        assert_eq!((both.chooser, both.at_once, both.forced()), (None, true, None));
        assert_eq!(both.joints, [[1, 3], [1, 4], [2, 3], [2, 4]]);
    }

    #[test]
    fn too_many_joint_moves_are_an_error() {
        assert!(Choices::new(&[vec![0; 100], vec![0; 100]]).is_err());
        assert!(Choices::new(&[vec![0; 10_000], vec![0]]).is_ok(), "one role alone may have many");
    }

    #[test]
    fn without_a_choice_the_role_that_is_not_idle_is_to_move() {
        let choices = Choices::new(&[vec![1], vec![2]]).expect("few");
        let turn = |busy: &[usize], names: [&str; 2]| {
            let turn = Turn::new(&choices, vec![names.map(str::to_owned).to_vec()], busy.to_vec());
            (turn.to_move, turn.texts()[0].clone())
        };
        assert_eq!(turn(&[1], ["wait", "(mark 3 3)"]), (Some(1), "(mark 3 3)".to_owned()));
        assert_eq!(turn(&[0, 1], ["fall", "rise"]), (None, "[fall rise]".to_owned()));
        assert_eq!(turn(&[], ["wait", "wait"]), (None, "wait".to_owned()));
        assert_eq!(turn(&[], ["wait", "rest"]), (None, "[wait rest]".to_owned()));
    }
}
