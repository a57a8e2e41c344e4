//! Replaces a static relation that is too large to list by an automaton.
//!
//! ```text
//! (<= (goodRow ?r) (true (mark ?r 1 ?a)) (true (mark ?r 2 ?b)) ... (once 1 ?a ?b ...) (once 2 ?a ?b ...) ...)
//! (<= (once ?n ?a ?b ...) (eq ?n ?a) (index ?b) (not (eq ?n ?b)) ...)
//! (<= (once ?n ?a ?b ...) (eq ?n ?b) (index ?a) (not (eq ?n ?a)) ...)
//! ```
//!
//! For nine cells `once` has 9 · 9 · 8^8 atoms. But it is defined by facts alone, so all its uses in a body are one
//! condition on `?a`, `?b`, ..., and that condition is an [`automaton`] with 512 states. With one relation per step
//! that lists its transitions, the rule becomes
//!
//! ```text
//! (<= (goodRow ?r) (true (mark ?r 1 ?a)) (first start ?a ?s) (true (mark ?r 2 ?b)) (second ?s ?b ?t) ... (ninth ?z ?i end))
//! ```
//!
//! which [`crate::decompose`] splits into narrow rules, and `once` disappears. States are terms that no sheet can
//! contain.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::automaton::{Transition, automaton};
use crate::clause::{Atom, Clause, Clauses, Pattern, RelationId, RelationInfo, RelationKind};
use crate::formula::{Argument, FormulaId, Formulas};
use crate::terms::{TermId, Terms};

/// The maximum depth of definitions that are expanded; formulas nest at most twice as deep.
const MOST_DEPTH: usize = 32;

/// Replaces a relation, and those that only pass on its arguments, in all uses. Returns whether that was possible; if
/// not, the clauses are unchanged.
pub fn unfold(clauses: &mut Clauses, relation: RelationId, terms: &mut Terms) -> bool {
    let Some(unfolded) = with_users(clauses, relation) else { return false };
    let mut relations = clauses.relations.clone();
    let mut rewritten = Vec::new();
    for clause in clauses.clauses.iter().filter(|c| !unfolded.contains(&c.head.relation)) {
        if !clause.positive.iter().any(|atom| unfolded.contains(&atom.relation)) {
            rewritten.push(clause.clone());
            continue;
        }
        let Some(condition) = Condition::of(clause, &unfolded, clauses) else { return false };
        if condition.possible {
            condition.rewrite(clause, &unfolded, &mut relations, terms, &mut rewritten);
        }
    }
    *clauses = Clauses { relations, clauses: rewritten };
    true
}

/// The relation and all relations whose definition uses it and keeps its variables, up to the clauses that drop them.
/// `None` if one of them is not defined by facts alone, or is used under negation.
fn with_users(clauses: &Clauses, relation: RelationId) -> Option<BTreeSet<RelationId>> {
    let mut unfolded = BTreeSet::new();
    let mut queue = vec![relation];
    while let Some(relation) = queue.pop() {
        if clauses.relations[relation as usize].kind != RelationKind::Static {
            return None;
        }
        if !unfolded.insert(relation) {
            continue;
        }
        for clause in &clauses.clauses {
            if clause.negative.iter().any(|atom| atom.relation == relation) {
                return None;
            }
            let mut in_head = vec![false; clause.variables as usize];
            clause.head.for_each_variable(&mut |v| in_head[v as usize] = true);
            for used in clause.positive.iter().filter(|atom| atom.relation == relation) {
                used.for_each_variable(&mut |v| {
                    if in_head[v as usize] {
                        queue.push(clause.head.relation);
                    }
                });
            }
        }
    }
    Some(unfolded)
}

/// The condition that the unfolded relations impose on the variables of one clause.
struct Condition {
    /// Whether it is satisfiable, as far as is evident before the first value is read.
    possible: bool,
    variables: Vec<u32>,
    levels: Vec<Vec<Transition>>,
}

impl Condition {
    fn of(clause: &Clause, unfolded: &BTreeSet<RelationId>, clauses: &Clauses) -> Option<Condition> {
        let mut expansion = Expansion::new(clauses);
        let (mut parts, mut variables) = (Vec::new(), Vec::new());
        for atom in clause.positive.iter().filter(|atom| unfolded.contains(&atom.relation)) {
            let arguments = atom.arguments.iter().map(argument).collect::<Option<_>>()?;
            parts.push(expansion.expand(atom.relation, arguments, false, 0)?);
            atom.for_each_variable(&mut |v| {
                if !variables.contains(&v) {
                    variables.push(v);
                }
            });
        }
        let condition = expansion.formulas.join(parts, false).ok()?;
        let levels = automaton(&mut expansion.formulas, condition, &variables).ok()??;
        Some(Condition { possible: condition != Formulas::FALSE, variables, levels })
    }

    /// The clause with the automaton in place of the unfolded relations, and the transitions as facts.
    fn rewrite(
        &self,
        clause: &Clause,
        unfolded: &BTreeSet<RelationId>,
        relations: &mut Vec<RelationInfo>,
        terms: &mut Terms,
        clauses: &mut Vec<Clause>,
    ) {
        let mut walk = clause.clone();
        walk.positive.retain(|atom| !unfolded.contains(&atom.relation));
        let mut states = vec![terms.fresh()];
        let mut state = Pattern::Ground(states[0]);
        for (level, (&variable, transitions)) in self.variables.iter().zip(&self.levels).enumerate() {
            let last = level + 1 == self.levels.len();
            let targets = transitions.iter().map(|t| t.to + 1).max().unwrap_or(1);
            let after: Vec<TermId> = (0..targets).map(|_| terms.fresh()).collect();
            let next = if last { Pattern::Ground(after[0]) } else { Pattern::Variable(walk.variables) };
            walk.variables += u32::from(!last);
            let relation = relations.len() as RelationId;
            relations.push(RelationInfo { arity: 3, kind: RelationKind::Static, stratum: 0 });
            walk.positive.push(Atom { relation, arguments: vec![state, Pattern::Variable(variable), next.clone()] });
            for transition in transitions {
                let fact = [states[transition.from as usize], transition.value, after[transition.to as usize]];
                clauses.push(Clause {
                    head: Atom { relation, arguments: fact.map(Pattern::Ground).to_vec() },
                    positive: Vec::new(),
                    negative: Vec::new(),
                    distinct: Vec::new(),
                    variables: 0,
                    origin: clause.origin,
                });
            }
            (states, state) = (after, next);
        }
        clauses.push(walk);
    }
}

fn argument(pattern: &Pattern) -> Option<Argument> {
    match pattern {
        Pattern::Variable(v) => Some(Argument::Variable(*v)),
        Pattern::Ground(term) => Some(Argument::Value(*term)),
        Pattern::Compound(..) => None,
    }
}

/// Replaces relations by their definitions, down to facts.
struct Expansion<'a> {
    clauses: &'a Clauses,
    definitions: FxHashMap<RelationId, Vec<&'a Clause>>,
    known: FxHashMap<(RelationId, Vec<Argument>, bool), FormulaId>,
    formulas: Formulas,
}

impl<'a> Expansion<'a> {
    fn new(clauses: &'a Clauses) -> Expansion<'a> {
        let mut definitions: FxHashMap<RelationId, Vec<&'a Clause>> = FxHashMap::default();
        let mut formulas = Formulas::new();
        for clause in &clauses.clauses {
            definitions.entry(clause.head.relation).or_default().push(clause);
        }
        for (&relation, definition) in &definitions {
            let facts: Option<_> = definition.iter().map(|clause| fact(clause)).collect();
            if let Some(facts) = facts {
                formulas.define(relation, facts);
            }
        }
        Expansion { clauses, definitions, known: FxHashMap::default(), formulas }
    }

    /// The relation, or its negation, in terms of facts. `None` if its definition needs local variables, compounds,
    /// recursion or too many steps.
    fn expand(
        &mut self,
        relation: RelationId,
        arguments: Vec<Argument>,
        negated: bool,
        depth: usize,
    ) -> Option<FormulaId> {
        if depth > MOST_DEPTH || self.clauses.relations[relation as usize].kind != RelationKind::Static {
            return None;
        }
        let definition = self.definitions.get(&relation).cloned().unwrap_or_default();
        if definition.iter().all(|clause| fact(clause).is_some()) {
            return Some(self.formulas.fact(relation, arguments, negated));
        }
        let key = (relation, arguments, negated);
        if let Some(&formula) = self.known.get(&key) {
            return Some(formula);
        }
        let mut alternatives = Vec::new();
        for clause in definition {
            alternatives.push(self.expand_clause(clause, &key.1, negated, depth)?);
        }
        let formula = self.formulas.join(alternatives, !negated).ok()?;
        self.known.insert(key, formula);
        Some(formula)
    }

    fn expand_clause(
        &mut self,
        clause: &Clause,
        arguments: &[Argument],
        negated: bool,
        depth: usize,
    ) -> Option<FormulaId> {
        let mut binding: Vec<Option<Argument>> = vec![None; clause.variables as usize];
        let mut parts = Vec::new();
        for (pattern, &given) in clause.head.arguments.iter().zip(arguments) {
            let expected = match pattern {
                Pattern::Variable(v) => *binding[*v as usize].get_or_insert(given),
                Pattern::Ground(term) => Argument::Value(*term),
                Pattern::Compound(..) => return None,
            };
            parts.push(self.formulas.equal(expected, given, negated));
        }
        let bound = |pattern: &Pattern| match argument(pattern)? {
            Argument::Variable(v) => binding[v as usize],
            value => Some(value),
        };
        for (atoms, absent) in [(&clause.positive, false), (&clause.negative, true)] {
            for atom in atoms {
                let arguments = atom.arguments.iter().map(bound).collect::<Option<_>>()?;
                parts.push(self.expand(atom.relation, arguments, negated != absent, depth + 1)?);
            }
        }
        for (left, right) in &clause.distinct {
            parts.push(self.formulas.equal(bound(left)?, bound(right)?, !negated));
        }
        self.formulas.join(parts, negated).ok()
    }
}

/// The arguments of a clause that is a fact.
fn fact(clause: &Clause) -> Option<Vec<TermId>> {
    let ground = |pattern: &Pattern| if let Pattern::Ground(term) = pattern { Some(*term) } else { None };
    let plain = clause.positive.is_empty() && clause.negative.is_empty() && clause.distinct.is_empty();
    if plain { clause.head.arguments.iter().map(ground).collect() } else { None }
}
