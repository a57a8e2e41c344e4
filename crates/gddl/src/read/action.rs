//! `:action`, `:derived`, `:gain`.

use gdl::Span;
use gdl::diagnostic::Code;
use gdl::expression::Expression;

use super::{Declared, Reader, shortened};
use crate::task::{Action, Axiom, Formula, Gain, ROLE};

impl Reader<'_> {
    /// Reads `(:action name :parameters … :precondition … :effect …)`.
    pub(super) fn action(&mut self, items: &[Expression], span: Span) {
        let Some((name, parts)) = items.split_first() else {
            self.error(Code::Expression, "an action needs a name", span, "nothing follows");
            return;
        };
        let place = name.span();
        let Some(name) = self.word(name, "the name of an action") else { return };
        let is_new = self.declare(Declared::Action, &name, place);
        let mut found: [Option<&Expression>; 3] = [None; 3];
        for pair in parts.chunks(2) {
            let key = match &pair[0] {
                Expression::Symbol(span) => self.name(*span),
                _ => String::new(),
            };
            let keys = [":parameters", ":precondition", ":effect"];
            let Some(at) = keys.iter().position(|known| *known == key) else {
                let message = "an action has `:parameters`, `:precondition` and `:effect`";
                self.error(Code::Keyword, message, pair[0].span(), "not one of these");
                return;
            };
            let Some(value) = pair.get(1) else {
                self.error(Code::Expression, format!("nothing follows `{key}`"), pair[0].span(), "here");
                return;
            };
            if found[at].replace(value).is_some() {
                self.error(Code::Duplicate, format!("`{key}` is given twice"), pair[0].span(), "again here");
            }
        }
        let [parameters, precondition, effect] = found;
        let parameters = parameters.map(|list| self.quantified(list)).unwrap_or_default();
        let precondition = precondition.map_or_else(Formula::default, |it| self.formula(it, &parameters));
        let effects = match effect {
            Some(effect) => self.effects(effect, &parameters),
            None => {
                self.costs.begin();
                Vec::new()
            }
        };
        if is_new {
            self.task.actions.push(Action { name, comment: Vec::new(), parameters, precondition, effects, span });
        }
    }

    /// Reads `(:derived (reach ?x) body)`.
    pub(super) fn axiom(&mut self, items: &[Expression], span: Span) {
        let [head, body] = items else {
            let message = "`:derived` takes a predicate with its variables and a condition";
            self.error(Code::Arity, message, span, format!("{} here", items.len()));
            return;
        };
        let Some((predicate, place, variables)) = self.headed(head) else {
            let message = "a derived predicate is expected";
            self.error(Code::Expression, message, head.span(), "write, for example, `(above ?x ?y)`");
            return;
        };
        let mut parameters = self.parameters(variables);
        let Some(known) = self.predicate(&predicate) else {
            self.undeclared(Declared::Predicate, &predicate, place);
            return;
        };
        if known.parameters.len() != parameters.len() {
            let (takes, has) = (known.parameters.len(), parameters.len());
            let message = format!("predicate `{}` takes {takes} arguments, not {has}", shortened(&predicate));
            self.error(Code::Arity, message, head.span(), format!("{has} here"));
            return;
        }
        // Variables without types have those of the predicate's declaration.
        let untyped = !variables.iter().any(|item| matches!(item, Expression::Symbol(_)));
        if untyped {
            let types = known.parameters.iter().map(|parameter| parameter.types.clone());
            parameters.iter_mut().zip(types).for_each(|(parameter, types)| parameter.types = types);
        }
        let body = self.formula(body, &parameters);
        self.task.axioms.push(Axiom { predicate, parameters, body, span });
    }

    /// Reads `(:gain ?player - role 100 body)`; the parameters may be in brackets.
    pub(super) fn gain(&mut self, items: &[Expression], span: Span) {
        let (parameters, rest) = match items {
            [Expression::List(list, _), rest @ ..] => (self.parameters(list), rest),
            _ => {
                let is_number = |item: &Expression| self.number(item).is_some();
                let end = items.iter().position(is_number).unwrap_or(items.len());
                (self.parameters(&items[..end]), &items[end..])
            }
        };
        let [number, body] = rest else {
            let message = "`:gain` takes parameters, a number and a condition";
            let help = "for example `(:gain ?player - role 100 (and (= ?player white) (won white)))`";
            self.error_with_help(Code::Arity, message, (span, "incomplete"), help);
            return;
        };
        let Some(reward) = self.number(number).filter(|reward| (0..=100).contains(reward)) else {
            self.error(Code::Goal, "a gain is a number from 0 to 100", number.span(), "not such a number");
            return;
        };
        if !parameters.iter().any(|parameter| parameter.types == [ROLE]) {
            let message = "a gain needs a parameter of type `role`";
            self.error(Code::Role, message, span, "whose gain is it?");
            return;
        }
        let body = self.formula(body, &parameters);
        self.task.gains.push(Gain { parameters, reward, body, span });
    }

    fn number(&self, expression: &Expression) -> Option<i32> {
        match expression {
            Expression::Symbol(span) => self.source.slice(*span).parse().ok(),
            _ => None,
        }
    }
}
