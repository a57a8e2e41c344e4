//! The knowledge of the writer: rules by what they define, types of variables, facts.

use std::cell::RefCell;
use std::rc::Rc;

use gdl::Rules;
use gdl::rules::Dependence;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Unwritable;
use super::clause::{A, Flat, H, Key, Kind, L, T, dependence};
use super::conjunction::Known;
use super::invariant::{Invariant, Knowledge, invariants};
use super::statics::Statics;
use super::turn::{Turn, turn};
use super::types::{Class, Types};

/// A variable of the output.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub class: Class,
    pub is_role: bool,
}

pub(super) struct Context<'a> {
    pub rules: &'a Rules,
    pub flat: Flat,
    pub types: Types,
    pub statics: Statics,
    pub invariants: FxHashMap<Key, Vec<Invariant>>,
    pub turn: Turn,
    /// For each rule for `legal`, whether it is for the role whose turn it is.
    pub own: FxHashMap<usize, bool>,
    /// Whether rules refer to moves of roles whose turn it is not.
    pub others_matter: bool,
    pub variables: Vec<Variable>,
    /// Recursive relations that depend on moves, with the move as additional arguments: the new relation, the old one,
    /// the move.
    pub after: Vec<(Key, Key, Key)>,
    dependences: FxHashMap<Key, Dependence>,
    by_head: FxHashMap<Key, Vec<usize>>,
    /// A cache: whether some places of static relations determine the others.
    settled: RefCell<FxHashMap<(Key, Vec<bool>), bool>>,
}

impl<'a> Context<'a> {
    pub fn new(rules: &'a Rules, knowledge: &Knowledge) -> Result<Context<'a>, Unwritable> {
        let flat = super::clause::flatten(rules, knowledge)?;
        let types = Types::infer(&flat, knowledge)?;
        let mut dependences: FxHashMap<Key, Dependence> = FxHashMap::default();
        let mut by_head: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (number, rule) in flat.rules.iter().enumerate() {
            let atoms = rule.body.iter().filter_map(|lit| match lit {
                L::Pos(atom) | L::Neg(atom) => Some(atom),
                _ => None,
            });
            for atom in atoms.filter(|atom| atom.key.kind == Kind::Relation) {
                dependences.entry(atom.key.clone()).or_insert_with(|| dependence(rules, &atom.key));
            }
            match &rule.head {
                H::Relation(atom) => {
                    dependences.entry(atom.key.clone()).or_insert_with(|| dependence(rules, &atom.key));
                    by_head.entry(atom.key.clone()).or_default().push(number);
                }
                H::Next(atom) | H::Legal(atom) => by_head.entry(atom.key.clone()).or_default().push(number),
                _ => {}
            }
        }
        let statics = Statics::evaluate(&flat, &types, &strata(rules, &flat, &dependences))?;
        let (turn, own) = turn(&flat, knowledge, &statics);
        if turn == Turn::Derived && !knowledge.turn_taking {
            return Err(Unwritable::new(
                "roles choose at once, or it is not proved that they choose in turn; an action belongs to one role",
            ));
        }
        let others_matter = others_matter(&flat, &turn, &own);
        Ok(Context {
            rules,
            flat,
            types,
            statics,
            invariants: invariants(knowledge),
            turn,
            own,
            others_matter,
            variables: Vec::new(),
            after: Vec::new(),
            dependences,
            by_head,
            settled: RefCell::default(),
        })
    }

    /// The dependence of a relation.
    pub fn dependence(&self, key: &Key) -> Dependence {
        match key.kind {
            Kind::Relation => self.dependences.get(key).copied().unwrap_or(Dependence::State),
            Kind::Function => Dependence::Static,
            _ => Dependence::State,
        }
    }

    /// Whether a relation that depends on moves is recursive.
    pub fn is_recursive(&self, key: &Key) -> bool {
        let mut reached: Vec<Key> = Vec::new();
        let mut pending = vec![key.clone()];
        while let Some(at) = pending.pop() {
            for number in self.relation_rules(&at) {
                for lit in &self.flat.rules[number].body {
                    let (L::Pos(atom) | L::Neg(atom)) = lit else { continue };
                    if atom.key == *key {
                        return true;
                    }
                    if self.dependence(&atom.key) == Dependence::Moves && !reached.contains(&atom.key) {
                        reached.push(atom.key.clone());
                        pending.push(atom.key.clone());
                    }
                }
            }
        }
        false
    }

    /// The relation with a move as additional arguments, the role first.
    pub fn after(&mut self, relation: &Key, made: &Key) -> Key {
        if let Some((known, ..)) = self.after.iter().find(|(_, of, by)| of == relation && by == made) {
            return known.clone();
        }
        let name = format!("{}-after-{}", relation.name, made.name).into();
        let key = Key { kind: Kind::Relation, name, arity: made.arity + relation.arity };
        for at in 0..key.arity {
            let class = match at.checked_sub(made.arity) {
                Some(at) => self.types.class(relation, at),
                None => self.types.class(made, at),
            };
            self.types.set(&key, at, class);
        }
        self.after.push((key.clone(), relation.clone(), made.clone()));
        key
    }

    /// Calls a function with the facts that are known in every state.
    pub fn known<R>(&self, with: impl FnOnce(&Known) -> R) -> R {
        let is_static = |key: &Key| self.dependence(key) == Dependence::Static;
        let can_be_equal = |left: &T, right: &T| self.can_be_equal(left, right);
        with(&Known {
            statics: &self.statics,
            is_static: &is_static,
            invariants: &self.invariants,
            settles: &|key, given| self.settles(key, given),
            can_be_equal: &can_be_equal,
        })
    }

    /// Whether the arguments of a static relation at some places determine the others.
    fn settles(&self, key: &Key, given: &[bool]) -> bool {
        let question = (key.clone(), given.to_vec());
        if let Some(known) = self.settled.borrow().get(&question) {
            return *known;
        }
        let mut seen = FxHashSet::default();
        let project = |fact: &Vec<Rc<str>>| -> Vec<Rc<str>> {
            fact.iter().zip(given).filter(|(_, given)| **given).map(|(one, _)| one.clone()).collect()
        };
        let settles = self.statics.facts(key).iter().all(|fact| seen.insert(project(fact)));
        self.settled.borrow_mut().insert(question, settles);
        settles
    }

    fn can_be_equal(&self, left: &T, right: &T) -> bool {
        let contains = |class: Class, name: &Rc<str>| self.types.objects[class].contains(name);
        match (left, right) {
            (T::Var(left), T::Var(right)) => {
                let (left, right) = (&self.variables[*left], &self.variables[*right]);
                left.class == right.class
                    || !self.types.objects[left.class].is_disjoint(&self.types.objects[right.class])
            }
            (T::Var(var), T::Const(name)) | (T::Const(name), T::Var(var)) => {
                let variable = &self.variables[*var];
                if variable.is_role { self.flat.roles.contains(name) } else { contains(variable.class, name) }
            }
            _ => left == right,
        }
    }

    /// A rule with fresh variables.
    pub fn renamed(&mut self, number: usize) -> (H, Vec<L>, Vec<usize>) {
        let first = self.variables.len();
        let rule = &self.flat.rules[number];
        for (at, name) in rule.names.iter().enumerate() {
            let class = self.types.of_variable(number, at);
            let is_role = self.types.is_role[number][at];
            self.variables.push(Variable { name: name.clone(), class, is_role });
        }
        let of = |var: usize| Some(T::Var(first + var));
        let head = rule.head.substitute(&of);
        let body = rule.body.iter().map(|lit| lit.substitute(&of)).collect();
        (head, body, (first..self.variables.len()).collect())
    }

    /// A new variable for an argument.
    pub fn fresh(&mut self, key: &Key, at: usize) -> usize {
        let named = self.by_head.get(&Key { kind: key.kind.clone(), ..key.clone() }).into_iter().flatten();
        let name = named.into_iter().find_map(|&number| match self.flat.rules[number].head.args().get(at) {
            Some(T::Var(var)) => Some(self.flat.rules[number].names[*var].clone()),
            _ => None,
        });
        let class = self.types.class(key, at);
        self.variables.push(Variable { name: name.unwrap_or_else(|| "any".to_owned()), class, is_role: false });
        self.variables.len() - 1
    }

    /// A new variable of the same type as another.
    pub fn copy(&mut self, var: usize, key: &Key, at: usize) -> usize {
        let variable = Variable { class: self.types.class(key, at), ..self.variables[var].clone() };
        self.variables.push(variable);
        self.variables.len() - 1
    }

    pub fn next_rules(&self, key: &Key) -> Vec<usize> {
        self.rules_for(key, |head| matches!(head, H::Next(_)))
    }

    pub fn relation_rules(&self, key: &Key) -> Vec<usize> {
        self.rules_for(key, |head| matches!(head, H::Relation(_) | H::Legal(_)))
    }

    fn rules_for(&self, key: &Key, is: impl Fn(&H) -> bool) -> Vec<usize> {
        let all = self.by_head.get(key).into_iter().flatten();
        all.copied().filter(|number| is(&self.flat.rules[*number].head)).collect()
    }

    /// Whether the other arguments of an atom are determined by the given ones.
    pub fn determines(&self, atom: &A, given: &[bool]) -> bool {
        match atom.key.kind {
            Kind::Fluent => self.invariants.get(&atom.key).is_some_and(|list| {
                list.iter().any(|one| one.determined.iter().zip(given).all(|(determined, given)| *determined || *given))
            }),
            Kind::Relation | Kind::Function if self.dependence(&atom.key) == Dependence::Static => {
                let mut seen = FxHashSet::default();
                self.statics.facts(&atom.key).iter().filter(|fact| fits(atom, fact)).all(|fact| {
                    seen.insert(
                        fact.iter().zip(given).filter(|(_, given)| **given).map(|(one, _)| one).collect::<Vec<_>>(),
                    )
                })
            }
            _ => false,
        }
    }

    /// Whether the other arguments have exactly one value for all values of the given ones.
    pub fn always_has_value(&self, atom: &A, given: &[bool]) -> bool {
        let keys: Vec<&T> = atom.args.iter().zip(given).filter(|(_, given)| **given).map(|(arg, _)| arg).collect();
        let Some(tuples) = self.values(&keys) else { return false };
        match atom.key.kind {
            Kind::Fluent => self.invariants.get(&atom.key).is_some_and(|list| {
                list.iter().any(|one| {
                    one.determined.iter().zip(given).all(|(determined, given)| *determined != *given)
                        && tuples.iter().all(|tuple| one.exact.contains(tuple))
                })
            }),
            Kind::Relation | Kind::Function if self.dependence(&atom.key) == Dependence::Static => {
                let project = |fact: &Vec<Rc<str>>| -> Vec<Rc<str>> {
                    fact.iter().zip(given).filter(|(_, given)| **given).map(|(one, _)| one.clone()).collect()
                };
                let mut counts: FxHashMap<Vec<Rc<str>>, usize> = FxHashMap::default();
                for fact in self.statics.facts(&atom.key).iter().filter(|fact| fits(atom, fact)) {
                    *counts.entry(project(fact)).or_default() += 1;
                }
                tuples.iter().all(|tuple| counts.get(tuple) == Some(&1))
            }
            _ => false,
        }
    }

    /// The number of objects that a variable ranges over.
    pub fn size(&self, var: usize) -> usize {
        let variable = &self.variables[var];
        if variable.is_role { self.flat.roles.len() } else { self.types.objects[variable.class].len() }
    }

    /// All tuples of objects that some terms range over, if they are not too many.
    fn values(&self, terms: &[&T]) -> Option<Vec<Vec<Rc<str>>>> {
        let mut tuples: Vec<Vec<Rc<str>>> = vec![Vec::new()];
        for term in terms {
            let objects: Vec<Rc<str>> = match term {
                T::Const(name) => vec![name.clone()],
                T::Var(var) if self.variables[*var].is_role => self.flat.roles.clone(),
                T::Var(var) => self.types.objects[self.variables[*var].class].iter().cloned().collect(),
                T::App(..) => return None,
            };
            let longer = |tuple: &Vec<Rc<str>>| {
                let tuple = tuple.clone();
                objects
                    .iter()
                    .map(move |object| tuple.iter().cloned().chain([object.clone()]).collect())
                    .collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
            if tuples.len() > 10_000 {
                return None;
            }
        }
        Some(tuples)
    }
}

/// Whether a fact matches the constants of an atom.
fn fits(atom: &A, fact: &[Rc<str>]) -> bool {
    atom.args.iter().zip(fact).all(|(arg, object)| !matches!(arg, T::Const(name) if name != object))
}

/// The rules of static relations with their strata, in order.
fn strata(rules: &Rules, flat: &Flat, dependences: &FxHashMap<Key, Dependence>) -> Vec<(u32, usize)> {
    let mut strata = Vec::new();
    for (number, rule) in flat.rules.iter().enumerate() {
        match &rule.head {
            H::Init(_) => strata.push((u32::MAX, number)),
            H::Relation(atom) if dependences.get(&atom.key) == Some(&Dependence::Static) => {
                let relation = rules.relations.iter().find(|one| {
                    one.keyword.is_none()
                        && one.arity == atom.key.arity
                        && rules.symbols.name(one.name) == &*atom.key.name
                });
                strata.push((relation.map_or(0, |one| one.stratum), number));
            }
            _ => {}
        }
    }
    strata.sort_by_key(|(stratum, _)| *stratum);
    strata
}

/// Whether a rule refers to a move that a role may have to make while it is another's turn.
fn others_matter(flat: &Flat, turn: &Turn, own: &FxHashMap<usize, bool>) -> bool {
    if *turn == Turn::One {
        return false;
    }
    let waits: Vec<&A> = flat
        .rules
        .iter()
        .enumerate()
        .filter(|(number, _)| *turn == Turn::Derived || own.get(number) == Some(&false))
        .filter_map(|(_, rule)| if let H::Legal(atom) = &rule.head { Some(atom) } else { None })
        .collect();
    let can_be = |made: &A, wait: &A| {
        made.key.name == wait.key.name
            && made.key.arity == wait.key.arity
            && made.args.iter().zip(&wait.args).all(|(a, b)| !matches!((a, b), (T::Const(a), T::Const(b)) if a != b))
    };
    flat.rules.iter().flat_map(|rule| &rule.body).any(|lit| match lit {
        L::Pos(atom) | L::Neg(atom) => atom.key.kind == Kind::Does && waits.iter().any(|wait| can_be(atom, wait)),
        _ => false,
    })
}
