//! Decides whether a change to a list is valid, from the changed nodes alone if possible.

use super::{Changes, List};
use crate::arena::Turn;
use crate::bits::Bits;
use crate::follow::{NONE, Optimality, taken};

impl List<'_> {
    /// Whether a match is bad at a node that is reachable along an unchanged path.
    pub(super) fn is_plainly_bad(&mut self, at: usize, table: usize, matches: &Bits) -> bool {
        if self.bad.as_ref().is_none_or(|(place, _)| *place != at) {
            self.bad = Some((at, self.bad_cases(at, table)));
        }
        let Some((_, bad)) = &self.bad else { return false };
        let Some(case) = matches.first_common(bad) else { return false };
        let table = &self.cases.tables[table];
        let old = &self.entries[at].matches;
        let changes = |node: usize| {
            self.is_open(node, at)
                && table.of_node(node).iter().any(|&c| matches.contains(c as usize) && !old.contains(c as usize))
        };
        let mut node = self.arena.sources[table.edges[case] as usize] as usize;
        while self.parent[node] as usize != node {
            node = self.parent[node] as usize;
            if changes(node) {
                return false;
            }
        }
        true
    }

    /// Whether the rule at this position is considered at a node, or would be if it were inserted there.
    pub(crate) fn is_open(&self, node: usize, at: usize) -> bool {
        self.arena.nodes[node].turn == Turn::Own && (self.decided[node] == NONE || self.decided[node] as usize >= at)
    }

    fn bad_cases(&self, at: usize, table: usize) -> Bits {
        let table = &self.cases.tables[table];
        let mut bad = Bits::new(table.states.len());
        for (case, &edge) in table.edges.iter().enumerate() {
            let node = self.arena.sources[edge as usize] as usize;
            if !self.arena.edges[edge as usize].optimal && self.reaches(node) && self.is_open(node, at) {
                bad.insert(case);
            }
        }
        bad
    }

    /// The changes when a rule matches more cases.
    pub(super) fn widening(&self, at: usize, table: usize, matches: &Bits) -> Changes {
        let mut changes = Changes::default();
        let table = &self.cases.tables[table];
        let entry = &self.entries[at];
        for case in matches.iter_without(&entry.matches) {
            let edge = table.edges[case];
            let node = self.arena.sources[edge as usize];
            if !self.is_open(node as usize, at)
                || entry.edges.contains(edge as usize) && self.decided[node as usize] == at as u32
            {
                continue;
            }
            let old = || match self.decided[node as usize] == at as u32 {
                true => {
                    self.arena.edges_of(node as usize).filter(|&e| entry.edges.contains(e)).map(|e| e as u32).collect()
                }
                false => Vec::new(),
            };
            let (_, edges) = changes.entry(node).or_insert_with(|| (at as u32, old()));
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        changes
    }

    /// Applies the changes if the list stays optimal: decisions, and reachable nodes.
    pub(super) fn accept(&mut self, changes: &Changes, optimality: Optimality) -> bool {
        if changes.keys().any(|&node| self.reaches(node as usize)) {
            let Some(parent) = self.follow_changed(changes, optimality) else { return false };
            self.parent = parent;
            self.bad = None;
        }
        changes.iter().for_each(|(&node, &(rule, _))| self.decided[node as usize] = rule);
        // A rule of lower priority is no longer considered where this one now decides.
        self.bad = self.bad.take().filter(|_| changes.is_empty());
        true
    }

    /// The reachable nodes after the changes; `None` if some move is not optimal.
    pub(super) fn follow_changed(&self, changes: &Changes, optimality: Optimality) -> Option<Vec<u32>> {
        let arena = self.arena;
        let mut parent = vec![NONE; arena.nodes.len()];
        parent[0] = 0;
        let mut queue = vec![0u32];
        let mut next = 0;
        let visit = |parent: &mut Vec<u32>, queue: &mut Vec<u32>, node: u32, edge: usize| {
            let target = arena.edges[edge].target;
            if parent[target as usize] == NONE {
                parent[target as usize] = node;
                queue.push(target);
            }
        };
        while let Some(&node) = queue.get(next) {
            next += 1;
            let place = node as usize;
            let own = arena.nodes[place].turn == Turn::Own;
            let rule = match changes.get(&node) {
                Some((NONE, _)) => NONE,
                Some((_, edges)) => {
                    for &edge in edges {
                        if !arena.edges[edge as usize].optimal {
                            return None;
                        }
                        visit(&mut parent, &mut queue, node, edge as usize);
                    }
                    continue;
                }
                None => self.decided[place],
            };
            let rule = self.entries.get(rule as usize).map(|entry| &entry.edges);
            for edge in taken(arena, rule, optimality, place) {
                if own && !arena.edges[edge].optimal {
                    return None;
                }
                visit(&mut parent, &mut queue, node, edge);
            }
        }
        Some(parent)
    }
}
