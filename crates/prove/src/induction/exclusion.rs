//! Structural exclusion: proves that no two of some fluents hold next, from the circuit without search.
//!
//! The `next` of a fluent is written as alternatives ([`super::cover`]). Two alternatives exclude each other if they
//! need different moves of one role, different fluents of a group, or a gate and its complement; or if all moves that
//! both allow are illegal, or all alternatives of some gate are impossible. If all pairs of alternatives of two fluents
//! exclude each other, so do the fluents. A SAT solver would need a conflict for each pair of alternatives, and a table
//! of sums has thousands.

use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use super::cover::{Covers, Term};
use super::separation::{self, Alternative, Condition, Knowledge, Moves, Slot};

use crate::quota::{Held, Quota};

pub use super::cover::STAGES;

/// The maximum number of conditions in the alternatives of one group.
const MOST_CONDITIONS: usize = 4_000_000;
/// The maximum number of conditions compared in the detailed check of one pair of alternatives, and of all pairs of a
/// group.
const MOST_OF_PAIR: usize = 100_000;
const MOST_CLOSER: usize = 100_000_000;

/// The nesting depth to which gates are expanded.
const NESTED: usize = 2;

/// For each fluent, its groups.
type GroupsOf<'f> = &'f dyn Fn(u32) -> Vec<usize>;

/// Searches for exclusions in a game.
pub struct Exclusion<'g> {
    game: &'g Game,
    covers: Covers<'g>,
    /// For each fluent, others that hold whenever it does.
    implied: FxHashMap<Signal, Vec<Signal>>,
    quota: Quota,
    /// The memory of the covers.
    held: Held,
}

/// Work per condition that is kept, and per comparison of a closer look.
const KEPT: u64 = 20;
const CLOSER: u64 = 5;
/// Bytes per condition that is kept.
const KEPT_BYTES: usize = 8;
/// Bytes of a condition of an alternative.
const CONDITION_BYTES: usize = size_of::<Condition>();

impl<'g> Exclusion<'g> {
    /// A search without assumptions.
    pub fn new(game: &'g Game, quota: &Quota) -> Exclusion<'g> {
        let covers = Covers::new(game);
        Exclusion { game, covers, implied: FxHashMap::default(), quota: quota.clone(), held: quota.hold(0) }
    }

    /// Charges for the conditions that were added since there were `before`.
    fn enter(&mut self, before: usize) {
        let kept = self.covers.kept();
        self.quota.spend(KEPT * kept.saturating_sub(before) as u64);
        self.held.set(KEPT_BYTES * kept);
    }

    /// Assumes that a fluent implies another in every reachable state.
    pub fn assume(&mut self, one: Signal, other: Signal) {
        self.implied.entry(one).or_default().push(other);
    }

    /// Whether after any ply a fluent implies another: each alternative of the first has a condition that is sufficient
    /// for the second.
    pub fn implies(&mut self, one: Signal, other: Signal) -> bool {
        let next = |fluent: Signal| self.game.next[fluent.node() as usize - 1];
        let (one, other) = (next(one), next(other));
        let direct: &[Signal] = match self.game.circuit.gate(other.node()) {
            Some(gate) if gate.kind == GateKind::Or && !other.inverted() => self.game.circuit.operands(gate),
            _ => &[],
        };
        self.covers.start(0);
        let before = self.covers.kept();
        let cover = self.covers.of(one);
        self.enter(before);
        cover.iter().all(|term| term.contains(&other) || direct.iter().any(|sufficient| term.contains(sufficient)))
    }

    /// Proves that no two fluents of a group hold after a ply from a state in which at most one fluent of each group
    /// holds, including this group. `groups` returns the groups of a fluent, and `stage` sets the effort. Returns the
    /// groups that the proof uses; `None` if there is no proof.
    pub fn prove(&mut self, group: usize, fluents: &[Signal], groups: GroupsOf, stage: usize) -> Option<Vec<usize>> {
        if self.quota.is_over() {
            return None;
        }
        self.covers.start(stage);
        let before = self.covers.kept();
        let core = self.separated(group, fluents, groups, stage);
        self.enter(before);
        core
    }

    fn separated(&mut self, group: usize, fluents: &[Signal], groups: GroupsOf, stage: usize) -> Option<Vec<usize>> {
        let mut closer = Closer {
            game: self.game,
            covers: &mut self.covers,
            implied: &self.implied,
            groups,
            inside: FxHashMap::default(),
            thorough: stage + 1 >= STAGES,
            work: [MOST_OF_PAIR, MOST_CLOSER],
            quota: &self.quota,
        };
        let mut used: FxHashSet<usize> = FxHashSet::from_iter([group]);
        let mut alternatives: Vec<Alternative> = Vec::new();
        let (mut size, mut held) = (0, self.quota.hold(0));
        for (value, fluent) in (0..).zip(fluents) {
            let cover = closer.covers.of(self.game.next[fluent.node() as usize - 1]);
            for term in cover.iter() {
                let conditions = closer.conditions(term);
                match separation::excluding(&conditions, &conditions, &closer) {
                    // It contradicts itself.
                    Some(slot) => used.extend(slot.group()),
                    None => {
                        size += conditions.len();
                        alternatives.push(Alternative { value, conditions });
                    }
                }
            }
            self.quota.spend(KEPT * cover.len() as u64);
            held.set(CONDITION_BYTES * size);
            if size > MOST_CONDITIONS || self.quota.is_over() {
                return None;
            }
        }
        used.extend(separation::separate(&alternatives, &mut closer, &self.quota)?);
        let mut used: Vec<usize> = used.into_iter().collect();
        used.sort_unstable();
        Some(used)
    }
}

/// The detailed check of pairs of a group's alternatives, with a cache.
struct Closer<'c, 'g> {
    game: &'g Game,
    covers: &'c mut Covers<'g>,
    implied: &'c FxHashMap<Signal, Vec<Signal>>,
    groups: GroupsOf<'c>,
    /// The alternatives of each condition.
    inside: FxHashMap<Signal, Option<Rc<Vec<Vec<Condition>>>>>,
    /// Whether pairs of gates are expanded as well.
    thorough: bool,
    /// The remaining comparisons for the current pair, and in total.
    work: [usize; 2],
    quota: &'c Quota,
}

impl Moves for Closer<'_, '_> {
    fn moves(&self, condition: Signal) -> &[u32] {
        self.covers.moves(condition)
    }
}

impl Knowledge for Closer<'_, '_> {
    fn exclude(&mut self, one: &[Condition], other: &[Condition]) -> Option<Vec<usize>> {
        self.work[0] = MOST_OF_PAIR;
        let mut used = Vec::new();
        let excluded = self.by_moves(one, other, &mut used)
            || self.by_gates(one, &[one, other], NESTED, &mut used)
            || self.by_gates(other, &[one, other], NESTED, &mut used)
            || (self.thorough && self.by_two_gates(one, other, &mut used));
        excluded.then_some(used)
    }
}

impl Closer<'_, '_> {
    /// The conditions of a term by subject, with the legality of its moves and implied fluents.
    fn conditions(&mut self, term: &Term) -> Vec<Condition> {
        let mut term = self.covers.with_legality(term);
        let implied: Vec<Signal> =
            term.iter().filter_map(|signal| self.implied.get(signal)).flatten().copied().collect();
        term.extend(implied);
        let mut conditions = Vec::with_capacity(2 * term.len());
        for signal in term {
            let node = signal.node();
            conditions.push(Condition { slot: Slot::Node(node), signal });
            if !signal.inverted() && (1..=self.game.fluents.len()).contains(&(node as usize)) {
                let groups = (self.groups)(node - 1).into_iter();
                conditions.extend(groups.map(|group| Condition { slot: Slot::Group(group), signal }));
            } else if let Some((role, _)) = self.covers.made(signal) {
                conditions.push(Condition { slot: Slot::Role(role), signal });
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    /// Whether conditions contradict themselves or one of some terms, and so cannot hold together with all of them.
    fn contradicts(&mut self, conditions: &[Condition], terms: &[&[Condition]], used: &mut Vec<usize>) -> bool {
        let work = (1 + terms.len()) * conditions.len();
        if self.work.iter().any(|&left| left < work) {
            return false;
        }
        self.work.iter_mut().for_each(|left| *left -= work);
        self.quota.spend(CLOSER * work as u64);
        let mut terms = terms.iter().copied().chain([conditions]);
        let slot = terms.find_map(|term| separation::excluding(conditions, term, self));
        used.extend(slot.and_then(Slot::group));
        slot.is_some()
    }

    /// Whether each move of some role that both terms allow is illegal where they hold.
    fn by_moves(&mut self, one: &[Condition], other: &[Condition], used: &mut Vec<usize>) -> bool {
        let roles: Vec<Slot> = one.iter().map(|c| c.slot).filter(|slot| matches!(slot, Slot::Role(_))).collect();
        roles.into_iter().any(|role| {
            let about = |c: &&Condition| c.slot == role;
            let mut sets: Vec<&[u32]> = one
                .iter()
                .filter(about)
                .chain(other.iter().filter(about))
                .map(|c| self.covers.moves(c.signal))
                .collect();
            sets.sort_by_key(|moves| moves.len());
            let Some((fewest, rest)) = sets.split_first().filter(|(fewest, _)| !fewest.is_empty()) else {
                return false;
            };
            let common: Vec<u32> =
                fewest.iter().copied().filter(|made| rest.iter().all(|set| set.binary_search(made).is_ok())).collect();
            common.into_iter().all(|made| {
                let required = self.covers.required(Signal::of(made), &[made]);
                let conditions = self.conditions(&required);
                self.contradicts(&conditions, &[one, other], used)
            })
        })
    }

    /// Whether all alternatives of some condition contradict some terms, with gates expanded to a depth.
    fn by_gates(&mut self, term: &[Condition], terms: &[&[Condition]], depth: usize, used: &mut Vec<usize>) -> bool {
        term.iter().filter(|c| matches!(c.slot, Slot::Node(_))).any(|condition| {
            let Some(inside) = self.inside(condition.signal) else { return false };
            inside.iter().all(|alternative| {
                self.contradicts(alternative, terms, used)
                    || (depth > 0 && self.by_gates(alternative, &[terms, &[alternative]].concat(), depth - 1, used))
            })
        })
    }

    /// Whether a condition of one term and one of another have no compatible alternatives.
    fn by_two_gates(&mut self, one: &[Condition], other: &[Condition], used: &mut Vec<usize>) -> bool {
        one.iter().filter(|c| matches!(c.slot, Slot::Node(_))).any(|condition| {
            let Some(inside) = self.inside(condition.signal) else { return false };
            inside.iter().all(|alternative| {
                self.contradicts(alternative, &[one, other], used)
                    || self.by_gates(other, &[one, other, alternative], 0, used)
            })
        })
    }

    /// The alternatives of a condition, if expanding it is worthwhile.
    fn inside(&mut self, signal: Signal) -> Option<Rc<Vec<Vec<Condition>>>> {
        if let Some(known) = self.inside.get(&signal) {
            return known.clone();
        }
        let alternatives = self.covers.inside(signal);
        let inside = alternatives.map(|terms| Rc::new(terms.iter().map(|term| self.with_roles(term)).collect()));
        self.inside.insert(signal, inside.clone());
        inside
    }

    /// The conditions of a term by subject, with the roles whose moves its gates need.
    fn with_roles(&mut self, term: &Term) -> Vec<Condition> {
        let mut conditions = self.conditions(term);
        for &signal in term {
            conditions.extend(self.covers.needs(signal).map(|role| Condition { slot: Slot::Role(role), signal }));
        }
        conditions.sort_unstable();
        conditions
    }
}
