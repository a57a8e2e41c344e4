//! Conditions as formulas, with readable names of variables.

use rustc_hash::FxHashMap;

use super::Emitter;
use crate::task::{Atom, Formula, Parameter, ROLE, Term};
use crate::write::clause::{A, Kind, L, T};
use crate::write::names::Namer;
use crate::write::types::Class;

/// The variables of a formula with their names.
#[derive(Clone, Default)]
pub(super) struct Named {
    pub of: FxHashMap<usize, String>,
}

impl Emitter<'_, '_> {
    pub(super) fn type_of(&self, var: usize) -> String {
        let variable = &self.context.variables[var];
        if variable.is_role { ROLE.to_owned() } else { self.types[variable.class].clone() }
    }

    /// Declares variables, with names that differ within a formula.
    pub(super) fn declare(&self, vars: &[usize], named: &mut Named) -> Vec<Parameter> {
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

    pub(super) fn term(&self, term: &T, class: Class, named: &Named) -> Term {
        match term {
            T::Var(var) => Term::Variable(named.of.get(var).cloned().unwrap_or_default()),
            T::Const(name) => {
                let object = self.objects.get(&(class, name.clone()));
                Term::Object(object.cloned().unwrap_or_else(|| name.to_string()))
            }
            T::App(..) => Term::Object(String::new()),
        }
    }

    pub(super) fn atom(&mut self, atom: &A, named: &Named) -> Atom {
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

    pub(super) fn all(&mut self, lits: &[L], named: &Named) -> Formula {
        let parts: Vec<Formula> = lits.iter().map(|lit| self.formula(lit, named)).collect();
        Formula::all(parts)
    }

    /// Conditions with some existentially quantified variables.
    pub(super) fn some(&mut self, vars: &[usize], lits: &[L], named: &Named) -> Formula {
        let mut inner = named.clone();
        let mut used = Vec::new();
        lits.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
        let vars: Vec<usize> = vars.iter().copied().filter(|var| used.contains(var)).collect();
        let variables = self.declare(&vars, &mut inner);
        let body = self.all(lits, &inner);
        Formula::exists(variables, body)
    }
}
