//! Splitting relations by constant arguments, for sheets that define one part of a relation by negating another.
//!
//! ```text
//! (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))
//! ```
//!
//! Strictly speaking, `goal` depends on its own negation. But its rules name the value, so the negated part and the
//! defined part are different: with one relation for each value the same rules are stratified. Each part gets an
//! auxiliary relation; the relation itself is their union and is used by literals with a variable at that argument.

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::{PlacedClause, Program};
use crate::rules::{Atom, BodyLiteral, Clause, Relation, RelationId, Symbol, Symbols, Term, Variable};
use crate::source::Span;

/// The constants at a relation's dividing positions.
type Key = Box<[Symbol]>;

/// The program in which every relation that is negated within its own recursion is split, if its rules allow it.
pub(super) fn split(program: &Program, graph: &Graph) -> Program {
    let positions = dividing_positions(program, graph);
    let mut divided = program.clone();
    let Program { symbols, table, clauses, .. } = &mut divided;
    let mut parts: FxHashMap<(RelationId, Key), RelationId> = FxHashMap::default();
    let mut unions = Vec::new();
    for placed in clauses.iter_mut() {
        let Clause { head, body, span, .. } = &mut placed.clause;
        let bodies = body.iter_mut().filter_map(|literal| match literal {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => Some(atom),
            BodyLiteral::Distinct(..) => None,
        });
        for atom in std::iter::once(head).chain(bodies) {
            let Some(positions) = positions.get(&atom.relation) else { continue };
            let Some(key) = key(positions, atom) else { continue };
            atom.relation = *parts.entry((atom.relation, key)).or_insert_with_key(|(relation, key)| {
                let Relation { name, arity, .. } = *table.relation(*relation);
                let part = table.auxiliary(&format!("{}-part", symbols.name(name)), arity, symbols);
                let clause = union(*relation, part, &arguments(arity, positions, key), *span, symbols);
                unions.push(PlacedClause { clause, head: placed.head, body: vec![placed.head] });
                part
            });
        }
    }
    clauses.extend(unions);
    divided
}

/// For each relation that is negated within its own recursion, the positions at which all of its rules have a constant.
fn dividing_positions(program: &Program, graph: &Graph) -> FxHashMap<RelationId, Vec<usize>> {
    let negated = graph.edges.iter().filter(|edge| edge.negative && graph.is_recursive(edge));
    let mut positions: FxHashMap<RelationId, Vec<usize>> = FxHashMap::default();
    for edge in negated {
        let relation = RelationId(edge.to as u32);
        positions.entry(relation).or_insert_with(|| (0..program.table.relation(relation).arity).collect());
    }
    for head in program.clauses.iter().map(|placed| &placed.clause.head) {
        if let Some(positions) = positions.get_mut(&head.relation) {
            positions.retain(|&position| matches!(head.arguments[position], Term::Constant(_)));
        }
    }
    positions.retain(|_, positions| !positions.is_empty());
    positions
}

fn key(positions: &[usize], atom: &Atom) -> Option<Key> {
    let constant = |&position: &usize| match &atom.arguments[position] {
        Term::Constant(constant) => Some(*constant),
        _ => None,
    };
    positions.iter().map(constant).collect()
}

/// The key's constants at their positions, variables elsewhere.
fn arguments(arity: usize, positions: &[usize], key: &[Symbol]) -> Box<[Term]> {
    let mut free = 0..;
    let argument = |position: usize| match positions.binary_search(&position) {
        Ok(i) => Term::Constant(key[i]),
        Err(_) => Term::Variable(Variable(free.next().expect("endless"))),
    };
    (0..arity).map(argument).collect()
}

/// The clause by which a part implies the relation.
fn union(relation: RelationId, part: RelationId, arguments: &[Term], span: Span, symbols: &mut Symbols) -> Clause {
    let free = arguments.iter().filter(|term| matches!(term, Term::Variable(_))).count();
    let variables = (0..free).map(|v| symbols.intern(&format!("x{v}"))).collect();
    let body = vec![BodyLiteral::Positive(Atom { relation: part, arguments: arguments.into() })];
    Clause { head: Atom { relation, arguments: arguments.into() }, body, variables, span }
}
