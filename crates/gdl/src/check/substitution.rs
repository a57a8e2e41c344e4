//! Equality of terms by substitution, for `(not (distinct a b))`.
//!
//! ```text
//! (not (distinct ?x (f ?y))), (p ?x)   ─▶   (p (f ?y))
//! ```
//!
//! Huet's unification: the terms are in one graph, equal ones share a class (union-find), and nothing is copied until
//! the result is written out. Shared subterms can make the result exponentially larger than the rule, and a cycle (`?x`
//! equal to `(f ?x)`) can make it infinite. Bounds on size and depth reject both.

use crate::reader::MAX_DEPTH;
use crate::rules::{Atom, Symbol, Term, Variable};

/// The maximum number of symbols in one argument after substitution.
const MAX_SIZE: usize = 100_000;

/// The substitution needs a term beyond the bounds, or an infinite one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

enum Node {
    Variable(Variable),
    Constant(Symbol),
    Compound(Symbol, Box<[usize]>),
}

/// A set of equations between the terms of a clause.
pub(super) struct Substitution {
    /// The nodes of the terms; the clause's variables come first.
    nodes: Vec<Node>,
    /// Union-find; a class is represented by a node that is not a variable, if it has one.
    parents: Vec<usize>,
    variables: usize,
}

impl Substitution {
    /// The empty substitution.
    pub fn new(variables: usize) -> Substitution {
        Substitution { nodes: Vec::new(), parents: Vec::new(), variables }
    }

    /// Makes two terms equal; returns false if they cannot be unified.
    pub fn unify(&mut self, left: &Term, right: &Term) -> bool {
        if self.nodes.is_empty() {
            self.nodes.extend((0..self.variables).map(|v| Node::Variable(Variable(v as u32))));
            self.parents.extend(0..self.variables);
        }
        let mut work = vec![(self.insert(left), self.insert(right))];
        while let Some((left, right)) = work.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left == right {
                continue;
            }
            let (child, parent) = match (&self.nodes[left], &self.nodes[right]) {
                (Node::Variable(_), _) => (left, right),
                (_, Node::Variable(_)) => (right, left),
                (Node::Constant(a), Node::Constant(b)) if a == b => (left, right),
                (Node::Compound(f, a), Node::Compound(g, b)) if f == g && a.len() == b.len() => {
                    work.extend(a.iter().copied().zip(b.iter().copied()));
                    (left, right)
                }
                _ => return false,
            };
            self.parents[child] = parent;
        }
        true
    }

    /// An atom with every variable replaced by the term it equals.
    pub fn atom(&mut self, atom: &Atom) -> Result<Atom, TooLarge> {
        let arguments = atom.arguments.iter().map(|term| self.term(term)).collect::<Result<_, _>>()?;
        Ok(Atom { relation: atom.relation, arguments })
    }

    /// A term with every variable replaced by the term it equals.
    pub fn term(&mut self, term: &Term) -> Result<Term, TooLarge> {
        let mut budget = MAX_SIZE;
        if self.nodes.is_empty() { Ok(term.clone()) } else { self.replace(term, 0, &mut budget) }
    }

    fn replace(&mut self, term: &Term, depth: usize, budget: &mut usize) -> Result<Term, TooLarge> {
        match term {
            Term::Variable(v) => self.write_out(v.0 as usize, depth, budget),
            Term::Constant(_) => Ok(term.clone()),
            Term::Compound(name, arguments) => {
                let replaced = arguments.iter().map(|a| self.replace(a, depth + 1, budget));
                Ok(Term::Compound(*name, replaced.collect::<Result<_, _>>()?))
            }
        }
    }

    fn write_out(&mut self, node: usize, depth: usize, budget: &mut usize) -> Result<Term, TooLarge> {
        *budget = budget.checked_sub(1).ok_or(TooLarge)?;
        if depth > MAX_DEPTH {
            return Err(TooLarge);
        }
        let node = self.find(node);
        match &self.nodes[node] {
            Node::Variable(v) => Ok(Term::Variable(*v)),
            Node::Constant(c) => Ok(Term::Constant(*c)),
            Node::Compound(name, arguments) => {
                let (name, arguments) = (*name, arguments.clone());
                let written = arguments.iter().map(|&a| self.write_out(a, depth + 1, budget));
                Ok(Term::Compound(name, written.collect::<Result<_, _>>()?))
            }
        }
    }

    fn insert(&mut self, term: &Term) -> usize {
        let node = match term {
            Term::Variable(v) => return v.0 as usize,
            Term::Constant(c) => Node::Constant(*c),
            Term::Compound(name, arguments) => {
                Node::Compound(*name, arguments.iter().map(|a| self.insert(a)).collect())
            }
        };
        self.nodes.push(node);
        self.parents.push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn find(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }
}
