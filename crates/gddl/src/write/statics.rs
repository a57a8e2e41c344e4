//! The facts of static relations, by plain bottom-up evaluation, stratum by stratum.

use std::rc::Rc;
use std::slice;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unwritable;
use super::clause::{A, Flat, H, Key, Kind, L, Rule, T};
use super::invariant::Knowledge;
use super::types::{Types, split};

/// The maximum number of visited tuples.
const MOST_STEPS: usize = 60_000_000;
/// The maximum number of facts.
const MOST_FACTS: usize = 400_000;

type Tuple = Vec<Rc<str>>;
/// The value of a variable, if it has one.
type Bound = Option<Rc<str>>;

/// The static facts, and the initial state.
#[derive(Default)]
pub(super) struct Statics {
    facts: FxHashMap<Key, Vec<Tuple>>,
    known: FxHashMap<Key, FxHashSet<Tuple>>,
    /// An index of facts by relation, place and object, built on first use.
    index: FxHashMap<(Key, usize), FxHashMap<Rc<str>, Vec<usize>>>,
    count: usize,
    steps: usize,
    /// Whether every negated condition may hold.
    relaxed: bool,
}

/// The key of the facts of the initial state.
fn initial(key: &Key) -> Key {
    Key { kind: Kind::Legal, ..key.clone() }
}

impl Statics {
    /// Evaluates all static relations. `strata` has them in order of evaluation.
    pub fn evaluate(flat: &Flat, types: &Types, strata: &[(u32, usize)]) -> Result<Statics, Unwritable> {
        let mut statics = Statics::default();
        let role = Key { kind: Kind::Relation, name: "role".into(), arity: 1 };
        for name in &flat.roles {
            statics.insert(&role, vec![name.clone()]);
        }
        statics.add_terms(types);
        let mut at = 0;
        while at < strata.len() {
            let end = at + strata[at..].iter().take_while(|(stratum, _)| *stratum == strata[at].0).count();
            loop {
                let before = statics.count;
                for (_, rule) in &strata[at..end] {
                    statics.apply(&flat.rules[*rule])?;
                }
                if statics.count == before {
                    break;
                }
            }
            at = end;
        }
        Ok(statics)
    }

    /// All atoms that some state may have, and more: known facts and moves hold together, and what is negated may hold.
    pub fn relaxed(flat: &Flat, knowledge: &Knowledge) -> Result<Statics, Unwritable> {
        let mut all = Statics { relaxed: true, ..Statics::default() };
        let role = Key { kind: Kind::Relation, name: "role".into(), arity: 1 };
        flat.roles.iter().for_each(|name| all.insert(&role, vec![name.clone()]));
        for fluent in knowledge.groups.iter().flat_map(|group| &group.fluents) {
            all.insert_term(Kind::Fluent, &[], fluent);
        }
        for (made, name) in knowledge.moves.iter().flat_map(|made| flat.roles.iter().map(move |role| (made, role))) {
            all.insert_term(Kind::Legal, slice::from_ref(name), made);
            all.insert_term(Kind::Does, slice::from_ref(name), made);
        }
        loop {
            let before = all.count;
            for rule in flat.rules.iter().filter(|rule| matches!(rule.head, H::Relation(_))) {
                all.apply(rule)?;
            }
            if all.count == before {
                return Ok(all);
            }
        }
    }

    /// Adds a fact or a move in the text of GDL, after some arguments.
    fn insert_term(&mut self, kind: Kind, first: &[Rc<str>], text: &str) {
        let words = split(text);
        let rest = words[1..].iter().map(|word| Rc::from(word.as_str()));
        let tuple: Tuple = first.iter().cloned().chain(rest).collect();
        self.insert(&Key { kind, name: words[0].as_str().into(), arity: tuple.len() }, tuple);
    }

    /// All facts.
    pub fn all(&self) -> impl Iterator<Item = (&Key, &Tuple)> {
        self.facts.iter().flat_map(|(key, facts)| facts.iter().map(move |fact| (key, fact)))
    }

    /// The graph of each function: objects with their arguments.
    fn add_terms(&mut self, types: &Types) {
        let texts: FxHashSet<Rc<str>> =
            types.objects.iter().flatten().filter(|o| o.starts_with('(')).cloned().collect();
        let mut texts: Vec<Rc<str>> = texts.into_iter().collect();
        texts.sort();
        for text in texts {
            let words = split(&text);
            let key = Key { kind: Kind::Function, name: words[0].as_str().into(), arity: words.len() };
            let rest = words[1..].iter().map(|word| Rc::from(word.as_str()));
            self.insert(&key, std::iter::once(text).chain(rest).collect());
        }
    }

    fn insert(&mut self, key: &Key, tuple: Tuple) {
        if self.known.entry(key.clone()).or_default().insert(tuple.clone()) {
            let facts = self.facts.entry(key.clone()).or_default();
            for (at, object) in tuple.iter().enumerate() {
                if let Some(index) = self.index.get_mut(&(key.clone(), at)) {
                    index.entry(object.clone()).or_default().push(facts.len());
                }
            }
            facts.push(tuple);
            self.count += 1;
        }
    }

    /// The facts of a relation.
    pub fn facts(&self, key: &Key) -> &[Tuple] {
        self.facts.get(key).map_or(&[], |facts| facts)
    }

    /// The facts of the initial state.
    pub fn initial(&self, key: &Key) -> &[Tuple] {
        self.facts(&initial(key))
    }

    /// Whether some fact matches an atom.
    pub fn may_hold(&self, atom: &A) -> bool {
        let matches = |tuple: &Tuple| {
            let mut of: FxHashMap<usize, &Rc<str>> = FxHashMap::default();
            tuple.iter().zip(&atom.args).all(|(object, arg)| match arg {
                T::Const(name) => name == object,
                T::Var(var) => of.insert(*var, object).is_none_or(|before| before == object),
                T::App(..) => true,
            })
        };
        self.facts(&atom.key).iter().any(matches)
    }

    fn apply(&mut self, rule: &Rule) -> Result<(), Unwritable> {
        let (key, args) = match &rule.head {
            H::Relation(atom) => (atom.key.clone(), &atom.args),
            H::Init(atom) => (initial(&atom.key), &atom.args),
            _ => return Ok(()),
        };
        // Functions that bind variables come last in bodies. Conditions are joined in order, tests as soon as bound.
        let mut positive: Vec<&A> = Vec::new();
        let mut tests: Vec<&L> = Vec::new();
        for lit in &rule.body {
            match lit {
                L::Pos(atom) => positive.push(atom),
                other => tests.push(other),
            }
        }
        let mut found = Vec::new();
        let mut bound: Vec<Bound> = vec![None; rule.names.len()];
        self.join(&positive, &tests, &mut bound, &mut |bound| {
            let value = |arg: &T| match arg {
                T::Var(var) => bound[*var].clone(),
                T::Const(name) => Some(name.clone()),
                T::App(..) => None,
            };
            if let Some(tuple) = args.iter().map(value).collect::<Option<Tuple>>() {
                found.push(tuple);
            }
        })?;
        for tuple in found {
            self.insert(&key, tuple);
        }
        if self.count > MOST_FACTS {
            return Err(Unwritable::new("relations that never change have too many facts to list them"));
        }
        Ok(())
    }

    fn join(
        &mut self,
        positive: &[&A],
        tests: &[&L],
        bound: &mut Vec<Bound>,
        visit: &mut dyn FnMut(&[Bound]),
    ) -> Result<(), Unwritable> {
        let Some((atom, rest)) = positive.split_first() else {
            if tests.iter().all(|test| self.passes(test, bound)) {
                visit(bound);
            }
            return Ok(());
        };
        let value = |arg: &T, bound: &[Bound]| match arg {
            T::Var(var) => bound[*var].clone(),
            T::Const(name) => Some(name.clone()),
            T::App(..) => None,
        };
        if atom.key.kind == Kind::Function
            && let Some(parts) = atom.args[1..].iter().map(|arg| value(arg, bound)).collect::<Option<Tuple>>()
        {
            // A term is made from its parts: it need not be listed.
            let term: Rc<str> = format!("({} {})", atom.key.name, parts.join(" ")).into();
            let T::Var(var) = atom.args[0] else {
                return if value(&atom.args[0], bound) == Some(term) {
                    self.join(rest, tests, bound, visit)
                } else {
                    Ok(())
                };
            };
            let before = bound[var].replace(term);
            if before.is_none() || before == bound[var] {
                self.join(rest, tests, bound, visit)?;
            }
            bound[var] = before;
            return Ok(());
        }
        let fixed = atom.args.iter().enumerate().find_map(|(at, arg)| Some((at, value(arg, bound)?)));
        let candidates: Vec<usize> = match fixed {
            Some((at, object)) => self.matching(&atom.key, at, &object),
            None => (0..self.facts(&atom.key).len()).collect(),
        };
        for number in candidates {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Unwritable::new("relations that never change take too long to list"));
            }
            let tuple = self.facts(&atom.key)[number].clone();
            let mut set = Vec::new();
            let fits = tuple.iter().zip(&atom.args).all(|(object, arg)| match (arg, value(arg, bound)) {
                (_, Some(known)) => known == *object,
                (T::Var(var), None) => {
                    bound[*var] = Some(object.clone());
                    set.push(*var);
                    true
                }
                _ => false,
            });
            if fits {
                self.join(rest, tests, bound, visit)?;
            }
            set.into_iter().for_each(|var| bound[var] = None);
        }
        Ok(())
    }

    fn matching(&mut self, key: &Key, at: usize, object: &Rc<str>) -> Vec<usize> {
        let place = (key.clone(), at);
        if !self.index.contains_key(&place) {
            let mut index: FxHashMap<Rc<str>, Vec<usize>> = FxHashMap::default();
            for (number, tuple) in self.facts(key).iter().enumerate() {
                index.entry(tuple[at].clone()).or_default().push(number);
            }
            self.index.insert(place.clone(), index);
        }
        self.index[&place].get(object).cloned().unwrap_or_default()
    }

    fn passes(&self, test: &L, bound: &[Bound]) -> bool {
        let value = |arg: &T| match arg {
            T::Var(var) => bound[*var].clone(),
            T::Const(name) => Some(name.clone()),
            T::App(..) => None,
        };
        match test {
            L::Neq(left, right) => value(left) != value(right),
            L::Neg(_) if self.relaxed => true,
            L::Neg(atom) => {
                let tuple: Option<Tuple> = atom.args.iter().map(value).collect();
                !tuple.is_some_and(|tuple| self.known.get(&atom.key).is_some_and(|known| known.contains(&tuple)))
            }
            _ => true,
        }
    }
}
