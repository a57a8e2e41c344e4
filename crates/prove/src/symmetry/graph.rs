//! The ground game as a graph with coloured vertices and labelled edges, whose automorphisms are the game's symmetries.

use game::{Fluent, Game, Signal};

use super::network::{Kind, Network};

/// Labels of edges. Each is an even number; the same edge seen from its other end has the odd number after it.
mod label {
    pub const OPERAND: u32 = 0;
    pub const NEXT: u32 = 4;
    pub const LEGAL: u32 = 8;
    pub const GOAL: u32 = 12;
    pub const TERMINAL: u32 = 16;
    pub const ROLE: u32 = 20;
    /// Added where the edge is inverted.
    pub const INVERTED: u32 = 2;
}

/// A graph. The vertices come in this order: roles, fluents, moves, the rest.
pub struct Graph {
    /// Per vertex its colour.
    pub colours: Vec<u64>,
    /// Where the neighbours of each vertex start; one more entry than vertices.
    starts: Vec<u32>,
    /// Neighbours with edge labels, sorted per vertex.
    neighbours: Vec<(u32, u32)>,
    /// Number of roles.
    pub roles: usize,
    /// Number of fluents.
    pub fluents: usize,
    /// Number of moves of all roles.
    pub moves: usize,
}

impl Graph {
    /// The graph of a game.
    pub fn new(game: &Game) -> Graph {
        let mut outputs: Vec<Signal> = game.next.clone();
        outputs.extend(game.moves.iter().flatten().map(|m| m.legal));
        outputs.extend(game.goals.iter().flatten().map(|goal| goal.holds));
        outputs.push(game.terminal);
        let (network, outputs) = Network::new(&game.circuit, &outputs);
        let mut builder = Builder::new(game, &network, &outputs);
        builder.connect(game, &outputs);
        builder.finish(game)
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// The neighbours of a vertex with the labels of the edges to them.
    pub fn neighbours(&self, vertex: u32) -> &[(u32, u32)] {
        &self.neighbours[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// Whether a permutation of the vertices is an automorphism.
    pub fn is_automorphism(&self, image: &[u32]) -> bool {
        let mut mapped = Vec::new();
        (0..self.len() as u32).all(|vertex| {
            let target = image[vertex as usize];
            mapped.clear();
            mapped.extend(self.neighbours(vertex).iter().map(|&(other, label)| (image[other as usize], label)));
            mapped.sort_unstable();
            self.colours[vertex as usize] == self.colours[target as usize] && mapped == self.neighbours(target)
        })
    }
}

struct Builder<'n> {
    network: &'n Network,
    colours: Vec<u64>,
    edges: Vec<(u32, u32, u32)>,
    /// Per node of the network its vertex; none for what no output rests on.
    vertices: Vec<Option<u32>>,
}

impl<'n> Builder<'n> {
    fn new(game: &Game, network: &'n Network, outputs: &[Signal]) -> Builder<'n> {
        let mut builder = Builder { network, colours: Vec::new(), edges: Vec::new(), vertices: Vec::new() };
        builder.vertices = vec![None; network.kinds.len()];
        // Roles have no colour of their own: their moves and rewards tell them apart, if anything does.
        game.roles.iter().for_each(|_| builder.colours.push(1));
        for fluent in 0..game.fluents.len() {
            let initial = game.initial.binary_search(&Fluent(fluent as u32)).is_ok();
            builder.place(1 + fluent, if initial { 3 } else { 2 });
        }
        for input in 1 + game.fluents.len()..=game.circuit.inputs as usize {
            builder.place(input, 4);
        }
        let mut open: Vec<u32> = outputs.iter().map(|output| output.node()).collect();
        while let Some(node) = open.pop() {
            if builder.vertices[node as usize].is_none() {
                let colour = match network.kinds[node as usize] {
                    Kind::Input => 5,
                    Kind::And => 6,
                    Kind::RecursiveAnd => 7,
                    Kind::RecursiveOr => 8,
                };
                builder.place(node as usize, colour);
                open.extend(network.operands[node as usize].iter().map(|operand| operand.node()));
            }
        }
        builder
    }

    fn place(&mut self, node: usize, colour: u64) {
        self.vertices[node] = Some(self.colours.len() as u32);
        self.colours.push(colour);
    }

    fn edge(&mut self, from: u32, to: u32, label: u32) {
        self.edges.push((from, to, label));
        self.edges.push((to, from, label + 1));
    }

    fn reads(&mut self, vertex: u32, signal: Signal, label: u32) {
        if let Some(node) = self.vertices[signal.node() as usize] {
            self.edge(vertex, node, label + if signal.inverted() { label::INVERTED } else { 0 });
        }
    }

    fn connect(&mut self, game: &Game, outputs: &[Signal]) {
        for node in 0..self.network.kinds.len() {
            let Some(vertex) = self.vertices[node] else { continue };
            for &operand in &self.network.operands[node] {
                self.reads(vertex, operand, label::OPERAND);
            }
        }
        let mut outputs = outputs.iter();
        let mut vertex = game.roles.len() as u32;
        for &signal in outputs.by_ref().take(game.next.len()) {
            self.reads(vertex, signal, label::NEXT);
            vertex += 1;
        }
        for (role, moves) in (0..).zip(&game.moves) {
            for &signal in outputs.by_ref().take(moves.len()) {
                self.reads(vertex, signal, label::LEGAL);
                self.edge(vertex, role, label::ROLE);
                vertex += 1;
            }
        }
        for (role, goals) in (0..).zip(&game.goals) {
            for (goal, &signal) in goals.iter().zip(outputs.by_ref()) {
                let vertex = self.colours.len() as u32;
                // The reward is the colour, beyond all others.
                self.colours.push(100 + (i64::from(goal.reward) - i64::from(i32::MIN)) as u64);
                self.reads(vertex, signal, label::GOAL);
                self.edge(vertex, role, label::ROLE);
            }
        }
        for &signal in outputs {
            let vertex = self.colours.len() as u32;
            self.colours.push(9);
            self.reads(vertex, signal, label::TERMINAL);
        }
    }

    fn finish(mut self, game: &Game) -> Graph {
        self.edges.sort_unstable();
        let mut starts = vec![0_u32; self.colours.len() + 1];
        self.edges.iter().for_each(|edge| starts[edge.0 as usize + 1] += 1);
        for vertex in 0..self.colours.len() {
            starts[vertex + 1] += starts[vertex];
        }
        Graph {
            colours: self.colours,
            starts,
            neighbours: self.edges.into_iter().map(|(_, to, label)| (to, label)).collect(),
            roles: game.roles.len(),
            fluents: game.fluents.len(),
            moves: game.moves.iter().map(Vec::len).sum(),
        }
    }
}
