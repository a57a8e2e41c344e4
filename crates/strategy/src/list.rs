//! A list of rules under construction, checked incrementally.
//!
//! The list knows at every node of the arena which rule decides and whether play gets there. A change, a literal less
//! or a rule less, concerns the nodes whose decision changes, and mostly these alone settle whether it is valid: if
//! play gets to none of them, it is; if play gets to one where the new proposal is bad, on a way along which nothing
//! changes, it is not. Only else the list is followed again.

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
    /// The rule in its normal form, with the number of its table, unless it is locked.
    pub open: Option<(Rule, usize)>,
    /// The rule as it was given, where it must not change.
    item: Option<Item>,
    /// Its number in the strategy that the list was made of.
    pub origin: Option<usize>,
    /// The move with which it was written; the normal form may have another.
    written: usize,
    /// The cases of its table that it matches; none for locked rules.
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

/// New decisions at some nodes: the edges taken, or none where no rule decides any more.
type Changes = FxHashMap<u32, (u32, Vec<u32>)>;

/// A list of rules under construction.
#[derive(Clone)]
pub struct List<'a> {
    arena: &'a Arena<'a>,
    cases: &'a Cases,
    groups: Vec<String>,
    definitions: Vec<Piece>,
    /// Whether rules that were given must stay.
    locked: bool,
    /// The rules.
    pub entries: Vec<Entry>,
    /// Per node the rule that decides, or [`NONE`].
    decided: Vec<u32>,
    /// Per node the one through which play gets there, or [`NONE`].
    parent: Vec<u32>,
    /// What changes must preserve.
    optimality: Optimality,
    /// Cases whose match by a certain rule would be bad, by the rule's place.
    bad: Option<(usize, Bits)>,
    /// Raised when whoever works on the list should leave it as it is.
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

    /// The same list, on which work ends soon after a flag is raised.
    pub fn halted_by(&self, halt: &Arc<AtomicBool>) -> List<'a> {
        List { halt: halt.clone(), ..self.clone() }
    }

    /// Whether whoever works on the list should leave it as it is.
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// The list of a strategy. Lifted rules and groups can't be changed; with `locked` no rule can be changed or taken
    /// out.
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

    /// The arena that it is for.
    pub fn arena(&self) -> &'a Arena<'a> {
        self.arena
    }

    /// The cases that its rules match.
    pub fn cases(&self) -> &'a Cases {
        self.cases
    }

    /// Whether some rule decides at a node.
    pub fn decides(&self, node: usize) -> bool {
        self.decided[node] != NONE
    }

    /// The place of the rule that decides at a node at which some rule does.
    pub fn deciding(&self, node: usize) -> usize {
        self.decided[node] as usize
    }

    /// The edges that play may take from a node; of the role's own, where no rule decides, all.
    pub fn taken(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let rule = self.entries.get(self.decided[node] as usize).map(|entry| &entry.edges);
        taken(self.arena, rule, Optimality::Strong, node)
    }

    /// The place before a rule and the rest of its group: nothing may come between these.
    pub fn before_group(&self, mut at: usize) -> usize {
        let group = |at: usize| self.entries[at].item.as_ref().and_then(|item| item.group);
        while at > 0 && group(at).is_some() && group(at - 1) == group(at) {
            at -= 1;
        }
        at
    }

    /// Whether play gets to a node.
    pub fn reaches(&self, node: usize) -> bool {
        self.parent[node] != NONE
    }

    /// From now on, changes must preserve this. Weakly optimal it must be from the start.
    pub fn require(&mut self, optimality: Optimality) {
        self.optimality = optimality;
    }

    /// Number of rules, then of literals; what is locked counts as well.
    pub fn cost(&self) -> (usize, usize) {
        (self.entries.len(), self.entries.iter().map(Entry::literals).sum())
    }

    /// The same of the rules that must stay.
    pub fn fixed_cost(&self) -> (usize, usize) {
        let fixed = || self.entries.iter().filter(|entry| self.locked && entry.origin.is_some());
        (fixed().count(), fixed().map(Entry::literals).sum())
    }

    /// Puts the rule at one place at another. Groups stay together only if the caller sees to it.
    pub fn relocate(&mut self, from: usize, to: usize) {
        let entry = self.entries.remove(from);
        self.entries.insert(to, entry);
        self.refresh();
    }

    /// Whether the list is optimal as it stands, and brings the end closer in cyclic games.
    pub fn is_advancing(&self, optimality: Optimality) -> bool {
        self.follow_changed(&Changes::default(), optimality).is_some()
    }

    /// Whether the list is optimal as it stands.
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

    /// Puts a rule in place, without asking whether that is valid; it must be legal somewhere.
    pub fn insert(&mut self, at: usize, rule: &Rule) {
        if let Some(entry) = self.entry(rule) {
            self.entries.insert(at, entry);
            self.refresh();
        }
    }

    /// Puts rules at the end, without asking whether that is valid.
    pub fn extend(&mut self, rules: &[Rule]) {
        let entries: Vec<Entry> = rules.iter().filter_map(|rule| self.entry(rule)).collect();
        self.entries.extend(entries);
        self.refresh();
    }

    /// Takes rules out, without asking whether that is valid.
    pub fn remove(&mut self, doomed: &dyn Fn(usize) -> bool) {
        let mut place = 0;
        self.entries.retain(|_| {
            place += 1;
            !doomed(place - 1)
        });
        self.refresh();
    }

    /// Follows the list anew.
    fn refresh(&mut self) {
        let rules: Vec<&Bits> = self.entries.iter().map(|entry| &entry.edges).collect();
        let followed = follow(self.arena, &rules, Optimality::Weak);
        (self.decided, self.parent, self.bad) = (followed.decided, followed.parent, None);
    }

    /// The literals of a rule; none of a locked one.
    pub fn literals(&self, at: usize) -> &[Literal] {
        self.entries[at].open.as_ref().map_or(&[], |(rule, _)| &rule.literals)
    }

    /// Gives a rule fewer literals, some of those it has, if the list stays as optimal as required.
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
        // Also at nodes that earlier rules decide: these edges matter once those rules go.
        let table = &self.cases.tables[table];
        matches.iter_without(&entry.matches).for_each(|case| entry.edges.insert(table.edges[case] as usize));
        entry.matches = matches;
        true
    }

    /// Takes a rule out, with its group, if the list stays optimal.
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

    /// Removes the rules that decide nowhere; says whether there were any. Locked rules stay.
    pub fn drop_dead(&mut self) -> bool {
        self.keep_deciding(0..self.decided.len())
    }

    /// Removes the rules that decide nowhere that play gets to. Locked rules stay.
    pub fn drop_unused(&mut self) -> bool {
        self.keep_deciding((0..self.decided.len()).filter(|&node| self.reaches(node)).collect::<Vec<_>>())
    }

    /// Keeps the rules that decide at one of these nodes; says whether there were others. Locked rules stay.
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
