//! Converts the network to the game's circuit: live gates only, gates that read no move first, recursive ones in
//! separate blocks.

use game::{Block, Circuit, Fluent, Game, Gate, GateKind, Goal, Move, Signal, StateVariable};

use crate::build::Built;
use crate::network::{Network, NodeKind};
use crate::program::Program;

/// Upper bound on the memory that [`assemble`] takes, including the result: gates and operands once more, names twice.
pub fn assembly_bytes(program: &Program, network: &Network) -> usize {
    network.len() * (size_of::<Gate>() + 24) + network.operand_count() * size_of::<Signal>() + 3 * program.bytes()
}

/// The finished game.
pub fn assemble(program: &Program, built: &Built, always: Vec<String>, lowest_rewards: Vec<i32>) -> Game {
    let roots = built.next.iter().chain(&built.legal).chain(&built.goals).chain(std::iter::once(&built.terminal));
    let layout = Layout::new(&built.network, built.fluents.len(), built.moves.len(), roots);
    let signal = |s: Signal| layout.signal(s);

    let mut moves: Vec<Vec<Move>> = vec![Vec::new(); program.roles.len()];
    for (&m, &legal) in built.moves.iter().zip(&built.legal) {
        let action = &program.moves[m];
        moves[action.role].push(Move { name: action.name.clone(), legal: signal(legal) });
    }
    let mut goals: Vec<Vec<Goal>> = vec![Vec::new(); program.roles.len()];
    for (goal, &holds) in program.goals.iter().zip(&built.goals) {
        if holds != Signal::FALSE {
            goals[goal.role].push(Goal { reward: goal.reward, holds: signal(holds) });
        }
    }
    let fluents: Vec<String> = built.fluents.iter().map(|&f| program.fluents[f].name.clone()).collect();
    let initial = (built.fluents.iter().enumerate())
        .filter(|&(_, &f)| program.fluents[f].initial)
        .map(|(i, _)| Fluent(i as u32))
        .collect();
    let variables = (fluents.iter().enumerate())
        .map(|(f, name)| StateVariable { name: name.clone(), fluents: vec![Fluent(f as u32)], none: true })
        .collect();
    let next = built.next.iter().map(|&s| signal(s)).collect();
    let terminal = signal(built.terminal);
    let (circuit, state_blocks) = layout.circuit(&built.network);
    let roles = program.roles.clone();
    Game {
        roles,
        fluents,
        always,
        initial,
        moves,
        goals,
        lowest_rewards,
        terminal,
        next,
        circuit,
        state_blocks,
        variables,
    }
}

/// The final position of each node of the network.
struct Layout {
    /// Live gates in their final order.
    order: Vec<u32>,
    /// The number of them that read no move.
    state_gates: usize,
    /// The final node of each live node.
    place: Vec<u32>,
    /// Conjunctions that are written as disjunctions of the complements.
    flipped: Vec<bool>,
    inputs: u32,
}

impl Layout {
    fn new<'a>(
        network: &Network,
        fluents: usize,
        moves: usize,
        roots: impl Iterator<Item = &'a Signal> + Clone,
    ) -> Layout {
        let inputs = (fluents + moves) as u32;
        let gates = inputs + 1..network.len() as u32;
        let mut plain = vec![0u32; network.len()];
        let mut inverted = vec![0u32; network.len()];
        let mut count =
            |s: Signal| if s.inverted() { inverted[s.node() as usize] += 1 } else { plain[s.node() as usize] += 1 };
        let live = live(network, roots.clone());
        roots.for_each(|&s| count(s));
        for node in gates.clone().filter(|&n| live[n as usize]) {
            network.operands(node).iter().for_each(|&s| count(s));
        }
        let flipped =
            (0..network.len()).map(|n| network.kind(n as u32) == NodeKind::And && inverted[n] > plain[n]).collect();

        let reads_moves = reads_moves(network, fluents, inputs);
        let mut order: Vec<u32> = gates.clone().filter(|&n| live[n as usize] && !reads_moves[n as usize]).collect();
        let state_gates = order.len();
        order.extend(gates.filter(|&n| live[n as usize] && reads_moves[n as usize]));
        let mut place: Vec<u32> = (0..network.len() as u32).collect();
        for (position, &node) in order.iter().enumerate() {
            place[node as usize] = 1 + inputs + position as u32;
        }
        Layout { order, state_gates, place, flipped, inputs }
    }

    fn signal(&self, signal: Signal) -> Signal {
        let node = signal.node() as usize;
        let target = Signal::of(self.place[node]);
        if signal.inverted() != self.flipped[node] { !target } else { target }
    }

    /// The circuit, and the number of its blocks that read no move.
    fn circuit(&self, network: &Network) -> (Circuit, usize) {
        let mut circuit = Circuit { inputs: self.inputs, ..Circuit::default() };
        let mut state_blocks = 0;
        let mut current_loop = None;
        for (position, &node) in self.order.iter().enumerate() {
            let kind = network.kind(node);
            let in_loop = match kind {
                NodeKind::LoopAnd(number) | NodeKind::LoopOr(number) => Some(number),
                NodeKind::And | NodeKind::Leaf => None,
            };
            if position == 0 || position == self.state_gates || in_loop != current_loop {
                let start = position as u32;
                circuit.blocks.push(Block { gates: start..start, recursive: in_loop.is_some() });
                current_loop = in_loop;
            }
            if let Some(block) = circuit.blocks.last_mut() {
                block.gates.end += 1;
            }
            if position < self.state_gates {
                state_blocks = circuit.blocks.len();
            }
            let start = circuit.operand_list.len() as u32;
            let flip = self.flipped[node as usize];
            let operands = network.operands(node).iter().map(|&s| self.signal(if flip { !s } else { s }));
            circuit.operand_list.extend(operands);
            circuit.operand_list[start as usize..].sort_unstable();
            let or = flip || matches!(kind, NodeKind::LoopOr(_));
            let kind = if or { GateKind::Or } else { GateKind::And };
            circuit.gates.push(Gate { kind, operands: start..circuit.operand_list.len() as u32 });
        }
        (circuit, state_blocks)
    }
}

/// Nodes on which some root depends; either all gates of a loop or none.
pub fn live<'a>(network: &Network, roots: impl Iterator<Item = &'a Signal>) -> Vec<bool> {
    let mut live = vec![false; network.len()];
    let mut stack: Vec<u32> = roots.map(|s| s.node()).collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut live[node as usize], true) {
            stack.extend(network.operands(node).iter().map(|s| s.node()));
        }
    }
    live
}

/// Which nodes depend on a move.
fn reads_moves(network: &Network, fluents: usize, inputs: u32) -> Vec<bool> {
    let mut reads = vec![false; network.len()];
    reads[1 + fluents..=inputs as usize].fill(true);
    let mut node = inputs + 1;
    while (node as usize) < network.len() {
        // If one gate of a loop reads a move, all of them do.
        let mut end = node + 1;
        if let NodeKind::LoopAnd(number) | NodeKind::LoopOr(number) = network.kind(node) {
            let same = |n: u32| matches!(network.kind(n), NodeKind::LoopAnd(m) | NodeKind::LoopOr(m) if m == number);
            while (end as usize) < network.len() && same(end) {
                end += 1;
            }
        }
        let any = (node..end).any(|n| network.operands(n).iter().any(|s| reads[s.node() as usize]));
        reads[node as usize..end as usize].fill(any);
        node = end;
    }
    reads
}
