//! Effects: the facts that an action adds and deletes, with quantifiers and conditions.

use gdl::diagnostic::Code;
use gdl::expression::Expression;

use super::formula::within;
use super::{Reader, shortened};
use crate::task::{Effect, Formula, Parameter};

/// The quantifiers and conditions around an effect.
#[derive(Clone, Default)]
struct Under {
    variables: Vec<Parameter>,
    condition: Vec<Formula>,
}

impl Reader<'_> {
    /// Reads the effects of an action, and its cost.
    pub(super) fn effects(&mut self, expression: &Expression, parameters: &[Parameter]) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.costs.begin();
        self.effect(expression, parameters, &Under::default(), &mut effects);
        effects
    }

    fn effect(&mut self, expression: &Expression, scope: &[Parameter], under: &Under, effects: &mut Vec<Effect>) {
        let Some((head, span, rest)) = self.headed(expression) else {
            if !matches!(expression, Expression::List(items, _) if items.is_empty()) {
                let message = "an effect is expected";
                self.error(Code::Expression, message, expression.span(), "write, for example, `(not (on ?x ?y))`");
            }
            return;
        };
        match (&*head, rest) {
            ("and", _) => rest.iter().for_each(|part| self.effect(part, scope, under, effects)),
            ("forall", [variables, inner]) => {
                let variables = self.quantified(variables);
                if let Some(twice) = variables.iter().find(|one| scope.iter().any(|outer| outer.name == one.name)) {
                    let message = format!("variable `?{}` hides another of the same name", shortened(&twice.name));
                    self.error(Code::Duplicate, message, span, "call it otherwise");
                    return;
                }
                let mut under = under.clone();
                under.variables.extend(variables.iter().cloned());
                self.effect(inner, &within(scope, &variables), &under, effects);
            }
            ("when", [condition, inner]) => {
                let mut under = under.clone();
                under.condition.push(self.formula(condition, scope));
                self.effect(inner, scope, &under, effects);
            }
            ("not", [inner]) => self.literal(inner, scope, under, false, effects),
            ("increase", [of, by]) => {
                self.cost(of, by, scope, under.variables.is_empty() && under.condition.is_empty())
            }
            ("forall" | "when" | "not" | "increase", _) => {
                let takes = match &*head {
                    "forall" => "a list of variables and one effect",
                    "when" => "a condition and an effect",
                    "increase" => "a function and a number",
                    _ => "one atom",
                };
                self.error(Code::Arity, format!("`{head}` takes {takes}"), expression.span(), "here");
            }
            ("or" | "exists" | "imply" | "=" | "decrease" | "assign" | "scale-up" | "scale-down" | "oneof", _) => {
                let message = format!("`{head}` is not supported in an effect");
                self.error(Code::Requirement, message, span, "refused");
            }
            _ => self.literal(expression, scope, under, true, effects),
        }
    }

    fn literal(
        &mut self,
        expression: &Expression,
        scope: &[Parameter],
        under: &Under,
        adds: bool,
        effects: &mut Vec<Effect>,
    ) {
        let Some(atom) = self.atom(expression, scope) else { return };
        if self.derived.contains(&atom.predicate) {
            let message = format!("`{}` is derived, so no action can change it", shortened(&atom.predicate));
            self.error(Code::Head, message, expression.span(), "not allowed in an effect");
            return;
        }
        if adds {
            self.check_types(&atom, scope, expression.span());
        }
        let Under { variables, condition } = under.clone();
        effects.push(Effect { variables, condition: Formula::all(condition), atom, adds, span: expression.span() });
    }
}
