//! Undefined names: relations without a rule, fluents that never become true, moves that are never legal.
//!
//! ```text
//! (<= terminal (true (cel 1 1 x)))      warning: the fluent `cel` is never true; did you mean `cell`?
//! ```
//!
//! Such a literal is always false, which is legal but rarely intended. If a fluent or a move with a similar spelling
//! occurs nowhere else in the sheet, that name is the typo and is reported instead of the literal.

use rustc_hash::FxHashSet;

use super::Program;
use super::occurrence::Occurrences;
use super::report::Sink;
use super::stray::slip_for;
use super::suggestion::closest;
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, RelationId, Symbol, Term};
use crate::source::Source;

/// Keywords that may occur in a body.
const WORDS: [&str; 10] = ["true", "does", "role", "legal", "goal", "terminal", "distinct", "not", "or", "and"];

const ALWAYS_FALSE: &str = "so this is always false";

/// Reports names that are used in bodies and defined nowhere, each once.
pub(super) fn check(
    source: &Source,
    rules: &[WrittenRule],
    occurrences: &Occurrences,
    program: &Program,
    report: &mut Sink,
) {
    let fluents = Shapes::of(rules, program, |k| matches!(k, Keyword::Init | Keyword::Next), 0);
    let moves = Shapes::of(rules, program, |k| k == Keyword::Legal, 1);
    let defined = program.heads.iter().map(|&id| program.table.relation(id)).filter(|r| r.keyword.is_none());
    let mut relations: Vec<Symbol> = defined.map(|relation| relation.name).collect();
    relations.sort();
    let reported = FxHashSet::default();
    let mut check = Undefined { source, occurrences, program, report, fluents, moves, relations, reported };
    for rule in rules {
        rule.body.iter().for_each(|formula| formula.atoms(&mut |atom| check.atom(atom)));
    }
}

/// Names and arities of the terms that some rules conclude.
struct Shapes {
    shapes: FxHashSet<(Symbol, usize)>,
    /// In the order of the sheet.
    names: Vec<Symbol>,
    /// Whether a rule concludes a bare variable, which may be any term.
    anything: bool,
}

impl Shapes {
    fn of(rules: &[WrittenRule], program: &Program, concludes: impl Fn(Keyword) -> bool, position: usize) -> Shapes {
        let mut shapes = Shapes { shapes: FxHashSet::default(), names: Vec::new(), anything: false };
        for head in rules.iter().map(|rule| &rule.head) {
            if program.table.keyword(head.relation).is_some_and(&concludes) {
                match shape(&head.arguments[position]) {
                    Some(shape) => {
                        if shapes.shapes.insert(shape) {
                            shapes.names.push(shape.0);
                        }
                    }
                    None => shapes.anything = true,
                }
            }
        }
        shapes
    }
}

/// Name and arity of a term; `None` for a variable.
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
    source: &'a Source,
    occurrences: &'a Occurrences,
    program: &'a Program,
    report: &'a mut Sink,
    fluents: Shapes,
    moves: Shapes,
    relations: Vec<Symbol>,
    reported: FxHashSet<Name>,
}

impl Undefined<'_> {
    fn atom(&mut self, atom: &WrittenAtom) {
        match self.program.table.keyword(atom.relation) {
            Some(Keyword::True) => {
                if let Some((name, arity)) = unknown(&self.fluents, &atom.arguments[0])
                    && self.reported.insert(Name::Fluent(name, arity))
                {
                    self.report.push(self.slip(&self.fluents, (name, arity)).unwrap_or_else(|| {
                        let warning = self.warning("the fluent", "is never true", name, &self.fluents.names, &[]);
                        warning.at(atom.places[0], ALWAYS_FALSE)
                    }));
                }
            }
            Some(Keyword::Does) => {
                if let Some((name, arity)) = unknown(&self.moves, &atom.arguments[1])
                    && self.reported.insert(Name::Move(name, arity))
                {
                    self.report.push(self.slip(&self.moves, (name, arity)).unwrap_or_else(|| {
                        let warning = self.warning("the move", "is never legal", name, &self.moves.names, &[]);
                        warning.at(atom.places[1], ALWAYS_FALSE)
                    }));
                }
            }
            _ => {
                if !self.program.heads.contains(&atom.relation) && self.reported.insert(Name::Relation(atom.relation)) {
                    let name = self.program.table.relation(atom.relation).name;
                    let warning =
                        self.warning("the relation", "has no fact and no rule", name, &self.relations, &WORDS);
                    self.report.push(warning.at(atom.name, ALWAYS_FALSE));
                }
            }
        }
    }

    /// The warning that a fluent or move is a typo for an undefined one that occurs more often in the sheet.
    fn slip(&self, shapes: &Shapes, (name, arity): (Symbol, usize)) -> Option<Diagnostic> {
        let symbols = &self.program.symbols;
        if self.report.is_full() {
            return None;
        }
        let known = shapes.names.iter().filter(|&&known| shapes.shapes.contains(&(known, arity)));
        let known = symbols.find(closest(symbols.name(name), known.map(|&known| symbols.name(known)))?)?;
        slip_for(name, known, self.source, self.occurrences, self.program)
    }

    fn warning(
        &self,
        kind: &str,
        problem: &str,
        name: Symbol,
        candidates: &[Symbol],
        words: &[&'static str],
    ) -> Diagnostic {
        let symbols = &self.program.symbols;
        let warning = Diagnostic::warning(Code::Undefined, format!("{kind} `{}` {problem}", symbols.short(name)));
        if self.report.is_full() {
            return warning;
        }
        let candidates = candidates.iter().map(|&known| symbols.name(known));
        match closest(symbols.name(name), candidates.chain(words.iter().copied())) {
            Some(known) => warning.help(format!("did you mean `{known}`?")),
            None => warning,
        }
    }
}

/// Name and arity of a term that no rule concludes.
fn unknown(shapes: &Shapes, term: &Term) -> Option<(Symbol, usize)> {
    if shapes.anything {
        return None;
    }
    shape(term).filter(|shape| !shapes.shapes.contains(shape))
}
