//! Garbage collection: frees nodes that no handle reaches.
//!
//! Marking proceeds level by level, with one bit per node. Then each level compacts its marked nodes in order, so a
//! node's new index is its rank among the marked ones: no forwarding table, no second copy of the arena. Tables are
//! rebuilt, and unused memory is returned to the system. Levels are independent at that point and are processed in
//! parallel.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::ids::{EMPTY, FULL, Node};
use crate::ledger::Ledger;
use crate::mark::{self, Marks, Scratch};
use crate::store::{FEW_NODES, Store};
use crate::unique::Nodes;

impl Store {
    /// Frees all nodes that no handle reaches. Operations do this themselves when it is worthwhile.
    pub fn collect(&mut self) {
        self.roots.retain(|root| root.strong_count() > 0);
        let roots: Vec<_> = self.roots.iter().filter_map(|root| root.upgrade()).collect();
        let space = &mut self.space;
        let scratch = Scratch::force(&space.ledger, mark::bytes_for(&space.levels));
        let marks = mark::reachable(&space.levels, roots.iter().map(|root| root.node()), Some(FULL));

        let ledger = &space.ledger;
        let below = marks.iter().skip(1).map(Some).chain([None]);
        let work = space.levels.iter_mut().zip(&marks).zip(below);
        match &self.pool {
            None => work.for_each(|((nodes, marks), below)| compact(nodes, marks, below, ledger)),
            Some(pool) => {
                let work: Vec<_> = work.collect();
                pool.install(|| {
                    // One by one: levels differ much in size, and no thread should wait for another's share.
                    let work = work.into_par_iter().with_max_len(1);
                    work.for_each(|((nodes, marks), below)| compact(nodes, marks, below, ledger));
                });
            }
        }
        for root in &roots {
            root.set_node(renamed(&marks[0], root.node()));
        }
        drop(scratch);
        let live: usize = marks.iter().map(Marks::len).sum();
        ledger.give_nodes(ledger.nodes() - live);
        space.workers.iter().flat_map(|worker| worker.blocks.iter()).for_each(|block| block.clear());
        space.operations.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        self.collect_at = live + live / 4 + FEW_NODES / 2;
        self.collections += 1;
    }
}

/// Node 0 is empty and unchanged; the marked ones are numbered from 1.
fn renamed(marks: &Marks, node: Node) -> Node {
    if node == EMPTY { EMPTY } else { marks.rank(node) as Node + 1 }
}

fn compact(nodes: &mut Nodes, marks: &Marks, below: Option<&Marks>, ledger: &Ledger) {
    let mut len: Node = 1;
    for node in marks.iter() {
        for (from, to) in nodes.children(node).iter().zip(nodes.children(len)) {
            let child = from.load(Ordering::Relaxed);
            to.store(below.map_or(child, |marks| renamed(marks, child)), Ordering::Relaxed);
        }
        len += 1;
    }
    nodes.truncate(len as usize, ledger);
}
