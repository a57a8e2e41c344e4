//! Covers of signals: alternatives, each a set of necessary conditions, of which one holds whenever the signal does.
//!
//! `(cell 1 1 x)` holds next if x marks it, which is legal only while it is blank and x is in control, or if it holds
//! now. If that would give too many alternatives, gates become conditions themselves, or only the moves of which one is
//! made are recorded.

use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A sorted conjunction of conditions.
pub type Term = Vec<Signal>;

/// A role and some of its moves as input nodes, ascending.
pub type Needed = (u32, Rc<Vec<u32>>);

/// How far alternatives are expanded.
#[derive(Clone, Copy)]
struct Extent {
    /// Levels of gates below the signal.
    depth: usize,
    /// The maximum number of alternatives of a signal deeper down; beyond, it becomes a condition itself.
    terms: usize,
    /// The maximum number of alternatives from combining the operands of one gate; further operands become conditions
    /// themselves.
    combined: usize,
}

/// The first stage is cheap: most groups need no more, and the proofs of the others build on them.
const EXTENTS: [Extent; 2] =
    [Extent { depth: 4, terms: 64, combined: 64 }, Extent { depth: 8, terms: 256, combined: 512 }];
/// The number of stages.
pub const STAGES: usize = EXTENTS.len();
/// Levels of gates below a move's `legal`.
const LEGAL_DEPTH: usize = 4;
/// The maximum number of alternatives searched for common conditions.
const MOST_COMMON: usize = 16;
/// Levels of gates searched for the moves that a signal needs.
const MOVE_DEPTH: usize = 12;
/// The maximum number of alternatives of a signal near the top.
const MOST_TERMS: usize = 4096;
/// The maximum number of alternatives of a condition that are expanded.
const MOST_INSIDE: usize = 300;
/// The maximum number of stored conditions; beyond, gates become conditions themselves.
const MOST_KEPT: usize = 20_000_000;

/// The covers of a game's signals.
pub struct Covers<'g> {
    game: &'g Game,
    /// For each node, whether it belongs to a recursive block. Its alternatives would need the fixpoint.
    recursive: Vec<bool>,
    /// For each move input, counted from the first, its role and its legality.
    moves: Vec<(u32, Signal)>,
    /// The alternatives by signal, remaining levels and stage.
    covers: FxHashMap<(Signal, usize, usize), Rc<Vec<Term>>>,
    /// The number of stored conditions.
    kept: usize,
    /// For each signal that needs moves, the common conditions of their legality.
    legality: FxHashMap<Signal, Rc<Term>>,
    /// Necessary conditions by signal and remaining levels.
    necessary: FxHashMap<(Signal, usize), Rc<Term>>,
    /// The number of nodes of the circuit and of conditions introduced here: that one of some moves is made.
    nodes: u32,
    /// For each signal, one alternative per role, if only moves are recorded.
    by_role: FxHashMap<Signal, Option<Rc<Vec<Term>>>>,
    /// For each signal, the role and its moves of which one is made whenever the signal holds, if known.
    needed: FxHashMap<Signal, Option<Needed>>,
    stage: usize,
}

impl<'g> Covers<'g> {
    /// An empty cache.
    pub fn new(game: &'g Game) -> Covers<'g> {
        let mut recursive = vec![false; game.circuit.nodes()];
        for block in game.circuit.blocks.iter().filter(|block| block.recursive) {
            block.gates.clone().for_each(|gate| recursive[game.circuit.gate_node(gate) as usize] = true);
        }
        let moves = (0..).zip(&game.moves).flat_map(|(role, moves)| moves.iter().map(move |made| (role, made.legal)));
        Covers {
            game,
            recursive,
            moves: moves.collect(),
            covers: FxHashMap::default(),
            kept: 0,
            legality: FxHashMap::default(),
            necessary: FxHashMap::default(),
            nodes: game.circuit.nodes() as u32,
            by_role: FxHashMap::default(),
            needed: FxHashMap::default(),
            stage: 0,
        }
    }

    /// Sets the stage, and clears the cache if it has become large.
    pub fn start(&mut self, stage: usize) {
        self.stage = stage.min(STAGES - 1);
        if self.kept > MOST_KEPT {
            self.covers.clear();
            self.by_role.clear();
            self.needed.clear();
            self.legality.clear();
            self.necessary.clear();
            self.kept = 0;
        }
    }

    /// Number of conditions that are kept.
    pub fn kept(&self) -> usize {
        self.kept
    }

    fn extent(&self) -> Extent {
        EXTENTS[self.stage]
    }

    /// Alternatives of which one holds whenever the signal does.
    pub fn of(&mut self, signal: Signal) -> Rc<Vec<Term>> {
        self.cover(signal, self.extent().depth)
    }

    /// The alternatives of a condition, each with all its necessary conditions.
    pub fn inside(&mut self, signal: Signal) -> Option<Vec<Rc<Term>>> {
        let (all, operands) = self.operands(signal)?;
        (!all && operands.len() <= MOST_INSIDE).then(|| operands.map(|s| self.necessary(s, LEGAL_DEPTH)).collect())
    }

    /// The operands of a signal's gate, inverted if the signal is, and whether all of them are necessary or one.
    /// `None` for inputs and recursive gates.
    fn operands(&self, signal: Signal) -> Option<(bool, impl ExactSizeIterator<Item = Signal> + use<'g>)> {
        let circuit = &self.game.circuit;
        let gate = circuit.gate(signal.node()).filter(|_| !self.recursive[signal.node() as usize])?;
        let operands = circuit.operands(gate).iter().map(move |&s| if signal.inverted() { !s } else { s });
        Some(((gate.kind == GateKind::And) != signal.inverted(), operands))
    }

    /// The role whose moves a gate needs; [`Covers::moves`] returns the moves.
    pub fn needs(&mut self, signal: Signal) -> Option<u32> {
        self.game.circuit.gate(signal.node())?;
        self.needed(signal, MOVE_DEPTH).map(|(role, _)| role)
    }

    /// The role whose move a signal is.
    pub fn role(&self, signal: Signal) -> Option<u32> {
        let input = (signal.node() as usize).checked_sub(1 + self.game.fluents.len())?;
        if signal.inverted() { None } else { self.moves.get(input).map(|&(role, _)| role) }
    }

    /// The moves, ascending, of which a condition about a role needs one.
    pub fn moves(&self, signal: Signal) -> &[u32] {
        match self.needed.get(&signal) {
            Some(Some((_, moves))) => moves,
            _ => &[],
        }
    }

    /// A term with the conditions of the legality of the moves that it needs.
    pub fn with_legality(&mut self, term: &Term) -> Term {
        let mut all = term.clone();
        for &signal in term {
            if let Some((_, moves)) = self.made(signal) {
                all.extend_from_slice(&self.required(signal, &moves));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The common conditions of the legality of the moves that a signal needs.
    pub fn required(&mut self, signal: Signal, moves: &[u32]) -> Rc<Term> {
        if let Some(known) = self.legality.get(&signal) {
            return Rc::clone(known);
        }
        let mut required: Option<Rc<Term>> = None;
        for &node in moves {
            let legal = self.moves[node as usize - 1 - self.game.fluents.len()].1;
            let conditions = self.necessary(legal, LEGAL_DEPTH);
            required = Some(match required {
                None => conditions,
                Some(others) => Rc::new(common([&*others, &*conditions].into_iter())),
            });
            if required.as_ref().is_some_and(|conditions| conditions.is_empty()) {
                break;
            }
        }
        let required = required.unwrap_or_default();
        self.kept += required.len();
        self.legality.insert(signal, Rc::clone(&required));
        required
    }

    /// Conditions that hold whenever a signal does: all of those of a conjunction, and the common ones of alternatives.
    fn necessary(&mut self, signal: Signal, depth: usize) -> Rc<Term> {
        if let Some(known) = self.necessary.get(&(signal, depth)) {
            return Rc::clone(known);
        }
        let mut conditions = if signal == Signal::TRUE { Vec::new() } else { vec![signal] };
        let open = depth > 0 && self.kept <= MOST_KEPT;
        if let Some((all, operands)) = self.operands(signal).filter(|_| open) {
            if all {
                operands.for_each(|operand| conditions.extend_from_slice(&self.necessary(operand, depth - 1)));
            } else if operands.len() <= MOST_COMMON {
                let terms: Vec<Rc<Term>> = operands.map(|operand| self.necessary(operand, depth - 1)).collect();
                conditions.extend(common(terms.iter().map(Rc::as_ref)));
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        self.kept += conditions.len() + 4;
        let conditions = Rc::new(conditions);
        self.necessary.insert((signal, depth), Rc::clone(&conditions));
        conditions
    }

    /// The moves of a condition that is only about moves: that one is made, or one of several.
    pub fn made(&mut self, signal: Signal) -> Option<Needed> {
        let made_up = signal.node() as usize >= self.game.circuit.nodes();
        if made_up || self.role(signal).is_some() { self.needed(signal, 0) } else { None }
    }

    /// The role and its moves of which one is made whenever the signal holds.
    fn needed(&mut self, signal: Signal, depth: usize) -> Option<Needed> {
        if let Some(known) = self.needed.get(&signal) {
            return known.clone();
        }
        let open = depth > 0 && self.kept <= MOST_KEPT;
        let needed = match (self.role(signal), self.operands(signal).filter(|_| open)) {
            (Some(role), _) => Some((role, Rc::new(vec![signal.node()]))),
            (None, Some((true, mut operands))) => operands.find_map(|operand| self.needed(operand, depth - 1)),
            (None, Some((false, operands))) => self.needed_by_some(operands, depth - 1),
            (None, None) => None,
        };
        self.kept += needed.as_ref().map_or(1, |(_, moves)| 1 + moves.len() / 2);
        self.needed.insert(signal, needed.clone());
        needed
    }

    /// The moves that alternatives need, if all of them need moves of the same role.
    fn needed_by_some(&mut self, operands: impl Iterator<Item = Signal>, depth: usize) -> Option<Needed> {
        let (mut role, mut moves) = (None, Vec::new());
        for operand in operands {
            let (its_role, its_moves) = self.needed(operand, depth)?;
            if *role.get_or_insert(its_role) != its_role {
                return None;
            }
            moves.extend_from_slice(&its_moves);
        }
        moves.sort_unstable();
        moves.dedup();
        Some((role?, Rc::new(moves)))
    }

    fn cover(&mut self, signal: Signal, depth: usize) -> Rc<Vec<Term>> {
        if let Some(known) = self.covers.get(&(signal, depth, self.stage)) {
            return Rc::clone(known);
        }
        let itself = || Rc::new(vec![vec![signal]]);
        match signal {
            Signal::TRUE => return Rc::new(vec![Vec::new()]),
            Signal::FALSE => return Rc::new(Vec::new()),
            _ if depth == 0 || self.kept > MOST_KEPT => return itself(),
            _ => {}
        }
        let Some((all, operands)) = self.operands(signal) else { return itself() };
        let operands: Vec<Signal> = operands.collect();
        let cover = if all { self.conjunction(&operands, depth) } else { self.disjunction(&operands, depth) };
        let cover = cover.map_or_else(itself, Rc::new);
        self.kept += cover.iter().map(|term| term.len() + 3).sum::<usize>();
        self.covers.insert((signal, depth, self.stage), Rc::clone(&cover));
        cover
    }

    fn disjunction(&mut self, operands: &[Signal], depth: usize) -> Option<Vec<Term>> {
        let most = if depth + 1 >= self.extent().depth { MOST_TERMS } else { self.extent().terms };
        // If there are too many, it may be enough to know that one of some moves is made, or to expand less deeply.
        self.alternatives(operands, depth - 1, most)
            .or_else(|| self.by_role(operands))
            .or_else(|| (0..depth - 1).rev().find_map(|depth| self.alternatives(operands, depth, most)))
    }

    /// The alternatives of some signals, expanded to a depth; `None` if there are too many.
    fn alternatives(&mut self, operands: &[Signal], depth: usize, most: usize) -> Option<Vec<Term>> {
        if operands.len() > most {
            return None;
        }
        let mut terms = Vec::new();
        for &operand in operands {
            let cover = self.cover(operand, depth);
            if terms.len() + cover.len() > most {
                return None;
            }
            terms.extend(cover.iter().map(|term| joined(term, &[operand])));
        }
        Some(terms)
    }

    fn one_by_role(&mut self, signal: Signal) -> Option<Rc<Vec<Term>>> {
        if let Some(known) = self.by_role.get(&signal) {
            return known.clone();
        }
        let terms = self.by_role(&[signal]).map(Rc::new);
        self.by_role.insert(signal, terms.clone());
        terms
    }

    /// One alternative per role for many alternatives, if each of them needs moves of one role: that one of these moves
    /// is made.
    fn by_role(&mut self, operands: &[Signal]) -> Option<Vec<Term>> {
        let mut moves: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut open = operands.to_vec();
        let mut seen: FxHashSet<Signal> = FxHashSet::default();
        while let Some(signal) = open.pop() {
            if !seen.insert(signal) {
                continue;
            }
            match (self.needed(signal, MOVE_DEPTH), self.operands(signal)) {
                (Some((role, its_moves)), _) => moves.entry(role).or_default().extend_from_slice(&its_moves),
                // Alternatives of several roles are split into their own alternatives.
                (None, Some((false, operands))) if open.len() <= MOST_TERMS => open.extend(operands),
                _ => return None,
            }
        }
        let terms = moves.into_iter().map(|(role, mut moves)| {
            moves.sort_unstable();
            moves.dedup();
            let condition = Signal::of(self.nodes);
            self.nodes += 1;
            self.kept += moves.len();
            self.needed.insert(condition, Some((role, Rc::new(moves))));
            vec![condition]
        });
        Some(terms.collect())
    }

    fn conjunction(&mut self, operands: &[Signal], depth: usize) -> Option<Vec<Term>> {
        let mut covers: Vec<(Rc<Vec<Term>>, Signal)> =
            operands.iter().map(|&operand| (self.cover(operand, depth - 1), operand)).collect();
        covers.sort_by_key(|(cover, _)| cover.len());
        let mut terms = vec![joined(&Vec::new(), operands)];
        for (mut cover, operand) in covers {
            let most = self.extent().combined.max(terms.len());
            if terms.len() * cover.len() > most {
                // Too many: as for alternatives.
                let few = most / terms.len();
                let by_role = self.one_by_role(operand).filter(|cover| cover.len() <= few);
                let mut farther = (1..depth - 1).rev().map(|depth| self.cover(operand, depth));
                match by_role.or_else(|| farther.find(|cover| cover.len() <= few)) {
                    Some(fewer) => cover = fewer,
                    None => continue,
                }
            }
            terms = terms.iter().flat_map(|term| cover.iter().map(move |other| joined(term, other))).collect();
        }
        Some(terms)
    }
}

/// The conditions common to all terms.
fn common<'t>(mut terms: impl Iterator<Item = &'t Term>) -> Term {
    let mut common = terms.next().cloned().unwrap_or_default();
    for term in terms {
        common.retain(|signal| term.binary_search(signal).is_ok());
    }
    common
}

/// The conjunction of two terms, without the constant.
fn joined(one: &Term, other: &[Signal]) -> Term {
    let mut term: Term = one.iter().chain(other).copied().filter(|&signal| signal != Signal::TRUE).collect();
    term.sort_unstable();
    term.dedup();
    term
}
