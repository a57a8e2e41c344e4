//! Splitting relations by constant arguments, for sheets that negate one part of a relation to define another.
//!
//! ```text
//! (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))
//! ```
//!
//! By the letter `goal` depends on its own negation. But its rules name the value, so that what is negated and
//! what is being defined are different parts: with one relation for each value the same rules are stratified.
//! Each part gets an auxiliary relation; the relation itself is their union and serves literals with a variable there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Graph;
use super::{PlacedClause, Program};
use crate::rules::{Atom, Clause, Literal, RelationId, Symbol, Term, Variable};

/// The constants at a relation's dividing positions.
type Key = Box<[Symbol]>;

/// The program with every relation that is negated within its own recursion split, where its rules allow it.
pub(super) fn split(program: &Program, graph: &Graph) -> Program {
    let mut split = program.clone();
    let negated = graph.edges.iter().filter(|edge| edge.negative && graph.is_recursive(edge));
    let relations: FxHashSet<usize> = negated.map(|edge| edge.to).collect();
    for relation in relations {
        split_one(RelationId(relation as u32), &mut split);
    }
    split
}

fn split_one(relation: RelationId, program: &mut Program) {
    let positions = dividing_positions(relation, program);
    if positions.is_empty() {
        return;
    }
    let Program { symbols, table, clauses, .. } = program;
    let arity = table.relation(relation).arity;
    let stem = symbols.name(table.relation(relation).name).to_string();
    let mut parts: FxHashMap<Key, RelationId> = FxHashMap::default();
    let mut unions = Vec::new();
    for placed in clauses.iter_mut() {
        let Clause { head, body, span, .. } = &mut placed.clause;
        let bodies = body.iter_mut().filter_map(|literal| match literal {
            Literal::Positive(atom) | Literal::Negative(atom) => Some(atom),
            Literal::Distinct(..) => None,
        });
        for atom in std::iter::once(head).chain(bodies).filter(|atom| atom.relation == relation) {
            let Some(key) = key(&positions, atom) else { continue };
            atom.relation = *parts.entry(key).or_insert_with_key(|key| {
                let part = table.auxiliary(&stem, arity, symbols);
                let clause = union(relation, part, arity, &positions, key, *span, symbols.intern("x"));
                unions.push(PlacedClause { clause, head: placed.head, body: vec![placed.head] });
                part
            });
        }
    }
    clauses.extend(unions);
}

/// The positions at which all rules of a relation have a constant.
fn dividing_positions(relation: RelationId, program: &Program) -> Vec<usize> {
    let heads = program.clauses.iter().map(|placed| &placed.clause.head).filter(|head| head.relation == relation);
    let heads: Vec<&Atom> = heads.collect();
    let arity = program.table.relation(relation).arity;
    let constant = |position: usize| heads.iter().all(|head| matches!(head.arguments[position], Term::Constant(_)));
    (0..arity).filter(|&position| constant(position)).collect()
}

fn key(positions: &[usize], atom: &Atom) -> Option<Key> {
    let constant = |&position: &usize| match &atom.arguments[position] {
        Term::Constant(constant) => Some(*constant),
        _ => None,
    };
    positions.iter().map(constant).collect()
}

/// What holds of a part holds of the relation.
fn union(
    relation: RelationId,
    part: RelationId,
    arity: usize,
    positions: &[usize],
    key: &[Symbol],
    span: crate::source::Span,
    name: Symbol,
) -> Clause {
    let mut variables = Vec::new();
    let arguments: Box<[Term]> = (0..arity)
        .map(|position| match positions.iter().position(|&p| p == position) {
            Some(i) => Term::Constant(key[i]),
            None => {
                variables.push(name);
                Term::Variable(Variable(variables.len() as u32 - 1))
            }
        })
        .collect();
    let body = vec![Literal::Positive(Atom { relation: part, arguments: arguments.clone() })];
    Clause { head: Atom { relation, arguments }, body, variables, span }
}
