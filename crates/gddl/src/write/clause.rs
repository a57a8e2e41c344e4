//! Rules in the form of the writer: flat atoms, classified by subject.
//!
//! `(true ?x)` and the like are expanded for every kind of fact or move. A nested term becomes an object of its own:
//! `(cell (square a 1) x)` is `(cell ?s x)` with a static condition that `?s` is the square of `a` and `1`.

use std::rc::Rc;

use gdl::Rules;
use gdl::rules::{Atom, BodyLiteral, Clause, Dependence, Keyword, Term};

use super::Unwritable;
use super::invariant::Knowledge;
use super::types::split;

/// A variable, a constant, or (until terms are flattened) a compound term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum T {
    Var(usize),
    Const(Rc<str>),
    App(Rc<str>, Vec<T>),
}

/// The subject of an atom.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    /// A fact of the state.
    Fluent,
    /// A relation that rules define.
    Relation,
    /// A legal move; the role comes first.
    Legal,
    /// A move; the role comes first.
    Does,
    /// The first argument is this function of the others.
    Function,
}

/// Name and number of arguments, including the role if there is one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    pub kind: Kind,
    pub name: Rc<str>,
    pub arity: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct A {
    pub key: Key,
    pub args: Vec<T>,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum L {
    Pos(A),
    Neg(A),
    Eq(T, T),
    Neq(T, T),
    /// No values of the variables satisfy all of these.
    None(Vec<usize>, Vec<L>),
}

/// What a rule defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum H {
    Next(A),
    Init(A),
    Legal(A),
    Goal(T, T),
    Terminal,
    Relation(A),
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub head: H,
    pub body: Vec<L>,
    /// Names of the variables.
    pub names: Vec<String>,
    /// The rule's number in the sheet.
    pub origin: usize,
}

/// All rules, flat.
pub(super) struct Flat {
    pub rules: Vec<Rule>,
    pub roles: Vec<Rc<str>>,
    /// Kinds of facts and of moves.
    pub fluents: Vec<(Rc<str>, usize)>,
    pub moves: Vec<(Rc<str>, usize)>,
}

impl T {
    pub fn substitute(&self, of: &dyn Fn(usize) -> Option<T>) -> T {
        match self {
            T::Var(var) => of(*var).unwrap_or_else(|| self.clone()),
            T::Const(_) => self.clone(),
            T::App(name, args) => T::App(name.clone(), args.iter().map(|arg| arg.substitute(of)).collect()),
        }
    }
}

impl A {
    pub fn substitute(&self, of: &dyn Fn(usize) -> Option<T>) -> A {
        A { key: self.key.clone(), args: self.args.iter().map(|arg| arg.substitute(of)).collect() }
    }
}

impl L {
    pub fn substitute(&self, of: &dyn Fn(usize) -> Option<T>) -> L {
        match self {
            L::Pos(atom) => L::Pos(atom.substitute(of)),
            L::Neg(atom) => L::Neg(atom.substitute(of)),
            L::Eq(left, right) => L::Eq(left.substitute(of), right.substitute(of)),
            L::Neq(left, right) => L::Neq(left.substitute(of), right.substitute(of)),
            L::None(vars, lits) => {
                let vars = vars.iter().map(|var| of(*var).map_or(*var, |t| if let T::Var(v) = t { v } else { *var }));
                L::None(vars.collect(), lits.iter().map(|lit| lit.substitute(of)).collect())
            }
        }
    }

    pub fn vars(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            L::Pos(atom) | L::Neg(atom) => vars_of(&atom.args, visit),
            L::Eq(left, right) | L::Neq(left, right) => {
                vars_of(std::slice::from_ref(left), visit);
                vars_of(std::slice::from_ref(right), visit);
            }
            L::None(own, lits) => {
                for lit in lits {
                    lit.vars(&mut |var| {
                        if !own.contains(&var) {
                            visit(var);
                        }
                    });
                }
            }
        }
    }
}

pub(super) fn vars_of(args: &[T], visit: &mut dyn FnMut(usize)) {
    for arg in args {
        match arg {
            T::Var(var) => visit(*var),
            T::Const(_) => {}
            T::App(_, inner) => vars_of(inner, visit),
        }
    }
}

impl H {
    pub fn substitute(&self, of: &dyn Fn(usize) -> Option<T>) -> H {
        match self {
            H::Next(atom) => H::Next(atom.substitute(of)),
            H::Init(atom) => H::Init(atom.substitute(of)),
            H::Legal(atom) => H::Legal(atom.substitute(of)),
            H::Relation(atom) => H::Relation(atom.substitute(of)),
            H::Goal(role, value) => H::Goal(role.substitute(of), value.substitute(of)),
            H::Terminal => H::Terminal,
        }
    }

    /// The terms of the head.
    pub fn args(&self) -> Vec<T> {
        match self {
            H::Next(atom) | H::Init(atom) | H::Legal(atom) | H::Relation(atom) => atom.args.clone(),
            H::Goal(role, value) => vec![role.clone(), value.clone()],
            H::Terminal => Vec::new(),
        }
    }
}

/// The rules of a sheet, flat.
pub(super) fn flatten(rules: &Rules, knowledge: &Knowledge) -> Result<Flat, Unwritable> {
    let name = |term: &Term| rules.display(term).to_string().into();
    let mut flat =
        Flat { rules: Vec::new(), roles: rules.roles.iter().map(name).collect(), fluents: vec![], moves: vec![] };
    for clause in &rules.clauses {
        match rules.relation(clause.head.relation).keyword {
            Some(Keyword::Init | Keyword::Next) => {
                let all = knowledge.groups.iter().flat_map(|group| &group.fluents);
                note(rules, &clause.head.arguments[0], all, &mut flat.fluents)?;
            }
            Some(Keyword::Legal) => note(rules, &clause.head.arguments[1], knowledge.moves.iter(), &mut flat.moves)?,
            _ => {}
        }
    }
    for (origin, clause) in rules.clauses.iter().enumerate() {
        let keyword = rules.relation(clause.head.relation).keyword;
        if matches!(keyword, Some(Keyword::Base | Keyword::Input | Keyword::Sees | Keyword::Role)) {
            continue;
        }
        let names = clause.variables.iter().map(|symbol| rules.symbols.name(*symbol).to_owned()).collect();
        let mut pending = vec![Raw::new(rules, clause, names)];
        while let Some(raw) = pending.pop() {
            match raw.bare() {
                Some((var, kind)) => {
                    let kinds = if kind == Kind::Fluent { &flat.fluents } else { &flat.moves };
                    pending.extend(kinds.iter().rev().map(|(name, arity)| raw.with(var, name, *arity)));
                }
                None => flat.rules.push(raw.flat(origin)?),
            }
            if flat.rules.len() + pending.len() > 200_000 {
                return Err(Unwritable::new("the rules are too many once variables for whole facts are written out"));
            }
        }
    }
    Ok(flat)
}

/// Records the kind of fact or move that a rule defines; a variable for a whole term can be of any kind.
fn note<'k>(
    rules: &Rules,
    term: &Term,
    all: impl Iterator<Item = &'k String>,
    known: &mut Vec<(Rc<str>, usize)>,
) -> Result<(), Unwritable> {
    let mut add = |kind: (Rc<str>, usize)| {
        if !known.contains(&kind) {
            known.push(kind);
        }
    };
    match term {
        Term::Constant(name) => add((rules.symbols.name(*name).into(), 0)),
        Term::Compound(name, args) => add((rules.symbols.name(*name).into(), args.len())),
        Term::Variable(_) => {
            let mut all = all.peekable();
            if all.peek().is_none() {
                return Err(Unwritable::new(
                    "a variable stands for whole facts or moves, and the game is too large to list them",
                ));
            }
            for text in all {
                let words = split(text);
                add((words[0].as_str().into(), words.len() - 1));
            }
        }
    }
    Ok(())
}

/// A rule whose facts and moves may be variables: `(kind, whole term)` instead of atoms.
#[derive(Clone)]
struct Raw {
    head: (Option<Keyword>, Rc<str>, Vec<T>),
    body: Vec<RawLiteral>,
    names: Vec<String>,
}

#[derive(Clone)]
struct RawLiteral {
    holds: bool,
    /// `None` for `distinct`.
    relation: Option<(Option<Keyword>, Rc<str>)>,
    args: Vec<T>,
}

fn term(rules: &Rules, term: &Term) -> T {
    match term {
        Term::Variable(variable) => T::Var(variable.0 as usize),
        Term::Constant(name) => T::Const(rules.symbols.name(*name).into()),
        Term::Compound(name, args) => {
            T::App(rules.symbols.name(*name).into(), args.iter().map(|arg| self::term(rules, arg)).collect())
        }
    }
}

impl Raw {
    fn new(rules: &Rules, clause: &Clause, names: Vec<String>) -> Raw {
        let of = |atom: &Atom| {
            let relation = rules.relation(atom.relation);
            let args = atom.arguments.iter().map(|arg| term(rules, arg)).collect::<Vec<T>>();
            (relation.keyword, Rc::<str>::from(rules.symbols.name(relation.name)), args)
        };
        let literal = |literal: &BodyLiteral| match literal {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => {
                let (keyword, name, args) = of(atom);
                let holds = matches!(literal, BodyLiteral::Positive(_));
                RawLiteral { holds, relation: Some((keyword, name)), args }
            }
            BodyLiteral::Distinct(left, right) => {
                RawLiteral { holds: true, relation: None, args: vec![term(rules, left), term(rules, right)] }
            }
        };
        Raw { head: of(&clause.head), body: clause.body.iter().map(literal).collect(), names }
    }

    /// A variable for a whole fact or move.
    fn bare(&self) -> Option<(usize, Kind)> {
        let head = (&self.head.0, &self.head.2);
        let body = self.body.iter().filter_map(|lit| lit.relation.as_ref().map(|(keyword, _)| (keyword, &lit.args)));
        for (keyword, args) in std::iter::once(head).chain(body) {
            let (at, kind) = match keyword {
                Some(Keyword::True | Keyword::Next | Keyword::Init) => (0, Kind::Fluent),
                Some(Keyword::Does | Keyword::Legal) => (1, Kind::Does),
                _ => continue,
            };
            if let T::Var(var) = args[at] {
                return Some((var, kind));
            }
        }
        None
    }

    /// The rule with a variable for a whole fact expanded for one kind.
    fn with(&self, var: usize, name: &Rc<str>, arity: usize) -> Raw {
        let mut raw = self.clone();
        let stem = raw.names[var].clone();
        let fresh: Vec<T> = (0..arity).map(|i| T::Var(raw.names.len() + i)).collect();
        raw.names.extend((0..arity).map(|i| format!("{stem}-{}", i + 1)));
        let whole = if arity == 0 { T::Const(name.clone()) } else { T::App(name.clone(), fresh) };
        let of = |other: usize| (other == var).then(|| whole.clone());
        raw.head.2.iter_mut().for_each(|arg| *arg = arg.substitute(&of));
        raw.body.iter_mut().flat_map(|lit| &mut lit.args).for_each(|arg| *arg = arg.substitute(&of));
        raw
    }

    fn flat(self, origin: usize) -> Result<Rule, Unwritable> {
        let mut flattener = Flattener { names: self.names, extra: Vec::new() };
        let (keyword, name, args) = self.head;
        let head = match keyword {
            Some(Keyword::Next) => H::Next(flattener.whole(Kind::Fluent, &args[0], None)),
            Some(Keyword::Init) => H::Init(flattener.whole(Kind::Fluent, &args[0], None)),
            Some(Keyword::Legal) => H::Legal(flattener.whole(Kind::Legal, &args[1], Some(&args[0]))),
            Some(Keyword::Goal) => H::Goal(flattener.term(&args[0]), flattener.term(&args[1])),
            Some(Keyword::Terminal) => H::Terminal,
            _ => H::Relation(flattener.atom(Kind::Relation, &name, &args)),
        };
        let mut body = Vec::new();
        for RawLiteral { holds, relation, args } in self.body {
            let Some((keyword, name)) = relation else {
                body.push(L::Neq(flattener.term(&args[0]), flattener.term(&args[1])));
                continue;
            };
            let atom = match keyword {
                Some(Keyword::True) => flattener.whole(Kind::Fluent, &args[0], None),
                Some(Keyword::Does) => flattener.whole(Kind::Does, &args[1], Some(&args[0])),
                Some(Keyword::Legal) => flattener.whole(Kind::Legal, &args[1], Some(&args[0])),
                Some(Keyword::Terminal | Keyword::Goal) => {
                    return Err(Unwritable::new(
                        "a rule asks in its body whether the game is over or what it is worth",
                    ));
                }
                _ => flattener.atom(Kind::Relation, &name, &args),
            };
            body.push(if holds { L::Pos(atom) } else { L::Neg(atom) });
        }
        body.extend(flattener.extra);
        Ok(Rule { head, body, names: flattener.names, origin })
    }
}

/// Replaces nested terms by variables.
struct Flattener {
    names: Vec<String>,
    extra: Vec<L>,
}

impl Flattener {
    fn whole(&mut self, kind: Kind, term: &T, role: Option<&T>) -> A {
        let (name, args) = match term {
            T::App(name, args) => (name.clone(), args.clone()),
            T::Const(name) => (name.clone(), Vec::new()),
            T::Var(_) => ("?".into(), Vec::new()),
        };
        let args: Vec<T> = role.into_iter().chain(&args).cloned().collect();
        self.atom(kind, &name, &args)
    }

    fn atom(&mut self, kind: Kind, name: &Rc<str>, args: &[T]) -> A {
        let args: Vec<T> = args.iter().map(|arg| self.term(arg)).collect();
        A { key: Key { kind, name: name.clone(), arity: args.len() }, args }
    }

    fn term(&mut self, term: &T) -> T {
        let T::App(name, args) = term else { return term.clone() };
        if let Some(text) = ground_text(term) {
            return T::Const(text.into());
        }
        let mut all = vec![T::Var(0)];
        all.extend(args.iter().map(|arg| self.term(arg)));
        // Equal terms are the same object.
        let known = self.extra.iter().find_map(|lit| match lit {
            L::Pos(atom) if atom.key.name == *name && atom.args[1..] == all[1..] => Some(atom.args[0].clone()),
            _ => None,
        });
        known.unwrap_or_else(|| {
            all[0] = T::Var(self.names.len());
            self.names.push(name.to_string());
            let key = Key { kind: Kind::Function, name: name.clone(), arity: all.len() };
            self.extra.push(L::Pos(A { key, args: all.clone() }));
            all[0].clone()
        })
    }
}

/// The text of a ground term.
pub(super) fn ground_text(term: &T) -> Option<String> {
    match term {
        T::Var(_) => None,
        T::Const(name) => Some(name.to_string()),
        T::App(name, args) => {
            let args: Option<Vec<String>> = args.iter().map(ground_text).collect();
            Some(format!("({name} {})", args?.join(" ")))
        }
    }
}

/// The dependence of a relation.
pub(super) fn dependence(rules: &Rules, key: &Key) -> Dependence {
    let found = rules.relations.iter().find(|relation| {
        relation.keyword.is_none() && relation.arity == key.arity && rules.symbols.name(relation.name) == &*key.name
    });
    found.map_or(Dependence::Static, |relation| relation.dependence)
}
