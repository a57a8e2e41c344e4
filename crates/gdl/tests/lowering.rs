//! Lowering preserves the meaning: a random body holds for the same values before and after.

use std::collections::HashSet;

use gdl::rules::{Atom, BodyLiteral, RelationId, Rules, Term};
use gdl::{Source, check};
use proptest::prelude::*;

const VALUES: [&str; 3] = ["a", "b", "c"];

/// A body as a tree; variables are 0 and 1.
#[derive(Clone, Debug)]
enum Body {
    /// `(p ?x)`, one of two unary relations.
    Unary(usize, usize),
    /// `(r ?x ?y)`
    Binary(usize, usize),
    Distinct(usize, usize),
    DistinctFrom(usize, usize),
    Not(Box<Body>),
    And(Vec<Body>),
    Or(Vec<Body>),
}

/// The facts: two unary relations and a binary one.
#[derive(Clone, Debug)]
struct Facts {
    unary: [[bool; 3]; 2],
    binary: [[bool; 3]; 3],
}

impl Body {
    fn text(&self) -> String {
        let variable = |v: &usize| ["?x", "?y"][*v];
        let all = |parts: &[Body]| parts.iter().map(Body::text).collect::<Vec<_>>().join(" ");
        match self {
            Body::Unary(relation, v) => format!("({} {})", ["p", "q"][*relation], variable(v)),
            Body::Binary(v, w) => format!("(r {} {})", variable(v), variable(w)),
            Body::Distinct(v, w) => format!("(distinct {} {})", variable(v), variable(w)),
            Body::DistinctFrom(v, value) => format!("(distinct {} {})", variable(v), VALUES[*value]),
            Body::Not(inner) => format!("(not {})", inner.text()),
            Body::And(parts) => format!("(and {})", all(parts)),
            Body::Or(parts) => format!("(or {})", all(parts)),
        }
    }

    fn holds(&self, values: [usize; 2], facts: &Facts) -> bool {
        match self {
            Body::Unary(relation, v) => facts.unary[*relation][values[*v]],
            Body::Binary(v, w) => facts.binary[values[*v]][values[*w]],
            Body::Distinct(v, w) => values[*v] != values[*w],
            Body::DistinctFrom(v, value) => values[*v] != *value,
            Body::Not(inner) => !inner.holds(values, facts),
            Body::And(parts) => parts.iter().all(|part| part.holds(values, facts)),
            Body::Or(parts) => parts.iter().any(|part| part.holds(values, facts)),
        }
    }
}

fn bodies() -> impl Strategy<Value = Body> {
    let leaf = prop_oneof![
        3 => (0..2usize, 0..2usize).prop_map(|(r, v)| Body::Unary(r, v)),
        3 => (0..2usize, 0..2usize).prop_map(|(v, w)| Body::Binary(v, w)),
        1 => Just(Body::Distinct(0, 1)),
        1 => (0..2usize, 0..3usize).prop_map(|(v, value)| Body::DistinctFrom(v, value)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|body| Body::Not(Box::new(body))),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Body::And),
            prop::collection::vec(inner, 0..4).prop_map(Body::Or),
        ]
    })
}

fn facts() -> impl Strategy<Value = Facts> {
    (any::<[[bool; 3]; 2]>(), any::<[[bool; 3]; 3]>()).prop_map(|(unary, binary)| Facts { unary, binary })
}

fn sheet(head: &str, body: &[Body], facts: &Facts) -> String {
    let mut text =
        String::from("(role a) (init a) (legal a a) (goal a 0) (<= terminal (h ?x ?y))\n(d a) (d b) (d c)\n");
    for (i, value) in VALUES.iter().enumerate() {
        for (relation, holds) in ["p", "q"].iter().zip(facts.unary) {
            if holds[i] {
                text += &format!("({relation} {value})");
            }
        }
        for (j, other) in VALUES.iter().enumerate() {
            if facts.binary[i][j] {
                text += &format!("(r {value} {other})");
            }
        }
    }
    let body: Vec<String> = body.iter().map(Body::text).collect();
    text + &format!("\n(<= {head} {})\n", body.join("\n  "))
}

type Model = HashSet<(RelationId, Vec<Term>)>;

/// All consequences, stratum by stratum, by trying all facts for all literals.
fn model(rules: &Rules) -> Model {
    let mut model = Model::new();
    let mut strata: Vec<u32> = rules.relations.iter().map(|relation| relation.stratum).collect();
    strata.sort();
    strata.dedup();
    for stratum in strata {
        loop {
            let before = model.len();
            for clause in rules.clauses.iter().filter(|c| rules.relation(c.head.relation).stratum == stratum) {
                for values in solutions(&clause.body, clause.variables.len(), &model) {
                    model.insert(ground(&clause.head, &values));
                }
            }
            if model.len() == before {
                break;
            }
        }
    }
    model
}

fn solutions(body: &[BodyLiteral], variables: usize, model: &Model) -> Vec<Vec<Option<Term>>> {
    body.iter().fold(vec![vec![None; variables]], |partial, literal| {
        partial.into_iter().flat_map(|values| extend(literal, values, model)).collect()
    })
}

fn extend(literal: &BodyLiteral, values: Vec<Option<Term>>, model: &Model) -> Vec<Vec<Option<Term>>> {
    match literal {
        BodyLiteral::Positive(atom) => {
            let facts = model.iter().filter(|(relation, _)| *relation == atom.relation);
            facts.filter_map(|(_, arguments)| match_all(&atom.arguments, arguments, &values)).collect()
        }
        BodyLiteral::Negative(atom) if model.contains(&ground(atom, &values)) => vec![],
        BodyLiteral::Distinct(left, right) if value(left, &values) == value(right, &values) => vec![],
        BodyLiteral::Negative(_) | BodyLiteral::Distinct(..) => vec![values],
    }
}

/// Matches terms. The only terms of these sheets are constants and variables.
fn match_all(patterns: &[Term], arguments: &[Term], values: &[Option<Term>]) -> Option<Vec<Option<Term>>> {
    let mut values = values.to_vec();
    for (pattern, argument) in patterns.iter().zip(arguments) {
        let expected = match pattern {
            Term::Variable(v) => values[v.0 as usize].get_or_insert_with(|| argument.clone()).clone(),
            constant => constant.clone(),
        };
        if expected != *argument {
            return None;
        }
    }
    Some(values)
}

fn value(term: &Term, values: &[Option<Term>]) -> Term {
    match term {
        Term::Variable(v) => values[v.0 as usize].clone().expect("bound to the left, as checked rules promise"),
        constant => constant.clone(),
    }
}

fn ground(atom: &Atom, values: &[Option<Term>]) -> (RelationId, Vec<Term>) {
    (atom.relation, atom.arguments.iter().map(|term| value(term, values)).collect())
}

/// The values for which the checked rules derive `h`.
fn derived(rules: &Rules) -> HashSet<[usize; 2]> {
    let model = model(rules);
    let constant = |value: usize| Term::Constant(rules.symbols.find(VALUES[value]).expect("in the sheet"));
    let name = rules.symbols.find("h").expect("in the sheet");
    let h = rules.relations.iter().position(|relation| relation.name == name).expect("a relation");
    let holds = |[x, y]: &[usize; 2]| model.contains(&(RelationId(h as u32), vec![constant(*x), constant(*y)]));
    pairs().filter(holds).collect()
}

/// The values for which the body holds.
fn expected(body: &[Body], facts: &Facts) -> HashSet<[usize; 2]> {
    pairs().filter(|&values| body.iter().all(|part| part.holds(values, facts))).collect()
}

fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..3).flat_map(|x| (0..3).map(move |y| [x, y]))
}

/// Conjunctions of too many disjunctions to be multiplied out.
fn long_bodies() -> impl Strategy<Value = Vec<Body>> {
    prop::collection::vec(prop::collection::vec(bodies(), 1..4).prop_map(Body::Or), 6..10)
}

proptest! {
    #[test]
    fn bodies_with_bound_variables_keep_their_meaning(body in prop::collection::vec(bodies(), 0..6), facts in facts()) {
        let text = sheet("(h ?x ?y) (d ?x) (d ?y)", &body, &facts);
        let rules = check(&Source::new("test", text)).rules.expect("safe");
        prop_assert_eq!(derived(&rules), expected(&body, &facts));
    }

    #[test]
    fn long_conjunctions_of_disjunctions_keep_their_meaning(body in long_bodies(), facts in facts()) {
        let text = sheet("(h ?x ?y) (d ?x) (d ?y)", &body, &facts);
        let rules = check(&Source::new("test", text)).rules.expect("safe");
        prop_assert_eq!(derived(&rules), expected(&body, &facts));
    }

    #[test]
    fn variables_that_occur_only_in_the_body_are_existential(body in long_bodies(), facts in facts()) {
        let text = sheet("(h ?x ?x) (d ?x) (d ?y)", &body, &facts);
        let rules = check(&Source::new("test", text)).rules.expect("safe");
        let expected: HashSet<[usize; 2]> = expected(&body, &facts).into_iter().map(|[x, _]| [x, x]).collect();
        prop_assert_eq!(derived(&rules), expected);
    }

    #[test]
    fn accepted_bodies_keep_their_meaning(body in prop::collection::vec(bodies(), 1..9), facts in facts()) {
        if let Some(rules) = check(&Source::new("test", sheet("(h ?x ?y)", &body, &facts))).rules {
            prop_assert_eq!(derived(&rules), expected(&body, &facts));
        }
    }
}
