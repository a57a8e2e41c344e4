//! The kind of game to generate.

use crate::random::RandomChoices;

/// The turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// One role after the other, cyclically.
    Alternating,
    /// One role at a time, but some moves keep the turn or pass it to a certain role.
    Irregular,
    /// All at once.
    Simultaneous,
}

/// The kind of board game to generate. Any combination of fields gives a playable game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardShape {
    /// Number of roles, at least 1.
    pub roles: usize,
    /// The turn order.
    pub turns: Turns,
    /// Whether moves may undo each other. Otherwise each move raises some cell and the game ends after a bounded number
    /// of plies.
    pub cyclic: bool,
    /// The number of plies after which a step counter ends the game, if there is one.
    pub steps: Option<usize>,
    /// Number of cells of the board, at least 1.
    pub cells: usize,
    /// Number of values of a cell, at least 2.
    pub values: usize,
    /// Number of kinds of moves, at least 1.
    pub actions: usize,
    /// Whether the rewards of an outcome sum to 100.
    pub constant_sum: bool,
    /// Whether the sheet declares its domains with `base` and `input`.
    pub declared: bool,
}

impl BoardShape {
    /// A random small shape.
    pub fn random(random: &mut RandomChoices) -> BoardShape {
        let turns = *random.pick(&[Turns::Alternating, Turns::Alternating, Turns::Irregular, Turns::Simultaneous]);
        BoardShape {
            roles: *random.pick(&[1, 2, 2, 2, 2, 3]),
            turns,
            cyclic: random.one_in(3),
            steps: if random.one_in(3) { Some(random.between(2, 8)) } else { None },
            cells: random.between(1, 8),
            values: random.between(2, 3),
            actions: random.between(1, 4),
            constant_sum: random.one_in(2),
            declared: random.one_in(3),
        }
    }
}
