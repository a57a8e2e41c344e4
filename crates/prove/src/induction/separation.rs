//! Decides whether all alternatives for different values exclude each other.
//!
//! Comparing all pairs would be quadratic, and a table of sums has thousands of alternatives. So they are split by
//! their conditions on one subject, a role's move or a group's fluent: those that need different moves exclude each
//! other, and only alternatives in the same part, and those without a condition on it, remain to be compared. Each part
//! is split again by another subject.

use game::Signal;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::quota::Quota;

/// The subject of a condition. Two alternatives exclude each other if they have different conditions on the same
/// subject; for a role, if these conditions need different moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// Which fluent of a group holds.
    Group(usize),
    /// Which move a role makes, or one of several.
    Role(u32),
    /// Whether a node is true.
    Node(u32),
}

impl Slot {
    /// The group, if the subject is one.
    pub fn group(self) -> Option<usize> {
        match self {
            Slot::Group(group) => Some(group),
            _ => None,
        }
    }
}

/// A condition of an alternative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Condition {
    /// Its subject.
    pub slot: Slot,
    /// The condition itself.
    pub signal: Signal,
}

/// One alternative for a value.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The value.
    pub value: u32,
    /// Its necessary conditions, sorted.
    pub conditions: Vec<Condition>,
}

/// Information about conditions that is cheap to get.
pub trait Moves {
    /// The moves, ascending, of which a condition about a role needs one; empty if unknown.
    fn moves(&self, condition: Signal) -> &[u32];
}

/// Information about conditions that needs a detailed check.
pub trait Knowledge: Moves {
    /// Whether alternatives exclude each other by a detailed check; returns the groups that this depends on.
    fn exclude(&mut self, one: &[Condition], other: &[Condition]) -> Option<Vec<usize>>;
}

/// The number of comparisons below which a part is not split further.
const FEW: usize = 300;
/// The maximum number of comparisons and conditions in total.
const MOST_WORK: usize = 100_000_000;
/// Work per comparison or condition.
const LOOK: u64 = 10;

/// The subject in which two alternatives differ, if they obviously exclude each other.
pub fn excluding<K: Moves>(one: &[Condition], other: &[Condition], knowledge: &K) -> Option<Slot> {
    let mut rest = other;
    for condition in one {
        rest = &rest[rest.partition_point(|entry| entry.slot < condition.slot)..];
        for against in rest.iter().take_while(|entry| entry.slot == condition.slot) {
            let apart = match condition.slot {
                Slot::Role(_) => disjoint(knowledge.moves(condition.signal), knowledge.moves(against.signal)),
                _ => condition.signal != against.signal,
            };
            if apart {
                return Some(condition.slot);
            }
        }
    }
    None
}

/// The groups on which the mutual exclusion of alternatives for different values depends. `None` if they do not exclude
/// each other, or if it takes too much work.
pub fn separate<K: Knowledge>(alternatives: &[Alternative], knowledge: &mut K, quota: &Quota) -> Option<Vec<usize>> {
    let mut separation =
        Separation { alternatives, knowledge, used: FxHashSet::default(), open: Vec::new(), work: MOST_WORK };
    separation.open.push(Part { own: (0..alternatives.len() as u32).collect(), others: Vec::new() });
    while let Some(part) = separation.open.pop() {
        if quota.is_over() {
            return None;
        }
        let before = separation.work;
        let settled = separation.settle(part);
        quota.spend(LOOK * (before - separation.work) as u64);
        settled?;
    }
    Some(separation.used.into_iter().collect())
}

/// Alternatives to be compared with each other and with others, as indices.
struct Part {
    own: Vec<u32>,
    others: Vec<u32>,
}

impl Part {
    fn pairs(&self) -> usize {
        self.own.len() * (self.own.len() + self.others.len())
    }
}

/// The statistics of a slot: how many of a part's own alternatives and of the others have each condition there.
type Tally = FxHashMap<Signal, [usize; 2]>;

struct Separation<'s, K> {
    alternatives: &'s [Alternative],
    knowledge: &'s mut K,
    used: FxHashSet<usize>,
    open: Vec<Part>,
    work: usize,
}

impl<K: Knowledge> Separation<'_, K> {
    /// Compares a part, or splits it. `None` if two alternatives do not exclude each other.
    fn settle(&mut self, part: Part) -> Option<()> {
        let value = |index: &u32| self.alternatives[*index as usize].value;
        let mut values = part.own.iter().chain(&part.others).map(value);
        let first = values.next();
        if part.own.is_empty() || values.all(|value| Some(value) == first) {
            return Some(());
        }
        let slot = if part.pairs() > FEW { self.best_slot(&part)? } else { None };
        match slot {
            Some(slot) => {
                self.split(&part, slot);
                Some(())
            }
            None => self.compare(&part),
        }
    }

    fn compare(&mut self, part: &Part) -> Option<()> {
        self.work = self.work.checked_sub(part.pairs())?;
        for (at, &one) in part.own.iter().enumerate() {
            let one = &self.alternatives[one as usize];
            for &other in part.own[at + 1..].iter().chain(&part.others) {
                let other = &self.alternatives[other as usize];
                if one.value == other.value {
                    continue;
                }
                match excluding(&one.conditions, &other.conditions, self.knowledge) {
                    Some(slot) => self.used.extend(slot.group()),
                    None => self.used.extend(self.knowledge.exclude(&one.conditions, &other.conditions)?),
                }
            }
        }
        Some(())
    }

    /// The slot whose split leaves the fewest comparisons, if that gains anything. The outer `None`: too much work.
    fn best_slot(&mut self, part: &Part) -> Option<Option<Slot>> {
        let mut slots: FxHashMap<Slot, Tally> = FxHashMap::default();
        for (side, indices) in [&part.own, &part.others].into_iter().enumerate() {
            for &index in indices {
                let conditions = &self.alternatives[index as usize].conditions;
                self.work = self.work.checked_sub(conditions.len())?;
                for condition in conditions {
                    slots.entry(condition.slot).or_default().entry(condition.signal).or_default()[side] += 1;
                }
            }
        }
        let sizes = [part.own.len(), part.others.len()];
        let left = |slot: Slot, tally: &Tally| {
            // Conditions that name several moves may overlap others, and an alternative may have two for one role.
            let overlap = matches!(slot, Slot::Role(_)) && self.overlap(tally);
            if overlap { usize::MAX } else { pairs_left(tally, sizes) }
        };
        let best = slots.iter().map(|(&slot, tally)| (left(slot, tally), slot)).min();
        Some(best.filter(|&(left, _)| left < part.pairs() / 10 * 9).map(|(_, slot)| slot))
    }

    /// Whether conditions about a role may hold together.
    fn overlap(&self, tally: &Tally) -> bool {
        let unknown = tally.keys().any(|&signal| self.knowledge.moves(signal).is_empty());
        let mut all: Vec<u32> = tally.keys().flat_map(|&signal| self.knowledge.moves(signal)).copied().collect();
        let size = all.len();
        all.sort_unstable();
        all.dedup();
        unknown || all.len() < size
    }

    fn split(&mut self, part: &Part, slot: Slot) {
        self.used.extend(slot.group());
        let mut children: FxHashMap<Signal, Part> = FxHashMap::default();
        let mut silent = [Vec::new(), Vec::new()];
        for (side, indices) in [&part.own, &part.others].into_iter().enumerate() {
            for &index in indices {
                let conditions = &self.alternatives[index as usize].conditions;
                let at = conditions.partition_point(|condition| condition.slot < slot);
                match conditions.get(at).filter(|condition| condition.slot == slot) {
                    None => silent[side].push(index),
                    Some(condition) => {
                        let child = children
                            .entry(condition.signal)
                            .or_insert_with(|| Part { own: Vec::new(), others: Vec::new() });
                        [&mut child.own, &mut child.others][side].push(index);
                    }
                }
            }
        }
        let [own, others] = silent;
        for mut child in children.into_values().filter(|child| !child.own.is_empty()) {
            child.others.extend(own.iter().chain(&others));
            self.open.push(child);
        }
        // Alternatives without a condition on the slot have been compared with all that have one.
        self.open.push(Part { own, others: part.others.clone() });
    }
}

/// Whether two ascending lists of moves are disjoint. An empty list means that nothing is known.
fn disjoint(one: &[u32], other: &[u32]) -> bool {
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    !few.is_empty() && few.iter().all(|made| many.binary_search(made).is_err())
}

/// The comparisons that remain after a split by a slot.
fn pairs_left(tally: &Tally, [own, others]: [usize; 2]) -> usize {
    let telling = tally.values().fold([0, 0], |[a, b], &[c, d]| [a + c, b + d]);
    let silent = [own - telling[0], others - telling[1]];
    let parts = tally.values().map(|&[a, b]| a * (a + b + silent[0] + silent[1])).sum::<usize>();
    parts + silent[0] * (silent[0] + others)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each node, the moves of which it needs one.
    struct Few(Vec<Vec<u32>>);

    impl Moves for Few {
        fn moves(&self, condition: Signal) -> &[u32] {
            self.0.get(condition.node() as usize).map_or(&[], Vec::as_slice)
        }
    }

    impl Knowledge for Few {
        fn exclude(&mut self, _: &[Condition], _: &[Condition]) -> Option<Vec<usize>> {
            None
        }
    }

    fn alternative(value: u32, conditions: &[(Slot, u32)]) -> Alternative {
        let mut conditions: Vec<Condition> =
            conditions.iter().map(|&(slot, node)| Condition { slot, signal: Signal::of(node) }).collect();
        conditions.sort_unstable();
        Alternative { value, conditions }
    }

    fn separated(alternatives: &[Alternative], moves: &[&[u32]]) -> Option<Vec<usize>> {
        let mut knowledge = Few(moves.iter().map(|moves| moves.to_vec()).collect());
        let mut groups = separate(alternatives, &mut knowledge, &Quota::of(u64::MAX))?;
        groups.sort_unstable();
        Some(groups)
    }

    /// The sum of two digits: one alternative per pair of digits.
    fn sums(digits: u32) -> Vec<Alternative> {
        let pairs = (0..digits).flat_map(|one| (0..digits).map(move |two| (one, two)));
        pairs.map(|(one, two)| alternative(one + two, &[(Slot::Group(3), one), (Slot::Group(5), 100 + two)])).collect()
    }

    #[test]
    fn the_exclusion_of_a_table_of_sums_depends_on_both_summands() {
        assert_eq!(separated(&sums(60), &[]), Some(vec![3, 5]));
    }

    #[test]
    fn one_compatible_pair_is_found_among_thousands() {
        for extra in [alternative(999, &[(Slot::Group(3), 17)]), alternative(999, &[])] {
            let mut alternatives = sums(60);
            alternatives.insert(1234, extra);
            assert_eq!(separated(&alternatives, &[]), None);
        }
    }

    #[test]
    fn moves_exclude_each_other_unless_they_overlap() {
        let role = |value: u32, node: u32| alternative(value, &[(Slot::Role(0), node)]);
        let moves: [&[u32]; 4] = [&[1, 2], &[3], &[2, 5], &[]];
        assert_eq!(separated(&[role(0, 0), role(1, 1)], &moves), Some(vec![]));
        assert_eq!(separated(&[role(0, 0), role(1, 1), role(2, 2)], &moves), None);
        assert_eq!(separated(&[role(0, 0), role(1, 3)], &moves), None);
        assert_eq!(separated(&[role(0, 0), role(0, 2)], &moves), Some(vec![]));
    }
}
