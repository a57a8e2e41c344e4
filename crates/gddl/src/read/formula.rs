//! Conditions: atoms, equality, connectives, quantifiers.

use gdl::Span;
use gdl::diagnostic::Code;
use gdl::expression::Expression;

use super::{Declared, Reader, shortened};
use crate::task::{Atom, Formula, Parameter, Term};

/// Unsupported words of PDDL conditions, with the feature that they belong to.
const FOREIGN: [(&str, &str); 14] = [
    ("preference", "preferences"),
    ("always", "trajectory constraints"),
    ("sometime", "trajectory constraints"),
    ("within", "trajectory constraints"),
    ("at-most-once", "trajectory constraints"),
    (">", "numbers"),
    ("<", "numbers"),
    (">=", "numbers"),
    ("<=", "numbers"),
    ("increase", "numbers"),
    ("decrease", "numbers"),
    ("assign", "numbers"),
    ("overall", "durative actions"),
    ("when", "effects"),
];

impl Reader<'_> {
    /// Reads a condition over the variables in scope. After an error it is true.
    pub(super) fn formula(&mut self, expression: &Expression, scope: &[Parameter]) -> Formula {
        let Some((head, span, rest)) = self.headed(expression) else {
            return self.headless(expression);
        };
        match (&*head, rest) {
            ("and", _) => Formula::And(rest.iter().map(|part| self.formula(part, scope)).collect()),
            ("or", _) => Formula::Or(rest.iter().map(|part| self.formula(part, scope)).collect()),
            ("not", [inner]) => self.formula(inner, scope).negated(),
            ("imply", [premise, conclusion]) => {
                let premise = self.formula(premise, scope).negated();
                Formula::Or(vec![premise, self.formula(conclusion, scope)])
            }
            ("exists" | "forall", [variables, inner]) => {
                let variables = self.quantified(variables);
                let scope = within(scope, &variables);
                let inner = Box::new(self.formula(inner, &scope));
                if head == "exists" { Formula::Exists(variables, inner) } else { Formula::Forall(variables, inner) }
            }
            ("=", [left, right]) => match (self.term(left, scope), self.term(right, scope)) {
                (Some(left), Some(right)) => Formula::Equal(left, right),
                _ => Formula::default(),
            },
            ("not" | "imply" | "exists" | "forall" | "=", _) => {
                let takes = match &*head {
                    "not" => "one condition",
                    "=" => "two terms",
                    "imply" => "two conditions",
                    _ => "a list of variables and one condition",
                };
                let message = format!("`{head}` takes {takes}");
                self.error(Code::Arity, message, expression.span(), format!("{} here", rest.len()));
                Formula::default()
            }
            _ => match FOREIGN.iter().find(|(word, _)| *word == head) {
                Some((word, of)) if !self.is_declared(Declared::Predicate, word) => {
                    let message = format!("`{word}` is not supported in a condition: it belongs to {of}");
                    self.error(Code::Requirement, message, span, "refused");
                    Formula::default()
                }
                _ => self.atom(expression, scope).map_or_else(Formula::default, Formula::Atom),
            },
        }
    }

    /// `()` always holds; any other list must start with a word.
    fn headless(&mut self, expression: &Expression) -> Formula {
        if !matches!(expression, Expression::List(items, _) if items.is_empty()) {
            let message = "a condition is expected";
            let help = "a condition is in brackets, with its predicate or connective first: `(on ?x ?y)`, `(and …)`";
            self.error_with_help(Code::Expression, message, (expression.span(), "not a condition"), help);
        }
        Formula::default()
    }

    /// The variables of a quantifier.
    pub(super) fn quantified(&mut self, expression: &Expression) -> Vec<Parameter> {
        match expression {
            Expression::List(items, _) => self.parameters(items),
            other => {
                let message = "a quantifier needs its variables in brackets";
                self.error(Code::Expression, message, other.span(), "write, for example, `(?x - block)`");
                Vec::new()
            }
        }
    }

    /// Reads a predicate with its arguments.
    pub(super) fn atom(&mut self, expression: &Expression, scope: &[Parameter]) -> Option<Atom> {
        let Some((predicate, span, rest)) = self.headed(expression) else {
            let message = "a predicate with its arguments is expected";
            self.error(Code::Expression, message, expression.span(), "write, for example, `(on ?x ?y)`");
            return None;
        };
        let arguments: Option<Vec<Term>> = rest.iter().map(|term| self.term(term, scope)).collect();
        let Some(known) = self.predicate(&predicate) else {
            self.undeclared(Declared::Predicate, &predicate, span);
            return None;
        };
        let takes = known.parameters.len();
        if takes != rest.len() {
            let message = format!(
                "predicate `{}` takes {takes} argument{}, not {}",
                shortened(&predicate),
                if takes == 1 { "" } else { "s" },
                rest.len()
            );
            self.error(Code::Arity, message, expression.span(), format!("{} here", rest.len()));
            return None;
        }
        Some(Atom { predicate, arguments: arguments? })
    }

    /// Reads a variable in scope or an object.
    pub(super) fn term(&mut self, expression: &Expression, scope: &[Parameter]) -> Option<Term> {
        match expression {
            Expression::Variable(span) => {
                let name = self.name(*span)[1..].to_owned();
                if scope.iter().any(|known| known.name == name) {
                    return Some(Term::Variable(name));
                }
                let message = format!("variable `?{}` is not declared", shortened(&name));
                self.error(Code::Undefined, message, *span, "neither a parameter nor quantified");
                None
            }
            Expression::Symbol(span) => {
                let name = self.name(*span);
                if self.is_declared(Declared::Object, &name) {
                    return Some(Term::Object(name));
                }
                self.undeclared(Declared::Object, &name, *span);
                None
            }
            Expression::List(_, span) => {
                let message = "an object or a variable is expected, not a list";
                self.error(Code::Expression, message, *span, "functions of objects are not supported");
                None
            }
        }
    }

    /// Reports arguments whose types the predicate does not accept. Conditions may have such arguments: they just fail.
    pub(super) fn check_types(&mut self, atom: &Atom, scope: &[Parameter], span: Span) {
        let Some(predicate) = self.predicate(&atom.predicate) else { return };
        let mut wrong = None;
        for (argument, parameter) in atom.arguments.iter().zip(&predicate.parameters) {
            let (name, types) = match argument {
                Term::Variable(name) => {
                    let Some(known) = scope.iter().rev().find(|known| known.name == *name) else { continue };
                    (format!("?{name}"), known.types.clone())
                }
                Term::Object(name) => {
                    let Some(object) = self.object(name) else { continue };
                    if self.task.has_type(object, &parameter.types) {
                        continue;
                    }
                    (name.clone(), object.types.clone())
                }
            };
            if !self.task.are_below(&types, &parameter.types) {
                wrong = Some((name, types.join(" or "), parameter.types.join(" or ")));
                break;
            }
        }
        if let Some((name, has, takes)) = wrong {
            let message = format!("`{}` is of type {has}, but `{}` takes {takes}", shortened(&name), atom.predicate);
            self.error(Code::Type, message, span, "wrong type");
        }
    }
}

/// The scope within a quantifier: its variables hide others of the same name.
pub(super) fn within(scope: &[Parameter], variables: &[Parameter]) -> Vec<Parameter> {
    let hidden = |outer: &&Parameter| !variables.iter().any(|inner| inner.name == outer.name);
    scope.iter().filter(hidden).chain(variables).cloned().collect()
}
