//! Derived predicates: the relations that are used, and whose turn it is where no fact tells it.

use gdl::Span;
use gdl::rules::Dependence;

use super::Emitter;
use super::formula::Named;
use crate::task::{Atom, Axiom, Formula, Parameter, ROLE, Term};
use crate::write::Unwritable;
use crate::write::clause::{Key, Kind, L, T};
use crate::write::conjunction::Conjunction;
use crate::write::turn::{Turn, control};

impl Emitter<'_, '_> {
    /// Axioms for all used derived predicates, which may use others.
    pub(super) fn axioms(&mut self) -> Result<(), Unwritable> {
        let mut at = 0;
        while let Some(key) = self.used.get(at).cloned() {
            at += 1;
            let is_derived = match key.kind {
                Kind::Legal => true,
                Kind::Relation => self.context.dependence(&key) == Dependence::State,
                _ => false,
            };
            if !is_derived {
                continue;
            }
            if self.context.turn == Turn::Derived && key == control(T::Var(0)).key {
                self.control(&key);
                continue;
            }
            if let Some((_, relation, made)) = self.context.after.iter().find(|(new, ..)| *new == key).cloned() {
                for body in self.context.rules_after(&relation, &made)? {
                    self.axiom(&key, &body);
                }
            }
            for number in self.context.relation_rules(&key) {
                if let Some((_, body)) = self.body(number, Vec::new()) {
                    self.axiom(&key, &body);
                }
            }
        }
        Ok(())
    }

    fn axiom(&mut self, key: &Key, body: &Conjunction) {
        let mut named = Named::default();
        let (mut parameters, mut equal): (Vec<Parameter>, Vec<L>) = (Vec::new(), Vec::new());
        let mut seen: Vec<usize> = Vec::new();
        for (at, arg) in body.head.iter().enumerate() {
            let var = match arg {
                T::Var(var) if !seen.contains(var) => *var,
                other => {
                    let var = self.context.fresh(key, at);
                    equal.push(L::Eq(T::Var(var), other.clone()));
                    var
                }
            };
            seen.push(var);
            parameters.extend(self.declare(&[var], &mut named));
        }
        let rest: Vec<usize> = body.flexible.iter().copied().filter(|var| !seen.contains(var)).collect();
        let equal = self.all(&equal, &named);
        let condition = self.some(&rest, &body.lits, &named);
        let predicate = self.predicate(key);
        self.task.axioms.push(Axiom {
            predicate,
            parameters,
            body: Formula::all([equal, condition]),
            span: Span::default(),
        });
    }

    /// The turn if no fact determines it: the role with a choice, or the first role if nobody has one.
    fn control(&mut self, key: &Key) {
        let choice = Key { name: "has-choice".into(), ..key.clone() };
        let (control, has_choice) = (self.predicate(key), self.predicate(&choice));
        let role = |name: &str| Parameter { name: name.to_owned(), types: vec![ROLE.to_owned()] };
        let has = |name: &str| {
            let arguments = vec![Term::Variable(name.to_owned())];
            Formula::Atom(Atom { predicate: has_choice.clone(), arguments })
        };
        let first =
            self.term(&T::Const(self.context.flat.roles[0].clone()), self.context.types.role, &Named::default());
        let nobody = Formula::Exists(vec![role("other")], Box::new(has("other"))).negated();
        let by_default = Formula::And(vec![Formula::Equal(Term::Variable("player".to_owned()), first), nobody]);
        let mut axioms = vec![(control.clone(), has("player")), (control, by_default)];
        let moves: Vec<Key> = self.legal_keys();
        for (at, left) in moves.iter().enumerate() {
            for right in &moves[at..] {
                if left != right || left.arity > 1 {
                    axioms.push((has_choice.clone(), self.two_moves(left, right)));
                }
            }
        }
        let parameters = vec![role("player")];
        let axiom =
            |(predicate, body)| Axiom { predicate, parameters: parameters.clone(), body, span: Span::default() };
        self.task.axioms.extend(axioms.into_iter().map(axiom));
    }

    fn legal_keys(&self) -> Vec<Key> {
        let moves = self.context.flat.moves.iter();
        moves.map(|(name, arity)| Key { kind: Kind::Legal, name: name.clone(), arity: arity + 1 }).collect()
    }

    /// The condition that the player has two moves of these kinds.
    fn two_moves(&mut self, left: &Key, right: &Key) -> Formula {
        let mut variables = Vec::new();
        let mut atoms = Vec::new();
        let mut sides = Vec::new();
        for (side, key) in [left, right].into_iter().enumerate() {
            let mut arguments = vec![Term::Variable("player".to_owned())];
            for at in 1..key.arity {
                let name = format!("{}{at}", ["x", "y"][side]);
                variables.push(Parameter {
                    name: name.clone(),
                    types: vec![self.types[self.context.types.class(key, at)].clone()],
                });
                arguments.push(Term::Variable(name));
            }
            sides.push(arguments.clone());
            atoms.push(Formula::Atom(Atom { predicate: self.predicate(key), arguments }));
        }
        if left == right {
            let pairs = sides[0].iter().zip(&sides[1]).skip(1);
            atoms.push(Formula::any(pairs.map(|(x, y)| Formula::Equal(x.clone(), y.clone()).negated())));
        }
        Formula::exists(variables, Formula::all(atoms))
    }
}
