//! Exclusion by structure: that no two of some fluents hold next, read off the circuit without search.
//!
//! What a fluent's `next` rests on is written as alternatives, each a set of conditions of which all are necessary: `(cell 1 1 x)` holds
//! next if x marks it, which is legal only while it is blank and x is in control, or if it holds now. Two alternatives exclude each
//! other if they need different moves of one role, different fluents of a group, or a gate and its complement. If all alternatives of
//! two fluents do, so do the fluents. For a SAT solver this is as many conflicts as there are pairs of alternatives, and a table of
//! sums has thousands; here each pair is one comparison.

use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Instant;

/// Conditions that are necessary together, sorted.
type Term = Vec<Signal>;

/// Levels of gates that alternatives are looked for in.
const DEPTH: usize = 12;
/// Alternatives that a signal may have; beyond, it is taken as a condition of its own.
const MOST_TERMS: usize = 4096;
/// Alternatives that combining the operands of one gate may make; operands beyond are conditions of their own.
const MOST_COMBINED: usize = 512;
/// Pairs of alternatives that are compared for one group.
const MOST_PAIRS: usize = 4_000_000;

/// Looks for exclusions in a game.
pub struct Exclusion<'g> {
    game: &'g Game,
    /// Per node whether it belongs to a recursive block. Its alternatives would need the fixpoint.
    recursive: Vec<bool>,
    /// Per move input, counted from the first, its role.
    roles: Vec<u32>,
    covers: FxHashMap<Signal, Rc<Vec<Term>>>,
    /// Per move input the conditions that every alternative of its legality has.
    legality: FxHashMap<u32, Rc<Term>>,
    deadline: Instant,
}

/// A move that an alternative needs, and a fluent of the group in question.
type Key = (Option<Signal>, Option<Signal>);

/// An alternative: per slot the condition, sorted. Different conditions in the same slot exclude each other.
type Slotted = Vec<(u64, Signal)>;

impl<'g> Exclusion<'g> {
    /// A search that knows nothing yet and gives up at a deadline.
    pub fn new(game: &'g Game, deadline: Instant) -> Exclusion<'g> {
        let mut recursive = vec![false; game.circuit.nodes()];
        for block in game.circuit.blocks.iter().filter(|block| block.recursive) {
            block.gates.clone().for_each(|gate| recursive[game.circuit.gate_node(gate) as usize] = true);
        }
        let roles = (0..).zip(&game.moves).flat_map(|(role, moves)| moves.iter().map(move |_| role)).collect();
        Exclusion { game, recursive, roles, covers: FxHashMap::default(), legality: FxHashMap::default(), deadline }
    }

    /// Whether no two fluents of a group hold after a ply from a state in which at most one fluent of each group does, of this one
    /// too. `groups` lists per fluent the groups it is in. The answer is the groups that this rests on, or none if it is not clear.
    pub fn prove(
        &mut self,
        group: usize,
        fluents: &[Signal],
        groups: &dyn Fn(u32) -> Vec<usize>,
    ) -> Option<Vec<usize>> {
        // Alternatives by the move and the fluent of this group that they need: most pairs differ in one of these.
        let mut buckets: FxHashMap<Key, Vec<(usize, Slotted)>> = FxHashMap::default();
        let mut used: FxHashSet<usize> = FxHashSet::from_iter([group]);
        for (value, fluent) in fluents.iter().enumerate() {
            if Instant::now() >= self.deadline {
                return None;
            }
            let cover = self.cover(self.game.next[fluent.node() as usize - 1], DEPTH);
            for term in cover.iter() {
                let term = self.with_legality(term);
                let made = term.iter().copied().find(|&signal| self.role(signal).is_some());
                let own = term.iter().copied().find(|signal| fluents.contains(signal));
                if let Some(slotted) = self.slotted(&term, groups, &mut used) {
                    buckets.entry((made, own)).or_default().push((value, slotted));
                }
            }
        }
        let mut buckets: Vec<(Key, Vec<(usize, Slotted)>)> = buckets.into_iter().collect();
        buckets.sort_unstable_by_key(|(key, _)| *key);
        let mut pairs = 0;
        for (index, (key, terms)) in buckets.iter().enumerate() {
            for (_, others) in buckets[index..].iter().filter(|(other, _)| !self.apart(*key, *other)) {
                pairs += terms.len() * others.len();
                if pairs > MOST_PAIRS || Instant::now() >= self.deadline {
                    return None;
                }
                for (value, term) in terms {
                    for (_, other) in others.iter().filter(|(other_value, _)| other_value != value) {
                        used.extend(excluding(term, other)?);
                    }
                }
            }
        }
        let mut used: Vec<usize> = used.into_iter().collect();
        used.sort_unstable();
        Some(used)
    }

    /// Whether alternatives with these keys exclude each other: different moves of a role, or different fluents of the group.
    fn apart(&self, (made, own): Key, (other_made, other_own): Key) -> bool {
        let role = |signal: Option<Signal>| signal.and_then(|signal| self.role(signal));
        let moves = made != other_made && role(made).is_some() && role(made) == role(other_made);
        moves || (own != other_own && own.is_some() && other_own.is_some())
    }

    /// The role whose move a signal is.
    fn role(&self, signal: Signal) -> Option<u32> {
        let input = (signal.node() as usize).checked_sub(1 + self.game.fluents.len())?;
        if signal.inverted() { None } else { self.roles.get(input).copied() }
    }

    /// A term with what the legality of its moves requires.
    fn with_legality(&mut self, term: &Term) -> Term {
        let mut all = term.clone();
        for &signal in term {
            if self.role(signal).is_some() {
                all.extend_from_slice(&self.required_by(signal.node()));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn required_by(&mut self, node: u32) -> Rc<Term> {
        if let Some(known) = self.legality.get(&node) {
            return Rc::clone(known);
        }
        let index = node as usize - 1 - self.game.fluents.len();
        let legal = self.game.moves.iter().flatten().nth(index).map_or(Signal::TRUE, |m| m.legal);
        let cover = self.cover(legal, DEPTH);
        let mut terms = cover.iter();
        let mut required = terms.next().cloned().unwrap_or_default();
        for term in terms {
            required.retain(|signal| term.binary_search(signal).is_ok());
        }
        let required = Rc::new(required);
        self.legality.insert(node, Rc::clone(&required));
        required
    }

    /// A term by slots, or none if it contradicts itself: then it is no alternative, which rests on the groups used.
    fn slotted(&self, term: &Term, groups: &dyn Fn(u32) -> Vec<usize>, used: &mut FxHashSet<usize>) -> Option<Slotted> {
        let mut slotted = Slotted::new();
        for &signal in term {
            let node = signal.node();
            slotted.push((u64::from(node) << 2, signal));
            if let Some(role) = self.role(signal) {
                slotted.push((u64::from(role) << 2 | 1, signal));
            } else if !signal.inverted() && (1..=self.game.fluents.len()).contains(&(node as usize)) {
                slotted.extend(groups(node - 1).into_iter().map(|group| ((group as u64) << 2 | 2, signal)));
            }
        }
        slotted.sort_unstable();
        slotted.dedup();
        match slotted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                used.extend(group_of(pair[0].0));
                None
            }
            None => Some(slotted),
        }
    }

    /// Alternatives of which one holds whenever the signal does.
    fn cover(&mut self, signal: Signal, depth: usize) -> Rc<Vec<Term>> {
        if let Some(known) = self.covers.get(&signal) {
            return Rc::clone(known);
        }
        let itself = || Rc::new(vec![vec![signal]]);
        let game = self.game;
        let Some(gate) = game.circuit.gate(signal.node()) else {
            return match signal {
                Signal::TRUE => Rc::new(vec![Vec::new()]),
                Signal::FALSE => Rc::new(Vec::new()),
                _ => itself(),
            };
        };
        if depth == 0 || self.recursive[signal.node() as usize] {
            return itself();
        }
        let invert = |operand: Signal| if signal.inverted() { !operand } else { operand };
        let operands: Vec<Signal> = game.circuit.operands(gate).iter().map(|&operand| invert(operand)).collect();
        let all = (gate.kind == GateKind::And) != signal.inverted();
        let cover = if all { self.conjunction(&operands, depth) } else { self.disjunction(&operands, depth) };
        let cover = cover.map_or_else(itself, Rc::new);
        self.covers.insert(signal, Rc::clone(&cover));
        cover
    }

    fn disjunction(&mut self, operands: &[Signal], depth: usize) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        for &operand in operands {
            for term in self.cover(operand, depth - 1).iter() {
                terms.push(joined(term, &[operand]));
            }
            if terms.len() > MOST_TERMS {
                return None;
            }
        }
        Some(terms)
    }

    fn conjunction(&mut self, operands: &[Signal], depth: usize) -> Option<Vec<Term>> {
        let mut covers: Vec<Rc<Vec<Term>>> = operands.iter().map(|&operand| self.cover(operand, depth - 1)).collect();
        covers.sort_by_key(|cover| cover.len());
        let mut terms = vec![joined(&Vec::new(), operands)];
        for cover in covers {
            if terms.len() * cover.len() <= MOST_COMBINED.max(terms.len()) {
                terms = terms.iter().flat_map(|term| cover.iter().map(move |other| joined(term, other))).collect();
            }
        }
        Some(terms)
    }
}

/// Two terms as one, without the constant.
fn joined(one: &Term, other: &[Signal]) -> Term {
    let mut term: Term = one.iter().chain(other).copied().filter(|&signal| signal != Signal::TRUE).collect();
    term.sort_unstable();
    term.dedup();
    term
}

/// The group that a slot stands for, if it does.
fn group_of(slot: u64) -> Option<usize> {
    (slot & 3 == 2).then_some((slot >> 2) as usize)
}

/// If two terms exclude each other, the group that this rests on, if any.
fn excluding(one: &Slotted, other: &Slotted) -> Option<Option<usize>> {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let (Some(&&(slot, signal)), Some(&&(other_slot, other_signal))) = (one.peek(), other.peek()) {
        match slot.cmp(&other_slot) {
            std::cmp::Ordering::Less => one.next(),
            std::cmp::Ordering::Greater => other.next(),
            std::cmp::Ordering::Equal if signal != other_signal => return Some(group_of(slot)),
            std::cmp::Ordering::Equal => {
                one.next();
                other.next()
            }
        };
    }
    None
}
