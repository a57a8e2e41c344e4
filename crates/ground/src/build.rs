//! Converts the ground program to gates.
//!
//! Components are processed in dependency order: an atom is the disjunction of the bodies of its rules. Mutually
//! dependent atoms become a loop, which denotes its least fixpoint.

use components::components;
use game::Signal;

use crate::constants::Constants;
use crate::limits::{Meter, Stop};
use crate::network::{Network, NodeKind};
use crate::program::{AtomId, Lists, Program};

/// A network and the meaning of its signals.
#[derive(Clone, Debug)]
pub struct Built {
    /// The gates. Inputs are the fluents of `fluents`, then the moves of `moves`.
    pub network: Network,
    /// Indices of the program's fluents that are not constant.
    pub fluents: Vec<usize>,
    /// Indices of the program's moves that are possible.
    pub moves: Vec<usize>,
    /// For each entry of `fluents`, whether it holds next.
    pub next: Vec<Signal>,
    /// For each entry of `moves`, whether it is legal.
    pub legal: Vec<Signal>,
    /// For each goal of the program, whether it holds; the last of several goals with the same reward represents all of
    /// them.
    pub goals: Vec<Signal>,
    /// Whether the state is terminal.
    pub terminal: Signal,
}

impl Built {
    /// Makes states terminal in which some role has no legal move.
    fn end_where_stuck(&mut self, program: &Program) {
        let mut ends = vec![self.terminal];
        for role in 0..program.roles.len() {
            let own = self.moves.iter().zip(&self.legal).filter(|(m, _)| program.moves[**m].role == role);
            let mut legal: Vec<Signal> = own.map(|(_, &legal)| legal).collect();
            ends.push(!self.network.or(&mut legal));
        }
        self.terminal = self.network.or(&mut ends);
    }
}

struct Builder<'a> {
    program: &'a Program,
    /// Rules of each atom.
    rules: Lists,
    /// The signal of each atom that has been computed.
    signals: Vec<Option<Signal>>,
    network: Network,
    /// Memory for everything except the network.
    working: usize,
}

/// Builds the network of a program without constants. With `stuck_ends`, states in which a role is stuck are terminal.
pub fn build(program: &Program, known: &Constants, stuck_ends: bool, meter: &mut Meter) -> Result<Built, Stop> {
    let open = |atom: AtomId| known.value(atom).is_none();
    let fluents: Vec<usize> = (0..program.fluents.len()).filter(|&f| open(program.fluents[f].holds)).collect();
    let moves: Vec<usize> =
        (0..program.moves.len()).filter(|&m| known.possible[program.moves[m].legal as usize]).collect();
    // The rules of each atom, the graph of atoms with the working memory for its components, and a signal per atom.
    let working = Lists::bytes(program.atoms, program.rules.len())
        + Lists::bytes(program.atoms, program.rules.literals())
        + 32 * program.atoms;
    meter.check(working)?;
    let mut signals: Vec<Option<Signal>> = (0..program.atoms)
        .map(|atom| known.value(atom as AtomId).map(|value| if value { Signal::TRUE } else { Signal::FALSE }))
        .collect();
    for (input, &f) in fluents.iter().enumerate() {
        signals[program.fluents[f].holds as usize] = Some(Signal::of(1 + input as u32));
    }
    for (input, &m) in moves.iter().enumerate() {
        let does = program.moves[m].does;
        signals[does as usize] = signals[does as usize].or(Some(Signal::of((1 + fluents.len() + input) as u32)));
    }
    let rules =
        Lists::collect(program.atoms, || (0..program.rules.len()).map(|rule| (program.rules.head(rule), rule as u32)));
    let inputs = fluents.len() + moves.len();
    let mut builder = Builder { program, rules, signals, network: Network::new(inputs), working };

    let next_atoms = fluents.iter().filter_map(|&f| program.fluents[f].next);
    let legal_atoms = moves.iter().map(|&m| program.moves[m].legal);
    let goal_atoms = program.goals.iter().map(|g| g.holds);
    builder.settle(legal_atoms.chain(goal_atoms).chain(program.terminal).chain(next_atoms), meter)?;

    let signal = |atom: AtomId| builder.signals[atom as usize].unwrap_or(Signal::FALSE);
    let next = fluents.iter().map(|&f| program.fluents[f].next.map_or(Signal::FALSE, signal)).collect();
    let legal = moves.iter().map(|&m| signal(program.moves[m].legal)).collect();
    let mut goals: Vec<Signal> = program.goals.iter().map(|g| signal(g.holds)).collect();
    let terminal = program.terminal.map_or(Signal::FALSE, signal);
    for i in 1..goals.len() {
        // `1` and `01` are two terms but one reward.
        if (program.goals[i - 1].role, program.goals[i - 1].reward) == (program.goals[i].role, program.goals[i].reward)
        {
            goals[i] = builder.network.or(&mut vec![goals[i - 1], goals[i]]);
            goals[i - 1] = Signal::FALSE;
        }
    }
    let mut built = Built { fluents, moves, next, legal, goals, terminal, network: builder.network };
    if stuck_ends {
        built.end_where_stuck(program);
    }
    Ok(built)
}

impl Builder<'_> {
    /// Computes the signals of the roots and of everything that they depend on.
    fn settle(&mut self, roots: impl Iterator<Item = AtomId>, meter: &mut Meter) -> Result<(), Stop> {
        let rules = &self.program.rules;
        let graph = Lists::collect(self.program.atoms, || {
            (0..rules.len()).flat_map(|rule| {
                let open = rules.body(rule).iter().filter(|l| self.signals[l.atom() as usize].is_none());
                open.map(move |l| (rules.head(rule), l.atom()))
            })
        });
        let successor = |atom: AtomId, edge: usize| graph.get(atom).get(edge).copied();
        let roots: Vec<AtomId> = roots.filter(|&a| self.signals[a as usize].is_none()).collect();
        for component in components(successor, self.program.atoms, roots.into_iter()).iter() {
            meter.tick(|| self.network.bytes() + self.working)?;
            match component {
                &[atom] => self.settle_one(atom),
                atoms => {
                    meter.check(self.network.bytes() + self.working + self.loop_bytes(atoms))?;
                    self.settle_loop(atoms);
                }
            }
        }
        Ok(())
    }

    fn signal(&self, literal: crate::program::Literal) -> Option<Signal> {
        let signal = self.signals[literal.atom() as usize]?;
        Some(if literal.negative() { !signal } else { signal })
    }

    fn settle_one(&mut self, atom: AtomId) {
        let (mut bodies, mut body) = (Vec::new(), Vec::new());
        for position in 0..self.rules.get(atom).len() {
            let rule = self.rules.get(atom)[position] as usize;
            body.clear();
            body.extend(self.program.rules.body(rule).iter().filter_map(|&l| self.signal(l)));
            // In the largest games most bodies are single literals.
            bodies.push(if let [single] = body[..] { single } else { self.network.and(&mut body) });
        }
        self.signals[atom as usize] = Some(self.network.or(&mut bodies));
    }

    /// Estimate of the temporary memory for [`Builder::settle_loop`]: several lists per rule and maps per atom.
    fn loop_bytes(&self, atoms: &[AtomId]) -> usize {
        let rules = |&atom: &AtomId| self.rules.get(atom).iter();
        let literals = |&rule: &u32| self.program.rules.body(rule as usize).len();
        160 * atoms.len() + atoms.iter().flat_map(rules).map(|rule| 160 + 40 * literals(rule)).sum::<usize>()
    }

    /// Builds a loop of mutually dependent atoms. Each rule is split into a known part (one signal) and the atoms of
    /// the loop.
    fn settle_loop(&mut self, atoms: &[AtomId]) {
        let mut rules: Vec<(AtomId, Signal, Vec<AtomId>)> = Vec::new();
        for &atom in atoms {
            for position in 0..self.rules.get(atom).len() {
                let rule = self.rules.get(atom)[position] as usize;
                let body = self.program.rules.body(rule);
                let mut outer: Vec<Signal> = body.iter().filter_map(|&l| self.signal(l)).collect();
                let inner = body.iter().filter(|l| self.signals[l.atom() as usize].is_none());
                let inner: Vec<AtomId> = inner.map(|l| l.atom()).collect();
                let outer = self.network.and(&mut outer);
                if outer != Signal::FALSE {
                    rules.push((atom, outer, inner));
                }
            }
        }
        self.settle_constants(atoms, &rules);
        let open: Vec<AtomId> = atoms.iter().copied().filter(|&a| self.signals[a as usize].is_none()).collect();
        rules.retain(|(head, _, _)| self.signals[*head as usize].is_none());

        // The part that does not depend on the loop is one disjunction per atom. It is built first, because the gates
        // of a loop must be contiguous.
        let mut outer_parts: Vec<Vec<Signal>> = Vec::new();
        let mut inner_parts: Vec<Vec<(Signal, Vec<AtomId>)>> = Vec::new();
        let place: rustc_hash::FxHashMap<AtomId, usize> = open.iter().enumerate().map(|(i, &a)| (a, i)).collect();
        outer_parts.resize(open.len(), Vec::new());
        inner_parts.resize(open.len(), Vec::new());
        for (head, outer, inner) in rules {
            if inner.iter().any(|&a| self.signals[a as usize] == Some(Signal::FALSE)) {
                continue;
            }
            let inner: Vec<AtomId> = inner.into_iter().filter(|&a| self.signals[a as usize].is_none()).collect();
            match inner.is_empty() {
                true => outer_parts[place[&head]].push(outer),
                false => inner_parts[place[&head]].push((outer, inner)),
            }
        }
        let outer_parts: Vec<Signal> = outer_parts.iter_mut().map(|part| self.network.or(part)).collect();
        let number = self.network.new_loop();
        for &atom in &open {
            self.signals[atom as usize] = Some(self.network.loop_gate(NodeKind::LoopOr(number)));
        }
        for (position, &atom) in open.iter().enumerate() {
            let mut disjuncts: Vec<Signal> = Vec::new();
            disjuncts.extend((outer_parts[position] != Signal::FALSE).then_some(outer_parts[position]));
            for (outer, inner) in &inner_parts[position] {
                let mut conjuncts: Vec<Signal> = inner.iter().filter_map(|&a| self.signals[a as usize]).collect();
                conjuncts.extend((*outer != Signal::TRUE).then_some(*outer));
                disjuncts.push(self.loop_and(number, &conjuncts));
            }
            disjuncts.sort_unstable();
            disjuncts.dedup();
            if let Some(gate) = self.signals[atom as usize] {
                self.network.set_operands(gate, &disjuncts);
            }
        }
    }

    fn loop_and(&mut self, number: u32, conjuncts: &[Signal]) -> Signal {
        if let &[single] = conjuncts {
            return single;
        }
        let gate = self.network.loop_gate(NodeKind::LoopAnd(number));
        self.network.set_operands(gate, conjuncts);
        gate
    }

    /// Finds atoms of a loop that are constant once the signals outside are known: true because a rule is true, or
    /// false because nothing outside supports them.
    fn settle_constants(&mut self, atoms: &[AtomId], rules: &[(AtomId, Signal, Vec<AtomId>)]) {
        for constant in [Signal::TRUE, Signal::FALSE] {
            let uses: Vec<(AtomId, usize)> =
                (rules.iter().enumerate()).flat_map(|(r, (_, _, inner))| inner.iter().map(move |&a| (a, r))).collect();
            let mut rules_with: rustc_hash::FxHashMap<AtomId, Vec<usize>> = rustc_hash::FxHashMap::default();
            for (atom, rule) in uses {
                rules_with.entry(atom).or_default().push(rule);
            }
            let mut missing: Vec<usize> = rules.iter().map(|(_, _, inner)| inner.len()).collect();
            let mut reached = rustc_hash::FxHashSet::default();
            let counts = |outer: Signal| constant == Signal::FALSE || outer == Signal::TRUE;
            let ready = |r: &usize| missing[*r] == 0 && counts(rules[*r].1);
            let mut queue: Vec<AtomId> = (0..rules.len()).filter(ready).map(|r| rules[r].0).collect();
            while let Some(atom) = queue.pop() {
                if !reached.insert(atom) {
                    continue;
                }
                for &rule in rules_with.get(&atom).into_iter().flatten() {
                    missing[rule] -= 1;
                    if missing[rule] == 0 && counts(rules[rule].1) {
                        queue.push(rules[rule].0);
                    }
                }
            }
            for &atom in atoms {
                if reached.contains(&atom) == (constant == Signal::TRUE) {
                    self.signals[atom as usize] = Some(constant);
                }
            }
        }
    }
}
