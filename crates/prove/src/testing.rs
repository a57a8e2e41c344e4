//! Small games built by hand, for tests.

use game::{Block, Circuit, Fluent, Game, Gate, GateKind, Goal, Move, Signal, StateVariable};
use std::collections::BTreeMap;
use std::ops::Not;

/// A wire of the circuit under construction.
#[derive(Clone, Copy)]
pub struct Wire(usize, bool);

impl Not for Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        Wire(self.0, !self.1)
    }
}

enum Node {
    Truth,
    Fluent,
    Move,
    Gate(GateKind, Vec<Wire>),
}

/// Builds a ground game step by step.
pub struct Builder {
    nodes: Vec<Node>,
    roles: Vec<String>,
    fluents: BTreeMap<String, usize>,
    moves: Vec<BTreeMap<String, (usize, Wire)>>,
    next: BTreeMap<String, Vec<Wire>>,
    goals: Vec<BTreeMap<i32, Wire>>,
    initial: Vec<String>,
    terminal: Wire,
}

impl Builder {
    pub fn new(roles: &[&str]) -> Builder {
        Builder {
            nodes: vec![Node::Truth],
            roles: roles.iter().map(|&role| role.into()).collect(),
            fluents: BTreeMap::new(),
            moves: vec![BTreeMap::new(); roles.len()],
            next: BTreeMap::new(),
            goals: vec![BTreeMap::new(); roles.len()],
            initial: Vec::new(),
            terminal: Wire(0, true),
        }
    }

    pub fn truth(&self) -> Wire {
        Wire(0, false)
    }

    pub fn fluent(&mut self, name: &str) -> Wire {
        if let Some(&index) = self.fluents.get(name) {
            return Wire(index, false);
        }
        self.nodes.push(Node::Fluent);
        self.fluents.insert(name.into(), self.nodes.len() - 1);
        Wire(self.nodes.len() - 1, false)
    }

    /// Adds a move; the wire is true if it is made.
    pub fn action(&mut self, role: usize, name: &str, legal: Wire) -> Wire {
        self.nodes.push(Node::Move);
        self.moves[role].insert(name.into(), (self.nodes.len() - 1, legal));
        Wire(self.nodes.len() - 1, false)
    }

    pub fn and(&mut self, wires: &[Wire]) -> Wire {
        self.gate(GateKind::And, wires)
    }

    pub fn or(&mut self, wires: &[Wire]) -> Wire {
        self.gate(GateKind::Or, wires)
    }

    fn gate(&mut self, kind: GateKind, wires: &[Wire]) -> Wire {
        self.nodes.push(Node::Gate(kind, wires.to_vec()));
        Wire(self.nodes.len() - 1, false)
    }

    /// The fluent holds next if the wire is true, or another one given before.
    pub fn next(&mut self, fluent: &str, wire: Wire) {
        self.fluent(fluent);
        self.next.entry(fluent.into()).or_default().push(wire);
    }

    pub fn initial(&mut self, fluent: &str) {
        self.fluent(fluent);
        self.initial.push(fluent.into());
    }

    pub fn terminal(&mut self, wire: Wire) {
        self.terminal = wire;
    }

    pub fn goal(&mut self, role: usize, reward: i32, wire: Wire) {
        self.goals[role].insert(reward, wire);
    }

    pub fn finish(mut self) -> Game {
        let next: Vec<Wire> = self
            .fluents
            .keys()
            .map(|name| self.next.get(name).cloned().unwrap_or_default())
            .collect::<Vec<_>>()
            .into_iter()
            .map(|wires| self.or(&wires))
            .collect();
        let mut node = vec![0_u32; self.nodes.len()];
        for (number, &index) in self.fluents.values().enumerate() {
            node[index] = 1 + number as u32;
        }
        let mut inputs = self.fluents.len() as u32;
        for &(index, _) in self.moves.iter().flat_map(BTreeMap::values) {
            inputs += 1;
            node[index] = inputs;
        }
        let mut reads_move: Vec<bool> = Vec::new();
        for entry in &self.nodes {
            reads_move.push(match entry {
                Node::Move => true,
                Node::Gate(_, wires) => wires.iter().any(|wire| reads_move[wire.0]),
                _ => false,
            });
        }
        let mut circuit = Circuit { inputs, ..Circuit::default() };
        let mut state_gates = 0;
        for stage in [false, true] {
            for (index, entry) in self.nodes.iter().enumerate() {
                let Node::Gate(kind, wires) = entry else { continue };
                if reads_move[index] != stage {
                    continue;
                }
                let start = circuit.operand_list.len() as u32;
                circuit.operand_list.extend(wires.iter().map(|&wire| signal(&node, wire)));
                node[index] = circuit.nodes() as u32;
                circuit.gates.push(Gate { kind: *kind, operands: start..circuit.operand_list.len() as u32 });
            }
            if !stage {
                state_gates = circuit.gates.len() as u32;
            }
        }
        let ranges = [0..state_gates, state_gates..circuit.gates.len() as u32];
        circuit.blocks = ranges.into_iter().map(|gates| Block { gates, recursive: false }).collect();
        let names: Vec<String> = self.fluents.keys().cloned().collect();
        let place = |name: &String| Fluent(names.binary_search(name).expect("every fluent is known") as u32);
        let mut initial: Vec<Fluent> = self.initial.iter().map(place).collect();
        initial.sort();
        let legal =
            |(name, &(_, legal)): (&String, &(usize, Wire))| Move { name: name.clone(), legal: signal(&node, legal) };
        let reward = |(&reward, &wire): (&i32, &Wire)| Goal { reward, holds: signal(&node, wire) };
        let lone = |(name, fluent): (&String, u32)| StateVariable {
            name: name.clone(),
            fluents: vec![Fluent(fluent)],
            none: true,
        };
        Game {
            lowest_rewards: vec![0; self.roles.len()],
            roles: self.roles,
            always: Vec::new(),
            initial,
            moves: self.moves.iter().map(|moves| moves.iter().map(legal).collect()).collect(),
            goals: self.goals.iter().map(|goals| goals.iter().map(reward).collect()).collect(),
            terminal: signal(&node, self.terminal),
            next: next.into_iter().map(|wire| signal(&node, wire)).collect(),
            state_blocks: 1,
            variables: names.iter().zip(0..).map(lone).collect(),
            fluents: names,
            circuit,
        }
    }
}

fn signal(node: &[u32], wire: Wire) -> Signal {
    let signal = Signal::of(node[wire.0]);
    if wire.1 { !signal } else { signal }
}

/// Two roles take turns placing a mark on an empty cell; with `drop`, marks fall to the lowest empty cell of a column;
/// `length` marks in a line win.
pub fn line_game(columns: usize, rows: usize, length: usize, drop: bool) -> Game {
    let mut b = Builder::new(&["x", "o"]);
    let cell = |c: usize, r: usize, mark: &str| format!("(cell {c} {r} {mark})");
    let mut lines = Vec::new();
    for mark in ["x", "o"] {
        let mut rows_of_mark = Vec::new();
        for (c, r) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
            for (dc, dr) in [(1_i32, 0_i32), (0, 1), (1, 1), (1, -1)] {
                let at = |i: usize| (c as i32 + dc * i as i32, r as i32 + dr * i as i32);
                let (ec, er) = at(length - 1);
                if ec < columns as i32 && er < rows as i32 && er >= 0 {
                    let cells: Vec<Wire> =
                        (0..length).map(|i| b.fluent(&cell(at(i).0 as usize, at(i).1 as usize, mark))).collect();
                    let row = b.and(&cells);
                    rows_of_mark.push(row);
                }
            }
        }
        let line = b.or(&rows_of_mark);
        lines.push(line);
    }
    let blanks: Vec<Wire> = (0..columns * rows).map(|i| b.fluent(&cell(i / rows, i % rows, "b"))).collect();
    let open = b.or(&blanks);
    let over = b.or(&[lines[0], lines[1], !open]);
    b.terminal(over);
    let neither = b.and(&[!lines[0], !lines[1]]);
    for role in 0..2 {
        b.goal(role, 100, lines[role]);
        b.goal(role, 50, neither);
        b.goal(role, 0, lines[1 - role]);
    }
    let control = [b.fluent("(control x)"), b.fluent("(control o)")];
    let mut placed = vec![[b.truth(); 2]; columns * rows];
    for role in 0..2 {
        let role_name = ["x", "o"][role];
        if drop {
            for c in 0..columns {
                let top = b.fluent(&cell(c, rows - 1, "b"));
                let legal = b.and(&[control[role], top]);
                let does = b.action(role, &format!("(drop {c})"), legal);
                for r in 0..rows {
                    let here = b.fluent(&cell(c, r, "b"));
                    let below = if r == 0 { b.truth() } else { !b.fluent(&cell(c, r - 1, "b")) };
                    placed[c * rows + r][role] = b.and(&[does, here, below]);
                }
            }
        } else {
            for (c, r) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
                let here = b.fluent(&cell(c, r, "b"));
                let legal = b.and(&[control[role], here]);
                placed[c * rows + r][role] = b.action(role, &format!("(mark {c} {r})"), legal);
            }
        }
        b.action(role, "noop", control[1 - role]);
        b.next(&format!("(control {role_name})"), control[1 - role]);
    }
    for (c, r) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
        let [x, o] = placed[c * rows + r];
        for (mark, wire) in [("x", x), ("o", o)] {
            let stays = b.fluent(&cell(c, r, mark));
            b.next(&cell(c, r, mark), wire);
            b.next(&cell(c, r, mark), stays);
        }
        let blank = b.fluent(&cell(c, r, "b"));
        let stays = b.and(&[blank, !x, !o]);
        b.next(&cell(c, r, "b"), stays);
        b.initial(&cell(c, r, "b"));
    }
    b.initial("(control x)");
    b.finish()
}
