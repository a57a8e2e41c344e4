//! The ground game as a graph with coloured vertices and labelled edges, whose automorphisms are the game's symmetries.

use game::{Fluent, Game, Signal};

use super::network::{Network, Node};
use crate::quota::{Held, Quota};

/// Edge labels. Each is an even number; the same edge seen from its other end has the next odd number.
mod label {
    pub const OPERAND: u32 = 0;
    pub const NEXT: u32 = 4;
    pub const LEGAL: u32 = 8;
    pub const GOAL: u32 = 12;
    pub const TERMINAL: u32 = 16;
    pub const ROLE: u32 = 20;
    pub const ALTERNATIVE: u32 = 24;
    /// Added if the edge is inverted.
    pub const INVERTED: u32 = 2;
}

/// A graph. The vertices come in this order: roles, fluents, moves, the rest.
pub struct Graph {
    /// For each vertex, its colour.
    pub colours: Vec<u64>,
    /// The start of each vertex's neighbours; one more entry than vertices.
    starts: Vec<u32>,
    /// Neighbours with edge labels, sorted per vertex.
    neighbours: Vec<(u32, u32)>,
    /// Number of roles.
    pub roles: usize,
    /// Number of fluents.
    pub fluents: usize,
    /// Number of moves of all roles.
    pub moves: usize,
    /// Whether the circuit was fully expanded, so that it hides few symmetries.
    pub complete: bool,
    /// The bytes of all that.
    _held: Held,
}

/// Work per edge to make the graph, and bytes of a vertex and of an edge.
const EDGE: u64 = 50;
const VERTEX_BYTES: usize = size_of::<u64>() + size_of::<u32>();
const EDGE_BYTES: usize = size_of::<(u32, u32, u32)>() + size_of::<(u32, u32)>();

impl Graph {
    /// The graph of a game; `None` if the quota is used up.
    pub fn new(game: &Game, quota: &Quota) -> Option<Graph> {
        let mut outputs: Vec<Signal> = game.next.clone();
        outputs.extend(game.moves.iter().flatten().map(|m| m.legal));
        outputs.extend(game.goals.iter().flatten().map(|goal| goal.holds));
        outputs.push(game.terminal);
        let (network, outputs) = Network::new(&game.circuit, &outputs, quota)?;
        let mut builder = Builder::new(game, &network, &outputs);
        builder.connect(game, &outputs);
        // Once as a list to be sorted and once as neighbours.
        let held = quota.hold(VERTEX_BYTES * builder.colours.len() + EDGE_BYTES * builder.edges.len());
        quota.spend(EDGE * builder.edges.len() as u64);
        (!quota.is_over()).then(|| builder.finish(game, held))
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Number of edges, each seen from both ends.
    pub fn edges(&self) -> usize {
        self.neighbours.len()
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
    /// For each node of the network, its vertex; `None` if no output depends on it.
    vertices: Vec<Option<u32>>,
}

impl<'n> Builder<'n> {
    fn new(game: &Game, network: &'n Network, outputs: &[Signal]) -> Builder<'n> {
        let mut builder = Builder { network, colours: Vec::new(), edges: Vec::new(), vertices: Vec::new() };
        builder.vertices = vec![None; network.nodes.len()];
        // Roles share a colour: only their moves and rewards distinguish them.
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
            if builder.vertices[node as usize].is_some() {
                continue;
            }
            let read = |signals: &[Signal]| signals.iter().map(|signal| signal.node()).collect::<Vec<u32>>();
            let (colour, reads) = match &network.nodes[node as usize] {
                Node::Input => (5, Vec::new()),
                Node::Form(form) => (if form.len() == 1 { 6 } else { 10 }, read(&form.concat())),
                Node::RecursiveAnd(operands) => (7, read(operands)),
                Node::RecursiveOr(operands) => (8, read(operands)),
            };
            builder.place(node as usize, colour);
            open.extend(reads);
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

    /// Connects a form. An alternative with several conditions is a separate vertex, unless it is the only one.
    fn alternatives(&mut self, vertex: u32, form: &[Vec<Signal>]) {
        for term in form {
            let mut reader = vertex;
            if form.len() > 1 && term.len() > 1 {
                reader = self.colours.len() as u32;
                self.colours.push(6);
                self.edge(vertex, reader, label::ALTERNATIVE);
            }
            term.iter().for_each(|&condition| self.reads(reader, condition, label::OPERAND));
        }
    }

    fn connect(&mut self, game: &Game, outputs: &[Signal]) {
        for (node, vertex) in self.vertices.clone().into_iter().enumerate() {
            let Some(vertex) = vertex else { continue };
            match &self.network.nodes[node] {
                Node::Input => {}
                Node::RecursiveAnd(operands) | Node::RecursiveOr(operands) => {
                    operands.iter().for_each(|&operand| self.reads(vertex, operand, label::OPERAND));
                }
                Node::Form(form) => self.alternatives(vertex, form),
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
                // The reward determines the colour, outside the range of all others.
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

    fn finish(mut self, game: &Game, held: Held) -> Graph {
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
            complete: self.network.complete,
            _held: held,
        }
    }
}
