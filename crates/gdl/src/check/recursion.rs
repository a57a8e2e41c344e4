//! GDL's recursion restriction, which keeps the set of derivable atoms finite.
//!
//! ```text
//! (<= (number (s ?x)) (number ?x))                        error: the recursion of `number` may not terminate
//! (<= (reach ?x) (reach ?y) (edge ?y ?x))                 fine: `edge` bounds ?y
//! ```
//!
//! The definition requires that each argument of a recursive literal is ground, an argument of the head, or an argument
//! of a literal outside the recursion (Love et al. 2008). This forbids many harmless rules: without functions there are
//! only finitely many atoms. So a violation counts only if its recursion can grow, that is, if some rule of the
//! component has a compound term in its head whose variables are bound only by recursive literals, and no recursive
//! literal contains that term itself.

use rustc_hash::FxHashSet;

use super::graph::Graph;
use super::report::Sink;
use super::{PlacedClause, Program};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Atom, BodyLiteral, Term};

/// Reports recursion that may not terminate.
pub(super) fn check(graph: &Graph, program: &Program, report: &mut Sink) {
    let growing: FxHashSet<usize> = program
        .clauses
        .iter()
        .filter(|placed| Recursive::new(placed, graph).grows())
        .map(|placed| graph.component[placed.clause.head.relation.0 as usize])
        .collect();
    for placed in &program.clauses {
        if !growing.contains(&graph.component[placed.clause.head.relation.0 as usize]) {
            continue;
        }
        if let Some(literal) = Recursive::new(placed, graph).unrestricted() {
            let name = program.symbols.short(program.table.relation(placed.clause.head.relation).name);
            report.violation(
                Diagnostic::error(Code::Recursion, format!("the recursion of `{name}` may not terminate"))
                    .at(placed.body[literal], "only the recursion binds an argument")
                    .at(placed.head, "in a rule for this")
                    .help("add a literal outside the recursion that binds the argument"),
            );
        }
    }
}

/// The positive literals of a clause, divided into recursive ones and others.
struct Recursive<'a> {
    head: &'a Atom,
    inside: Vec<(usize, &'a Atom)>,
    outside: Vec<&'a Atom>,
}

impl<'a> Recursive<'a> {
    fn new(placed: &'a PlacedClause, graph: &Graph) -> Recursive<'a> {
        let head = &placed.clause.head;
        let component = |atom: &Atom| graph.component[atom.relation.0 as usize];
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (place, literal) in placed.clause.body.iter().enumerate() {
            match literal {
                BodyLiteral::Positive(atom) if component(atom) == component(head) => inside.push((place, atom)),
                BodyLiteral::Positive(atom) => outside.push(atom),
                _ => {}
            }
        }
        Recursive { head, inside, outside }
    }

    /// Whether the head builds a larger term from the recursive literals.
    fn grows(&self) -> bool {
        let compound = |term: &&Term| matches!(term, Term::Compound(..)) && !term.is_ground();
        if self.inside.is_empty() || !self.head.arguments.iter().any(|term| compound(&term)) {
            return false;
        }
        let mut bound = FxHashSet::default();
        self.outside.iter().flat_map(|atom| &atom.arguments).for_each(|t| t.variables(&mut |v| _ = bound.insert(v)));
        let is_new = |term: &Term| {
            let mut free = false;
            term.variables(&mut |v| free |= !bound.contains(&v));
            free && !self.inside.iter().any(|(_, atom)| atom.arguments.iter().any(|t| contains(t, term)))
        };
        self.head.arguments.iter().filter(compound).any(is_new)
    }

    /// The first recursive literal with an argument that violates the restriction.
    fn unrestricted(&self) -> Option<usize> {
        let allowed: FxHashSet<&Term> =
            self.outside.iter().flat_map(|atom| &atom.arguments).chain(&self.head.arguments).collect();
        let forbidden = |term: &Term| !term.is_ground() && !allowed.contains(term);
        self.inside.iter().find(|(_, atom)| atom.arguments.iter().any(forbidden)).map(|(place, _)| *place)
    }
}

/// Whether `part` is the term or one of its subterms.
fn contains(term: &Term, part: &Term) -> bool {
    term == part
        || match term {
            Term::Compound(_, arguments) => arguments.iter().any(|argument| contains(argument, part)),
            _ => false,
        }
}
