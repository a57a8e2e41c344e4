//! Unification of a rule's head with the shape of a call, done once per rule and shape at compile time.
//!
//! Each part of the shape becomes a new variable; its value after unification says how an input is matched and an
//! output is built. A head argument `?m` called as `(move known asked)` becomes that compound throughout the rule.

use gdl::rules::{Term, Variable};

use crate::rule::{Goal, Rule};
use crate::shape::Shape;
use crate::terms::Terms;

/// A rule specialised for a shape of call.
pub(crate) struct Fitted {
    /// The pattern for each input, in order.
    pub(crate) inputs: Vec<Term>,
    /// The term for each output, in order.
    pub(crate) outputs: Vec<Term>,
    pub(crate) body: Vec<Goal>,
    pub(crate) variables: usize,
}

/// The rule for calls of this shape; `None` if its head cannot match.
pub(crate) fn fit(rule: &Rule, shapes: &[Shape], terms: &Terms) -> Option<Fitted> {
    let mut parts = Parts { next: rule.variables as u32, inputs: Vec::new(), outputs: Vec::new() };
    let call: Vec<Term> = shapes.iter().map(|s| parts.term(s, terms)).collect();
    let mut bindings = Bindings(vec![None; parts.next as usize]);
    for (head, part) in rule.head.iter().zip(&call) {
        bindings.unify(part, head).then_some(())?;
    }
    let body = rule.body.iter().map(|goal| match goal {
        Goal::Call { source, arguments, positive } => Goal::Call {
            source: *source,
            arguments: arguments.iter().map(|a| bindings.resolve(a)).collect(),
            positive: *positive,
        },
        Goal::Distinct(a, b) => Goal::Distinct(bindings.resolve(a), bindings.resolve(b)),
    });
    Some(Fitted {
        inputs: parts.inputs.iter().map(|v| bindings.resolve(v)).collect(),
        outputs: parts.outputs.iter().map(|v| bindings.resolve(v)).collect(),
        body: body.collect(),
        variables: parts.next as usize,
    })
}

/// Converts shapes to terms with a new variable for each input and output.
struct Parts {
    next: u32,
    inputs: Vec<Term>,
    outputs: Vec<Term>,
}

impl Parts {
    fn term(&mut self, shape: &Shape, terms: &Terms) -> Term {
        if let Shape::Compound(functor, parts) = shape {
            return Term::Compound(terms.symbol(*functor), parts.iter().map(|p| self.term(p, terms)).collect());
        }
        let variable = Term::Variable(Variable(self.next));
        self.next += 1;
        let list = if *shape == Shape::Known { &mut self.inputs } else { &mut self.outputs };
        list.push(variable.clone());
        variable
    }
}

/// The term bound to each variable.
struct Bindings(Vec<Option<Term>>);

impl Bindings {
    fn unify(&mut self, a: &Term, b: &Term) -> bool {
        let mut pairs = vec![(a.clone(), b.clone())];
        while let Some((a, b)) = pairs.pop() {
            match (self.walk(a), self.walk(b)) {
                (Term::Variable(v), Term::Variable(w)) if v == w => {}
                (Term::Variable(v), other) | (other, Term::Variable(v)) => {
                    if self.occurs(v, &other) {
                        return false;
                    }
                    self.0[v.0 as usize] = Some(other);
                }
                (Term::Constant(c), Term::Constant(d)) if c == d => {}
                (Term::Compound(f, xs), Term::Compound(g, ys)) if f == g && xs.len() == ys.len() => {
                    pairs.extend(xs.into_iter().zip(ys));
                }
                _ => return false,
            }
        }
        true
    }

    /// Dereferences a variable, at the top level only.
    fn walk(&self, mut term: Term) -> Term {
        while let Term::Variable(v) = term {
            match &self.0[v.0 as usize] {
                Some(bound) => term = bound.clone(),
                None => break,
            }
        }
        term
    }

    fn occurs(&self, variable: Variable, term: &Term) -> bool {
        match self.walk(term.clone()) {
            Term::Variable(v) => v == variable,
            Term::Constant(_) => false,
            Term::Compound(_, arguments) => arguments.iter().any(|a| self.occurs(variable, a)),
        }
    }

    /// The term with all variables replaced by their values.
    fn resolve(&self, term: &Term) -> Term {
        match self.walk(term.clone()) {
            Term::Compound(f, arguments) => Term::Compound(f, arguments.iter().map(|a| self.resolve(a)).collect()),
            term => term,
        }
    }
}
