//! The game as clauses: a state, and its successors after one or two plies.
//!
//! Gates become clauses on demand and only in the direction that a query needs (Plaisted & Greenbaum 1986), so a query
//! about one fluent costs no more than its cone.
//!
//! A recursive block denotes its least fixpoint, which clauses of this size cannot express. They express *a* fixpoint
//! instead. The least one is among them, so the clauses admit every transition of the game and perhaps more: an
//! unsatisfiable query is a proof about the game, but a model need not be a real state. No proof here relies on a
//! model.

use game::{Evaluator, Fluent, Game, GateKind, Signal, State};

use super::{Lit, Solver};
use crate::quota::{Held, Quota};

/// The direction of a definition that a query needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The literal will be asserted, so it must imply the signal.
    True,
    /// Its complement will be asserted.
    False,
}

impl Sense {
    fn flip_if(self, inverted: bool) -> Sense {
        match (self, inverted) {
            (Sense::True, true) => Sense::False,
            (Sense::False, true) => Sense::True,
            (sense, false) => sense,
        }
    }

    fn bit(self) -> u8 {
        match self {
            Sense::True => 1,
            Sense::False => 2,
        }
    }
}

/// The state after a joint move, if the state is non-terminal and the moves are legal.
pub fn successor(evaluator: &Evaluator, state: &State, joint: &[usize]) -> Option<State> {
    let view = evaluator.view(state);
    let legal = joint.iter().zip(&view.legal).all(|(made, legal)| legal.contains(made));
    (!view.terminal && legal).then(|| evaluator.next(state, joint))
}

/// Bytes of a node in a frame.
const FRAME_BYTES: usize = size_of::<Option<Lit>>() + 1;

/// Clauses for a state and its successors. Frame 0 is an arbitrary state; frame `k + 1` is the successor of frame `k`
/// by its moves.
pub struct Unrolling<'g> {
    /// The game.
    pub game: &'g Game,
    /// The solver that holds the clauses.
    pub solver: Solver,
    /// The quota of its queries.
    pub quota: Quota,
    /// For each frame and node, the literal, if it has one.
    literals: Vec<Vec<Option<Lit>>>,
    /// For each frame and node, the directions that are defined.
    defined: Vec<Vec<u8>>,
    /// For each frame, the literal that implies "not terminal, one legal move per role".
    plies: Vec<Lit>,
    /// The frames and nodes that have literals.
    named: Vec<(usize, u32)>,
    work: Vec<(usize, u32, Sense)>,
    /// The bytes of the frames.
    held: Held,
}

impl<'g> Unrolling<'g> {
    /// A single, unconstrained state.
    pub fn new(game: &'g Game, quota: &Quota) -> Unrolling<'g> {
        Unrolling {
            game,
            solver: Solver::new(quota),
            quota: quota.clone(),
            held: quota.hold(0),
            literals: Vec::new(),
            defined: Vec::new(),
            plies: Vec::new(),
            named: Vec::new(),
            work: Vec::new(),
        }
    }

    /// Removes all clauses. The work depends on the number of clauses, not on the size of the game, so many small
    /// queries stay cheap.
    pub fn clear(&mut self) {
        self.solver = Solver::new(&self.quota);
        self.plies.clear();
        for (frame, node) in self.named.drain(..) {
            self.literals[frame][node as usize] = None;
            self.defined[frame][node as usize] = 0;
        }
    }

    /// The fluents of frame 0 that occur in clauses.
    pub fn fluents(&self) -> impl Iterator<Item = Fluent> + '_ {
        let fluents = 1..=self.game.fluents.len() as u32;
        self.named
            .iter()
            .filter(move |(frame, node)| *frame == 0 && fluents.contains(node))
            .map(|(_, node)| Fluent(node - 1))
    }

    /// The literal of a signal at a frame, usable in one direction.
    pub fn literal(&mut self, frame: usize, signal: Signal, sense: Sense) -> Lit {
        let literal = self.name(frame, signal);
        self.work.push((frame, signal.node(), sense.flip_if(signal.inverted())));
        while let Some((frame, node, sense)) = self.work.pop() {
            // Clauses that are left out allow more, so that nothing is proved by their absence.
            if self.quota.is_over() {
                self.work.clear();
                break;
            }
            self.define(frame, node, sense);
        }
        literal
    }

    /// A literal that implies that the state of a frame is not terminal and that every role makes exactly one legal
    /// move in it.
    pub fn ply(&mut self, frame: usize) -> Lit {
        if let Some(&ply) = self.plies.get(frame) {
            return ply;
        }
        for earlier in self.plies.len()..frame {
            self.ply(earlier);
        }
        let ply = self.solver.fresh();
        self.plies.push(ply);
        let goes_on = self.literal(frame, !self.game.terminal, Sense::True);
        self.solver.clause([!ply, goes_on]);
        for role in 0..self.game.moves.len() {
            let mut made = Vec::with_capacity(self.game.moves[role].len() + 1);
            for index in 0..self.game.moves[role].len() {
                let does = self.name(frame, self.game.move_input(role, index));
                let legal = self.literal(frame, self.game.moves[role][index].legal, Sense::True);
                self.solver.clause([!does, legal]);
                made.push(does);
            }
            let truth = self.solver.truth();
            self.solver.at_most_one(truth, &made);
            made.push(!ply);
            self.solver.clause(made);
        }
        ply
    }

    /// A literal that implies that a role has at least two legal moves at a frame.
    pub fn choice(&mut self, frame: usize, role: usize) -> Lit {
        let legal: Vec<Lit> = self.game.moves[role].iter().map(|m| self.literal(frame, m.legal, Sense::True)).collect();
        self.solver.at_least_two(&legal)
    }

    /// The model's state at frame 0.
    pub fn model_state(&self) -> State {
        let fluents = (0..self.game.fluents.len() as u32).map(Fluent);
        let holding = fluents.filter(|&fluent| self.model_value(self.game.fluent_input(fluent)));
        State::from_fluents(self.game.fluents.len(), holding)
    }

    /// The moves that the model makes at frame 0, one per role; `None` if it makes none.
    pub fn model_moves(&self) -> Option<Vec<usize>> {
        (0..self.game.moves.len())
            .map(|role| (0..self.game.moves[role].len()).find(|&i| self.model_value(self.game.move_input(role, i))))
            .collect()
    }

    /// The successor of the model's state by its moves, if these are legal there; the loose encoding of recursion may
    /// be wrong.
    pub fn model_successor(&self, evaluator: &Evaluator) -> Option<State> {
        successor(evaluator, &self.model_state(), &self.model_moves()?)
    }

    fn model_value(&self, input: Signal) -> bool {
        let literal = self.literals.first().and_then(|frame| frame[input.node() as usize]);
        literal.is_some_and(|literal| self.solver.value(literal))
    }

    /// The literal of a signal, without clauses.
    fn name(&mut self, frame: usize, signal: Signal) -> Lit {
        while self.literals.len() <= frame {
            let nodes = self.game.circuit.nodes();
            self.held.add(FRAME_BYTES * nodes);
            self.literals.push(vec![None; nodes]);
            self.defined.push(vec![0; nodes]);
        }
        let node = signal.node() as usize;
        let literal = match self.literals[frame][node] {
            Some(literal) => literal,
            None => {
                let literal = if node == 0 {
                    self.solver.truth()
                } else if frame > 0 && node <= self.game.fluents.len() {
                    self.name(frame - 1, self.game.next[node - 1])
                } else {
                    self.solver.fresh()
                };
                self.literals[frame][node] = Some(literal);
                self.named.push((frame, node as u32));
                literal
            }
        };
        if signal.inverted() { !literal } else { literal }
    }

    fn define(&mut self, frame: usize, node: u32, sense: Sense) {
        let output = self.name(frame, Signal::of(node));
        if self.defined[frame][node as usize] & sense.bit() != 0 {
            return;
        }
        self.defined[frame][node as usize] |= sense.bit();
        if frame > 0 && (1..=self.game.fluents.len()).contains(&(node as usize)) {
            let next = self.game.next[node as usize - 1];
            self.work.push((frame - 1, next.node(), sense.flip_if(next.inverted())));
            return;
        }
        let game = self.game;
        let Some(gate) = game.circuit.gate(node) else { return };
        // A true and-gate implies each operand; a false one implies the complement of some operand. Or-gates are dual.
        let each = (gate.kind == GateKind::And) == (sense == Sense::True);
        let head = if sense == Sense::True { !output } else { output };
        let mut clause = vec![head];
        for &operand in game.circuit.operands(gate) {
            let literal = self.name(frame, operand);
            let literal = if sense == Sense::True { literal } else { !literal };
            if each {
                self.solver.clause([head, literal]);
            } else {
                clause.push(literal);
            }
            self.work.push((frame, operand.node(), sense.flip_if(operand.inverted())));
        }
        if !each {
            self.solver.clause(clause);
        }
    }
}
