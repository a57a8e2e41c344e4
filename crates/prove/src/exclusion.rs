//! Exclusion by structure: that no two of some fluents hold next, read off the circuit without search.
//!
//! What a fluent's `next` rests on is written as alternatives, each a set of conditions of which all are necessary: `(cell 1 1 x)` holds
//! next if x marks it, which is legal only while it is blank and x is in control, or if it holds now. Two alternatives exclude each
//! other if they need different moves of one role, different fluents of a group, or a gate and its complement. If all alternatives of
//! two fluents do, so do the fluents. For a SAT solver this is as many conflicts as there are pairs of alternatives, and a table of
//! sums has thousands; here each pair is one comparison.

use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// Conditions that are necessary together, sorted.
type Term = Vec<Signal>;

/// How far alternatives are looked for.
#[derive(Clone, Copy)]
struct Effort {
    /// Levels of gates below a fluent's `next`.
    depth: usize,
    /// Alternatives that a signal may have deeper down; beyond, it is taken as a condition of its own.
    terms: usize,
    /// Alternatives that combining the operands of one gate may make; operands beyond are conditions of their own.
    combined: usize,
}

/// A quick look first: most groups need no more, and the rest rests on them.
const EFFORTS: [Effort; 2] =
    [Effort { depth: 4, terms: 64, combined: 64 }, Effort { depth: 8, terms: 256, combined: 512 }];
/// Number of efforts.
pub const STAGES: usize = EFFORTS.len();
/// Levels of gates below a move's `legal`.
const LEGAL_DEPTH: usize = 2;
/// Levels of gates in which the moves that a signal needs are looked for.
const MOVE_DEPTH: usize = 12;
/// Alternatives that a signal may have near the top.
const MOST_TERMS: usize = 4096;
/// Conditions in all alternatives that are kept for one group; beyond, gates are conditions of their own.
const MOST_KEPT: usize = 20_000_000;
/// Pairs of alternatives that are compared for one group.
const MOST_PAIRS: usize = 4_000_000;

/// Looks for exclusions in a game.
pub struct Exclusion<'g> {
    game: &'g Game,
    /// Per node whether it belongs to a recursive block. Its alternatives would need the fixpoint.
    recursive: Vec<bool>,
    /// Per move input, counted from the first, its role.
    roles: Vec<u32>,
    /// Per signal and levels left, its alternatives.
    covers: FxHashMap<(Signal, usize), Rc<Vec<Term>>>,
    /// Number of conditions in them.
    kept: usize,
    /// Per signal that needs moves, the conditions that the legality of each of these has.
    legality: FxHashMap<Signal, Rc<Term>>,
    /// Number of nodes of the circuit and of conditions made up here: that one of some moves is made.
    nodes: u32,
    /// Per signal the role and its moves of which one is made whenever the signal holds, if that is known.
    needed: FxHashMap<Signal, Option<Needed>>,
    /// Per fluent others that hold whenever it does.
    implied: FxHashMap<Signal, Vec<Signal>>,
    effort: Effort,
    deadline: Instant,
}

/// A role, and moves of it as input nodes, ascending.
type Needed = (u32, Rc<Vec<u32>>);

/// A move that an alternative needs, and a fluent of the group in question.
type Key = (Option<Signal>, Option<Signal>);

/// An alternative: per slot the condition, sorted. Different conditions in the same slot exclude each other; in the slot of a role,
/// those that need different moves.
type Slotted = Vec<(u64, Signal)>;

impl<'g> Exclusion<'g> {
    /// A search that knows nothing yet and gives up at a deadline.
    pub fn new(game: &'g Game, deadline: Instant) -> Exclusion<'g> {
        let mut recursive = vec![false; game.circuit.nodes()];
        for block in game.circuit.blocks.iter().filter(|block| block.recursive) {
            block.gates.clone().for_each(|gate| recursive[game.circuit.gate_node(gate) as usize] = true);
        }
        let roles = (0..).zip(&game.moves).flat_map(|(role, moves)| moves.iter().map(move |_| role)).collect();
        Exclusion {
            game,
            recursive,
            roles,
            covers: FxHashMap::default(),
            kept: 0,
            legality: FxHashMap::default(),
            nodes: game.circuit.nodes() as u32,
            needed: FxHashMap::default(),
            implied: FxHashMap::default(),
            effort: EFFORTS[0],
            deadline,
        }
    }

    /// Takes for granted that a fluent implies another in every reachable state.
    pub fn assume(&mut self, one: Signal, other: Signal) {
        self.implied.entry(one).or_default().push(other);
    }

    /// Whether after any ply a fluent implies another: each alternative of the one has a condition that suffices for the other.
    pub fn implies(&mut self, one: Signal, other: Signal) -> bool {
        let next = |fluent: Signal| self.game.next[fluent.node() as usize - 1];
        let (one, other) = (next(one), next(other));
        let direct: &[Signal] = match self.game.circuit.gate(other.node()) {
            Some(gate) if gate.kind == GateKind::Or && !other.inverted() => self.game.circuit.operands(gate),
            _ => &[],
        };
        self.effort = EFFORTS[0];
        let cover = self.cover(one, self.effort.depth);
        cover.iter().all(|term| term.contains(&other) || direct.iter().any(|sufficient| term.contains(sufficient)))
    }

    /// Whether no two fluents of a group hold after a ply from a state in which at most one fluent of each group does, of this one
    /// too. `groups` lists per fluent the groups it is in, and `stage` says how hard to try. The answer is the groups that this rests on, or none if it is not clear.
    pub fn prove(
        &mut self,
        group: usize,
        fluents: &[Signal],
        groups: &dyn Fn(u32) -> Vec<usize>,
        stage: usize,
    ) -> Option<Vec<usize>> {
        self.effort = EFFORTS[stage.min(STAGES - 1)];
        if self.kept > MOST_KEPT {
            self.covers.clear();
            self.needed.clear();
            self.legality.clear();
            self.kept = 0;
        }
        // Alternatives by the move and the fluent of this group that they need: most pairs differ in one of these.
        let mut buckets: FxHashMap<Key, Vec<(usize, Slotted)>> = FxHashMap::default();
        let mut used: FxHashSet<usize> = FxHashSet::from_iter([group]);
        for (value, fluent) in fluents.iter().enumerate() {
            if Instant::now() >= self.deadline {
                return None;
            }
            let cover = self.cover(self.game.next[fluent.node() as usize - 1], self.effort.depth);
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
                        used.extend(self.excluding(term, other)?);
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

    /// A term with what the legality of the moves that it needs requires.
    fn with_legality(&mut self, term: &Term) -> Term {
        let mut all = term.clone();
        for &signal in term {
            if let Some((_, moves)) = self.made(signal) {
                all.extend_from_slice(&self.required(signal, &moves));
            }
        }
        let implied: Vec<Signal> =
            all.iter().filter_map(|signal| self.implied.get(signal)).flatten().copied().collect();
        all.extend(implied);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What the legality of each of the moves that a signal needs requires.
    fn required(&mut self, signal: Signal, moves: &[u32]) -> Rc<Term> {
        if let Some(known) = self.legality.get(&signal) {
            return Rc::clone(known);
        }
        let mut terms: Vec<Term> = Vec::new();
        for &node in moves {
            let made = Signal::of(node);
            terms.push(match signal == made {
                true => common(&self.cover(self.legal(node), LEGAL_DEPTH)),
                false => self.required(made, &[node]).to_vec(),
            });
            if terms.len() > 1 {
                terms = vec![common(&terms)];
            }
            if terms[0].is_empty() {
                break;
            }
        }
        let required = Rc::new(terms.pop().unwrap_or_default());
        self.legality.insert(signal, Rc::clone(&required));
        required
    }

    /// The legality of the move with an input node.
    fn legal(&self, node: u32) -> Signal {
        let mut index = node as usize - 1 - self.game.fluents.len();
        for moves in &self.game.moves {
            match moves.get(index) {
                Some(made) => return made.legal,
                None => index -= moves.len(),
            }
        }
        Signal::TRUE
    }

    /// A term by slots, or none if it contradicts itself: then it is no alternative, which rests on the groups used.
    fn slotted(
        &mut self,
        term: &Term,
        groups: &dyn Fn(u32) -> Vec<usize>,
        used: &mut FxHashSet<usize>,
    ) -> Option<Slotted> {
        let mut slotted = Slotted::new();
        for &signal in term {
            let node = signal.node();
            slotted.push((u64::from(node) << 2, signal));
            if !signal.inverted() && (1..=self.game.fluents.len()).contains(&(node as usize)) {
                slotted.extend(groups(node - 1).into_iter().map(|group| ((group as u64) << 2 | 2, signal)));
            } else if let Some((role, _)) = self.made(signal) {
                slotted.push((u64::from(role) << 2 | 1, signal));
            }
        }
        slotted.sort_unstable();
        slotted.dedup();
        match self.excluding(&slotted, &slotted) {
            Some(group) => {
                used.extend(group);
                None
            }
            None => Some(slotted),
        }
    }

    /// If two terms exclude each other, the group that this rests on, if any.
    fn excluding(&self, one: &Slotted, other: &Slotted) -> Option<Option<usize>> {
        let mut rest = other.as_slice();
        for &(slot, signal) in one {
            rest = &rest[rest.partition_point(|entry| entry.0 < slot)..];
            let same = rest.iter().take_while(|entry| entry.0 == slot);
            for &(_, other) in same {
                if signal != other && (slot & 3 != 1 || self.apart_in_moves(signal, other)) {
                    return Some(group_of(slot));
                }
            }
        }
        None
    }

    /// Whether two signals need different moves of a role.
    fn apart_in_moves(&self, one: Signal, other: Signal) -> bool {
        let moves = |signal: Signal| self.needed.get(&signal).and_then(Option::as_ref).map(|(_, moves)| moves);
        match (moves(one), moves(other)) {
            (Some(one), Some(other)) => {
                let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
                few.iter().all(|made| many.binary_search(made).is_err())
            }
            _ => false,
        }
    }

    /// What a condition says about moves if it says nothing else: that one is made, or one of some.
    fn made(&mut self, signal: Signal) -> Option<Needed> {
        let made_up = signal.node() as usize >= self.game.circuit.nodes();
        if made_up || self.role(signal).is_some() { self.needed(signal, 0) } else { None }
    }

    /// The role and its moves of which one is made whenever the signal holds.
    fn needed(&mut self, signal: Signal, depth: usize) -> Option<Needed> {
        if let Some(known) = self.needed.get(&signal) {
            return known.clone();
        }
        let game = self.game;
        let needed = match (self.role(signal), game.circuit.gate(signal.node())) {
            (Some(role), _) => Some((role, Rc::new(vec![signal.node()]))),
            (None, Some(gate)) if depth > 0 && !self.recursive[signal.node() as usize] => {
                let all = (gate.kind == GateKind::And) != signal.inverted();
                let mut operands = game.circuit.operands(gate).iter().map(|&s| if signal.inverted() { !s } else { s });
                match all {
                    true => operands.find_map(|operand| self.needed(operand, depth - 1)),
                    false => self.needed_by_some(operands, depth - 1),
                }
            }
            _ => None,
        };
        self.kept += needed.as_ref().map_or(1, |(_, moves)| 1 + moves.len() / 2);
        self.needed.insert(signal, needed.clone());
        needed
    }

    /// The moves that alternatives need, if all of them need some of the same role.
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

    /// Alternatives of which one holds whenever the signal does.
    fn cover(&mut self, signal: Signal, depth: usize) -> Rc<Vec<Term>> {
        if let Some(known) = self.covers.get(&(signal, depth)) {
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
        if depth == 0 || self.kept > MOST_KEPT || self.recursive[signal.node() as usize] {
            return itself();
        }
        let invert = |operand: Signal| if signal.inverted() { !operand } else { operand };
        let operands: Vec<Signal> = game.circuit.operands(gate).iter().map(|&operand| invert(operand)).collect();
        let all = (gate.kind == GateKind::And) != signal.inverted();
        let cover = if all { self.conjunction(&operands, depth) } else { self.disjunction(&operands, depth) };
        let cover = cover.map_or_else(itself, Rc::new);
        self.kept += cover.iter().map(|term| term.len() + 3).sum::<usize>();
        self.covers.insert((signal, depth), Rc::clone(&cover));
        cover
    }

    fn disjunction(&mut self, operands: &[Signal], depth: usize) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        for &operand in operands {
            for term in self.cover(operand, depth - 1).iter() {
                terms.push(joined(term, &[operand]));
            }
            let most = if depth + 1 >= self.effort.depth { MOST_TERMS } else { self.effort.terms };
            if terms.len() > most {
                return self.by_role(operands);
            }
        }
        Some(terms)
    }

    /// One alternative per role for many alternatives, if each of them needs moves of one role: that one of these moves is made.
    fn by_role(&mut self, operands: &[Signal]) -> Option<Vec<Term>> {
        let mut moves: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut open = operands.to_vec();
        while let Some(signal) = open.pop() {
            match (self.needed(signal, MOVE_DEPTH), self.game.circuit.gate(signal.node())) {
                (Some((role, its_moves)), _) => moves.entry(role).or_default().extend_from_slice(&its_moves),
                // Alternatives of several roles come apart into their own alternatives.
                (None, Some(gate)) if (gate.kind == GateKind::Or) != signal.inverted() => {
                    if self.recursive[signal.node() as usize] || open.len() > MOST_TERMS {
                        return None;
                    }
                    let invert = |operand: Signal| if signal.inverted() { !operand } else { operand };
                    open.extend(self.game.circuit.operands(gate).iter().map(|&operand| invert(operand)));
                }
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
            let most = self.effort.combined.max(terms.len());
            if terms.len() * cover.len() > most {
                // Too many: that one of some moves is made may be all that matters.
                cover = self.by_role(&[operand]).map_or(cover, Rc::new);
            }
            if terms.len() * cover.len() <= most {
                terms = terms.iter().flat_map(|term| cover.iter().map(move |other| joined(term, other))).collect();
            }
        }
        Some(terms)
    }
}

/// The conditions that all of some terms have.
fn common(terms: &[Term]) -> Term {
    let mut terms = terms.iter();
    let mut common = terms.next().cloned().unwrap_or_default();
    for term in terms {
        common.retain(|signal| term.binary_search(signal).is_ok());
    }
    common
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
