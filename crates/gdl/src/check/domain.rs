//! Domains: the names that can occur at each place of a relation.
//!
//! ```text
//! (init (cell 1 empty))
//! (<= (next (cell ?n x)) (does ?r (mark ?n)))     the second argument of `cell` is `empty` or `x`
//! ```
//!
//! A place is an argument of a relation, or an argument of a function somewhere within one. The nesting depth of a
//! function is ignored, so the number of places is finite. The domains are the least ones that the rules allow, where a
//! variable ranges over the names common to all its positive occurrences. They may be too large but never too small: a
//! rule whose conditions cannot hold counts as if they could, and if a variable has an empty domain, its rule may
//! conclude anything. So one mistake in a sheet does not make everything that depends on it look impossible.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::graph::Graph;
use super::table::Table;
use crate::rules::{Atom, BodyLiteral, Clause, Keyword, RelationId, Symbol, Term};

/// The number of names to examine before a sheet counts as too large for this check.
const WORK: usize = 1 << 24;
/// The maximum number of places in a sheet.
const PLACES: usize = 100_000;
/// The maximum number of names compared when domains are intersected.
const COMPARED: usize = 1 << 20;

/// A constant, or a function with its number of arguments.
pub(super) type Name = (Symbol, usize);

/// An argument of a relation, or an argument of a function within it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    relation: RelationId,
    position: usize,
    /// The function and the index of its argument.
    within: Option<(Name, usize)>,
}

impl Place {
    /// An argument of a relation. `init` and `next` share the places of `true`, and `does` those of `legal`.
    pub fn argument(relation: RelationId, position: usize, table: &Table) -> Place {
        let relation = match (table.keyword(relation), position) {
            (Some(Keyword::Init | Keyword::Next), _) => table.find_keyword(Keyword::True),
            (Some(Keyword::Does), 0) => return Place::roles(table),
            (Some(Keyword::Does), _) => table.find_keyword(Keyword::Legal),
            _ => relation,
        };
        Place { relation, position, within: None }
    }

    /// The argument of `role`.
    pub fn roles(table: &Table) -> Place {
        Place { relation: table.find_keyword(Keyword::Role), position: 0, within: None }
    }

    /// An argument of a function that occurs at this place.
    pub fn inside(self, function: Name, position: usize) -> Place {
        Place { within: Some((function, position)), ..self }
    }

    /// The argument of the relation that contains this place.
    pub fn outermost(self) -> Place {
        Place { within: None, ..self }
    }

    /// The relation or function of which this is an argument, and the argument's index from 0.
    pub fn owner(self, table: &Table) -> (Symbol, usize) {
        match self.within {
            Some(((function, _), position)) => (function, position),
            None => (table.relation(self.relation).name, self.position),
        }
    }

    /// The relation that contains this place.
    pub fn relation(self) -> RelationId {
        self.relation
    }
}

/// The names that can occur at a place.
#[derive(Default)]
pub(super) struct Domain {
    pub names: FxHashSet<Name>,
    /// Whether any name is possible.
    pub anything: bool,
}

impl Domain {
    pub fn contains(&self, name: Name) -> bool {
        self.anything || self.names.contains(&name)
    }

    pub fn is_empty(&self) -> bool {
        !self.anything && self.names.is_empty()
    }
}

/// A clause with the places at which positive literals bind each of its variables.
pub(super) struct Bound<'a> {
    pub clause: &'a Clause,
    pub binders: Vec<Vec<Place>>,
}

impl<'a> Bound<'a> {
    fn new(clause: &'a Clause, table: &Table) -> Bound<'a> {
        let mut binders = vec![Vec::new(); clause.variables.len()];
        for literal in &clause.body {
            if let BodyLiteral::Positive(atom) = literal {
                each_place(atom, table, &mut |place, term| {
                    if let Term::Variable(variable) = term {
                        binders[variable.0 as usize].push(place);
                    }
                });
            }
        }
        Bound { clause, binders }
    }
}

/// Visits each term of an atom with its place.
pub(super) fn each_place<'t>(atom: &'t Atom, table: &Table, visit: &mut impl FnMut(Place, &'t Term)) {
    for (position, term) in atom.arguments.iter().enumerate() {
        each_below(Place::argument(atom.relation, position, table), term, visit);
    }
}

/// Visits a term and its subterms. Recurses as deep as the term.
fn each_below<'t>(place: Place, term: &'t Term, visit: &mut impl FnMut(Place, &'t Term)) {
    visit(place, term);
    if let Term::Compound(function, arguments) = term {
        let name = (*function, arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            each_below(place.inside(name, position), argument, visit);
        }
    }
}

/// The name of a term; `None` for a variable.
pub(super) fn name(term: &Term) -> Option<Name> {
    match term {
        Term::Variable(_) => None,
        Term::Constant(name) => Some((*name, 0)),
        Term::Compound(name, arguments) => Some((*name, arguments.len())),
    }
}

/// The domains of all places.
pub(super) struct Domains<'a> {
    domains: FxHashMap<Place, Domain>,
    /// The rules, in dependency order.
    pub rules: Vec<Bound<'a>>,
    work: usize,
}

impl<'a> Domains<'a> {
    /// The domains of a program; `None` if computing them takes too long.
    pub fn new(program: &'a Program, graph: &Graph) -> Option<Domains<'a>> {
        let table = &program.table;
        let clauses = program.clauses.iter().map(|placed| &placed.clause);
        let (rules, facts): (Vec<&Clause>, Vec<&Clause>) = clauses.partition(|clause| !clause.body.is_empty());
        let mut rules: Vec<Bound> = rules.into_iter().map(|clause| Bound::new(clause, table)).collect();
        rules.sort_by_key(|rule| graph.component[rule.clause.head.relation.0 as usize]);
        let mut domains = Domains { domains: FxHashMap::default(), rules, work: WORK };
        for fact in facts {
            each_place(&fact.head, table, &mut |place, term| _ = name(term).map(|name| domains.add(place, name)));
        }
        domains.close(table)?;
        Some(domains)
    }

    /// The names that can occur at a place.
    pub fn at(&self, place: Place) -> Option<&Domain> {
        self.domains.get(&place)
    }

    /// The names common to several places; `None` if none of the places is constrained, or if there are too many names
    /// to compare.
    pub fn shared(&self, places: &[Place]) -> Option<Vec<Name>> {
        let nothing = Domain::default();
        let domains = places.iter().map(|place| self.domains.get(place).unwrap_or(&nothing));
        let known: Vec<&Domain> = domains.filter(|domain| !domain.anything).collect();
        let least = known.iter().min_by_key(|domain| domain.names.len())?;
        if least.names.len().saturating_mul(known.len()) > COMPARED {
            return None;
        }
        let in_all = |name: &&Name| known.iter().all(|domain| domain.names.contains(name));
        Some(least.names.iter().filter(in_all).copied().collect())
    }

    /// Applies the rules to a fixpoint, then lets rules with an empty variable domain conclude anything, and repeats.
    fn close(&mut self, table: &Table) -> Option<()> {
        let rules = std::mem::take(&mut self.rules);
        let mut is_loose = vec![false; rules.len()];
        loop {
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for (rule, &is_loose) in rules.iter().zip(&is_loose) {
                    changed |= self.conclude(rule, is_loose, table);
                    if self.work == 0 || self.domains.len() > PLACES {
                        return None;
                    }
                }
            }
            let mut loosened = false;
            for (rule, is_loose) in rules.iter().zip(&mut is_loose) {
                if !*is_loose && self.is_dead(rule) {
                    (*is_loose, loosened) = (true, true);
                }
            }
            if !loosened {
                self.rules = rules;
                return Some(());
            }
        }
    }

    /// Whether some variable of a rule has an empty domain.
    fn is_dead(&mut self, rule: &Bound) -> bool {
        rule.binders.iter().any(|places| self.values(places).is_some_and(|names| names.is_empty()))
    }

    /// Adds the conclusion of a rule; returns whether anything is new.
    fn conclude(&mut self, rule: &Bound, is_loose: bool, table: &Table) -> bool {
        let mut changed = false;
        each_place(&rule.clause.head, table, &mut |place, term| {
            changed |= match (name(term), term) {
                (Some(name), _) => self.add(place, name),
                (None, Term::Variable(variable)) if !is_loose => self.flow(&rule.binders[variable.0 as usize], place),
                _ => self.add_anything(place),
            };
        });
        changed
    }

    /// As [`Domains::shared`], but counts the work.
    fn values(&mut self, places: &[Place]) -> Option<Vec<Name>> {
        let least = places.iter().filter_map(|place| self.domains.get(place)).map(|domain| domain.names.len()).min();
        self.work = self.work.saturating_sub(1 + least.unwrap_or(0) * places.len());
        self.shared(places)
    }

    /// Adds the possible values of a variable with these binders.
    fn flow(&mut self, binders: &[Place], to: Place) -> bool {
        let Some(names) = self.values(binders) else { return self.add_anything(to) };
        // The arguments of a function are taken from the first place with a known domain.
        let from = binders.iter().find(|place| self.domains.get(place).is_some_and(|domain| !domain.anything));
        let mut changed = false;
        for name in names {
            changed |= self.add(to, name);
            changed |= from.is_some_and(|&from| self.flow_inside(name, from, to, &mut FxHashSet::default()));
        }
        changed
    }

    fn flow_inside(&mut self, function: Name, from: Place, to: Place, seen: &mut FxHashSet<Name>) -> bool {
        if from.outermost() == to.outermost() || !seen.insert(function) {
            return false;
        }
        let mut changed = false;
        for position in 0..function.1 {
            let (from, to) = (from.inside(function, position), to.inside(function, position));
            let Some(domain) = self.domains.get(&from) else { continue };
            let (names, anything): (Vec<Name>, bool) = (domain.names.iter().copied().collect(), domain.anything);
            self.work = self.work.saturating_sub(names.len());
            if anything {
                changed |= self.add_anything(to);
            }
            for name in names {
                changed |= self.add(to, name);
                changed |= self.flow_inside(name, from, to, seen);
            }
        }
        changed
    }

    fn add(&mut self, place: Place, name: Name) -> bool {
        self.work = self.work.saturating_sub(1);
        self.domains.entry(place).or_default().names.insert(name)
    }

    fn add_anything(&mut self, place: Place) -> bool {
        !std::mem::replace(&mut self.domains.entry(place).or_default().anything, true)
    }
}

#[cfg(test)]
mod tests;
