//! The cases that ground rules match, as bitmaps.
//!
//! A *case* is a state of the role together with a legal move that represents its images. A rule, written with such a
//! move, matches the cases of that move in which its literals hold: a conjunction of one bitmap per literal. Each case
//! belongs to an edge of the [arena](crate::arena), so the cases that a rule matches determine the edges it takes, in
//! all images of the states at once.

use number::{count, size};

use crate::arena::Arena;
use crate::bits::Bits;
use crate::error::Error;
use crate::expand::Expander;
use crate::rule::{Literal, Rule};

/// The cases of one representative move.
pub struct Table {
    /// The move.
    pub made: usize,
    /// For each case, the index of its state.
    pub states: Vec<u32>,
    /// For each case, its edge in the arena.
    pub edges: Vec<u32>,
    /// For each fluent, the cases in which it holds.
    holds: Vec<Bits>,
    /// The cases of a node are `by_node[starts[node]..starts[node + 1]]`.
    starts: Vec<u32>,
    by_node: Vec<u32>,
}

/// All cases of an arena.
pub struct Cases {
    /// One table per representative move that is ever legal.
    pub tables: Vec<Table>,
    table_of: Vec<Option<u32>>,
    /// Fluents that vary over the states of the role.
    pub telling: Vec<u32>,
}

impl Cases {
    /// Lists the cases of an arena, in at most `bytes` bytes.
    pub fn new(arena: &Arena<'_>, bytes: usize) -> Result<Cases, Error> {
        let states = arena.own_states();
        let moves = arena.game.moves[arena.role].len();
        let representative: Vec<bool> = (0..moves).map(|made| arena.group.representative(made) == made).collect();
        let needed = states.len() * (arena.game.fluents.len() / 8 + 16) * representative.iter().filter(|r| **r).count();
        if needed > bytes {
            let (states, needed) = (count(states.len(), "state"), size(needed));
            let sentence = format!("the bitmaps for {states} would take {needed}");
            return Err(Error::Limit(sentence));
        }
        let mut found: Vec<(Vec<u32>, Vec<u32>)> = vec![Default::default(); moves];
        Expander::new(&arena.tape, &arena.found.states, arena.game.roles.len()).expand(
            &states,
            &|_, made| representative[made],
            &mut |_, _| (),
            &mut |step| {
                let state = states[step.from];
                let (from, to) = (arena.node_of[state as usize], arena.node_of[step.to]);
                let edge =
                    arena.edge(from as usize, to as usize).expect("images of a state have images of its successors");
                found[step.made].0.push(state);
                found[step.made].1.push(edge as u32);
            },
        );
        let mut cases = Cases { tables: Vec::new(), table_of: vec![None; moves], telling: telling(arena, &states) };
        for (made, (states, edges)) in found.into_iter().enumerate().filter(|(_, (states, _))| !states.is_empty()) {
            cases.table_of[made] = Some(cases.tables.len() as u32);
            cases.tables.push(Table::new(arena, made, states, edges));
        }
        Ok(cases)
    }

    /// The table of a representative move, if it is ever legal.
    pub fn table_of(&self, made: usize) -> Option<usize> {
        self.table_of[made].map(|table| table as usize)
    }

    /// The edges that a rule takes, including its images.
    pub fn edges(&self, arena: &Arena<'_>, rule: &Rule) -> Bits {
        let rule = rule.normal(&arena.group);
        let mut edges = Bits::new(arena.edges.len());
        if let Some(table) = self.table_of(rule.made).map(|table| &self.tables[table]) {
            table.matching(&rule.literals).iter().for_each(|case| edges.insert(table.edges[case] as usize));
        }
        edges
    }
}

impl Table {
    fn new(arena: &Arena<'_>, made: usize, states: Vec<u32>, edges: Vec<u32>) -> Table {
        let mut holds = vec![Bits::new(states.len()); arena.game.fluents.len()];
        for (case, &state) in states.iter().enumerate() {
            for fluent in arena.state(state as usize).fluents() {
                holds[fluent.0 as usize].insert(case);
            }
        }
        let node = |case: u32| arena.sources[edges[case as usize] as usize];
        let mut by_node: Vec<u32> = (0..states.len() as u32).collect();
        by_node.sort_by_key(|&case| node(case));
        let mut starts = vec![0u32; arena.nodes.len() + 1];
        by_node.iter().for_each(|&case| starts[node(case) as usize + 1] += 1);
        (0..arena.nodes.len()).for_each(|node| starts[node + 1] += starts[node]);
        Table { made, states, edges, holds, starts, by_node }
    }

    /// The cases in which all literals hold.
    pub fn matching(&self, literals: &[Literal]) -> Bits {
        let mut matching = Bits::full(self.states.len());
        literals.iter().for_each(|l| matching.keep(&self.holds[l.fluent as usize], l.positive));
        matching
    }

    /// Whether a literal holds in a case.
    pub fn holds(&self, literal: Literal, case: usize) -> bool {
        self.holds[literal.fluent as usize].contains(case) == literal.positive
    }

    /// The cases of a node.
    pub fn of_node(&self, node: usize) -> &[u32] {
        &self.by_node[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// The fluents that vary over some states.
fn telling(arena: &Arena<'_>, states: &[u32]) -> Vec<u32> {
    let words = arena.found.states.rows(0..1).len();
    let (mut all, mut any) = (vec![u64::MAX; words], vec![0; words]);
    for &state in states {
        let row = arena.found.states.rows(state as usize..state as usize + 1);
        all.iter_mut().zip(row).for_each(|(all, row)| *all &= row);
        any.iter_mut().zip(row).for_each(|(any, row)| *any |= row);
    }
    let differs = |&fluent: &u32| (any[fluent as usize / 64] & !all[fluent as usize / 64]) >> (fluent % 64) & 1 == 1;
    (0..arena.game.fluents.len() as u32).filter(differs).collect()
}
