//! Actions as rules for `legal` and `next`.

use super::body::{Argument, Body, Head};
use super::formula::Scope;
use super::{Lowering, ROLE};
use crate::task::Action;

/// The move of a role while another role has an action.
const WAIT: &str = "wait";

/// The relation of the actions of roles, if there are several roles.
const APPLICABLE: &str = "applicable";

impl Lowering<'_> {
    /// The rules for `legal`.
    pub(super) fn actions(&mut self) {
        let task = self.task;
        let several = self.roles.len() > 1;
        let applicable = if several { self.names.new_relation(APPLICABLE) } else { "legal".to_owned() };
        let mut rules = 0;
        for action in &task.actions {
            self.span = action.span;
            let mut scope = Scope::default();
            let arguments = self.enter(&action.parameters, &mut scope, &[]);
            let (role, rest) = self.owner(action, &arguments);
            let head = Head::new(&*applicable, vec![role]).with_term(&action.name, rest);
            let body = Body::over(&arguments, &action.parameters);
            rules += self.rules(&head, body, &action.precondition, &scope);
        }
        if several {
            let can_move = self.names.new_relation("can-move");
            let wait = self.free_move();
            self.rule(&format!("(<= (legal ?role ?move) ({applicable} ?role ?move))"));
            self.rule(&format!("(<= ({can_move} ?role) ({applicable} ?role ?move))"));
            self.rule(&format!("(<= (legal ?role {wait}) (role ?role) (not ({can_move} ?role)) ({can_move} ?other))"));
        } else if rules == 0 {
            // No action is ever applicable, but GDL requires a move.
            let role = &self.roles[0];
            let line = format!("(<= (legal {role} {WAIT}) (true never))");
            self.rule(&line);
        }
    }

    /// The role that makes a move, and the other arguments of the move.
    fn owner(&self, action: &Action, arguments: &[Argument]) -> (Argument, Vec<Argument>) {
        let at = action.parameters.iter().position(|parameter| parameter.types == [ROLE]);
        let at = at.filter(|_| self.task.is_game());
        let role = at.map_or_else(|| Argument::Constant(self.roles[0].clone()), |at| arguments[at].clone());
        let rest = arguments.iter().enumerate().filter(|(i, _)| Some(*i) != at).map(|(_, one)| one.clone());
        (role, rest.collect())
    }

    /// A name for waiting that no action has.
    fn free_move(&self) -> String {
        let is_free = |name: &String| self.task.actions.iter().all(|action| action.name != *name);
        let numbered = (2..).map(|number| format!("{WAIT}-{number}"));
        std::iter::once(WAIT.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// The rules for `next`: the facts that actions add, and those that persist.
    pub(super) fn frame(&mut self) {
        let task = self.task;
        let mut deleting: Vec<(String, String)> = Vec::new();
        for predicate in task.predicates.iter().map(|predicate| predicate.name.clone()) {
            if self.is_deleted(&predicate) {
                let relation = self.names.new_relation(&format!("{predicate}-deleted"));
                deleting.push((predicate, relation));
            }
        }
        for action in &task.actions {
            for effect in &action.effects {
                self.span = effect.span;
                let mut scope = Scope::default();
                let arguments = self.enter(&action.parameters, &mut scope, &[]);
                let bound = self.enter(&effect.variables, &mut scope, &[]);
                let (role, rest) = self.owner(action, &arguments);
                // The arguments of legal moves have the right types.
                let mut types: Vec<Vec<String>> = Vec::new();
                let at = action.parameters.iter().position(|p| self.task.is_game() && p.types == [ROLE]);
                types.push(at.map_or_else(Vec::new, |at| action.parameters[at].types.clone()));
                let others = action.parameters.iter().enumerate().filter(|(i, _)| Some(*i) != at);
                types.extend(others.map(|(_, parameter)| parameter.types.clone()));
                let mut body = Body::over(&arguments, &action.parameters);
                body.declare(&bound, &effect.variables);
                body.given = Some((Head::new("does", vec![role]).with_term(&action.name, rest), types));
                let changed: Vec<Argument> = effect.atom.arguments.iter().map(|term| scope.argument(term)).collect();
                let head = match effect.adds {
                    true => Head::new("next", vec![]).with_term(self.names.fluent(&effect.atom.predicate), changed),
                    false => {
                        let relation = deleting.iter().find(|(of, _)| *of == effect.atom.predicate);
                        Head::new(relation.map_or("", |(_, name)| name), changed)
                    }
                };
                self.rules(&head, body, &effect.condition, &scope);
            }
        }
        for predicate in &task.predicates {
            if !self.fluents.contains(&*predicate.name) {
                continue;
            }
            let variables: Vec<Argument> =
                predicate.parameters.iter().map(|parameter| Argument::Variable(parameter.name.clone())).collect();
            let fact = super::body::Applied(self.names.fluent(&predicate.name), &variables).to_string();
            let deleted = deleting.iter().find(|(of, _)| *of == predicate.name);
            let unless = deleted.map_or_else(String::new, |(_, relation)| {
                format!(" (not {})", super::body::Applied(relation, &variables))
            });
            let line = format!("(<= (next {fact}) (true {fact}){unless})");
            self.rule(&line);
        }
    }

    fn is_deleted(&self, predicate: &str) -> bool {
        let effects = self.task.actions.iter().flat_map(|action| &action.effects);
        effects
            .into_iter()
            .any(|effect| !effect.adds && effect.atom.predicate == predicate && !effect.condition.is_false())
    }
}
