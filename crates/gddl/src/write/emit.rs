//! Drafted actions, axioms, goals and facts as a task, with readable names.

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
use super::turn::{Turn, control};
use super::types::Class;
use super::{Unwritable, Written};
use crate::task::{
    Action, Atom, Axiom, Effect, Formula, Gain, Object, Parameter, PlanningTask, Predicate, ROLE, Term, Type,
};

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

/// The variables of a formula with their names.
#[derive(Clone, Default)]
struct Named {
    of: FxHashMap<usize, String>,
}

impl<'c, 'r> Emitter<'c, 'r> {
    fn new(context: &'c mut Context<'r>) -> Emitter<'c, 'r> {
        let (mut type_names, mut object_names) = (Namer::default(), Namer::default());
        let roles: Vec<Rc<str>> = context.flat.roles.clone();
        let role_class = context.types.role;
        let role_is_below = context.types.objects[role_class].iter().any(|object| !roles.contains(object));
        let mut types = Vec::new();
        for class in 0..context.types.objects.len() {
            types.push(match class == role_class && !role_is_below {
                true => ROLE.to_owned(),
                false => type_names.name(&type_stem(context, class), "type-"),
            });
        }
        let mut objects = BTreeMap::new();
        for (class, of_class) in context.types.objects.iter().enumerate() {
            for object in of_class {
                let prefix = types[class].chars().next().map_or(String::new(), String::from);
                let elsewhere = context.types.objects.iter().enumerate().any(|(c, o)| c != class && o.contains(object));
                let wanted = match elsewhere && object.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    true => format!("{}-{object}", types[class]),
                    false => object.to_string(),
                };
                objects.insert((class, object.clone()), object_names.name(&wanted, &prefix));
            }
        }
        Emitter {
            context,
            task: PlanningTask::default(),
            types,
            role_is_below,
            objects,
            predicates: FxHashMap::default(),
            predicate_names: Namer::default(),
            action_names: Namer::default(),
            used: Vec::new(),
        }
    }

    /// The name of a predicate, which is marked as used.
    fn predicate(&mut self, key: &Key) -> String {
        if let Some(name) = self.predicates.get(key) {
            return name.clone();
        }
        let wanted = match key.kind {
            Kind::Legal | Kind::Does => format!("legal-{}", key.name),
            Kind::Function => format!("is-{}", key.name),
            _ => key.name.to_string(),
        };
        let name = self.predicate_names.name(&wanted, "p");
        self.predicates.insert(key.clone(), name.clone());
        self.used.push(key.clone());
        name
    }

    fn type_of(&self, var: usize) -> String {
        let variable = &self.context.variables[var];
        if variable.is_role { ROLE.to_owned() } else { self.types[variable.class].clone() }
    }

    /// Declares variables, with names that differ within a formula.
    fn declare(&self, vars: &[usize], named: &mut Named) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for var in vars {
            let mut taken: Vec<String> = named.of.values().cloned().collect();
            taken.sort();
            let mut namer = Namer::default();
            taken.iter().for_each(|name| drop(namer.name(name, "v")));
            let name = namer.name(&self.context.variables[*var].name, "v");
            named.of.insert(*var, name.clone());
            parameters.push(Parameter { name, types: vec![self.type_of(*var)] });
        }
        parameters
    }

    fn term(&self, term: &T, class: Class, named: &Named) -> Term {
        match term {
            T::Var(var) => Term::Variable(named.of.get(var).cloned().unwrap_or_default()),
            T::Const(name) => {
                let object = self.objects.get(&(class, name.clone()));
                Term::Object(object.cloned().unwrap_or_else(|| name.to_string()))
            }
            T::App(..) => Term::Object(String::new()),
        }
    }

    fn atom(&mut self, atom: &A, named: &Named) -> Atom {
        let predicate = self.predicate(&atom.key);
        let class = |at: usize| self.context.types.class(&atom.key, at);
        let arguments = atom.args.iter().enumerate().map(|(at, arg)| self.term(arg, class(at), named)).collect();
        Atom { predicate, arguments }
    }

    fn equal(&self, left: &T, right: &T, named: &Named) -> Formula {
        let class = [left, right].iter().find_map(|term| match term {
            T::Var(var) => Some(self.context.variables[*var].class),
            _ => None,
        });
        let class = class.unwrap_or(self.context.types.role);
        // Objects of different types are different.
        let is_strange =
            |term: &T| matches!(term, T::Const(name) if !self.objects.contains_key(&(class, name.clone())));
        if is_strange(left) || is_strange(right) {
            return Formula::Or(Vec::new());
        }
        Formula::Equal(self.term(left, class, named), self.term(right, class, named))
    }

    fn formula(&mut self, lit: &L, named: &Named) -> Formula {
        match lit {
            L::Pos(atom) if self.is_role_test(atom) => Formula::default(),
            L::Pos(atom) => Formula::Atom(self.atom(atom, named)),
            L::Neg(atom) => Formula::Atom(self.atom(atom, named)).negated(),
            L::Eq(left, right) => self.equal(left, right, named),
            L::Neq(left, right) => match self.equal(left, right, named) {
                Formula::Or(_) => Formula::default(),
                equal => equal.negated(),
            },
            L::None(vars, lits) => {
                let mut inner = named.clone();
                let variables = self.declare(vars, &mut inner);
                Formula::exists(variables, self.all(lits, &inner)).negated()
            }
        }
    }

    /// Whether an atom is implied by the type of its variable.
    fn is_role_test(&self, atom: &A) -> bool {
        let is_role = atom.key.kind == Kind::Relation && &*atom.key.name == "role" && atom.key.arity == 1;
        is_role && matches!(atom.args[0], T::Var(var) if self.context.variables[var].is_role)
    }

    fn all(&mut self, lits: &[L], named: &Named) -> Formula {
        let parts: Vec<Formula> = lits.iter().map(|lit| self.formula(lit, named)).collect();
        Formula::all(parts)
    }

    /// Conditions with some existentially quantified variables.
    fn some(&mut self, vars: &[usize], lits: &[L], named: &Named) -> Formula {
        let mut inner = named.clone();
        let mut used = Vec::new();
        lits.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
        let vars: Vec<usize> = vars.iter().copied().filter(|var| used.contains(var)).collect();
        let variables = self.declare(&vars, &mut inner);
        let body = self.all(lits, &inner);
        Formula::exists(variables, body)
    }

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

    /// Axioms for all used derived predicates, which may use others.
    fn axioms(&mut self) -> Result<(), Unwritable> {
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

    fn finish(mut self) -> Written {
        for key in self.used.clone() {
            let mut parameters = Vec::new();
            for at in 0..key.arity {
                let class = self.context.types.class(&key, at);
                let is_role = at == 0 && key.kind == Kind::Legal;
                let type_name = if is_role { ROLE.to_owned() } else { self.types[class].clone() };
                parameters.push(Parameter { name: format!("x{}", at + 1), types: vec![type_name] });
            }
            let name = self.predicate(&key);
            self.task.predicates.push(Predicate { name, parameters });
        }
        let role_class = self.context.types.role;
        for (class, name) in
            self.types.iter().enumerate().filter(|(class, _)| !self.context.types.objects[*class].is_empty())
        {
            if name != ROLE {
                self.task.types.push(Type { name: name.clone(), parents: Vec::new() });
            }
            if class == role_class {
                let parents = if self.role_is_below { vec![name.clone()] } else { Vec::new() };
                self.task.types.push(Type { name: ROLE.to_owned(), parents });
            }
        }
        for ((class, object), name) in &self.objects {
            let is_role = *class == role_class && self.context.flat.roles.contains(object);
            let type_name = if is_role { ROLE.to_owned() } else { self.types[*class].clone() };
            self.task.objects.push(Object { name: name.clone(), types: vec![type_name] });
        }
        self.keep_role_order();
        self.task.remove_unused_types();
        let fluents = self.predicates.iter().filter(|(key, _)| key.kind == Kind::Fluent);
        let predicates = fluents.map(|(key, name)| (name.clone(), key.name.to_string())).collect();
        let objects = self.objects.iter().map(|((_, object), name)| (name.clone(), object.to_string())).collect();
        Written { task: self.task, predicates, objects }
    }

    /// Sorts the objects of the roles: rewards are given in the order of the roles.
    fn keep_role_order(&mut self) {
        let class = self.context.types.role;
        let order: Vec<String> = self
            .context
            .flat
            .roles
            .iter()
            .filter_map(|role| self.objects.get(&(class, role.clone())).cloned())
            .collect();
        let place = |object: &Object| order.iter().position(|name| *name == object.name).map_or(order.len(), |at| at);
        self.task.objects.sort_by_key(place);
    }
}

/// A name for a type: the name of variables at its places, or of a place.
fn type_stem(context: &Context, class: Class) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, rule) in context.flat.rules.iter().enumerate() {
        for (at, name) in rule.names.iter().enumerate() {
            let is_word = name.len() > 2 && name.chars().all(|c| c.is_ascii_alphabetic());
            if context.types.of_variable(number, at) == class && is_word && !context.types.is_role[number][at] {
                *names.entry(name).or_default() += 1;
            }
        }
    }
    if let Some((name, _)) = names.iter().max_by_key(|(name, count)| (**count, std::cmp::Reverse(**name))) {
        return (*name).to_owned();
    }
    let mut places: Vec<(&Key, usize)> =
        context.types.places().filter(|(_, _, of)| *of == class).map(|(key, at, _)| (key, at)).collect();
    places.sort();
    match places.first() {
        Some((key, _)) if key.arity == 1 => format!("{}-value", key.name),
        Some((key, at)) => format!("{}-{}", key.name, at + 1),
        None => "thing".to_owned(),
    }
}
