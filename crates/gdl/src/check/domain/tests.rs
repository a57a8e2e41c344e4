//! Everything that rules derive lies within the domains: random programs against naive forward chaining.

use rustc_hash::FxHashSet;

use super::super::{Program, lower, report::Sink, stratification, written};
use super::{Domains, each_place, name};
use crate::check::Mode;
use crate::reader;
use crate::rules::{Atom, BodyLiteral, Term};
use crate::source::Source;

/// Deeper terms, and atoms beyond this number, are not derived.
const DEPTH: usize = 3;
const ATOMS: usize = 300;

/// A pseudo-random sequence (Knuth's constants).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A condition with constants, variables and occasionally a function.
fn condition(random: &mut Random) -> String {
    let mut term = || match random.below(6) {
        0 => format!("(f {})", random.one(&["?x", "?y", "a"])),
        1 | 2 => random.one(&["a", "b", "c"]).to_owned(),
        _ => random.one(&["?x", "?y"]).to_owned(),
    };
    let (left, right) = (term(), term());
    format!("({} {left} {right})", random.one(&["p", "q", "r", "s"]))
}

/// Some facts and some rules whose first condition binds `?x` and `?y`.
fn sheet(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..2 + random.below(4) {
        let (relation, left) = (random.one(&["p", "q", "r"]), random.one(&["a", "b", "(f c)", "(f (f a))"]));
        text += &format!("({relation} {left} {})\n", random.one(&["a", "b", "c", "(g a (f b))"]));
    }
    for _ in 0..2 + random.below(6) {
        let head =
            random.one(&["(p ?x ?y)", "(q ?y ?x)", "(r ?x a)", "(s (f ?x) ?y)", "(q ?x (g ?y ?x))", "(s ?x ?x)"]);
        let first = random.one(&["(p ?x ?y)", "(q ?x ?y)", "(r ?y ?x)", "(s ?x ?y)", "(q ?x (g ?y a))"]);
        let others: String = (0..random.below(3)).map(|_| format!(" {}", condition(random))).collect();
        text += &format!("(<= {head} {first}{others})\n");
    }
    text
}

fn depth(term: &Term) -> usize {
    match term {
        Term::Compound(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Extends a substitution so that a term of a rule becomes a ground one.
fn matches(term: &Term, ground: &Term, values: &mut [Option<Term>]) -> bool {
    match (term, ground) {
        (Term::Variable(variable), _) => match &mut values[variable.0 as usize] {
            Some(value) => value == ground,
            free => {
                *free = Some(ground.clone());
                true
            }
        },
        (Term::Compound(f, own), Term::Compound(g, other)) => {
            f == g && own.len() == other.len() && own.iter().zip(other).all(|(own, other)| matches(own, other, values))
        }
        _ => term == ground,
    }
}

fn substitute(term: &Term, values: &[Option<Term>]) -> Term {
    match term {
        Term::Variable(variable) => values[variable.0 as usize].clone().expect("bound"),
        Term::Constant(_) => term.clone(),
        Term::Compound(f, arguments) => Term::Compound(*f, arguments.iter().map(|a| substitute(a, values)).collect()),
    }
}

/// All atoms that the program derives, within bounds.
fn derive(program: &Program) -> FxHashSet<Atom> {
    let mut known: FxHashSet<Atom> = FxHashSet::default();
    loop {
        let mut new = Vec::new();
        for clause in program.clauses.iter().map(|placed| &placed.clause) {
            let mut substitutions = vec![vec![None; clause.variables.len()]];
            for literal in &clause.body {
                let BodyLiteral::Positive(atom) = literal else { continue };
                let extend = |values: &Vec<Option<Term>>, fact: &Atom| {
                    let mut values = values.clone();
                    let arguments = atom.arguments.iter().zip(&fact.arguments);
                    let mut fits = atom.relation == fact.relation;
                    arguments.for_each(|(term, ground)| fits = fits && matches(term, ground, &mut values));
                    fits.then_some(values)
                };
                let pairs =
                    substitutions.iter().flat_map(|values| known.iter().filter_map(|fact| extend(values, fact)));
                substitutions = pairs.collect();
            }
            for values in substitutions {
                let arguments = clause.head.arguments.iter().map(|term| substitute(term, &values)).collect();
                new.push(Atom { relation: clause.head.relation, arguments });
            }
        }
        let before = known.len();
        known.extend(new.into_iter().filter(|atom| atom.arguments.iter().all(|term| depth(term) <= DEPTH)));
        if known.len() == before || known.len() > ATOMS {
            return known;
        }
    }
}

#[test]
fn all_derived_atoms_lie_in_the_domains() {
    let mut derived = 0;
    for seed in 0..400 {
        let text = sheet(&mut Random(seed));
        let source = Source::new("random", &*text);
        let (sheet, diagnostics) = reader::read(&source);
        let (mut program, mut report) = (Program::default(), Sink::new(Mode::Strict, diagnostics));
        let rules = written::rules(&source, &sheet, &mut program, &mut report);
        lower::lower(&rules, &mut program, &mut report);
        let graph = stratification::stratify(&mut program, &mut report);
        let domains = Domains::new(&program, &graph).expect("small");
        for atom in derive(&program) {
            let mut unknown_from = Vec::new();
            each_place(&atom, &program.table, &mut |place, term| {
                let domain = domains.at(place);
                if domain.is_some_and(|domain| domain.anything) {
                    unknown_from.push(place.outermost());
                }
                let is_known = domain.is_some_and(|domain| domain.contains(name(term).expect("ground")));
                assert!(is_known || unknown_from.contains(&place.outermost()), "{place:?} {term:?}\n{text}");
                derived += 1;
            });
        }
    }
    assert!(derived > 5000, "{derived}");
}
