//! Actions: one for each rule for `legal`, with the moves of other roles replaced by their forced moves.

use std::rc::Rc;

use gdl::rules::Dependence;

use super::Unwritable;
use super::clause::{A, H, Key, Kind, L, T, vars_of};
use super::conjunction::Conjunction;
use super::context::Context;
use super::frame::{Change, changes};
use super::turn::{Turn, control};

/// The maximum number of cases of the rules for `next`.
const MOST_ALTERNATIVES: usize = 400;
/// With more instances than this, an action gets no additional parameters that simplify its effects.
const MOST_INSTANCES: usize = 20_000;
/// The maximum nesting of relations that depend on moves.
const MOST_DEPTH: usize = 30;

/// A move, in terms of an action's parameters.
struct Made {
    role: T,
    name: Rc<str>,
    args: Vec<T>,
}

impl Made {
    fn key(&self) -> Key {
        Key { kind: Kind::Legal, name: self.name.clone(), arity: self.args.len() + 1 }
    }
}

/// An action without names.
pub(super) struct Drafted {
    pub name: Rc<str>,
    /// Its role, if there are several roles.
    pub role: Option<T>,
    pub parameters: Vec<usize>,
    pub premise: Vec<L>,
    /// Existential conditions.
    pub some: (Vec<usize>, Vec<L>),
    pub changes: Vec<Change>,
    /// The numbers of its source rules.
    pub origins: Vec<usize>,
}

/// Conditions with their additional variables.
type Alternative = (Vec<L>, Vec<usize>);

impl Context<'_> {
    /// All actions.
    pub(super) fn actions(&mut self) -> Result<Vec<Drafted>, Unwritable> {
        let mut actions = Vec::new();
        for number in 0..self.flat.rules.len() {
            if self.own.get(&number) != Some(&true) {
                continue;
            }
            let H::Legal(head) = &self.flat.rules[number].head else { continue };
            let roles: Vec<Option<Rc<str>>> = match self.tells_roles_apart(head) {
                true => self.flat.roles.iter().cloned().map(Some).collect(),
                false => vec![None],
            };
            for role in roles {
                actions.extend(self.action(number, role)?);
            }
        }
        Ok(actions)
    }

    /// Whether an action would need a condition on its role.
    fn tells_roles_apart(&self, head: &A) -> bool {
        let several = self.flat.roles.len() > 1 && matches!(head.args[0], T::Var(_));
        let named = self.flat.rules.iter().flat_map(|rule| &rule.body).any(|lit| match lit {
            L::Pos(atom) | L::Neg(atom) => {
                atom.key.kind == Kind::Does
                    && (&atom.key.name, atom.key.arity) == (&head.key.name, head.key.arity)
                    && matches!(atom.args[0], T::Const(_))
            }
            _ => false,
        });
        several && (self.others_matter || named)
    }

    /// The action of a rule for `legal`, for one role or for any.
    fn action(&mut self, number: usize, role: Option<Rc<str>>) -> Result<Option<Drafted>, Unwritable> {
        let (head, body, vars) = self.renamed(number);
        let H::Legal(legal) = head else { return Ok(None) };
        let mut lits = body;
        lits.extend(role.map(|role| L::Eq(legal.args[0].clone(), T::Const(role))));
        if self.turn == Turn::Derived {
            lits.push(L::Pos(control(legal.args[0].clone())));
        }
        let possible = Conjunction { lits, head: legal.args.clone(), flexible: vars };
        let Some(possible) = self.known(|known| possible.simplified(&[], known)) else { return Ok(None) };
        let mut parameters = Vec::new();
        vars_of(&possible.head, &mut |var| {
            if !parameters.contains(&var) {
                parameters.push(var);
            }
        });
        self.add_determined(&mut parameters, &possible.lits);
        let is_known = |lit: &L, parameters: &[usize]| {
            let mut known = true;
            lit.vars(&mut |var| known &= parameters.contains(&var));
            known
        };
        let (mut premise, rest): (Vec<L>, Vec<L>) =
            possible.lits.iter().cloned().partition(|lit| is_known(lit, &parameters));
        let some: Vec<usize> = possible.flexible.iter().copied().filter(|var| !parameters.contains(var)).collect();
        let made =
            Made { role: possible.head[0].clone(), name: legal.key.name.clone(), args: possible.head[1..].to_vec() };
        let mut origins = vec![self.flat.rules[number].origin];
        let mut next = self.next_of(&made, &premise, &mut origins)?;
        while let Some((fact, new)) = self.lookup(&next, &parameters, &premise) {
            parameters.extend(new);
            premise.push(fact);
            for (_, rules) in &mut next {
                let simpler = |rule: Conjunction| self.known(|known| rule.simplified(&premise, known));
                *rules = std::mem::take(rules).into_iter().filter_map(simpler).collect();
            }
        }
        let mut all = Vec::new();
        for (key, rules) in &next {
            let any: Vec<usize> = (0..key.arity).map(|at| self.fresh(key, at)).collect();
            all.extend(self.known(|known| changes(key, rules, &any, &premise, known)));
        }
        let role = (self.flat.roles.len() > 1).then(|| made.role.clone());
        let used = |vars: Vec<usize>| {
            let mut used = Vec::new();
            rest.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
            vars.into_iter().filter(|var| used.contains(var)).collect()
        };
        let some = (used(some), rest.clone());
        Ok(Some(Drafted { name: made.name, role, parameters, premise, some, changes: all, origins }))
    }

    /// Adds variables that are determined by the parameters.
    fn add_determined(&self, parameters: &mut Vec<usize>, lits: &[L]) {
        loop {
            let before = parameters.len();
            for lit in lits {
                let L::Pos(atom) = lit else { continue };
                let is_given =
                    |arg: &T| matches!(arg, T::Const(_)) || matches!(arg, T::Var(var) if parameters.contains(var));
                let given: Vec<bool> = atom.args.iter().map(is_given).collect();
                if given.iter().all(|it| *it) || !self.determines(atom, &given) {
                    continue;
                }
                vars_of(&atom.args, &mut |var| {
                    if !parameters.contains(&var) {
                        parameters.push(var);
                    }
                });
            }
            if parameters.len() == before {
                return;
            }
        }
    }

    /// The rules for `next` by kind of fact, under the precondition.
    fn next_of(
        &mut self,
        made: &Made,
        premise: &[L],
        origins: &mut Vec<usize>,
    ) -> Result<Vec<(Key, Vec<Conjunction>)>, Unwritable> {
        let mut all = Vec::new();
        for (name, arity) in self.flat.fluents.clone() {
            let key = Key { kind: Kind::Fluent, name, arity };
            let mut rules = Vec::new();
            for number in self.next_rules(&key) {
                let (head, body, vars) = self.renamed(number);
                let H::Next(fact) = head else { continue };
                let mut applies = false;
                for (lits, more) in self.expand(&body, made, 0)? {
                    let flexible = vars.iter().copied().chain(more).collect();
                    let rule = Conjunction { lits, head: fact.args.clone(), flexible };
                    if let Some(rule) = self.known(|known| rule.simplified(premise, known)) {
                        rules.push(rule);
                        applies = true;
                    }
                }
                let origin = self.flat.rules[number].origin;
                if applies && !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
            all.push((key, rules));
        }
        Ok(all)
    }

    /// Conditions without moves: `does` is replaced by the action's move and the forced moves of other roles.
    fn expand(&mut self, lits: &[L], made: &Made, depth: usize) -> Result<Vec<Alternative>, Unwritable> {
        if depth > MOST_DEPTH {
            return Err(Unwritable::new("a relation that depends on moves is defined by itself"));
        }
        let mut all: Vec<Alternative> = vec![(Vec::new(), Vec::new())];
        for lit in lits {
            let options = match lit {
                L::Pos(atom) => self.options(atom, made, depth)?,
                L::Neg(atom) => match self.options(atom, made, depth)? {
                    Some(options) => {
                        let none = |(lits, vars): Alternative| L::None(vars, lits);
                        Some(vec![(options.into_iter().map(none).collect(), Vec::new())])
                    }
                    None => None,
                },
                _ => None,
            };
            let options = options.unwrap_or_else(|| vec![(vec![lit.clone()], Vec::new())]);
            let mut longer = Vec::new();
            for (lits, vars) in &all {
                for (more, others) in &options {
                    longer.push(([&lits[..], &more[..]].concat(), [&vars[..], &others[..]].concat()));
                }
            }
            all = longer;
            if all.len() > MOST_ALTERNATIVES {
                return Err(Unwritable::new("the rules for what comes next have too many cases"));
            }
        }
        Ok(all)
    }

    /// The rules of a relation that depends on moves, with the move as additional arguments.
    pub(super) fn rules_after(&mut self, relation: &Key, made: &Key) -> Result<Vec<Conjunction>, Unwritable> {
        let mut all = Vec::new();
        for number in self.relation_rules(relation) {
            let move_vars: Vec<usize> = (0..made.arity).map(|at| self.fresh(made, at)).collect();
            self.variables[move_vars[0]].is_role = true;
            let terms: Vec<T> = move_vars.iter().map(|var| T::Var(*var)).collect();
            let of = Made { role: terms[0].clone(), name: made.name.clone(), args: terms[1..].to_vec() };
            let (head, body, vars) = self.renamed(number);
            for (lits, more) in self.expand(&body, &of, 0)? {
                let flexible = move_vars.iter().chain(&vars).copied().chain(more).collect();
                let rule = Conjunction { lits, head: [&terms[..], &head.args()].concat(), flexible };
                all.extend(self.known(|known| rule.simplified(&[], known)));
            }
        }
        Ok(all)
    }

    /// The cases in which an atom that depends on moves holds; `None` for other atoms.
    fn options(&mut self, atom: &A, made: &Made, depth: usize) -> Result<Option<Vec<Alternative>>, Unwritable> {
        match atom.key.kind {
            Kind::Does => {
                let mut options = Vec::new();
                if atom.key.name == made.name && atom.key.arity == made.args.len() + 1 {
                    let made = std::iter::once(&made.role).chain(&made.args);
                    let equal = atom.args.iter().zip(made).map(|(left, right)| L::Eq(left.clone(), right.clone()));
                    options.push((equal.collect(), Vec::new()));
                }
                if self.others_matter {
                    let legal = A { key: Key { kind: Kind::Legal, ..atom.key.clone() }, args: atom.args.clone() };
                    let other = L::Neq(atom.args[0].clone(), made.role.clone());
                    options.push((vec![other, L::Pos(legal)], Vec::new()));
                }
                Ok(Some(options))
            }
            Kind::Relation if self.dependence(&atom.key) == Dependence::Moves && self.is_recursive(&atom.key) => {
                let key = self.after(&atom.key, &made.key());
                let args = std::iter::once(&made.role).chain(&made.args).chain(&atom.args).cloned().collect();
                Ok(Some(vec![(vec![L::Pos(A { key, args })], Vec::new())]))
            }
            Kind::Relation if self.dependence(&atom.key) == Dependence::Moves => {
                let mut options = Vec::new();
                for number in self.relation_rules(&atom.key) {
                    let (head, body, vars) = self.renamed(number);
                    let equal = head.args().into_iter().zip(&atom.args).map(|(left, right)| L::Eq(left, right.clone()));
                    let equal: Vec<L> = equal.collect();
                    for (lits, more) in self.expand(&body, made, depth + 1)? {
                        options.push(([&equal[..], &lits[..]].concat(), [&vars[..], &more[..]].concat()));
                    }
                }
                Ok(Some(options))
            }
            _ => Ok(None),
        }
    }

    /// A fact whose value is determined by the parameters and needed by rules becomes a condition of the action, with the
    /// value as a parameter. So effects need no condition for it.
    fn lookup(
        &mut self,
        next: &[(Key, Vec<Conjunction>)],
        parameters: &[usize],
        premise: &[L],
    ) -> Option<(L, Vec<usize>)> {
        for rule in next.iter().flat_map(|(_, rules)| rules) {
            for lit in &rule.lits {
                let L::Pos(atom) = lit else { continue };
                let is_given =
                    |arg: &T| matches!(arg, T::Const(_)) || matches!(arg, T::Var(var) if parameters.contains(var));
                let given: Vec<bool> = atom.args.iter().map(is_given).collect();
                let is_asked = premise.iter().any(|lit| {
                    let L::Pos(known) = lit else { return false };
                    let same = known.args.iter().zip(&atom.args).zip(&given).all(|((a, b), given)| !given || a == b);
                    known.key == atom.key && same
                });
                if is_asked || given.iter().all(|it| *it) || !self.always_has_value(atom, &given) {
                    continue;
                }
                let new = atom.args.iter().zip(&given).filter(|(_, given)| !**given);
                let values = new.map(|(arg, _)| if let T::Var(var) = arg { self.size(*var) } else { 1 });
                let all = parameters.iter().map(|var| self.size(*var)).chain(values);
                if all.fold(1usize, usize::saturating_mul) > MOST_INSTANCES {
                    continue;
                }
                let mut of: Vec<(usize, usize)> = Vec::new();
                let args: Vec<T> = atom
                    .args
                    .iter()
                    .enumerate()
                    .map(|(at, arg)| match arg {
                        T::Var(var) if !given[at] => {
                            let known = of.iter().find(|(old, _)| old == var).map(|(_, new)| *new);
                            let new = known.unwrap_or_else(|| self.copy(*var, &atom.key, at));
                            of.push((*var, new));
                            T::Var(new)
                        }
                        other => other.clone(),
                    })
                    .collect();
                let fact = L::Pos(A { key: atom.key.clone(), args });
                let repeats =
                    of.len() != of.iter().map(|(old, _)| old).collect::<std::collections::BTreeSet<_>>().len();
                if repeats {
                    continue;
                }
                return Some((fact, of.into_iter().map(|(_, new)| new).collect()));
            }
        }
        None
    }
}
