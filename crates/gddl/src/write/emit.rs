//! Drafted actions, axioms, goals and facts as a task, with readable names.

mod axiom;
mod formula;
mod vocabulary;

use std::collections::BTreeMap;
use std::rc::Rc;

use gdl::Span;
use gdl::rules::Dependence;
use rustc_hash::FxHashMap;

use super::action::Drafted;
use super::clause::{A, H, Key, Kind, L, T};
use super::conjunction::Conjunction;
use super::context::Context;
use super::names::Namer;
use super::types::Class;
use super::{Unwritable, Written};
use crate::task::{Action, Effect, Formula, Gain, Parameter, PlanningTask, ROLE, Term};
use formula::Named;

/// Writes everything.
pub(super) fn emit(name: &str, context: &mut Context, actions: Vec<Drafted>) -> Result<Written, Unwritable> {
    let mut emitter = Emitter::new(context);
    emitter.task.domain = Namer::default().name(name, "game-");
    emitter.task.problem = format!("{}-start", emitter.task.domain);
    for action in actions {
        emitter.action(action);
    }
    if emitter.task.actions.is_empty() {
        emitter.never();
    }
    emitter.goal();
    emitter.gains();
    emitter.axioms()?;
    emitter.facts();
    Ok(emitter.finish())
}

struct Emitter<'c, 'r> {
    context: &'c mut Context<'r>,
    task: PlanningTask,
    types: Vec<String>,
    /// Whether the type of the roles has a supertype.
    role_is_below: bool,
    objects: BTreeMap<(Class, Rc<str>), String>,
    predicates: FxHashMap<Key, String>,
    predicate_names: Namer,
    action_names: Namer,
    /// The used predicates, in order; those of axioms are added while the axioms are written.
    used: Vec<Key>,
}

impl Emitter<'_, '_> {
    fn action(&mut self, draft: Drafted) {
        let mut named = Named::default();
        let mut parameters = Vec::new();
        let mut precondition = Vec::new();
        match &draft.role {
            Some(T::Const(role)) => {
                let name = "player".to_owned();
                // Reserves the name for a variable that does not occur.
                named.of.insert(usize::MAX, name.clone());
                let object = self.term(&T::Const(role.clone()), self.context.types.role, &named);
                precondition.push(Formula::Equal(Term::Variable(name.clone()), object));
                parameters.push(Parameter { name, types: vec![ROLE.to_owned()] });
            }
            Some(T::Var(var)) => parameters.extend(self.declare(&[*var], &mut named)),
            _ => {}
        }
        let others: Vec<usize> =
            draft.parameters.iter().copied().filter(|var| draft.role != Some(T::Var(*var))).collect();
        // Only the first parameter of type `role` is the player.
        parameters.extend(self.declare(&others, &mut named));
        precondition.push(self.all(&draft.premise, &named));
        precondition.push(self.some(&draft.some.0, &draft.some.1, &named));
        let mut effects = Vec::new();
        for change in &draft.changes {
            let mut inner = named.clone();
            let variables = self.declare(&change.vars, &mut inner);
            let condition = self.all(&change.condition, &inner);
            let atom = self.atom(&change.atom, &inner);
            effects.push(Effect { variables, condition, atom, adds: change.adds, span: Span::default() });
        }
        effects.sort_by_key(|effect| effect.adds);
        let mut comment = vec!["From the rules".to_owned()];
        for origin in &draft.origins {
            comment.push(format!("  {}", self.context.rules.display_clause(&self.context.rules.clauses[*origin])));
        }
        let name = self.action_names.name(&draft.name, "do-");
        let precondition = Formula::all(precondition);
        self.task.actions.push(Action { name, comment, parameters, precondition, effects, span: Span::default() });
    }

    /// An action that is never applicable: a domain needs one.
    fn never(&mut self) {
        let player = Parameter { name: "player".to_owned(), types: vec![ROLE.to_owned()] };
        self.task.actions.push(Action {
            name: self.action_names.name("never", "do-"),
            comment: vec!["No move can ever be made.".to_owned()],
            parameters: vec![player],
            precondition: Formula::Or(Vec::new()),
            effects: Vec::new(),
            span: Span::default(),
        });
    }

    /// A rule's simplified conditions with their variables; those of the head are fixed.
    fn body(&mut self, number: usize, extra: Vec<L>) -> Option<(H, Conjunction)> {
        let (head, mut lits, vars) = self.context.renamed(number);
        lits.extend(extra.iter().map(|lit| lit.substitute(&|var| Some(T::Var(vars[var])))));
        let body = Conjunction { lits, head: head.args(), flexible: vars };
        let body = self.context.known(|known| body.simplified(&[], known))?;
        Some((head, body))
    }

    fn goal(&mut self) {
        let mut alternatives = Vec::new();
        for number in 0..self.context.flat.rules.len() {
            if self.context.flat.rules[number].head == H::Terminal
                && let Some((_, body)) = self.body(number, Vec::new())
            {
                alternatives.push(self.some(&body.flexible, &body.lits, &Named::default()));
            }
        }
        self.task.goal = Formula::any(alternatives);
    }

    fn gains(&mut self) {
        let rewards: Vec<Rc<str>> = self.context.types.objects[self.context.types.rewards].iter().cloned().collect();
        let mut gains: Vec<Gain> = Vec::new();
        for number in 0..self.context.flat.rules.len() {
            let H::Goal(_, value) = self.context.flat.rules[number].head.clone() else { continue };
            let values: Vec<Rc<str>> = match &value {
                T::Const(value) => vec![value.clone()],
                _ => rewards.clone(),
            };
            for reward in values {
                let Ok(number_of) = reward.parse() else { continue };
                let extra = vec![L::Eq(value.clone(), T::Const(reward))];
                let Some((_, body)) = self.body(number, extra) else { continue };
                let mut named = Named::default();
                let (parameters, own) = match &body.head[0] {
                    T::Var(var) => (self.declare(&[*var], &mut named), None),
                    role => {
                        named.of.insert(usize::MAX, "player".to_owned());
                        let object = self.term(role, self.context.types.role, &named);
                        let own = Formula::Equal(Term::Variable("player".to_owned()), object);
                        (vec![Parameter { name: "player".to_owned(), types: vec![ROLE.to_owned()] }], Some(own))
                    }
                };
                let rest: Vec<usize> =
                    body.flexible.iter().copied().filter(|var| T::Var(*var) != body.head[0]).collect();
                let condition = self.some(&rest, &body.lits, &named);
                let body = Formula::all(own.into_iter().chain([condition]));
                gains.push(Gain { parameters, reward: number_of, body, span: Span::default() });
            }
        }
        gains.sort_by_key(|gain| std::cmp::Reverse(gain.reward));
        self.task.gains = gains;
    }

    /// Used static facts, and the initial state.
    fn facts(&mut self) {
        for (name, arity) in self.context.flat.fluents.clone() {
            let key = Key { kind: Kind::Fluent, name, arity };
            if self.predicates.contains_key(&key) {
                let facts = self.context.statics.initial(&key).to_vec();
                self.state(&key, facts);
            }
        }
        for key in self.used.clone() {
            let is_static = matches!(key.kind, Kind::Relation | Kind::Function)
                && self.context.dependence(&key) == Dependence::Static;
            if is_static {
                let facts = self.context.statics.facts(&key).to_vec();
                self.state(&key, facts);
            }
        }
    }

    fn state(&mut self, key: &Key, facts: Vec<Vec<Rc<str>>>) {
        for fact in facts {
            let args = fact.into_iter().map(T::Const).collect();
            let atom = self.atom(&A { key: key.clone(), args }, &Named::default());
            self.task.init.push(atom);
        }
    }
}
