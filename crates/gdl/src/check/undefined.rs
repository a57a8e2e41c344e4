//! Names that nothing gives a meaning: relations without a rule, fluents that never become true, moves that are never legal.
//!
//! ```text
//! (<= terminal (true (cel 1 1 x)))      warning: the fluent `cel` is never true; did you mean `cell`?
//! ```
//!
//! Such a literal is false, which is allowed and rarely meant.

use rustc_hash::FxHashSet;

use super::Program;
use super::report::Report;
use super::suggestion::closest;
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, RelationId, Symbol, Term};
use crate::source::Span;

/// Reports what is used in bodies and defined nowhere, each name once.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Report) {
    let fluents = Shapes::of(rules, program, |k| matches!(k, Keyword::Init | Keyword::Next), 0);
    let moves = Shapes::of(rules, program, |k| k == Keyword::Legal, 1);
    let mut check = Undefined { program, report, fluents, moves, reported: FxHashSet::default() };
    for rule in rules {
        rule.body.iter().for_each(|formula| formula.atoms(&mut |atom| check.atom(atom)));
    }
}

/// Names and arities of the terms that some rules conclude.
struct Shapes {
    shapes: FxHashSet<(Symbol, usize)>,
    /// Whether a rule concludes a bare variable, which may be anything.
    anything: bool,
}

impl Shapes {
    fn of(rules: &[WrittenRule], program: &Program, concludes: impl Fn(Keyword) -> bool, position: usize) -> Shapes {
        let mut shapes = Shapes { shapes: FxHashSet::default(), anything: false };
        for head in rules.iter().map(|rule| &rule.head) {
            if program.table.keyword(head.relation).is_some_and(&concludes) {
                match shape(&head.arguments[position]) {
                    Some(shape) => _ = shapes.shapes.insert(shape),
                    None => shapes.anything = true,
                }
            }
        }
        shapes
    }
}

/// Name and arity of a term; a variable has none.
fn shape(term: &Term) -> Option<(Symbol, usize)> {
    match term {
        Term::Variable(_) => None,
        Term::Constant(name) => Some((*name, 0)),
        Term::Compound(name, arguments) => Some((*name, arguments.len())),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Relation(RelationId),
    Fluent(Symbol, usize),
    Move(Symbol, usize),
}

struct Undefined<'a> {
    program: &'a Program,
    report: &'a mut Report,
    fluents: Shapes,
    moves: Shapes,
    reported: FxHashSet<Name>,
}

impl Undefined<'_> {
    fn atom(&mut self, atom: &WrittenAtom) {
        match self.program.table.keyword(atom.relation) {
            Some(Keyword::True) => {
                if let Some(name) = unknown(&self.fluents, &atom.arguments[0])
                    && self.reported.insert(Name::Fluent(name.0, name.1))
                {
                    let candidates = self.fluents.shapes.iter().map(|&(name, _)| name).collect();
                    self.warn("the fluent", "is never true", name.0, atom.places[0], candidates);
                }
            }
            Some(Keyword::Does) => {
                if let Some(name) = unknown(&self.moves, &atom.arguments[1])
                    && self.reported.insert(Name::Move(name.0, name.1))
                {
                    let candidates = self.moves.shapes.iter().map(|&(name, _)| name).collect();
                    self.warn("the move", "is never legal", name.0, atom.places[1], candidates);
                }
            }
            _ if self.program.heads.contains(&atom.relation) => {}
            _ => {
                if self.reported.insert(Name::Relation(atom.relation)) {
                    let relation = |id: &RelationId| self.program.table.relation(*id);
                    let defined = self.program.heads.iter().map(relation).filter(|r| r.keyword.is_none());
                    let candidates = defined.map(|relation| relation.name).collect();
                    let name = self.program.table.relation(atom.relation).name;
                    self.warn("the relation", "has no fact and no rule", name, atom.name, candidates);
                }
            }
        }
    }

    fn warn(&mut self, kind: &str, problem: &str, name: Symbol, span: Span, mut candidates: Vec<Symbol>) {
        candidates.sort();
        let symbols = &self.program.symbols;
        let name = symbols.name(name);
        let mut warning = Diagnostic::warning(Code::Undefined, format!("{kind} `{name}` {problem}"))
            .at(span, "so this is always false");
        if let Some(known) = closest(name, candidates.iter().map(|&known| symbols.name(known))) {
            warning = warning.help(format!("did you mean `{known}`?"));
        }
        self.report.push(warning);
    }
}

/// Name and arity of a term that no rule concludes.
fn unknown(shapes: &Shapes, term: &Term) -> Option<(Symbol, usize)> {
    if shapes.anything {
        return None;
    }
    shape(term).filter(|shape| !shapes.shapes.contains(shape))
}
