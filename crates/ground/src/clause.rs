//! Clauses in the form used by joins: ground subterms as numbers, literals sorted by kind, relations split into static
//! and dynamic.
//!
//! Only clauses relevant to `legal`, `next`, `terminal`, `goal` or `init` are included. `base`, `input` and `sees`, and
//! the relations that only they use, would waste time and memory.

use gdl::Rules;
use gdl::rules::{self, BodyLiteral, Keyword, Symbol, Term};

use crate::limits::Stop;
use crate::program::Lists;
use crate::terms::{TermId, Terms};

/// Index into [`Clauses::relations`]; the first ones are those of [`Rules::relations`].
pub type RelationId = u32;

/// A term of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A variable of the clause.
    Variable(u32),
    /// A term without variables.
    Ground(TermId),
    /// A term with variables inside.
    Compound(Symbol, Box<[Pattern]>),
}

impl Pattern {
    /// Calls `visit` for each occurrence of a variable. The reader bounds the nesting of terms, so recursion is safe.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Pattern::Variable(v) => visit(*v),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, arguments) => arguments.iter().for_each(|p| p.for_each_variable(visit)),
        }
    }
}

/// A relation applied to patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: RelationId,
    /// The arguments, as many as its arity.
    pub arguments: Vec<Pattern>,
}

impl Atom {
    /// Calls `visit` for each occurrence of a variable.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(u32)) {
        self.arguments.iter().for_each(|p| p.for_each_variable(visit));
    }
}

/// A clause; see the module.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The conclusion.
    pub head: Atom,
    /// Atoms that must hold.
    pub positive: Vec<Atom>,
    /// Atoms that must not hold.
    pub negative: Vec<Atom>,
    /// Terms that must differ.
    pub distinct: Vec<(Pattern, Pattern)>,
    /// The number of variables.
    pub variables: u32,
    /// The clause of the sheet that it comes from.
    pub origin: u32,
}

/// How a relation is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RelationKind {
    /// The same in every state: evaluated exactly and first.
    Static,
    /// Only restricts the atoms that are collected; see [`crate::demand`].
    Guard,
    /// May change with state and move: written out as ground rules. `legal`, `goal` and `terminal` are always dynamic.
    Dynamic,
}

/// Properties of a relation.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    /// Number of arguments.
    pub arity: usize,
    /// How it is evaluated.
    pub kind: RelationKind,
    /// Evaluation order among static relations.
    pub stratum: u32,
}

/// All relevant clauses, and their relations.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The sheet's relations, then auxiliary ones.
    pub relations: Vec<RelationInfo>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// Translates the sheet's clauses.
pub fn lower(rules: &Rules, terms: &mut Terms, term_limit: u32) -> Result<Clauses, Stop> {
    let relevant = relevant(rules);
    let mut relations: Vec<RelationInfo> = (rules.relations.iter())
        .map(|r| RelationInfo { arity: r.arity, kind: RelationKind::Static, stratum: r.stratum })
        .collect();
    for keyword in [Keyword::True, Keyword::Does, Keyword::Legal, Keyword::Next, Keyword::Goal, Keyword::Terminal] {
        relations[rules.keyword(keyword).0 as usize].kind = RelationKind::Dynamic;
    }
    let mut clauses = Vec::new();
    for (origin, clause) in rules.clauses.iter().enumerate() {
        if relevant[clause.head.relation.0 as usize] {
            clauses.push(lower_clause(clause, origin as u32, terms, term_limit)?);
        }
    }
    classify(&mut relations, &clauses);
    Ok(Clauses { relations, clauses })
}

/// The relation of a literal, if it has one.
pub fn body_relation(literal: &BodyLiteral) -> Option<rules::RelationId> {
    match literal {
        BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => Some(atom.relation),
        BodyLiteral::Distinct(..) => None,
    }
}

/// Relations that affect the game.
fn relevant(rules: &Rules) -> Vec<bool> {
    let keywords = [Keyword::Init, Keyword::Legal, Keyword::Next, Keyword::Goal, Keyword::Terminal];
    needed_by(rules, keywords.map(|keyword| rules.keyword(keyword)).to_vec())
}

/// The relations on which the given relations depend, including themselves.
pub fn needed_by(rules: &Rules, mut queue: Vec<rules::RelationId>) -> Vec<bool> {
    let heads = || rules.clauses.iter().enumerate().map(|(number, c)| (c.head.relation.0, number as u32));
    let definitions = Lists::collect(rules.relations.len(), heads);
    let mut needed = vec![false; rules.relations.len()];
    while let Some(relation) = queue.pop() {
        if std::mem::replace(&mut needed[relation.0 as usize], true) {
            continue;
        }
        for &clause in definitions.get(relation.0) {
            queue.extend(rules.clauses[clause as usize].body.iter().filter_map(body_relation));
        }
    }
    needed
}

/// Makes relations dynamic if they depend on dynamic ones.
pub fn classify(relations: &mut [RelationInfo], clauses: &[Clause]) {
    let body = |clause: &Clause| clause.positive.iter().chain(&clause.negative).map(|a| a.relation).collect::<Vec<_>>();
    let users = Lists::collect(relations.len(), || {
        clauses.iter().flat_map(|c| body(c).into_iter().map(|relation| (relation, c.head.relation)))
    });
    let dynamic = |r: &RelationId| relations[*r as usize].kind == RelationKind::Dynamic;
    let mut queue: Vec<RelationId> = (0..relations.len() as RelationId).filter(dynamic).collect();
    while let Some(relation) = queue.pop() {
        for &user in users.get(relation) {
            if relations[user as usize].kind == RelationKind::Static {
                relations[user as usize].kind = RelationKind::Dynamic;
                queue.push(user);
            }
        }
    }
}

fn lower_clause(clause: &rules::Clause, origin: u32, terms: &mut Terms, limit: u32) -> Result<Clause, Stop> {
    let mut lowered = Clause {
        head: lower_atom(&clause.head, terms, limit)?,
        positive: Vec::new(),
        negative: Vec::new(),
        distinct: Vec::new(),
        variables: clause.variables.len() as u32,
        origin,
    };
    for literal in &clause.body {
        match literal {
            BodyLiteral::Positive(atom) => lowered.positive.push(lower_atom(atom, terms, limit)?),
            BodyLiteral::Negative(atom) => lowered.negative.push(lower_atom(atom, terms, limit)?),
            BodyLiteral::Distinct(a, b) => {
                lowered.distinct.push((lower_term(a, terms, limit)?, lower_term(b, terms, limit)?));
            }
        }
    }
    Ok(lowered)
}

fn lower_atom(atom: &rules::Atom, terms: &mut Terms, limit: u32) -> Result<Atom, Stop> {
    let arguments = atom.arguments.iter().map(|t| lower_term(t, terms, limit)).collect::<Result<_, _>>()?;
    Ok(Atom { relation: atom.relation.0, arguments })
}

/// Translates one term; ground subterms become numbers.
pub fn lower_term(term: &Term, terms: &mut Terms, limit: u32) -> Result<Pattern, Stop> {
    Ok(match term {
        Term::Variable(v) => Pattern::Variable(v.0),
        Term::Constant(c) => Pattern::Ground(terms.intern(*c, &[], limit)?),
        Term::Compound(symbol, arguments) => {
            let patterns = arguments.iter().map(|t| lower_term(t, terms, limit)).collect::<Result<Vec<_>, Stop>>()?;
            let ground: Option<Vec<TermId>> =
                patterns.iter().map(|p| if let Pattern::Ground(t) = p { Some(*t) } else { None }).collect();
            match ground {
                Some(ground) => Pattern::Ground(terms.intern(*symbol, &ground, limit)?),
                None => Pattern::Compound(*symbol, patterns.into()),
            }
        }
    })
}
