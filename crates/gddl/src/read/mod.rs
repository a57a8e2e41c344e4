//! Reader: GDDL and PDDL text to a [`PlanningTask`].
//!
//! The text is a list of expressions, as in GDL, and read by the same reader. This module interprets them: sections of
//! the domain and the problem, typed lists, formulas, effects, costs, each in a file of its own. Errors are reported
//! with their source position, and reading continues with the next section.

mod action;
mod cost;
mod effect;
mod formula;
mod requirement;
mod section;
mod typed;

use gdl::diagnostic::{Code, Diagnostic, Diagnostics};
use gdl::expression::Expression;
use gdl::{Source, Span};
use rustc_hash::FxHashMap;

use crate::task::{Object, PlanningTask, Predicate};
use cost::Costs;

/// Reads a text with a domain and a problem, in any order.
pub fn read(source: &Source) -> (PlanningTask, Diagnostics) {
    let (sheet, diagnostics) = gdl::reader::read(source);
    let mut reader = Reader {
        source,
        diagnostics,
        task: PlanningTask::default(),
        places: FxHashMap::default(),
        indices: FxHashMap::default(),
        derived: Vec::new(),
        costs: Costs::default(),
        unresolved: Vec::new(),
    };
    if !reader.diagnostics.has_error() {
        reader.sheet(&sheet.expressions);
    }
    (reader.task, reader.diagnostics)
}

/// The kinds of the definitions in a text: `domain`, `problem`.
pub fn kinds(source: &Source) -> Vec<String> {
    let (sheet, _) = gdl::reader::read(source);
    let head = |expression: &Expression| match expression {
        Expression::List(items, _) => items.get(1).cloned(),
        _ => None,
    };
    let kind = |title: Expression| match title {
        Expression::List(items, _) => items.first().map(|kind| source.slice(kind.span()).to_ascii_lowercase()),
        _ => None,
    };
    sheet.expressions.iter().filter_map(head).filter_map(kind).collect()
}

struct Reader<'a> {
    source: &'a Source,
    diagnostics: Diagnostics,
    task: PlanningTask,
    /// The source position of each declaration, by name and kind.
    places: FxHashMap<(Declared, String), Span>,
    /// The indices of objects and predicates in the lists of the task.
    indices: FxHashMap<(Declared, String), usize>,
    /// Derived predicates.
    derived: Vec<String>,
    costs: Costs,
    /// Uses of type names, which are checked once all types are declared.
    unresolved: Vec<(String, Span)>,
}

/// The kinds of things that have names. Each kind has its own name space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Declared {
    Type,
    Object,
    Predicate,
    Function,
    Action,
}

impl Declared {
    fn noun(self) -> &'static str {
        match self {
            Declared::Type => "type",
            Declared::Object => "object",
            Declared::Predicate => "predicate",
            Declared::Function => "function",
            Declared::Action => "action",
        }
    }
}

impl<'a> Reader<'a> {
    /// The text of a name in lower case: PDDL is case-insensitive.
    fn name(&self, span: Span) -> String {
        self.source.slice(span).to_ascii_lowercase()
    }

    fn error(&mut self, code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, label));
    }

    fn error_with_help(
        &mut self,
        code: Code,
        message: impl Into<String>,
        (span, label): (Span, &str),
        help: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, label).help(help));
    }

    /// The word at the head of a list, in lower case, with the rest of the list.
    fn headed<'e>(&self, expression: &'e Expression) -> Option<(String, Span, &'e [Expression])> {
        let Expression::List(items, _) = expression else { return None };
        let (Expression::Symbol(head), rest) = items.split_first()? else { return None };
        Some((self.name(*head), *head, rest))
    }

    /// The word, if the expression is one.
    fn word(&mut self, expression: &Expression, what: &str) -> Option<String> {
        let name = match expression {
            Expression::Symbol(span) => Some(self.name(*span)),
            _ => None,
        };
        match name {
            Some(name) if !name.starts_with(':') && name != "-" => Some(name),
            _ => {
                self.error(
                    Code::Expression,
                    format!("{what} must be a name"),
                    expression.span(),
                    "a name is expected here",
                );
                None
            }
        }
    }

    /// Declares a name; reports a second declaration.
    fn declare(&mut self, kind: Declared, name: &str, span: Span) -> bool {
        let key = (kind, name.to_owned());
        if let Some(&first) = self.places.get(&key) {
            let message = format!("{} `{}` is declared twice", kind.noun(), shortened(name));
            let error = Diagnostic::error(Code::Duplicate, message).at(span, "again here").at(first, "first here");
            self.diagnostics.push(error);
            return false;
        }
        self.places.insert(key, span);
        true
    }

    fn is_declared(&self, kind: Declared, name: &str) -> bool {
        self.places.contains_key(&(kind, name.to_owned()))
    }

    fn object(&self, name: &str) -> Option<&Object> {
        Some(&self.task.objects[*self.indices.get(&(Declared::Object, name.to_owned()))?])
    }

    fn predicate(&self, name: &str) -> Option<&Predicate> {
        Some(&self.task.predicates[*self.indices.get(&(Declared::Predicate, name.to_owned()))?])
    }

    /// Reports an undeclared name, with the most similar declared one.
    fn undeclared(&mut self, kind: Declared, name: &str, span: Span) {
        let message = format!("{} `{}` is not declared", kind.noun(), shortened(name));
        let known = self.places.keys().filter(|(other, _)| *other == kind).map(|(_, name)| name.as_str());
        let closest = gdl::check::suggestion::closest(name, known).map(str::to_owned);
        let error = Diagnostic::error(Code::Undefined, message).at(span, "unknown");
        self.diagnostics.push(match closest {
            Some(meant) => error.help(format!("did you mean `{meant}`?")),
            None => error,
        });
    }
}

/// A name for a message: long ones are truncated.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 60;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
