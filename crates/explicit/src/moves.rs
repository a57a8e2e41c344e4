//! The effects of joint moves on keys, compiled.
//!
//! A move changes few bits. Bits that it sets or clears in every state are two masks; the others are computed by a
//! section of the program, which runs only for batches in which the move is legal somewhere.

use game::cofactor::Cofactors;
use game::effects::Effect;
use game::{Defect, Fluent, Game, Program, Signal};
use prove::ProvedGame;

use crate::key::Key;
use crate::layout::{BitLiteral, KeyLayout};

/// The section of the program that every batch runs: terminality, then the legality of each move.
pub const VIEW: usize = 0;
/// The section with the goals of all roles, in the order of the roles.
pub const GOALS: usize = 1;

/// A joint move.
#[derive(Clone, Debug)]
pub struct KeyMove<const N: usize> {
    /// The role that chooses it, if known.
    pub chooser: Option<usize>,
    /// The bits that it changes.
    pub mask: Key<N>,
    /// Those bits that are set afterwards in every state.
    pub set: Key<N>,
    /// The section that computes the other bits, if there are any.
    pub section: Option<usize>,
    /// Those bits, in the order of the section's outputs.
    pub bits: Vec<usize>,
}

/// The compiled game.
pub struct Moves<const N: usize> {
    /// The layout of the key.
    pub layout: KeyLayout,
    /// The joint moves.
    pub joint: Vec<KeyMove<N>>,
    /// The compiled circuit.
    pub program: Program,
    /// For each fluent, the bits that say that it holds.
    pub cubes: Vec<Vec<BitLiteral>>,
    /// For each role, its rewards in the order of the goals section.
    pub rewards: Vec<Vec<i32>>,
    /// For each role, the outputs of [`VIEW`] for the legality of its moves; `None` if every joint move determines who
    /// chooses.
    pub own_moves: Option<Vec<std::ops::Range<usize>>>,
    /// The roles.
    pub roles: Vec<String>,
}

impl<const N: usize> Moves<N> {
    /// Compiles a game whose states fit into `N` words.
    pub fn new(proved: &ProvedGame) -> Result<Moves<N>, Defect> {
        let ProvedGame { game, effects, .. } = proved;
        let layout = KeyLayout::new(game);
        let mut writer = Writer { game, layout: &layout, cofactors: Cofactors::new(&effects.circuit) };
        let goals = game.goals.iter().flatten().map(|goal| goal.holds).collect();
        let mut sections = vec![vec![game.terminal], goals];
        let mut joint = Vec::with_capacity(effects.effects.len());
        for effect in &effects.effects {
            sections[VIEW].push(writer.cofactors.and(effect.guard.clone()));
            let (mut joint_move, outputs) = writer.joint_move::<N>(effect);
            if !outputs.is_empty() {
                joint_move.section = Some(sections.len());
                sections.push(outputs);
            }
            joint.push(joint_move);
        }
        let own_moves = joint.iter().any(|m| m.chooser.is_none()).then(|| {
            let own = |moves: &Vec<game::Move>| {
                let start = sections[VIEW].len();
                sections[VIEW].extend(moves.iter().map(|m| m.legal));
                start..sections[VIEW].len()
            };
            game.moves.iter().map(own).collect()
        });
        let program = Program::new(writer.cofactors.circuit(), &sections)?;
        Ok(Moves {
            cubes: cubes(game, &layout),
            rewards: game.goals.iter().map(|goals| goals.iter().map(|goal| goal.reward).collect()).collect(),
            roles: game.roles.clone(),
            layout,
            joint,
            program,
            own_moves,
        })
    }

    /// The output of [`VIEW`] for the legality of a joint move.
    #[inline(always)]
    pub fn legal_output(joint: usize) -> usize {
        1 + joint
    }
}

/// For each fluent, the literals of its value.
fn cubes(game: &Game, layout: &KeyLayout) -> Vec<Vec<BitLiteral>> {
    let mut cubes = vec![Vec::new(); game.fluents.len()];
    for (number, variable) in game.variables.iter().enumerate() {
        for (value, fluent) in variable.fluents.iter().enumerate() {
            cubes[fluent.0 as usize] = layout.cube(number, value);
        }
    }
    cubes
}

struct Writer<'a> {
    game: &'a Game,
    layout: &'a KeyLayout,
    cofactors: Cofactors,
}

impl Writer<'_> {
    /// The move, and the signals of the bits that depend on the state.
    fn joint_move<const N: usize>(&mut self, effect: &Effect) -> (KeyMove<N>, Vec<Signal>) {
        let mut joint =
            KeyMove { chooser: effect.chooser, mask: Key::ZERO, set: Key::ZERO, section: None, bits: Vec::new() };
        let mut outputs = Vec::new();
        for (variable, after) in &effect.writes {
            let (field, now) = (self.layout.field(*variable), self.now(*variable));
            for bit in 0..field.width {
                let position = field.first + bit;
                let signal = self.bit(after, field.width - 1 - bit);
                if signal == self.bit(&now, field.width - 1 - bit) {
                    continue;
                }
                joint.mask = joint.mask.or(&Key::bit(position));
                match signal {
                    Signal::FALSE => {}
                    Signal::TRUE => joint.set = joint.set.or(&Key::bit(position)),
                    _ => {
                        joint.bits.push(position);
                        outputs.push(signal);
                    }
                }
            }
        }
        (joint, outputs)
    }

    /// For each value of a variable, whether it is the current one.
    fn now(&mut self, variable: usize) -> Vec<Signal> {
        let variable = &self.game.variables[variable];
        let mut now: Vec<Signal> = variable.fluents.iter().map(|f: &Fluent| self.game.fluent_input(*f)).collect();
        if variable.none {
            let some = self.cofactors.or(now.clone());
            now.push(!some);
        }
        now
    }

    /// A bit of a variable's value, given a signal per value.
    fn bit(&mut self, values: &[Signal], shift: usize) -> Signal {
        let with = values.iter().enumerate().filter(|(value, _)| value >> shift & 1 == 1).map(|(_, &signal)| signal);
        self.cofactors.or(with.collect())
    }
}
