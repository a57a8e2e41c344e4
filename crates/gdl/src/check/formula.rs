//! Formulas under a sign: the number of alternatives, the variables they bind and those they need bound.

use rustc_hash::FxHashSet;

use super::written::Formula;
use crate::rules::Variable;

/// A formula and whether it is asserted or denied.
#[derive(Clone, Copy)]
pub(super) struct Signed<'a>(pub &'a Formula, pub bool);

impl<'a> Signed<'a> {
    /// Asserted `and`, denied `or`.
    pub fn is_conjunction(self) -> bool {
        matches!((self.0, self.1), (Formula::And(_), true) | (Formula::Or(_), false))
    }

    /// The parts of a connective with their signs; an atom is its own only part.
    pub fn parts(self) -> Vec<Signed<'a>> {
        match self.0 {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().map(|part| Signed(part, self.1)).collect(),
            Formula::Not(inner) => Signed(inner, !self.1).parts(),
            Formula::Atom(_) | Formula::Distinct(..) => vec![self],
        }
    }
}

/// Replaces asserted conjunctions by their parts.
pub(super) fn flatten(formulas: Vec<Signed>) -> Vec<Signed> {
    let mut flat = Vec::new();
    let mut work: Vec<Signed> = formulas.into_iter().rev().collect();
    while let Some(formula) = work.pop() {
        match formula {
            Signed(Formula::Not(inner), sign) => work.push(Signed(inner, !sign)),
            _ if formula.is_conjunction() => work.extend(formula.parts().into_iter().rev()),
            _ => flat.push(formula),
        }
    }
    flat
}

/// The number of conjunctions in the disjunctive normal form.
pub(super) fn alternatives(formula: Signed) -> usize {
    match formula {
        Signed(Formula::Atom(_) | Formula::Distinct(..), _) => 1,
        Signed(Formula::Not(inner), sign) => alternatives(Signed(inner, !sign)),
        Signed(Formula::And(parts) | Formula::Or(parts), sign) => {
            let counts = parts.iter().map(|part| alternatives(Signed(part, sign)));
            if formula.is_conjunction() {
                counts.fold(1, usize::saturating_mul)
            } else {
                counts.fold(0, usize::saturating_add)
            }
        }
    }
}

/// The variables of a formula, by use.
pub(super) struct Bindings {
    /// Bound by a positive atom in every alternative.
    pub binds: FxHashSet<Variable>,
    /// Used by a negative atom or a comparison without being bound beside it.
    pub needs: FxHashSet<Variable>,
}

/// The variables that a formula binds and needs.
pub(super) fn bindings(formula: Signed) -> Bindings {
    let variables = |formula: &Formula| {
        let mut variables = FxHashSet::default();
        formula.variables(&mut |v| _ = variables.insert(v));
        variables
    };
    match formula {
        Signed(Formula::Atom(_), true) => Bindings { binds: variables(formula.0), needs: FxHashSet::default() },
        Signed(Formula::Atom(_) | Formula::Distinct(..), _) => {
            Bindings { binds: FxHashSet::default(), needs: variables(formula.0) }
        }
        Signed(Formula::Not(inner), sign) => bindings(Signed(inner, !sign)),
        Signed(Formula::And(parts) | Formula::Or(parts), sign) => {
            let parts = parts.iter().map(|part| bindings(Signed(part, sign)));
            if formula.is_conjunction() { together(parts) } else { either(parts) }
        }
    }
}

fn together(parts: impl Iterator<Item = Bindings>) -> Bindings {
    let mut all = Bindings { binds: FxHashSet::default(), needs: FxHashSet::default() };
    for part in parts {
        all.binds.extend(part.binds);
        all.needs.extend(part.needs);
    }
    all.needs.retain(|v| !all.binds.contains(v));
    all
}

fn either(mut parts: impl Iterator<Item = Bindings>) -> Bindings {
    let Some(mut all) = parts.next() else { return together(parts) };
    for part in parts {
        all.binds.retain(|v| part.binds.contains(v));
        all.needs.extend(part.needs);
    }
    all
}
