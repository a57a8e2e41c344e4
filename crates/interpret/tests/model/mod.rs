//! The semantics of rules, written as directly as possible: apply all rules until nothing new follows, stratum by
//! stratum. Slow, and obviously correct.

use std::collections::HashSet;

use gdl::Rules;
use gdl::rules::{Atom, BodyLiteral, Clause, Keyword, RelationId, Term};

/// All ground atoms that hold.
pub type Facts = HashSet<(RelationId, Vec<Term>)>;

/// The consequences of these facts of the state and these moves.
pub fn consequences(rules: &Rules, state: &[Term], moves: &[(Term, Term)]) -> Facts {
    let mut facts = Facts::new();
    facts.extend(state.iter().map(|fact| (rules.keyword(Keyword::True), vec![fact.clone()])));
    facts.extend(moves.iter().map(|(role, m)| (rules.keyword(Keyword::Does), vec![role.clone(), m.clone()])));
    let strata = rules.relations.iter().map(|r| r.stratum).max().unwrap_or(0);
    for stratum in 0..=strata {
        let clauses: Vec<&Clause> =
            rules.clauses.iter().filter(|c| rules.relation(c.head.relation).stratum == stratum).collect();
        loop {
            let mut new = Vec::new();
            for clause in &clauses {
                let mut values = vec![None; clause.variables.len()];
                apply(clause, 0, &facts, &mut values, &mut new);
            }
            let before = facts.len();
            facts.extend(new);
            if facts.len() == before {
                break;
            }
        }
    }
    facts
}

fn apply(
    clause: &Clause,
    at: usize,
    facts: &Facts,
    values: &mut Vec<Option<Term>>,
    new: &mut Vec<(RelationId, Vec<Term>)>,
) {
    let Some(literal) = clause.body.get(at) else {
        new.push(ground(&clause.head, values));
        return;
    };
    match literal {
        BodyLiteral::Positive(atom) => {
            for (_, arguments) in facts.iter().filter(|(relation, _)| *relation == atom.relation) {
                let mut extended = values.clone();
                if atom.arguments.iter().zip(arguments).all(|(p, t)| matches(p, t, &mut extended)) {
                    apply(clause, at + 1, facts, &mut extended, new);
                }
            }
        }
        BodyLiteral::Negative(atom) => {
            if !facts.contains(&ground(atom, values)) {
                apply(clause, at + 1, facts, values, new);
            }
        }
        BodyLiteral::Distinct(a, b) => {
            if substitute(a, values) != substitute(b, values) {
                apply(clause, at + 1, facts, values, new);
            }
        }
    }
}

fn ground(atom: &Atom, values: &[Option<Term>]) -> (RelationId, Vec<Term>) {
    (atom.relation, atom.arguments.iter().map(|a| substitute(a, values)).collect())
}

fn substitute(term: &Term, values: &[Option<Term>]) -> Term {
    match term {
        Term::Variable(v) => values[v.0 as usize].clone().expect("checked rules bind from left to right"),
        Term::Constant(_) => term.clone(),
        Term::Compound(f, arguments) => Term::Compound(*f, arguments.iter().map(|a| substitute(a, values)).collect()),
    }
}

fn matches(pattern: &Term, term: &Term, values: &mut [Option<Term>]) -> bool {
    match (pattern, term) {
        (Term::Variable(v), _) => values[v.0 as usize].get_or_insert_with(|| term.clone()) == term,
        (Term::Compound(f, xs), Term::Compound(g, ys)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| matches(x, y, values))
        }
        _ => pattern == term,
    }
}
