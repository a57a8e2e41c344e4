//! The dependency graph of the relations, and what follows from its components.
//!
//! Components are in dependency order, so strata and dependence are computed in one pass.

use components::components;

use super::Program;
use super::table::Table;
use crate::rules::{BodyLiteral, Dependence, Keyword, RelationId};

/// One use of a relation in a body.
pub(super) struct Edge {
    /// The relation whose rules use it.
    pub from: usize,
    /// The relation that is used.
    pub to: usize,
    /// Whether the use is under `not`.
    pub negative: bool,
    /// The clause and the index of the literal in its body.
    pub place: (usize, usize),
}

/// Uses among relations, and the components of mutual recursion.
pub(super) struct Graph {
    /// Sorted by `from`.
    pub edges: Vec<Edge>,
    /// Where each relation's edges start.
    starts: Vec<usize>,
    /// The component of each relation; its dependencies have smaller numbers.
    pub component: Vec<usize>,
}

impl Graph {
    pub fn new(program: &Program) -> Graph {
        let mut edges = Vec::new();
        for (c, placed) in program.clauses.iter().enumerate() {
            let from = placed.clause.head.relation.0 as usize;
            for (l, literal) in placed.clause.body.iter().enumerate() {
                let (atom, negative) = match literal {
                    BodyLiteral::Positive(atom) => (atom, false),
                    BodyLiteral::Negative(atom) => (atom, true),
                    BodyLiteral::Distinct(..) => continue,
                };
                edges.push(Edge { from, to: atom.relation.0 as usize, negative, place: (c, l) });
            }
        }
        edges.sort_by_key(|edge| edge.from);
        let count = program.table.relations.len();
        let starts = (0..=count).map(|r| edges.partition_point(|edge| edge.from < r)).collect();
        let mut graph = Graph { edges, starts, component: Vec::new() };
        graph.component = graph.components(count);
        graph
    }

    /// The uses in the rules of a relation.
    pub fn uses(&self, relation: usize) -> &[Edge] {
        &self.edges[self.starts[relation]..self.starts[relation + 1]]
    }

    /// Whether a use closes a cycle.
    pub fn is_recursive(&self, edge: &Edge) -> bool {
        self.component[edge.from] == self.component[edge.to]
    }

    fn components(&self, count: usize) -> Vec<usize> {
        let used = |relation: u32, edge: usize| self.uses(relation as usize).get(edge).map(|edge| edge.to as u32);
        let mut component = vec![0; count];
        for (number, members) in components(used, count, 0..count as u32).iter().enumerate() {
            members.iter().for_each(|&member| component[member as usize] = number);
        }
        component
    }

    /// Relations by component, dependencies first.
    pub fn by_component(&self) -> Vec<usize> {
        let mut relations: Vec<usize> = (0..self.component.len()).collect();
        relations.sort_by_key(|&r| self.component[r]);
        relations
    }

    /// Fills in the stratum and dependence of each relation.
    pub fn classify(&self, table: &mut Table) {
        let order = self.by_component();
        for members in order.chunk_by(|&a, &b| self.component[a] == self.component[b]) {
            let (mut stratum, mut dependence) = (0, Dependence::Static);
            for &member in members {
                dependence = dependence.max(own_dependence(table.keyword(RelationId(member as u32))));
                for edge in self.uses(member) {
                    let used = &table.relations[edge.to];
                    stratum = stratum.max(used.stratum + u32::from(edge.negative));
                    dependence = dependence.max(used.dependence);
                }
            }
            for &member in members {
                (table.relations[member].stratum, table.relations[member].dependence) = (stratum, dependence);
            }
        }
    }
}

fn own_dependence(keyword: Option<Keyword>) -> Dependence {
    match keyword {
        Some(Keyword::True) => Dependence::State,
        Some(Keyword::Does | Keyword::Next) => Dependence::Moves,
        _ => Dependence::Static,
    }
}
