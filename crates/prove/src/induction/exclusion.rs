//! Exclusion by structure: that no two of some fluents hold next, read off the circuit without search.
//!
//! What a fluent's `next` rests on is written as alternatives ([`super::cover`]). Two alternatives exclude each other
//! if they need different moves of one role, different fluents of a group, or a gate and its complement; or if all the
//! moves that both allow are illegal then, or all the alternatives of some gate impossible. If all alternatives of two
//! fluents do, so do the fluents. For a SAT solver this is as many conflicts as there are pairs of alternatives, and a
//! table of sums has thousands.

use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Instant;

use super::cover::{Covers, Term};
use super::separation::{self, Alternative, Condition, Knowledge, Moves, Slot};

pub use super::cover::STAGES;

/// Conditions in the alternatives of one group.
const MOST_CONDITIONS: usize = 4_000_000;
/// Conditions that are compared in a closer look at one pair of alternatives, and at all pairs of a group.
const MOST_OF_PAIR: usize = 100_000;
const MOST_CLOSER: usize = 100_000_000;

/// Gates that are looked into inside each other.
const NESTED: usize = 2;

/// Per fluent the groups it is in.
type GroupsOf<'f> = &'f dyn Fn(u32) -> Vec<usize>;

/// Looks for exclusions in a game.
pub struct Exclusion<'g> {
    game: &'g Game,
    covers: Covers<'g>,
    /// Per fluent others that hold whenever it does.
    implied: FxHashMap<Signal, Vec<Signal>>,
    deadline: Instant,
}

impl<'g> Exclusion<'g> {
    /// A search that knows nothing yet and gives up at a deadline.
    pub fn new(game: &'g Game, deadline: Instant) -> Exclusion<'g> {
        Exclusion { game, covers: Covers::new(game), implied: FxHashMap::default(), deadline }
    }

    /// Takes for granted that a fluent implies another in every reachable state.
    pub fn assume(&mut self, one: Signal, other: Signal) {
        self.implied.entry(one).or_default().push(other);
    }

    /// Whether after any ply a fluent implies another: each alternative of the one has a condition that suffices for
    /// the other.
    pub fn implies(&mut self, one: Signal, other: Signal) -> bool {
        let next = |fluent: Signal| self.game.next[fluent.node() as usize - 1];
        let (one, other) = (next(one), next(other));
        let direct: &[Signal] = match self.game.circuit.gate(other.node()) {
            Some(gate) if gate.kind == GateKind::Or && !other.inverted() => self.game.circuit.operands(gate),
            _ => &[],
        };
        self.covers.start(0);
        let cover = self.covers.of(one);
        cover.iter().all(|term| term.contains(&other) || direct.iter().any(|sufficient| term.contains(sufficient)))
    }

    /// Whether no two fluents of a group hold after a ply from a state in which at most one fluent of each group does,
    /// of this one too. `groups` lists per fluent the groups it is in, and `stage` says how hard to try. The answer is
    /// the groups that this rests on, or none if it is not clear.
    pub fn prove(&mut self, group: usize, fluents: &[Signal], groups: GroupsOf, stage: usize) -> Option<Vec<usize>> {
        if Instant::now() >= self.deadline {
            return None;
        }
        self.covers.start(stage);
        let mut closer = Closer {
            game: self.game,
            covers: &mut self.covers,
            implied: &self.implied,
            groups,
            inside: FxHashMap::default(),
            thorough: stage + 1 >= STAGES,
            work: [MOST_OF_PAIR, MOST_CLOSER],
        };
        let mut used: FxHashSet<usize> = FxHashSet::from_iter([group]);
        let mut alternatives: Vec<Alternative> = Vec::new();
        let mut size = 0;
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
            if size > MOST_CONDITIONS || Instant::now() >= self.deadline {
                return None;
            }
        }
        used.extend(separation::separate(&alternatives, &mut closer, self.deadline)?);
        let mut used: Vec<usize> = used.into_iter().collect();
        used.sort_unstable();
        Some(used)
    }
}

/// What is known of the conditions of a group's alternatives, and a closer look at pairs of them.
struct Closer<'c, 'g> {
    game: &'g Game,
    covers: &'c mut Covers<'g>,
    implied: &'c FxHashMap<Signal, Vec<Signal>>,
    groups: GroupsOf<'c>,
    /// Per condition its alternatives.
    inside: FxHashMap<Signal, Option<Rc<Vec<Vec<Condition>>>>>,
    /// Whether pairs of gates are looked into as well.
    thorough: bool,
    /// Comparisons that are left for the pair at hand, and for all.
    work: [usize; 2],
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
    /// A term by what its conditions are about, with what the legality of its moves requires and what fluents imply.
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

    /// Whether conditions contradict themselves or one of some terms, and so cannot hold with all of them.
    fn contradicts(&mut self, conditions: &[Condition], terms: &[&[Condition]], used: &mut Vec<usize>) -> bool {
        let work = (1 + terms.len()) * conditions.len();
        if self.work.iter().any(|&left| left < work) {
            return false;
        }
        self.work.iter_mut().for_each(|left| *left -= work);
        let mut terms = terms.iter().copied().chain([conditions]);
        let slot = terms.find_map(|term| separation::excluding(conditions, term, self));
        used.extend(slot.and_then(Slot::group));
        slot.is_some()
    }

    /// Whether each move that both terms allow some role is illegal where they hold.
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

    /// Whether some condition has no alternative that fits some terms, by a look so many gates deep.
    fn by_gates(&mut self, term: &[Condition], terms: &[&[Condition]], depth: usize, used: &mut Vec<usize>) -> bool {
        term.iter().filter(|c| matches!(c.slot, Slot::Node(_))).any(|condition| {
            let Some(inside) = self.inside(condition.signal) else { return false };
            inside.iter().all(|alternative| {
                self.contradicts(alternative, terms, used)
                    || (depth > 0 && self.by_gates(alternative, &[terms, &[alternative]].concat(), depth - 1, used))
            })
        })
    }

    /// Whether a condition of one term and one of another have no alternatives that fit together.
    fn by_two_gates(&mut self, one: &[Condition], other: &[Condition], used: &mut Vec<usize>) -> bool {
        one.iter().filter(|c| matches!(c.slot, Slot::Node(_))).any(|condition| {
            let Some(inside) = self.inside(condition.signal) else { return false };
            inside.iter().all(|alternative| {
                self.contradicts(alternative, &[one, other], used)
                    || self.by_gates(other, &[one, other, alternative], 0, used)
            })
        })
    }

    /// The alternatives of a condition, where a look inside is worth it.
    fn inside(&mut self, signal: Signal) -> Option<Rc<Vec<Vec<Condition>>>> {
        if let Some(known) = self.inside.get(&signal) {
            return known.clone();
        }
        let alternatives = self.covers.inside(signal);
        let inside = alternatives.map(|terms| Rc::new(terms.iter().map(|term| self.with_roles(term)).collect()));
        self.inside.insert(signal, inside.clone());
        inside
    }

    /// A term by what its conditions are about, with the roles of which its gates need moves.
    fn with_roles(&mut self, term: &Term) -> Vec<Condition> {
        let mut conditions = self.conditions(term);
        for &signal in term {
            conditions.extend(self.covers.needs(signal).map(|role| Condition { slot: Slot::Role(role), signal }));
        }
        conditions.sort_unstable();
        conditions
    }
}
