//! The names of types, objects and predicates, and their declarations.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Emitter;
use crate::task::{Object, Parameter, PlanningTask, Predicate, ROLE, Type};
use crate::write::Written;
use crate::write::clause::{Key, Kind};
use crate::write::context::Context;
use crate::write::names::Namer;
use crate::write::types::Class;

impl<'c, 'r> Emitter<'c, 'r> {
    pub(super) fn new(context: &'c mut Context<'r>) -> Emitter<'c, 'r> {
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
    pub(super) fn predicate(&mut self, key: &Key) -> String {
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

    pub(super) fn finish(mut self) -> Written {
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
