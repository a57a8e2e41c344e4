//! Splits clauses into narrower ones by eliminating variables.
//!
//! A frame rule such as
//!
//! ```text
//! (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (move ?x1 ?y1 ?x2 ?y2)) (away ?x ?y ?x2 ?y2))
//! ```
//!
//! has as many instances as there are pairs of a cell and a move. But `?r`, `?x1` and `?y1` occur in a single literal,
//! so with `(<= (goes ?x2 ?y2) (does ?r (move ?x1 ?y1 ?x2 ?y2)))` only pairs of a cell and a target remain; then
//! `?x2 ?y2` can be eliminated in the same way. This is the tree decomposition of rules used by answer-set grounders
//! (Bichler, Morak & Woltran 2016), done greedily. Fewer instances make grounding faster, and the auxiliary atoms are
//! shared gates that would otherwise have to be factored out of the circuit later.
//!
//! Literals that do not bind their variables, such as `(distinct ?x ?x2)` in place of `away` above, can be split off as
//! well. A guard relation, derived from the remaining literals, then says for which values the auxiliary relation is
//! needed (as in [`crate::demand`]).

use crate::clause::{Atom, Clause, Clauses, Pattern, RelationInfo, RelationKind};
use crate::limits::{Meter, Stop};

/// Splits every clause as far as it pays off.
pub fn decompose(clauses: &mut Clauses, meter: &mut Meter) -> Result<(), Stop> {
    let mut queue = std::mem::take(&mut clauses.clauses);
    queue.reverse();
    while let Some(mut clause) = queue.pop() {
        meter.tick(|| 0)?;
        while places(&clause).count() * (clause.variables as usize) < MOST_COMBINATIONS
            && let Some(split) = best_split(&clause, &clauses.relations)
        {
            queue.extend(split.apply(&mut clause, &mut clauses.relations));
        }
        clauses.clauses.push(clause);
    }
    Ok(())
}

/// Clauses with more literals times variables than this are not split: each split examines all variables of all
/// literals for each variable, and nobody writes such clauses by hand.
const MOST_COMBINATIONS: usize = 20_000;

/// A literal of a body, by kind and position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Positive(usize),
    Negative(usize),
    Distinct(usize),
}

fn places(clause: &Clause) -> impl Iterator<Item = Place> {
    (0..clause.positive.len())
        .map(Place::Positive)
        .chain((0..clause.negative.len()).map(Place::Negative))
        .chain((0..clause.distinct.len()).map(Place::Distinct))
}

/// A set of variables.
type Set = Vec<bool>;

fn count(set: &Set) -> usize {
    set.iter().filter(|&&member| member).count()
}

fn subset(small: &Set, large: &Set) -> bool {
    small.iter().zip(large).all(|(&s, &l)| !s || l)
}

fn unite(set: &mut Set, more: &Set) {
    set.iter_mut().zip(more).for_each(|(s, &m)| *s |= m);
}

fn atom_variables(atom: &Atom, width: u32) -> Set {
    let mut set = vec![false; width as usize];
    atom.for_each_variable(&mut |v| set[v as usize] = true);
    set
}

fn variables(clause: &Clause, place: Place) -> Set {
    match place {
        Place::Positive(i) => atom_variables(&clause.positive[i], clause.variables),
        Place::Negative(i) => atom_variables(&clause.negative[i], clause.variables),
        Place::Distinct(i) => {
            let mut set = vec![false; clause.variables as usize];
            clause.distinct[i].0.for_each_variable(&mut |v| set[v as usize] = true);
            clause.distinct[i].1.for_each_variable(&mut |v| set[v as usize] = true);
            set
        }
    }
}

/// Literals to move into an auxiliary clause.
struct Split {
    bucket: Vec<Place>,
    /// Static literals that remain but also restrict the auxiliary clause.
    copies: Vec<Place>,
    /// Variables of the auxiliary atom.
    kept: Set,
    /// All variables of the bucket.
    all: Set,
    /// Whether the bucket does not bind its variables, so that it needs a guard.
    unsafe_alone: bool,
}

/// The split by the variable whose literals together have the fewest variables.
fn best_split(clause: &Clause, relations: &[RelationInfo]) -> Option<Split> {
    if clause.positive.len() + clause.negative.len() + clause.distinct.len() < 2 {
        return None;
    }
    let head = atom_variables(&clause.head, clause.variables);
    let body: Vec<(Place, Set)> = places(clause).map(|p| (p, variables(clause, p))).collect();
    (0..clause.variables as usize)
        .filter(|&v| !head[v])
        .filter_map(|v| split_by(v, clause, &head, &body, relations))
        .min_by_key(|split| (split.unsafe_alone, count(&split.all), count(&split.kept)))
}

fn split_by(
    variable: usize,
    clause: &Clause,
    head: &Set,
    body: &[(Place, Set)],
    relations: &[RelationInfo],
) -> Option<Split> {
    let (bucket, rest): (Vec<_>, Vec<_>) = body.iter().partition(|(_, set)| set[variable]);
    if bucket.is_empty() || rest.is_empty() {
        return None;
    }
    let width = clause.variables as usize;
    let mut all = vec![false; width];
    bucket.iter().for_each(|(_, set)| unite(&mut all, set));
    let mut outside = head.clone();
    rest.iter().for_each(|(_, set)| unite(&mut outside, set));
    let kept: Set = all.iter().zip(&outside).map(|(&a, &o)| a && o).collect();

    // Static literals restrict the auxiliary clause as well as this one. A guard is copied even if it adds variables of
    // its own: without it the auxiliary relation would contain all the atoms that the guard excludes.
    let kind = |place: &Place| match place {
        Place::Positive(i) => relations[clause.positive[*i].relation as usize].kind,
        Place::Negative(i) => relations[clause.negative[*i].relation as usize].kind,
        Place::Distinct(_) => RelationKind::Static,
    };
    let mut reach = all.clone();
    for (place, set) in &rest {
        if kind(place) == RelationKind::Guard {
            unite(&mut reach, set);
        }
    }
    let copied = |place: &Place, set: &Set| {
        matches!(place, Place::Positive(_)) && kind(place) != RelationKind::Dynamic && subset(set, &reach)
    };
    let copies: Vec<Place> = rest.iter().filter(|(p, set)| copied(p, set)).map(|(p, _)| *p).collect();
    // The split pays off if the rest has other variables (fewer combinations) or a dynamic literal (a factor pulled
    // out).
    let worth = |(p, set): &&&(Place, Set)| kind(p) == RelationKind::Dynamic || (!copied(p, set) && !subset(set, &all));
    if !rest.iter().any(|literal| worth(&literal)) {
        return None;
    }
    // Safety: the auxiliary clause must bind its own variables.
    let mut bound = vec![false; width];
    for (place, set) in &bucket {
        if matches!(place, Place::Positive(_)) {
            unite(&mut bound, set);
        }
    }
    for copy in &copies {
        unite(&mut bound, &variables(clause, *copy));
    }
    let unsafe_alone = !subset(&all, &bound);
    let factor = rest.iter().any(|(p, _)| kind(p) == RelationKind::Dynamic);
    if unsafe_alone && !(factor && relations[clause.head.relation as usize].kind == RelationKind::Dynamic) {
        return None;
    }
    let bucket: Vec<Place> = bucket.into_iter().map(|(p, _)| *p).collect();
    Some(Split { bucket, copies, kept, all, unsafe_alone })
}

impl Split {
    /// Moves the bucket out of the clause; returns the auxiliary clause that defines it and the clause of its guard, if
    /// it needs one.
    fn apply(&self, clause: &mut Clause, relations: &mut Vec<RelationInfo>) -> Vec<Clause> {
        let RelationInfo { kind: head_kind, stratum, .. } = relations[clause.head.relation as usize];
        let new_atom = |variables: &Set, kind: RelationKind, relations: &mut Vec<RelationInfo>| {
            let arguments: Vec<Pattern> =
                (0..variables.len()).filter(|&v| variables[v]).map(|v| Pattern::Variable(v as u32)).collect();
            relations.push(RelationInfo { arity: arguments.len(), kind, stratum });
            Atom { relation: relations.len() as u32 - 1, arguments }
        };
        let (mut inside, outside) = (self.part(clause, true), self.part(clause, false));
        for copy in &self.copies {
            if let Place::Positive(i) = copy {
                inside.positive.push(clause.positive[*i].clone());
            }
        }
        let mut clauses = Vec::new();
        if self.unsafe_alone {
            let mut guard = Clause { negative: Vec::new(), ..outside.clone() };
            let mut bound = vec![false; clause.variables as usize];
            guard.positive.iter().for_each(|a| a.for_each_variable(&mut |v| bound[v as usize] = true));
            let distinct: Vec<usize> =
                (0..guard.distinct.len()).filter(|&i| subset(&variables(&guard, Place::Distinct(i)), &bound)).collect();
            guard.distinct = distinct.into_iter().map(|i| guard.distinct[i].clone()).collect();
            let arguments = self.kept.iter().zip(&bound).map(|(&k, &b)| k && b).collect();
            guard.head = new_atom(&arguments, RelationKind::Guard, relations);
            inside.positive.push(guard.head.clone());
            clauses.push(guard);
        }
        let body = inside.positive.iter().chain(&inside.negative);
        let kind = body.map(|a| relations[a.relation as usize].kind).max().unwrap_or(RelationKind::Static);
        inside.head = new_atom(&self.kept, kind.min(head_kind), relations);
        *clause = outside;
        clause.positive.push(inside.head.clone());
        clauses.push(inside);
        clauses
    }

    /// The clause with only the literals of the bucket, or with only the others.
    fn part(&self, clause: &Clause, bucket: bool) -> Clause {
        let taken = |place: Place| self.bucket.contains(&place) == bucket;
        Clause {
            head: clause.head.clone(),
            positive: pick(&clause.positive, |i| taken(Place::Positive(i))),
            negative: pick(&clause.negative, |i| taken(Place::Negative(i))),
            distinct: pick(&clause.distinct, |i| taken(Place::Distinct(i))),
            variables: clause.variables,
            origin: clause.origin,
        }
    }
}

fn pick<T: Clone>(items: &[T], wanted: impl Fn(usize) -> bool) -> Vec<T> {
    items.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, item)| item.clone()).collect()
}
