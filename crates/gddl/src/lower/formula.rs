//! Conditions as bodies of rules (Lloyd and Topor 1984). A condition that is not a conjunction of literals gets a
//! relation of its own: an `or` in a conjunction becomes a relation with a rule for each alternative, and a `forall`
//! becomes the negation of a relation that holds if the condition fails.
//!
//! Equalities are solved by substitution. Every variable that no positive condition binds gets a condition on its type,
//! so the rules are safe.

use rustc_hash::FxHashMap;

use super::Lowering;
use super::body::{Argument, Body, Head, Literal};
use crate::task::{Formula, Parameter, Term};

/// The variables in scope, with the terms that represent them in the rule.
#[derive(Clone, Default)]
pub(super) struct Scope {
    of: FxHashMap<String, (Argument, Parameter)>,
}

impl Scope {
    pub fn bind(&mut self, variable: &Parameter, argument: Argument) {
        self.of.insert(variable.name.clone(), (argument, variable.clone()));
    }

    pub fn argument(&self, term: &Term) -> Argument {
        match term {
            Term::Object(name) => Argument::Constant(name.clone()),
            Term::Variable(name) => {
                self.of.get(name).map_or_else(|| Argument::Variable(name.clone()), |(argument, _)| argument.clone())
            }
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.of.values().filter_map(|(argument, _)| match argument {
            Argument::Variable(name) => Some(&**name),
            Argument::Constant(_) => None,
        })
    }
}

impl Lowering<'_> {
    /// Adds a condition, or its negation, to a body.
    pub(super) fn conjoin(&mut self, formula: &Formula, holds: bool, scope: &Scope, body: &mut Body) {
        match (formula, holds) {
            (Formula::Atom(atom), true) => body.positive.push(self.literal(atom, scope)),
            (Formula::Atom(atom), false) => body.negative.push(self.literal(atom, scope)),
            (Formula::Equal(left, right), true) => body.equal.push((scope.argument(left), scope.argument(right))),
            (Formula::Equal(left, right), false) => body.distinct.push((scope.argument(left), scope.argument(right))),
            (Formula::Not(inner), _) => self.conjoin(inner, !holds, scope, body),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                parts.iter().for_each(|part| self.conjoin(part, holds, scope, body));
            }
            (Formula::Or(parts), true) | (Formula::And(parts), false) => match &parts[..] {
                [] => body.fails = true,
                [only] => self.conjoin(only, holds, scope, body),
                _ => {
                    let literal = self.relation_for(formula, holds, "case", scope);
                    body.positive.push(literal);
                }
            },
            (Formula::Exists(variables, inner), true) | (Formula::Forall(variables, inner), false) => {
                let mut scope = scope.clone();
                let arguments = self.enter(variables, &mut scope, &body.variables);
                body.declare(&arguments, variables);
                self.conjoin(inner, holds, &scope, body);
            }
            (Formula::Forall(..), true) | (Formula::Exists(..), false) => {
                let literal = self.relation_for(formula, !holds, "exception", scope);
                body.negative.push(literal);
            }
        }
    }

    /// A relation over the free variables of a formula that holds if the formula holds (or fails).
    fn relation_for(&mut self, formula: &Formula, holds: bool, purpose: &str, scope: &Scope) -> Literal {
        let mut free: Vec<Parameter> = Vec::new();
        let mut inner = Scope::default();
        let mut arguments = Vec::new();
        for name in formula.free_variables() {
            if let Some((argument, parameter)) = scope.of.get(&name) {
                let parameter = Parameter { name: name.clone(), types: parameter.types.clone() };
                arguments.push(argument.clone());
                inner.bind(&parameter, Argument::Variable(name));
                free.push(parameter);
            }
        }
        let name = self.names.new_relation(purpose);
        let variables: Vec<Argument> = free.iter().map(|one| Argument::Variable(one.name.clone())).collect();
        let head = Head::new(&*name, variables.clone());
        let body = Body::over(&variables, &free);
        let parts = match formula {
            Formula::Or(parts) | Formula::And(parts) if parts.len() > 1 && is_disjunction(formula, holds) => &parts[..],
            other => std::slice::from_ref(other),
        };
        for part in parts {
            let mut body = body.clone();
            self.conjoin(part, holds, &inner, &mut body);
            if let Some(text) = self.finish(&head, body) {
                self.rule(&text);
            }
        }
        let types = free.into_iter().map(|parameter| parameter.types).collect();
        Literal { name, is_fluent: false, arguments, types }
    }

    /// The text of a rule, unless it can never apply.
    pub(super) fn finish(&mut self, head: &Head, mut body: Body) -> Option<String> {
        let mut head = head.clone();
        if body.fails || !substitute_equal(&mut head, &mut body) {
            return None;
        }
        body.distinct.sort_unstable();
        body.distinct.dedup();
        for (left, right) in &body.distinct {
            if left == right {
                return None;
            }
        }
        let is_variable = |argument: &Argument| matches!(argument, Argument::Variable(_));
        body.distinct.retain(|(left, right)| is_variable(left) || is_variable(right));
        self.add_types(&mut body)?;
        let mut conditions: Vec<String> = Vec::new();
        conditions.extend(body.given.iter().map(|(given, _)| given.to_string()));
        conditions.extend(body.positive.iter().map(Literal::to_string));
        conditions.extend(body.negative.iter().map(|literal| format!("(not {literal})")));
        conditions.extend(body.distinct.iter().map(|(left, right)| format!("(distinct {left} {right})")));
        if conditions.is_empty() {
            return Some(head.to_string());
        }
        Some(format!("(<= {head} {})", conditions.join(" ")))
    }

    /// Adds conditions on types where nothing else ensures them; `None` if a constant does not have its type.
    fn add_types(&mut self, body: &mut Body) -> Option<()> {
        let mut guards: Vec<Literal> = Vec::new();
        for (name, types) in body.variables.clone() {
            let variable = match name.strip_prefix('(') {
                // The variable was replaced by a constant.
                Some(constant) if self.is_of(constant, &types) => continue,
                Some(_) => return None,
                None => Argument::Variable(name),
            };
            let is_ensured = |arguments: &[Argument], known: &[Vec<String>]| {
                arguments.iter().zip(known).any(|(argument, known)| {
                    *argument == variable && !known.is_empty() && self.task.are_below(known, &types)
                })
            };
            let by_literal = body.positive.iter().chain(&guards).any(|one| is_ensured(&one.arguments, &one.types));
            let by_move = body.given.as_ref().is_some_and(|(given, known)| {
                let arguments: Vec<Argument> = given.clone().all_arguments_mut().map(|one| one.clone()).collect();
                is_ensured(&arguments, known)
            });
            if !by_literal && !by_move {
                let relation = self.type_relation(&types);
                let literal =
                    Literal { name: relation, is_fluent: false, arguments: vec![variable], types: vec![types] };
                guards.push(literal);
            }
        }
        body.positive.extend(guards);
        Some(())
    }
}

fn is_disjunction(formula: &Formula, holds: bool) -> bool {
    matches!((formula, holds), (Formula::Or(_), true) | (Formula::And(_), false))
}

/// Replaces terms by equal ones; returns false if two different constants would have to be equal.
fn substitute_equal(head: &mut Head, body: &mut Body) -> bool {
    while let Some((left, right)) = body.equal.pop() {
        let (from, to) = match (left, right) {
            (left, right) if left == right => continue,
            (Argument::Constant(_), Argument::Constant(_)) => return false,
            (Argument::Variable(from), to) | (to, Argument::Variable(from)) => (from, to),
        };
        let from_argument = Argument::Variable(from.clone());
        for argument in head.all_arguments_mut().chain(body.all_arguments_mut()) {
            if *argument == from_argument {
                *argument = to.clone();
            }
        }
        for (name, _) in &mut body.variables {
            if *name == from {
                *name = match &to {
                    Argument::Variable(to) => to.clone(),
                    Argument::Constant(to) => format!("({to}"),
                };
            }
        }
    }
    true
}
