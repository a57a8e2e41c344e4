//! Random games: meaningless to people, but with everything that circuits can contain.

use game::{Block, Circuit, Fluent, Game, Gate, GateKind, Goal, Move, Random, Signal, State, StateVariable};
use proptest::prelude::*;

/// The size of a random game.
#[derive(Clone, Debug)]
pub struct Shape {
    pub seed: u64,
    pub fluents: usize,
    pub roles: usize,
    pub moves: usize,
    pub blocks: usize,
    pub block_gates: u32,
}

/// Shapes around the word boundaries of fluents and moves.
pub fn shapes() -> impl Strategy<Value = Shape> {
    (any::<u64>(), 0usize..80, 1usize..4, 1usize..80, 0usize..8, 1u32..40).prop_map(
        |(seed, fluents, roles, moves, blocks, block_gates)| Shape { seed, fluents, roles, moves, blocks, block_gates },
    )
}

/// Few states and moves, for searches that finish.
pub fn small_shapes() -> impl Strategy<Value = Shape> {
    (any::<u64>(), 0usize..9, 1usize..4, 1usize..4, 0usize..5, 1u32..12).prop_map(
        |(seed, fluents, roles, moves, blocks, block_gates)| Shape { seed, fluents, roles, moves, blocks, block_gates },
    )
}

/// A state in which each fluent holds with probability one half.
#[allow(dead_code, reason = "not every test needs it")]
pub fn random_state(game: &Game, random: &mut Random) -> State {
    let fluents = game.fluents.len();
    State::from_fluents(fluents, (0..fluents as u32).map(Fluent).filter(|_| random.below(2) == 1))
}

/// The game of a shape.
pub fn random_game(shape: &Shape) -> Game {
    let mut builder = Builder {
        random: Random::stream(shape.seed, 0),
        circuit: Circuit { inputs: (shape.fluents + shape.roles * shape.moves) as u32, ..Circuit::default() },
        readable: (0..=shape.fluents as u32).collect(),
    };
    for _ in 0..shape.blocks {
        builder.block(shape.block_gates);
    }
    let moves = (0..shape.roles).map(|_| (0..shape.moves).map(|m| builder.a_move(m)).collect()).collect();
    let goals = (0..shape.roles).map(|_| builder.goals()).collect();
    let terminal = builder.rare_signal();
    let state_blocks = builder.circuit.blocks.len();
    builder.readable.extend(shape.fluents as u32 + 1..=builder.circuit.inputs);
    for _ in 0..shape.blocks {
        builder.block(shape.block_gates);
    }
    let next = (0..shape.fluents).map(|_| builder.signal()).collect();
    let initial = (0..shape.fluents as u32).map(Fluent).filter(|_| builder.random.below(2) == 1).collect();
    let fluents: Vec<String> = (0..shape.fluents).map(|f| format!("f{f:02}")).collect();
    let lone =
        |(name, index): (&String, u32)| StateVariable { name: name.clone(), fluents: vec![Fluent(index)], none: true };
    Game {
        roles: (0..shape.roles).map(|role| format!("r{role}")).collect(),
        variables: fluents.iter().zip(0..).map(lone).collect(),
        fluents,
        always: vec!["constant".into()],
        initial,
        moves,
        goals,
        lowest_rewards: vec![0; shape.roles],
        terminal,
        next,
        circuit: builder.circuit,
        state_blocks,
    }
}

struct Builder {
    random: Random,
    circuit: Circuit,
    /// Nodes that the next gate may read.
    readable: Vec<u32>,
}

impl Builder {
    fn signal(&mut self) -> Signal {
        // Half of the reads go to recent nodes, so that circuits become deep.
        let count = self.readable.len() as u32;
        let back = if self.random.below(2) == 0 { count.min(12) } else { count };
        let signal = Signal::of(self.readable[(count - 1 - self.random.below(back)) as usize]);
        if self.random.below(3) == 0 { !signal } else { signal }
    }

    /// A signal that rarely holds.
    fn rare_signal(&mut self) -> Signal {
        let operands: Vec<Signal> = (0..3).map(|_| self.signal()).collect();
        self.gate(GateKind::And, &operands)
    }

    /// Adds a gate in a block of its own.
    fn gate(&mut self, kind: GateKind, operands: &[Signal]) -> Signal {
        let node = self.push(kind, operands);
        let end = self.circuit.gates.len() as u32;
        self.circuit.blocks.push(Block { gates: end - 1..end, recursive: false });
        Signal::of(node)
    }

    fn push(&mut self, kind: GateKind, operands: &[Signal]) -> u32 {
        let start = self.circuit.operand_list.len() as u32;
        self.circuit.operand_list.extend_from_slice(operands);
        self.circuit.gates.push(Gate { kind, operands: start..start + operands.len() as u32 });
        self.circuit.gate_node(self.circuit.gates.len() as u32 - 1)
    }

    fn kind(&mut self) -> GateKind {
        if self.random.below(2) == 0 { GateKind::And } else { GateKind::Or }
    }

    fn block(&mut self, gates: u32) {
        if self.random.below(3) == 0 { self.wide_sum() } else { self.mixed_block(gates) }
    }

    /// A disjunction of many small conjunctions that share factors, or its dual.
    fn wide_sum(&mut self) {
        let start = self.circuit.gates.len() as u32;
        let (outer, inner) =
            if self.random.below(2) == 0 { (GateKind::Or, GateKind::And) } else { (GateKind::And, GateKind::Or) };
        let pool: Vec<Signal> = (0..4 + self.random.below(8)).map(|_| self.signal()).collect();
        let mut operands = vec![self.signal()];
        for _ in 0..self.random.below(60) {
            // Mostly small ones, occasionally with a repeated factor, and a few too large to be fused.
            let arity = 1 + self.random.below(10).min(self.random.below(10));
            let factors: Vec<Signal> =
                (0..arity).map(|_| pool[self.random.below(pool.len() as u32) as usize]).collect();
            let product = Signal::of(self.push(inner, &factors));
            operands.push(if self.random.below(8) == 0 { !product } else { product });
        }
        let sum = self.push(outer, &operands);
        self.readable.push(sum);
        self.circuit.blocks.push(Block { gates: start..self.circuit.gates.len() as u32, recursive: false });
    }

    fn mixed_block(&mut self, gates: u32) {
        let start = self.circuit.gates.len() as u32;
        let recursive = self.random.below(2) == 0;
        let first = self.circuit.gate_node(start);
        for _ in 0..gates {
            let kind = self.kind();
            // Mostly two or three operands, sometimes none, one, or many.
            let arity = [0, 1, 2, 2, 2, 3, 3, 5, 9][self.random.below(9) as usize];
            let mut operands = Vec::new();
            for _ in 0..arity {
                let inside = recursive && self.random.below(2) == 0;
                operands.push(if inside { Signal::of(first + self.random.below(gates)) } else { self.signal() });
            }
            let node = self.push(kind, &operands);
            if !recursive {
                self.readable.push(node);
            }
        }
        let end = start + gates;
        if recursive {
            self.readable.extend(first..first + gates);
        }
        self.circuit.blocks.push(Block { gates: start..end, recursive });
    }

    fn a_move(&mut self, index: usize) -> Move {
        // Some move is legal for most roles, so that games continue.
        let safe = index == 0 && self.random.below(4) != 0;
        Move { name: format!("m{index:02}"), legal: if safe { Signal::TRUE } else { self.signal() } }
    }

    fn goals(&mut self) -> Vec<Goal> {
        let split = self.signal();
        let mut goals = vec![Goal { reward: 0, holds: split }, Goal { reward: 100, holds: !split }];
        if self.random.below(4) == 0 {
            goals.insert(1, Goal { reward: 50, holds: self.rare_signal() });
        }
        goals
    }
}
