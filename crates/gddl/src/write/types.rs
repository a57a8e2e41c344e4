//! Types from the rules: places that share a variable share their objects.
//!
//! A place is an argument of a relation, a fact, a move or a function. The objects of its type are all constants that
//! occur there or at a place that is joined with it. A constant at places that are never joined is an object of each
//! type, as rows and columns are in the papers.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Unwritable;
use super::clause::{A, Flat, H, Key, Kind, L, Rule, T};
use super::invariant::Knowledge;
use super::statics::Statics;

/// The maximum number of objects of a type.
const MOST_OBJECTS: usize = 100_000;

/// Number of a type.
pub(super) type Class = usize;

/// A place: what has the argument, and its position.
type Place = (Key, usize);

/// A function: the type of its terms, its name, and its arity with the term.
type Function = (Class, Rc<str>, usize);

pub(super) struct Types {
    of_place: FxHashMap<Place, Class>,
    /// The type of each variable of each rule.
    of_variable: Vec<Vec<Class>>,
    /// The objects of each type, as GDL text.
    pub objects: Vec<BTreeSet<Rc<str>>>,
    /// The variables of each rule that are roles.
    pub is_role: Vec<Vec<bool>>,
    pub role: Class,
    /// The rewards in goals.
    pub rewards: Class,
}

struct Union {
    above: Vec<usize>,
    places: FxHashMap<Place, usize>,
    /// The constants at a node, and the functions whose terms are there.
    functions: Vec<(usize, Rc<str>, usize)>,
    constants: Vec<(usize, Rc<str>)>,
}

impl Union {
    fn node(&mut self) -> usize {
        self.above.push(self.above.len());
        self.above.len() - 1
    }

    fn place(&mut self, key: &Key, at: usize) -> usize {
        let place = canonical(key, at);
        if let Some(&node) = self.places.get(&place) {
            return node;
        }
        let node = self.node();
        self.places.insert(place, node);
        node
    }

    fn find(&mut self, mut node: usize) -> usize {
        while self.above[node] != node {
            self.above[node] = self.above[self.above[node]];
            node = self.above[node];
        }
        node
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left, right) = (self.find(left), self.find(right));
        self.above[left] = right;
    }

    fn atom(&mut self, atom: &A, variables: &[usize]) {
        for (at, arg) in atom.args.iter().enumerate() {
            let node = self.place(&atom.key, at);
            if atom.key.kind == Kind::Function && at == 0 {
                self.functions.push((node, atom.key.name.clone(), atom.key.arity));
            }
            self.term(arg, node, variables);
        }
    }

    fn term(&mut self, term: &T, node: usize, variables: &[usize]) {
        match term {
            T::Var(var) => self.join(variables[*var], node),
            T::Const(name) => {
                self.constants.push((node, name.clone()));
                self.parts(name);
            }
            T::App(..) => {}
        }
    }

    /// The arguments of a ground compound term are at the places of its function.
    fn parts(&mut self, text: &str) {
        if !text.starts_with('(') {
            return;
        }
        let words = split(text);
        let key = Key { kind: Kind::Function, name: words[0].as_str().into(), arity: words.len() };
        for (at, word) in words.iter().enumerate().skip(1) {
            let node = self.place(&key, at);
            self.constants.push((node, word.as_str().into()));
            self.parts(word);
        }
    }
}

/// Joins the moves of `legal` and `does`, and all places of roles.
fn canonical(key: &Key, at: usize) -> Place {
    let is_role = at == 0
        && (matches!(key.kind, Kind::Legal | Kind::Does)
            || key.kind == Kind::Relation && (&*key.name == "role" || &*key.name == "goal"));
    if is_role {
        return (Key { kind: Kind::Relation, name: "role".into(), arity: 1 }, 0);
    }
    match key.kind {
        Kind::Does => (Key { kind: Kind::Legal, ..key.clone() }, at),
        _ => (key.clone(), at),
    }
}

fn goal_key() -> Key {
    Key { kind: Kind::Relation, name: "goal".into(), arity: 2 }
}

/// The words of a term's text: `(f a (g b))` is `f`, `a`, `(g b)`.
pub(super) fn split(text: &str) -> Vec<String> {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return vec![text.to_owned()];
    };
    let (mut words, mut depth) = (vec![String::new()], 0);
    for c in inner.chars() {
        match c {
            ' ' if depth == 0 => words.push(String::new()),
            _ => {
                depth += i32::from(c == '(') - i32::from(c == ')');
                words.last_mut().expect("never empty").push(c);
            }
        }
    }
    words
}

impl Types {
    pub fn infer(flat: &Flat, knowledge: &Knowledge) -> Result<Types, Unwritable> {
        let mut union = Union { above: vec![], places: FxHashMap::default(), functions: vec![], constants: vec![] };
        let role_key = Key { kind: Kind::Relation, name: "role".into(), arity: 1 };
        let role = union.place(&role_key, 0);
        let rewards = union.place(&goal_key(), 1);
        flat.roles.iter().for_each(|name| union.constants.push((role, name.clone())));
        let mut nodes = Vec::new();
        for rule in &flat.rules {
            let variables: Vec<usize> = rule.names.iter().map(|_| union.node()).collect();
            match &rule.head {
                H::Next(atom) | H::Init(atom) | H::Legal(atom) | H::Relation(atom) => union.atom(atom, &variables),
                H::Goal(player, value) => {
                    union.term(player, role, &variables);
                    union.term(value, rewards, &variables);
                }
                H::Terminal => {}
            }
            for lit in &rule.body {
                match lit {
                    L::Pos(atom) | L::Neg(atom) => union.atom(atom, &variables),
                    // Compared terms have one type, since equal objects must have one name.
                    L::Neq(T::Var(left), T::Var(right)) => union.join(variables[*left], variables[*right]),
                    _ => {}
                }
            }
            nodes.push(variables);
        }
        let (mut types, functions) = Types::settle(flat, union, nodes, role, rewards);
        let constants = types.objects.clone();
        if let Err(refusal) = types.build_terms(&functions) {
            if knowledge.groups.is_empty() {
                return Err(refusal);
            }
            // Only the terms that some state can have.
            types.objects = constants;
            let all = Statics::relaxed(flat, knowledge).map_err(|_| refusal)?;
            all.all().for_each(|(key, fact)| types.add_terms(key, fact));
        }
        Ok(types)
    }

    fn settle(
        flat: &Flat,
        mut union: Union,
        nodes: Vec<Vec<usize>>,
        role: usize,
        rewards: usize,
    ) -> (Types, Vec<Function>) {
        let mut numbers: FxHashMap<usize, Class> = FxHashMap::default();
        let mut class = |union: &mut Union, node: usize| {
            let root = union.find(node);
            let next = numbers.len();
            *numbers.entry(root).or_insert(next)
        };
        let places: Vec<(Place, usize)> = union.places.iter().map(|(place, node)| (place.clone(), *node)).collect();
        let of_place = places.into_iter().map(|(place, node)| (place, class(&mut union, node))).collect();
        let of_variable: Vec<Vec<Class>> =
            nodes.iter().map(|nodes| nodes.iter().map(|&node| class(&mut union, node)).collect()).collect();
        let (role, rewards) = (class(&mut union, role), class(&mut union, rewards));
        let constants = std::mem::take(&mut union.constants);
        let functions = std::mem::take(&mut union.functions);
        let constants: Vec<(Class, Rc<str>)> =
            constants.into_iter().map(|(node, name)| (class(&mut union, node), name)).collect();
        let mut functions: Vec<Function> =
            functions.into_iter().map(|(node, name, arity)| (class(&mut union, node), name, arity)).collect();
        functions.sort();
        functions.dedup();
        let mut objects = vec![BTreeSet::new(); numbers.len()];
        for (class, name) in constants {
            objects[class].insert(name);
        }
        let is_role = flat.rules.iter().map(role_variables).collect();
        (Types { of_place, of_variable, objects, is_role, role, rewards }, functions)
    }

    /// Adds the terms of a fact as objects.
    fn add_terms(&mut self, key: &Key, fact: &[Rc<str>]) {
        for (at, term) in fact.iter().enumerate().filter(|(_, term)| term.starts_with('(')) {
            let class = self.class(key, at);
            if self.objects[class].insert(term.clone()) {
                let words: Vec<Rc<str>> = split(term).into_iter().map(Rc::from).collect();
                let function = Key { kind: Kind::Function, name: words[0].clone(), arity: words.len() };
                self.add_terms(&function, &words);
            }
        }
    }

    /// Adds the terms that functions can build from their arguments.
    fn build_terms(&mut self, functions: &[Function]) -> Result<(), Unwritable> {
        // Each round builds on the terms of the previous one; a function of its own terms would never end.
        for _ in 0..=functions.len() {
            let mut grew = false;
            for (class, name, arity) in functions {
                let key = Key { kind: Kind::Function, name: name.clone(), arity: *arity };
                let places: Vec<Class> = (1..*arity).map(|at| self.class(&key, at)).collect();
                for tuple in self.product(&places)? {
                    let text: Rc<str> = format!("({name} {})", tuple.join(" ")).into();
                    grew |= self.objects[*class].insert(text);
                }
            }
            if !grew {
                return Ok(());
            }
        }
        Err(Unwritable::new("a function is applied to its own terms, so the objects cannot be listed"))
    }

    /// All tuples of objects of some types.
    pub fn product(&self, classes: &[Class]) -> Result<Vec<Vec<String>>, Unwritable> {
        let size = classes.iter().try_fold(1usize, |size, class| size.checked_mul(self.objects[*class].len().max(1)));
        if size.is_none_or(|size| size > MOST_OBJECTS) {
            return Err(Unwritable::new("functions make too many terms to list them as objects"));
        }
        let mut tuples: Vec<Vec<String>> = vec![Vec::new()];
        for class in classes {
            let longer = |tuple: &Vec<String>| {
                let tuple = tuple.clone();
                self.objects[*class].iter().map(move |object| {
                    let mut longer = tuple.clone();
                    longer.push(object.to_string());
                    longer
                })
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        Ok(tuples)
    }

    /// The type of a place.
    pub fn class(&self, key: &Key, at: usize) -> Class {
        self.of_place.get(&canonical(key, at)).copied().unwrap_or(self.role)
    }

    /// Sets the type of a place of a relation that no rule has.
    pub fn set(&mut self, key: &Key, at: usize, class: Class) {
        self.of_place.insert((key.clone(), at), class);
    }

    /// The type of a rule's variable.
    pub fn of_variable(&self, rule: usize, variable: usize) -> Class {
        self.of_variable[rule][variable]
    }

    /// Types with the places at which they stand.
    pub fn places(&self) -> impl Iterator<Item = (&Key, usize, Class)> {
        self.of_place.iter().map(|((key, at), class)| (key, *at, *class))
    }
}

/// Which variables of a rule stand for roles.
fn role_variables(rule: &Rule) -> Vec<bool> {
    let mut is_role = vec![false; rule.names.len()];
    let mut mark = |term: &T| {
        if let T::Var(var) = term {
            is_role[*var] = true;
        }
    };
    match &rule.head {
        H::Legal(atom) => mark(&atom.args[0]),
        H::Goal(role, _) => mark(role),
        _ => {}
    }
    for lit in &rule.body {
        if let L::Pos(atom) = lit {
            let of_roles = matches!(atom.key.kind, Kind::Does | Kind::Legal)
                || atom.key.kind == Kind::Relation && &*atom.key.name == "role" && atom.key.arity == 1;
            if of_roles {
                mark(&atom.args[0]);
            }
        }
    }
    is_role
}
