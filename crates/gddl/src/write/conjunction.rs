//! Conjunctions of conditions, simplified by known facts.
//!
//! Known are the static facts, the precondition of the current action, and the proved invariants of the state.
//! Conditions that follow from them are dropped, conditions that contradict them fail, and equalities are solved by
//! substitution.

use rustc_hash::FxHashMap;

use super::clause::{A, Key, Kind, L, T};
use super::invariant::Invariant;
use super::statics::Statics;

/// Conditions with the variables that may be replaced; all others are fixed.
#[derive(Clone, Debug)]
pub(super) struct Conjunction {
    pub lits: Vec<L>,
    /// Terms to which the substitutions apply as well: the arguments of a head.
    pub head: Vec<T>,
    pub flexible: Vec<usize>,
}

/// What is known in the context of a conjunction.
pub(super) struct Known<'a> {
    pub statics: &'a Statics,
    pub is_static: &'a dyn Fn(&Key) -> bool,
    pub invariants: &'a FxHashMap<Key, Vec<Invariant>>,
    /// Whether the arguments of a static relation at some places determine the others.
    pub settles: &'a dyn Fn(&Key, &[bool]) -> bool,
    /// Whether the types of two terms allow them to be the same object.
    pub can_be_equal: &'a dyn Fn(&T, &T) -> bool,
}

impl Conjunction {
    /// Simplifies under conditions that hold; `None` if it cannot hold.
    pub fn simplified(mut self, premise: &[L], known: &Known) -> Option<Conjunction> {
        loop {
            self.solve_equalities()?;
            let before = self.lits.clone();
            self.lits = self.reduced(premise, known)?;
            let derived = self.merged(premise, known);
            if derived.is_empty() && self.lits == before {
                return Some(self);
            }
            self.lits.extend(derived);
        }
    }

    /// Substitutes replaceable variables by equal terms; drops equalities that hold.
    fn solve_equalities(&mut self) -> Option<()> {
        let mut at = 0;
        while at < self.lits.len() {
            let L::Eq(left, right) = &self.lits[at] else {
                at += 1;
                continue;
            };
            let (left, right) = (left.clone(), right.clone());
            if left == right {
                self.lits.remove(at);
                continue;
            }
            let (var, value) = match (&left, &right) {
                (T::Const(_), T::Const(_)) => return None,
                (T::Var(var), _) if self.flexible.contains(var) => (*var, right),
                (_, T::Var(var)) if self.flexible.contains(var) => (*var, left),
                _ => {
                    at += 1;
                    continue;
                }
            };
            self.lits.remove(at);
            let of = |other: usize| (other == var).then(|| value.clone());
            self.lits.iter_mut().for_each(|lit| *lit = lit.substitute(&of));
            self.head.iter_mut().for_each(|term| *term = term.substitute(&of));
            self.flexible.retain(|other| *other != var);
            at = 0;
        }
        Some(())
    }

    /// The undecided conditions.
    fn reduced(&self, premise: &[L], known: &Known) -> Option<Vec<L>> {
        let mut kept: Vec<L> = Vec::new();
        for (at, lit) in self.lits.iter().enumerate() {
            if premise.contains(lit) || self.lits[..at].contains(lit) {
                continue;
            }
            let holds = |lit: &L| premise.contains(lit) || self.lits.contains(lit);
            match lit {
                L::Pos(atom) => {
                    if holds(&L::Neg(atom.clone())) || (known.is_static)(&atom.key) && !known.statics.may_hold(atom) {
                        return None;
                    }
                    let is_ground = atom.args.iter().all(|arg| matches!(arg, T::Const(_)));
                    if (known.is_static)(&atom.key) && is_ground {
                        continue;
                    }
                }
                L::Neg(atom) => {
                    if holds(&L::Pos(atom.clone())) {
                        return None;
                    }
                    if (known.is_static)(&atom.key) {
                        if !known.statics.may_hold(atom) {
                            continue;
                        }
                        if atom.args.iter().all(|arg| matches!(arg, T::Const(_))) {
                            return None;
                        }
                    }
                    if self.is_excluded(atom, premise, known) {
                        continue;
                    }
                }
                L::Neq(left, right) => {
                    if left == right || holds(&L::Eq(left.clone(), right.clone())) {
                        return None;
                    }
                    let flipped = L::Neq(right.clone(), left.clone());
                    if matches!((left, right), (T::Const(_), T::Const(_)))
                        || premise.contains(&flipped)
                        || self.lits[..at].contains(&flipped)
                        || !(known.can_be_equal)(left, right)
                        || self.lits.iter().chain(premise).any(|lit| is_apart(lit, left, right, known))
                    {
                        continue;
                    }
                }
                L::Eq(left, right) => {
                    let apart = |lit: &L| is_apart(lit, left, right, known);
                    if differ(left, right, &|lit| holds(lit))
                        || !(known.can_be_equal)(left, right)
                        || self.lits.iter().chain(premise).any(apart)
                    {
                        return None;
                    }
                }
                L::None(vars, lits) => match self.without(at, vars, lits, premise, known)? {
                    Some(lit) => {
                        if !premise.contains(&lit) && !kept.contains(&lit) {
                            kept.push(lit);
                        }
                        continue;
                    }
                    None => continue,
                },
            }
            kept.push(lit.clone());
        }
        Some(kept)
    }

    /// Simplifies a condition of the form "no values satisfy these". `None`: the conjunction fails; `Some(None)`: the
    /// condition holds.
    #[allow(clippy::option_option, reason = "fails, holds, or stays")]
    fn without(&self, at: usize, vars: &[usize], lits: &[L], premise: &[L], known: &Known) -> Option<Option<L>> {
        let mut context: Vec<L> = premise.to_vec();
        context.extend(
            self.lits
                .iter()
                .enumerate()
                .filter(|(i, lit)| *i != at && !matches!(lit, L::None(..)))
                .map(|(_, lit)| lit.clone()),
        );
        let inner = Conjunction { lits: lits.to_vec(), head: Vec::new(), flexible: vars.to_vec() };
        let Some(inner) = inner.simplified(&context, known) else { return Some(None) };
        if inner.lits.is_empty() {
            return None;
        }
        let mut used = Vec::new();
        inner.lits.iter().for_each(|lit| lit.vars(&mut |var| used.push(var)));
        let left: Vec<usize> = inner.flexible.iter().copied().filter(|var| used.contains(var)).collect();
        if let ([lit], []) = (&inner.lits[..], &left[..])
            && !matches!(lit, L::None(..))
        {
            return Some(contrary(lit).0.pop());
        }
        Some(Some(L::None(left, inner.lits)))
    }

    /// Equalities that follow from invariants: two facts with the same key have the same value.
    fn merged(&self, premise: &[L], known: &Known) -> Vec<L> {
        let facts = |lits: &[L]| -> Vec<A> {
            let atoms = lits.iter().filter_map(|lit| if let L::Pos(atom) = lit { Some(atom.clone()) } else { None });
            atoms.filter(|atom| atom.key.kind == Kind::Fluent || (known.is_static)(&atom.key)).collect()
        };
        let own = facts(&self.lits);
        let mut equal = Vec::new();
        for (at, atom) in own.iter().enumerate() {
            for other in own[..at].iter().chain(&facts(premise)) {
                if other.key == atom.key && atom != other {
                    for pairs in same_value(atom, other, known) {
                        for (left, right) in pairs {
                            let lit = L::Eq(left.clone(), right.clone());
                            let flipped = L::Eq(right, left);
                            let is_known =
                                |lit: &L| self.lits.contains(lit) || premise.contains(lit) || equal.contains(lit);
                            if !is_known(&lit) && !is_known(&flipped) {
                                equal.push(lit);
                            }
                        }
                    }
                }
            }
        }
        equal
    }

    /// Whether an invariant excludes a fact, given one that holds.
    fn is_excluded(&self, atom: &A, premise: &[L], known: &Known) -> bool {
        let lits = || self.lits.iter().chain(premise);
        let holds = |lit: &L| lits().any(|other| other == lit);
        lits().any(|lit| match lit {
            L::Pos(other) if other.key == atom.key && other != atom && atom.key.kind == Kind::Fluent => {
                same_value(atom, other, known).iter().any(|pairs| {
                    pairs.iter().any(|(left, right)| differ(left, right, &holds) || !(known.can_be_equal)(left, right))
                })
            }
            _ => false,
        })
    }
}

/// Whether a static condition holds only for different objects: nobody is their own opponent.
fn is_apart(lit: &L, left: &T, right: &T, known: &Known) -> bool {
    let L::Pos(atom) = lit else { return false };
    if !(known.is_static)(&atom.key) {
        return false;
    }
    let at = |term: &T| atom.args.iter().position(|arg| arg == term);
    let (Some(left), Some(right)) = (at(left), at(right)) else { return false };
    known.statics.facts(&atom.key).iter().all(|fact| fact[left] != fact[right])
}

/// Whether two terms are known to be different.
fn differ(left: &T, right: &T, holds: &dyn Fn(&L) -> bool) -> bool {
    matches!((left, right), (T::Const(a), T::Const(b)) if a != b)
        || holds(&L::Neq(left.clone(), right.clone()))
        || holds(&L::Neq(right.clone(), left.clone()))
}

/// For each invariant by which two facts must agree, the terms that are then equal.
fn same_value(atom: &A, other: &A, known: &Known) -> Vec<Vec<(T, T)>> {
    if atom.key.kind != Kind::Fluent {
        let same: Vec<bool> = atom.args.iter().zip(&other.args).map(|(left, right)| left == right).collect();
        if !same.contains(&true) || !(known.settles)(&atom.key, &same) {
            return Vec::new();
        }
        let pairs = atom.args.iter().zip(&other.args).filter(|(left, right)| left != right);
        return vec![pairs.map(|(left, right)| (left.clone(), right.clone())).collect()];
    }
    let invariants = known.invariants.get(&atom.key).map_or(&[][..], |list| list);
    let mut all = Vec::new();
    for invariant in invariants {
        let places = || atom.args.iter().zip(&other.args).zip(&invariant.determined);
        if places().all(|((left, right), determined)| *determined || left == right) {
            let differing = places().filter(|((left, right), _)| left != right);
            all.push(differing.map(|((left, right), _)| (left.clone(), right.clone())).collect());
        }
    }
    all
}

/// The negation of a condition as a conjunction, with its variables.
pub(super) fn contrary(lit: &L) -> (Vec<L>, Vec<usize>) {
    match lit {
        L::Pos(atom) => (vec![L::Neg(atom.clone())], Vec::new()),
        L::Neg(atom) => (vec![L::Pos(atom.clone())], Vec::new()),
        L::Eq(left, right) => (vec![L::Neq(left.clone(), right.clone())], Vec::new()),
        L::Neq(left, right) => (vec![L::Eq(left.clone(), right.clone())], Vec::new()),
        L::None(vars, lits) => (lits.clone(), vars.clone()),
    }
}
