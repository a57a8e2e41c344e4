//! A list of rules under construction, checked incrementally.
//!
//! The list stores for every node of the arena which rule decides and whether it is reachable. A change, removing a
//! literal or a rule, affects the nodes whose decision changes, and usually these alone determine whether it is valid:
//! it is if none of them is reachable; it is not if one is reachable along an unchanged path and its new proposal is
//! bad. Otherwise the list is followed again.

mod validity;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::bits::Bits;
use crate::cases::Cases;
use crate::compiled::Compiled;
use crate::follow::{NONE, Optimality, follow, taken};
use crate::lifted::Piece;
use crate::rule::{Literal, Rule};
use crate::strategy::{Content, Item, Strategy};

/// A rule in the list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The rule in normal form, with the number of its table, unless it is locked.
    pub open: Option<(Rule, usize)>,
    /// The original rule, if it must not change.
    item: Option<Item>,
    /// Its number in the original strategy.
    pub origin: Option<usize>,
    /// The move with which it was written; the normal form may have another.
    written: usize,
    /// The cases of its table that it matches; empty for locked rules.
    matches: Bits,
    /// The edges that it takes.
    pub edges: Bits,
}

impl Entry {
    fn literals(&self) -> usize {
        match (&self.open, &self.item) {
            (Some((rule, _)), _) => rule.literals.len(),
            (None, item) => item.as_ref().map_or(0, |item| item.content.literals()),
        }
    }
}

/// New decisions at some nodes: the edges taken; none if no rule decides any more.
type Changes = FxHashMap<u32, (u32, Vec<u32>)>;

/// A list of rules under construction.
#[derive(Clone)]
pub struct List<'a> {
    arena: &'a Arena<'a>,
    cases: &'a Cases,
    groups: Vec<String>,
    definitions: Vec<Piece>,
    /// Whether given rules must stay.
    locked: bool,
    /// The rules.
    pub entries: Vec<Entry>,
    /// For each node, the rule that decides, or [`NONE`].
    decided: Vec<u32>,
    /// For each node, its predecessor, or [`NONE`].
    parent: Vec<u32>,
    /// The optimality that changes must preserve.
    optimality: Optimality,
    /// Cases whose match by a certain rule would be bad, with the rule's position.
    bad: Option<(usize, Bits)>,
    /// Set to stop work on the list.
    halt: Arc<AtomicBool>,
}

impl<'a> List<'a> {
    /// The empty list.
    pub fn new(arena: &'a Arena<'a>, cases: &'a Cases) -> List<'a> {
        let followed = follow(arena, &[], Optimality::Weak);
        List {
            arena,
            cases,
            groups: Vec::new(),
            definitions: Vec::new(),
            locked: false,
            entries: Vec::new(),
            decided: followed.decided,
            parent: followed.parent,
            optimality: Optimality::Weak,
            bad: None,
            halt: Arc::default(),
        }
    }

    /// The same list, on which work stops soon after a flag is set.
    pub fn halted_by(&self, halt: &Arc<AtomicBool>) -> List<'a> {
        List { halt: halt.clone(), ..self.clone() }
    }

    /// Whether work on the list should stop.
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// The list of a strategy. Lifted rules and groups cannot be changed; with `locked` no rule can be changed or
    /// removed.
    pub fn of(cases: &'a Cases, compiled: &Compiled<'a>, locked: bool) -> List<'a> {
        let (strategy, edges) = (&compiled.strategy, &compiled.edges);
        let mut list = List::new(compiled.arena, cases);
        list.locked = locked;
        for (item, edges) in strategy.rules.iter().zip(edges) {
            let entry = match &item.content {
                Content::Ground(rule) if item.group.is_none() && !locked => list.entry(rule),
                _ => None,
            };
            let fixed = || Entry {
                open: None,
                item: Some(item.clone()),
                origin: None,
                written: 0,
                matches: Bits::new(0),
                edges: edges.clone(),
            };
            list.entries.push(Entry { origin: Some(list.entries.len()), ..entry.unwrap_or_else(fixed) });
        }
        list.groups.clone_from(&strategy.groups);
        list.definitions.clone_from(&strategy.definitions);
        list.refresh();
        list
    }

    /// The list as a strategy.
    pub fn strategy(&self) -> Strategy {
        let item = |entry: &Entry| match (&entry.item, &entry.open) {
            (None, Some((rule, _))) => {
                let rule = rule.restored(&self.arena.group, entry.written);
                Some(Item { content: Content::Ground(rule), group: None })
            }
            (item, _) => item.clone(),
        };
        Strategy {
            rules: self.entries.iter().filter_map(item).collect(),
            groups: self.groups.clone(),
            definitions: self.definitions.clone(),
        }
    }

    /// Its arena.
    pub fn arena(&self) -> &'a Arena<'a> {
        self.arena
    }

    /// The cases of the arena.
    pub fn cases(&self) -> &'a Cases {
        self.cases
    }

    /// Whether some rule decides at a node.
    pub fn decides(&self, node: usize) -> bool {
        self.decided[node] != NONE
    }

    /// The position of the rule that decides at a decided node.
    pub fn deciding(&self, node: usize) -> usize {
        self.decided[node] as usize
    }

    /// The edges that play may take from a node; all edges if no rule decides.
    pub fn taken(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let rule = self.entries.get(self.decided[node] as usize).map(|entry| &entry.edges);
        taken(self.arena, rule, Optimality::Strong, node)
    }

    /// The position before a rule and the rest of its group, which must stay contiguous.
    pub fn before_group(&self, mut at: usize) -> usize {
        let group = |at: usize| self.entries[at].item.as_ref().and_then(|item| item.group);
        while at > 0 && group(at).is_some() && group(at - 1) == group(at) {
            at -= 1;
        }
        at
    }

    /// Whether a node is reachable.
    pub fn reaches(&self, node: usize) -> bool {
        self.parent[node] != NONE
    }

    /// Sets the optimality that changes must preserve. The list must be weakly optimal from the start.
    pub fn require(&mut self, optimality: Optimality) {
        self.optimality = optimality;
    }

    /// The number of rules, then of literals, including locked ones.
    pub fn cost(&self) -> (usize, usize) {
        (self.entries.len(), self.entries.iter().map(Entry::literals).sum())
    }

    /// The same for the rules that must stay.
    pub fn fixed_cost(&self) -> (usize, usize) {
        let fixed = || self.entries.iter().filter(|entry| self.locked && entry.origin.is_some());
        (fixed().count(), fixed().map(Entry::literals).sum())
    }

    /// Moves a rule to another position. The caller must keep groups together.
    pub fn relocate(&mut self, from: usize, to: usize) {
        let entry = self.entries.remove(from);
        self.entries.insert(to, entry);
        self.refresh();
    }

    /// Whether the list is optimal, and brings the forced outcome closer in cyclic games.
    pub fn is_advancing(&self, optimality: Optimality) -> bool {
        self.follow_changed(&Changes::default(), optimality).is_some()
    }

    /// Whether the list is optimal.
    pub fn is(&self, optimality: Optimality) -> bool {
        let rules: Vec<&Bits> = self.entries.iter().map(|entry| &entry.edges).collect();
        follow(self.arena, &rules, optimality).flaw.is_none()
    }

    fn entry(&self, rule: &Rule) -> Option<Entry> {
        let written = rule.made;
        let rule = rule.normal(&self.arena.group);
        let table = self.cases.table_of(rule.made)?;
        let matches = self.cases.tables[table].matching(&rule.literals);
        let mut edges = Bits::new(self.arena.edges.len());
        matches.iter().for_each(|case| edges.insert(self.cases.tables[table].edges[case] as usize));
        Some(Entry { open: Some((rule, table)), item: None, origin: None, written, matches, edges })
    }

    /// Inserts a rule without a validity check; its move must be legal somewhere.
    pub fn insert(&mut self, at: usize, rule: &Rule) {
        if let Some(entry) = self.entry(rule) {
            self.entries.insert(at, entry);
            self.refresh();
        }
    }

    /// Appends rules without a validity check.
    pub fn extend(&mut self, rules: &[Rule]) {
        let entries: Vec<Entry> = rules.iter().filter_map(|rule| self.entry(rule)).collect();
        self.entries.extend(entries);
        self.refresh();
    }

    /// Removes rules without a validity check.
    pub fn remove(&mut self, doomed: &dyn Fn(usize) -> bool) {
        let mut place = 0;
        self.entries.retain(|_| {
            place += 1;
            !doomed(place - 1)
        });
        self.refresh();
    }

    /// Follows the list again.
    fn refresh(&mut self) {
        let rules: Vec<&Bits> = self.entries.iter().map(|entry| &entry.edges).collect();
        let followed = follow(self.arena, &rules, Optimality::Weak);
        (self.decided, self.parent, self.bad) = (followed.decided, followed.parent, None);
    }

    /// The literals of a rule; none for a locked one.
    pub fn literals(&self, at: usize) -> &[Literal] {
        self.entries[at].open.as_ref().map_or(&[], |(rule, _)| &rule.literals)
    }

    /// Reduces the literals of a rule to a subset, if the list stays as optimal as required.
    pub fn widen(&mut self, at: usize, literals: &[Literal]) -> bool {
        let Some((_, table)) = self.entries[at].open else { return false };
        let matches = self.cases.tables[table].matching(literals);
        if self.is_plainly_bad(at, table, &matches) {
            return false;
        }
        let changes = self.widening(at, table, &matches);
        if !self.accept(&changes, self.optimality) {
            return false;
        }
        let entry = &mut self.entries[at];
        if let Some((rule, _)) = &mut entry.open {
            rule.literals = literals.to_vec();
        }
        // Also at nodes that earlier rules decide: these edges matter once those rules are removed.
        let table = &self.cases.tables[table];
        matches.iter_without(&entry.matches).for_each(|case| entry.edges.insert(table.edges[case] as usize));
        entry.matches = matches;
        true
    }

    /// Removes a rule with its group, if the list stays optimal.
    pub fn drop_rule(&mut self, at: usize, optimality: Optimality) -> bool {
        if self.locked && self.entries[at].origin.is_some() {
            return false;
        }
        let group = |entry: &Entry| entry.item.as_ref().and_then(|item| item.group);
        let doomed: Vec<bool> = match group(&self.entries[at]) {
            Some(number) => self.entries.iter().map(|entry| group(entry) == Some(number)).collect(),
            None => (0..self.entries.len()).map(|place| place == at).collect(),
        };
        let mut changes = Changes::default();
        for node in 0..self.decided.len() {
            if self.decided[node] == NONE || !doomed[self.decided[node] as usize] {
                continue;
            }
            let takes =
                |edges: &Bits| self.arena.edges_of(node).filter(|&e| edges.contains(e)).map(|e| e as u32).collect();
            let mut later = (0..self.entries.len()).filter(|&place| !doomed[place]);
            let next = later.find_map(|place| {
                let edges: Vec<u32> = takes(&self.entries[place].edges);
                (!edges.is_empty()).then_some((place as u32, edges))
            });
            changes.insert(node as u32, next.unwrap_or((NONE, Vec::new())));
        }
        if !self.accept(&changes, optimality) {
            return false;
        }
        self.remove(&|place| doomed[place]);
        true
    }

    /// Removes the rules that decide nowhere; returns whether there were any. Locked rules stay.
    pub fn drop_dead(&mut self) -> bool {
        self.keep_deciding(0..self.decided.len())
    }

    /// Removes the rules that decide at no reachable node. Locked rules stay.
    pub fn drop_unused(&mut self) -> bool {
        self.keep_deciding((0..self.decided.len()).filter(|&node| self.reaches(node)).collect::<Vec<_>>())
    }

    /// Keeps the rules that decide at one of these nodes; returns whether there were others. Locked rules stay.
    fn keep_deciding(&mut self, nodes: impl IntoIterator<Item = usize>) -> bool {
        let mut alive = vec![false; self.entries.len()];
        let deciding = nodes.into_iter().map(|node| self.decided[node]).filter(|&rule| rule != NONE);
        deciding.for_each(|rule| alive[rule as usize] = true);
        let keep: Vec<bool> =
            self.entries.iter().zip(alive).map(|(entry, alive)| alive || entry.open.is_none()).collect();
        if keep.iter().all(|keep| *keep) {
            return false;
        }
        self.remove(&|place| !keep[place]);
        true
    }
}
