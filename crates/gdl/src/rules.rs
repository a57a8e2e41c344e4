//! Checked rules, the input of every later stage.
//!
//! A [`Rules`] value exists only for a sheet that passed the checks. It guarantees:
//!
//! - every relation has one arity, and keywords have the one defined by GDL;
//! - bodies are plain conjunctions (`or`, nested `not` and `(not (distinct a b))` are gone);
//! - body literals are ordered so that each variable of a negative literal or a `distinct` is bound by a positive
//!   literal to its left, and each variable of the head by some positive literal;
//! - negation is stratified: [`Relation::stratum`] of a negated relation is smaller than that of the head;
//! - relations that depend on `does` are used only by `next` and by other such relations, never by `legal`, `terminal`
//!   or `goal`.
//!
//! There may be auxiliary relations that the sheet does not name: for the common part of a rule's alternatives, for
//! parts of a relation that negates itself, and for the set of all constants. Their names end in a number and occur
//! nowhere in the sheet.
//!
//! Symbols are interned; terms are trees over them. A proposition `p` and a nullary compound `(p)` are the same
//! constant.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// An interned name. Equal names have equal symbols within one [`Symbols`] table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// A variable of one clause, numbered from 0 in that clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// Index into [`Rules::relations`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId(pub u32);

/// A term in a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// `?x`
    Variable(Variable),
    /// `a`
    Constant(Symbol),
    /// `(f t1 … tn)`, n ≥ 1
    Compound(Symbol, Box<[Term]>),
}

impl Term {
    /// Visits each occurrence of a variable. Recurses as deep as the term, which the reader bounds.
    pub fn variables(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Constant(_) => {}
            Term::Compound(_, arguments) => arguments.iter().for_each(|term| term.variables(visit)),
        }
    }

    /// Whether it contains no variable.
    pub fn is_ground(&self) -> bool {
        let mut ground = true;
        self.variables(&mut |_| ground = false);
        ground
    }
}

impl BodyLiteral {
    /// Visits each occurrence of a variable.
    pub fn variables(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => {
                atom.arguments.iter().for_each(|term| term.variables(visit));
            }
            BodyLiteral::Distinct(left, right) => {
                left.variables(visit);
                right.variables(visit);
            }
        }
    }
}

/// A relation applied to terms. Keywords are relations too: `(true (cell 1 1 b))` is `true` with one argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: RelationId,
    /// The arguments, as many as the relation's arity.
    pub arguments: Box<[Term]>,
}

/// One conjunct of a body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BodyLiteral {
    /// The atom holds.
    Positive(Atom),
    /// The atom does not hold (negation as failure).
    Negative(Atom),
    /// The two terms differ.
    Distinct(Term, Term),
}

/// A fact (empty body) or a rule.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The conclusion.
    pub head: Atom,
    /// The conditions.
    pub body: Vec<BodyLiteral>,
    /// Names of the clause's variables, without the question mark, indexed by [`Variable`].
    pub variables: Vec<Symbol>,
    /// Its place in the sheet.
    pub span: Span,
}

/// The relations that are predefined by GDL.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names are GDL's")]
pub enum Keyword {
    Role,
    Init,
    True,
    Does,
    Next,
    Legal,
    Goal,
    Terminal,
    Base,
    Input,
    Sees,
}

/// The inputs on which a relation's extension depends, directly or indirectly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dependence {
    /// Nothing: the same in every state.
    Static,
    /// The state (`true`).
    State,
    /// The state and the joint move (`does`).
    Moves,
}

/// A relation of the sheet.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name.
    pub name: Symbol,
    /// Number of arguments.
    pub arity: usize,
    /// The keyword, if it is one.
    pub keyword: Option<Keyword>,
    /// Its dependence. `true` is `State`, `does` is `Moves`, and `next` is `Moves` even if no rule uses `does`.
    pub dependence: Dependence,
    /// Evaluation order: the strata of a clause's positive body relations are at most that of its head, and those of
    /// its negated ones are smaller.
    pub stratum: u32,
}

/// Table of interned names.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    index: rustc_hash::FxHashMap<Box<str>, Symbol>,
}

impl Symbols {
    /// The symbol for `name`, added if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.index.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.into());
        self.index.insert(name.into(), symbol);
        symbol
    }

    /// The symbol for `name`, if the sheet contains it.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.index.get(name).copied()
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// The name of a symbol, shortened for messages.
    pub(crate) fn short(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        crate::diagnostic::short(self.name(symbol))
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// A checked rule sheet.
#[derive(Clone, Debug)]
pub struct Rules {
    /// All names.
    pub symbols: Symbols,
    /// All relations, including keywords that the sheet never uses.
    pub relations: Vec<Relation>,
    /// All facts and rules, in the order of the sheet.
    pub clauses: Vec<Clause>,
    /// The roles, in the order of the `role` facts.
    pub roles: Vec<Term>,
    /// Whether the sheet was read leniently: a state in which a role has no legal move ends the game.
    pub lenient: bool,
}

impl Rules {
    /// The rules of a sheet given as text, checked strictly.
    ///
    /// # Errors
    ///
    /// All diagnostics of a sheet that is not well-formed.
    pub fn from_text(text: &str) -> Result<Rules, Vec<Diagnostic>> {
        let checked = crate::check(&Source::new("text", text));
        checked.rules.ok_or(checked.diagnostics)
    }

    /// The relation with this number.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// The number of a keyword's relation.
    pub fn keyword(&self, keyword: Keyword) -> RelationId {
        let position = self.relations.iter().position(|r| r.keyword == Some(keyword));
        RelationId(position.expect("every keyword has a relation") as u32)
    }

    /// A ground term in canonical form: `(cell 1 1 b)`. Variables are printed as `?` and their number.
    pub fn display<'a>(&'a self, term: &'a Term) -> impl fmt::Display + 'a {
        DisplayTerm { symbols: &self.symbols, term }
    }

    /// A fact or a rule on one line: `(<= (p ?0) (q ?0) (not (r ?0)))`.
    pub fn display_clause<'a>(&'a self, clause: &'a Clause) -> impl fmt::Display + 'a {
        DisplayClause { rules: self, clause }
    }
}

/// A term as text.
pub(crate) struct DisplayTerm<'a> {
    pub symbols: &'a Symbols,
    pub term: &'a Term,
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.term {
            Term::Variable(v) => write!(f, "?{}", v.0),
            Term::Constant(c) => f.write_str(self.symbols.name(*c)),
            Term::Compound(name, arguments) => list(f, self.symbols, *name, arguments),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, symbols: &Symbols, name: Symbol, arguments: &[Term]) -> fmt::Result {
    write!(f, "({}", symbols.name(name))?;
    for term in arguments {
        write!(f, " {}", DisplayTerm { symbols, term })?;
    }
    f.write_str(")")
}

struct DisplayClause<'a> {
    rules: &'a Rules,
    clause: &'a Clause,
}

impl DisplayClause<'_> {
    fn atom(&self, f: &mut fmt::Formatter<'_>, atom: &Atom) -> fmt::Result {
        let name = self.rules.relation(atom.relation).name;
        match atom.arguments.is_empty() {
            true => f.write_str(self.rules.symbols.name(name)),
            false => list(f, &self.rules.symbols, name, &atom.arguments),
        }
    }
}

impl fmt::Display for DisplayClause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.clause.body.is_empty() {
            return self.atom(f, &self.clause.head);
        }
        f.write_str("(<= ")?;
        self.atom(f, &self.clause.head)?;
        for literal in &self.clause.body {
            f.write_str(" ")?;
            match literal {
                BodyLiteral::Positive(atom) => self.atom(f, atom)?,
                BodyLiteral::Negative(atom) => {
                    f.write_str("(not ")?;
                    self.atom(f, atom)?;
                    f.write_str(")")?;
                }
                BodyLiteral::Distinct(left, right) => {
                    write!(f, "(distinct {} {})", self.rules.display(left), self.rules.display(right))?;
                }
            }
        }
        f.write_str(")")
    }
}
