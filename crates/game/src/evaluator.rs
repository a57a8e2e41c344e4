//! Evaluation of one state at a time, kept simple enough to be obviously correct.
//!
//! It follows the circuit's definition gate by gate and serves as the reference for
//! [`BatchEvaluator`](crate::BatchEvaluator). Where speed matters, use that one.
//!
//! ```
//! # fn example(game: game::Game) -> Result<(), game::Defect> {
//! use game::{Evaluator, State};
//!
//! let evaluator = Evaluator::new(&game)?;
//! let start = State::initial(&game);
//! let view = evaluator.view(&start);
//! let joint: Vec<usize> = view.legal.iter().map(|moves| moves[0]).collect();
//! let successor = evaluator.next(&start, &joint);
//! # Ok(()) }
//! ```

use crate::check::Defect;
use crate::circuit::{GateKind, Signal};
use crate::model::{Game, Goal};
use crate::state::State;

/// Evaluates states of a game that passed its check.
pub struct Evaluator<'g> {
    game: &'g Game,
}

/// The legal moves, rewards and terminality of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whether the state is terminal.
    pub terminal: bool,
    /// For each role, the indices of its legal moves, ascending.
    pub legal: Vec<Vec<usize>>,
    /// For each role, the rewards that hold, ascending; exactly one at a terminal state of a well-formed game.
    pub rewards: Vec<Vec<i32>>,
}

impl<'g> Evaluator<'g> {
    /// An evaluator, if the game is well-formed.
    pub fn new(game: &'g Game) -> Result<Evaluator<'g>, Defect> {
        game.check()?;
        Ok(Evaluator { game })
    }

    /// Legal moves, rewards, and whether the state is terminal.
    pub fn view(&self, state: &State) -> View {
        let mut values = self.inputs(state);
        self.run(&mut values, 0..self.game.state_blocks);
        let legal = |moves: &Vec<crate::Move>| (0..moves.len()).filter(|&m| read(&values, moves[m].legal)).collect();
        let rewards = |goals: &Vec<Goal>| goals.iter().filter(|g| read(&values, g.holds)).map(|g| g.reward).collect();
        View {
            terminal: read(&values, self.game.terminal),
            legal: self.game.moves.iter().map(legal).collect(),
            rewards: self.game.goals.iter().map(rewards).collect(),
        }
    }

    /// The state after a joint move: one move index per role.
    pub fn next(&self, state: &State, joint: &[usize]) -> State {
        self.next_by(state, joint.iter().copied().enumerate())
    }

    /// The roles whose moves are not idle, given all legal moves and a joint move. The only legal move of a role is
    /// idle if the next state is the same without it; a move chosen among several never is.
    pub fn busy(&self, state: &State, legal: &[Vec<usize>], joint: &[usize]) -> Vec<usize> {
        let next = self.next(state, joint);
        let without = |role: usize| joint.iter().copied().enumerate().filter(move |&(other, _)| other != role);
        let is_busy = |&role: &usize| legal[role].len() > 1 || self.next_by(state, without(role)) != next;
        (0..joint.len()).filter(is_busy).collect()
    }

    /// The state after the moves of some roles, given as role and move index.
    fn next_by(&self, state: &State, moves: impl Iterator<Item = (usize, usize)>) -> State {
        let mut values = self.inputs(state);
        for (role, index) in moves {
            values[self.game.move_input(role, index).node() as usize] = true;
        }
        self.run(&mut values, 0..self.game.circuit.blocks.len());
        let mut next = State::empty(self.game.fluents.len());
        for (&signal, index) in self.game.next.iter().zip(0..) {
            if read(&values, signal) {
                next.insert(crate::Fluent(index));
            }
        }
        next
    }

    /// One value per node: the constant and the fluents of the state are set, all others are false.
    fn inputs(&self, state: &State) -> Vec<bool> {
        let mut values = vec![false; self.game.circuit.nodes()];
        values[0] = true;
        for fluent in state.fluents() {
            values[self.game.fluent_input(fluent).node() as usize] = true;
        }
        values
    }

    fn run(&self, values: &mut [bool], blocks: std::ops::Range<usize>) {
        for block in &self.game.circuit.blocks[blocks] {
            let mut changed = self.sweep(values, block.gates.clone());
            while block.recursive && changed {
                changed = self.sweep(values, block.gates.clone());
            }
        }
    }

    /// Evaluates the gates once, in order; returns whether a value changed.
    fn sweep(&self, values: &mut [bool], gates: std::ops::Range<u32>) -> bool {
        let circuit = &self.game.circuit;
        let mut changed = false;
        for index in gates {
            let gate = &circuit.gates[index as usize];
            let mut operands = circuit.operands(gate).iter().map(|&signal| read(values, signal));
            let value = match gate.kind {
                GateKind::And => operands.all(|v| v),
                GateKind::Or => operands.any(|v| v),
            };
            let slot = &mut values[circuit.gate_node(index) as usize];
            changed |= *slot != value;
            *slot = value;
        }
        changed
    }
}

fn read(values: &[bool], signal: Signal) -> bool {
    values[signal.node() as usize] != signal.inverted()
}
