//! `:action-costs`: accepted only if all actions have the same cost, since plans are compared by length.

use std::collections::BTreeSet;

use gdl::Span;
use gdl::diagnostic::{Code, Diagnostic};
use gdl::expression::Expression;

use super::{Declared, Reader};
use crate::task::Parameter;

/// The costs of actions read so far.
#[derive(Default)]
pub(super) struct Costs {
    /// For each action, its cost (a number or a function) with its source position.
    actions: Vec<Option<(Span, Cost)>>,
    /// The values of the functions.
    values: Vec<(String, String)>,
    /// Whether `:metric` minimises the total cost. Otherwise costs are ignored.
    pub minimised: bool,
}

enum Cost {
    Number(String),
    Function(String),
}

impl Costs {
    /// Starts a new action.
    pub fn begin(&mut self) {
        self.actions.push(None);
    }
}

impl Reader<'_> {
    /// Reads `(increase (total-cost) …)`.
    pub(super) fn cost(&mut self, of: &Expression, by: &Expression, scope: &[Parameter], is_plain: bool) {
        let is_total = self.headed(of).is_some_and(|(head, _, rest)| head == "total-cost" && rest.is_empty());
        if !is_total || !is_plain {
            let message = "only `(total-cost)` can be increased, and only unconditionally";
            self.error(Code::Requirement, message, of.span().to(by.span()), "numbers are not supported");
            return;
        }
        let cost = match (by, self.headed(by)) {
            (Expression::Symbol(span), _) if is_number(self.source.slice(*span)) => Cost::Number(self.name(*span)),
            (_, Some((function, span, arguments))) => {
                if !self.is_declared(Declared::Function, &function) {
                    self.undeclared(Declared::Function, &function, span);
                }
                for argument in arguments {
                    self.term(argument, scope);
                }
                Cost::Function(function)
            }
            _ => {
                self.error(Code::Expression, "a cost is a number or a function", by.span(), "neither of them");
                return;
            }
        };
        if let Some(action) = self.costs.actions.last_mut() {
            *action = Some((by.span(), cost));
        }
    }

    /// Reads `(= (distance a b) 3)` of the problem's `:init`.
    pub(super) fn value(&mut self, of: &Expression, is: &Expression) {
        let Some((function, span, arguments)) = self.headed(of) else {
            let message = "an equation of `:init` gives the value of a function";
            self.error(Code::Expression, message, of.span(), "a function is expected, as in `(= (total-cost) 0)`");
            return;
        };
        if !self.is_declared(Declared::Function, &function) {
            self.undeclared(Declared::Function, &function, span);
        }
        for argument in arguments {
            self.term(argument, &[]);
        }
        match is {
            Expression::Symbol(span) if is_number(self.source.slice(*span)) => {
                self.costs.values.push((function, self.name(*span)));
            }
            other => self.error(Code::Expression, "the value of a function is a number", other.span(), "not a number"),
        }
    }

    /// Refuses costs that differ.
    pub(super) fn check_costs(&mut self) {
        let mut costs: BTreeSet<String> = BTreeSet::new();
        let mut place = None;
        for action in &self.costs.actions {
            match action {
                None => drop(costs.insert("0".to_owned())),
                Some((span, cost)) => {
                    place = Some(*span);
                    match cost {
                        Cost::Number(number) => drop(costs.insert(canonical(number))),
                        Cost::Function(name) => {
                            let values = self.costs.values.iter().filter(|(function, _)| function == name);
                            costs.extend(values.map(|(_, value)| canonical(value)));
                        }
                    }
                }
            }
        }
        if let Some(span) = place
            && self.costs.minimised
            && costs.len() > 1
        {
            let listed: Vec<&str> = costs.iter().map(String::as_str).take(5).collect();
            let message = "`:action-costs` is supported only if all actions cost the same";
            let label = format!("actions cost {}", listed.join(", "));
            let help = "leave out `:metric` to look for a plan with the fewest actions";
            self.diagnostics.push(Diagnostic::error(Code::Requirement, message).at(span, label).help(help));
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && text.parse::<f64>().is_ok()
}

/// A number in canonical form: `1`, `01` and `1.0` are equal.
fn canonical(number: &str) -> String {
    number.parse::<f64>().map_or_else(|_| number.to_owned(), |value| value.to_string())
}
