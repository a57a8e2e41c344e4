//! The rules, grouped by the source of a call's answers.
//!
//! A relation with only ground facts is looked up; one with rules is derived. If it has both, the facts are stored
//! separately and an additional rule reads them, so that a thousand facts are one lookup instead of a thousand rules.

use gdl::rules::{Atom, BodyLiteral, Clause, Keyword, RelationId, Term, Variable};
use gdl::{Rules, Span};
use rustc_hash::FxHashSet;

use crate::terms::Terms;

/// The source of the answers to a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    /// The state.
    Fluents,
    /// The joint move.
    Moves,
    /// Ground facts of the sheet.
    Facts(RelationId),
    /// Rules of the sheet.
    Rules(RelationId),
}

/// One conjunct of a body.
#[derive(Clone)]
pub(crate) enum Goal {
    Call { source: Source, arguments: Vec<Term>, positive: bool },
    Distinct(Term, Term),
}

/// A clause with a body, or a fact with variables.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) head: Vec<Term>,
    pub(crate) body: Vec<Goal>,
    /// The number of variables.
    pub(crate) variables: usize,
    /// Its span, for messages.
    pub(crate) span: Span,
}

/// The clauses of one relation.
#[derive(Clone, Default)]
pub(crate) struct Definition {
    pub(crate) rules: Vec<Rule>,
    pub(crate) facts: Vec<Vec<u32>>,
}

/// Groups the clauses of a sheet by relation.
pub(crate) fn definitions(rules: &Rules, terms: &mut Terms) -> Vec<Definition> {
    let mut definitions = vec![Definition::default(); rules.relations.len()];
    let ruled = ruled(rules);
    for clause in &rules.clauses {
        let definition = &mut definitions[clause.head.relation.0 as usize];
        if is_fact(clause) {
            definition.facts.push(clause.head.arguments.iter().filter_map(|a| terms.ground(a)).collect());
        } else {
            definition.rules.push(Rule {
                head: clause.head.arguments.to_vec(),
                body: clause.body.iter().map(|l| goal(rules, &ruled, l)).collect(),
                variables: clause.variables.len(),
                span: clause.span,
            });
        }
    }
    for (i, definition) in definitions.iter_mut().enumerate() {
        let mut seen = FxHashSet::default();
        definition.facts.retain(|fact| seen.insert(fact.clone()));
        if !definition.facts.is_empty() {
            definition.rules.push(reader_of_facts(RelationId(i as u32), rules.relations[i].arity));
        }
    }
    definitions
}

fn is_fact(clause: &Clause) -> bool {
    clause.body.is_empty() && clause.variables.is_empty()
}

/// For each relation, whether it has more than ground facts.
fn ruled(rules: &Rules) -> Vec<bool> {
    let mut ruled = vec![false; rules.relations.len()];
    for clause in &rules.clauses {
        ruled[clause.head.relation.0 as usize] |= !is_fact(clause);
    }
    ruled
}

fn goal(rules: &Rules, ruled: &[bool], literal: &BodyLiteral) -> Goal {
    let call = |atom: &Atom, positive| {
        let source = match rules.relation(atom.relation).keyword {
            Some(Keyword::True) => Source::Fluents,
            Some(Keyword::Does) => Source::Moves,
            _ if ruled[atom.relation.0 as usize] => Source::Rules(atom.relation),
            _ => Source::Facts(atom.relation),
        };
        Goal::Call { source, arguments: atom.arguments.to_vec(), positive }
    };
    match literal {
        BodyLiteral::Positive(atom) => call(atom, true),
        BodyLiteral::Negative(atom) => call(atom, false),
        BodyLiteral::Distinct(a, b) => Goal::Distinct(a.clone(), b.clone()),
    }
}

fn reader_of_facts(relation: RelationId, arity: usize) -> Rule {
    let arguments: Vec<Term> = (0..arity as u32).map(|v| Term::Variable(Variable(v))).collect();
    let body = vec![Goal::Call { source: Source::Facts(relation), arguments: arguments.clone(), positive: true }];
    Rule { head: arguments, body, variables: arity, span: Span::default() }
}
