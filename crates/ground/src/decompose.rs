//! Splits clauses into narrower ones by eliminating variables.
//!
//! A frame rule such as
//!
//! ```text
//! (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (move ?x1 ?y1 ?x2 ?y2)) (away ?x ?y ?x2 ?y2))
//! ```
//!
//! has as many instances as there are pairs of a cell and a move. But `?r`, `?x1` and `?y1` occur in a single literal, so with
//! `(<= (goes ?x2 ?y2) (does ?r (move ?x1 ?y1 ?x2 ?y2)))` only pairs of a cell and a target are left; and then `?x2 ?y2` can be
//! eliminated in the same way. This is the tree decomposition of rules that answer-set grounders use (Bichler, Morak & Woltran 2016),
//! done greedily. Fewer instances mean a faster grounding, and the auxiliary atoms are the shared gates that one would have factored
//! out of the circuit later.

use crate::clause::{Atom, Clause, Clauses, Kind, Pattern, RelationInfo};

/// Splits every clause as far as it pays.
pub fn decompose(clauses: &mut Clauses) {
    let mut queue = std::mem::take(&mut clauses.clauses);
    queue.reverse();
    while let Some(mut clause) = queue.pop() {
        while let Some(split) = best_split(&clause, &clauses.relations) {
            let auxiliary = split.apply(&mut clause, &mut clauses.relations);
            queue.push(auxiliary);
        }
        clauses.clauses.push(clause);
    }
}

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
    /// Static literals that stay but also restrict the auxiliary clause.
    copies: Vec<Place>,
    /// Variables that the auxiliary atom keeps.
    kept: Set,
    /// All variables of the bucket.
    all: Set,
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
        .min_by_key(|split| (count(&split.all), count(&split.kept)))
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

    // Literals that never change restrict the auxiliary clause as well as this one. A guard does so even if it brings variables of
    // its own: without it the auxiliary relation would have all the atoms that the guard is there to avoid.
    let kind = |place: &Place| match place {
        Place::Positive(i) => relations[clause.positive[*i].relation as usize].kind,
        Place::Negative(i) => relations[clause.negative[*i].relation as usize].kind,
        Place::Distinct(_) => Kind::Static,
    };
    let mut reach = all.clone();
    for (place, set) in &rest {
        if kind(place) == Kind::Guard {
            unite(&mut reach, set);
        }
    }
    let copied = |place: &Place, set: &Set| {
        matches!(place, Place::Positive(_)) && kind(place) != Kind::Dynamic && subset(set, &reach)
    };
    let copies: Vec<Place> = rest.iter().filter(|(p, set)| copied(p, set)).map(|(p, _)| *p).collect();
    // Worth it if the rest has other variables (fewer combinations), or something that changes (a factor pulled out).
    let worth = |(p, set): &&&(Place, Set)| kind(p) == Kind::Dynamic || (!copied(p, set) && !subset(set, &all));
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
    let bucket: Vec<Place> = bucket.into_iter().map(|(p, _)| *p).collect();
    subset(&all, &bound).then_some(Split { bucket, copies, kept, all })
}

impl Split {
    /// Moves the bucket out of the clause and gives the auxiliary clause that defines it.
    fn apply(&self, clause: &mut Clause, relations: &mut Vec<RelationInfo>) -> Clause {
        let arguments: Vec<Pattern> =
            (0..clause.variables).filter(|&v| self.kept[v as usize]).map(Pattern::Variable).collect();
        let head = Atom { relation: relations.len() as u32, arguments };
        let mut auxiliary = Clause {
            head: head.clone(),
            positive: Vec::new(),
            negative: Vec::new(),
            distinct: Vec::new(),
            variables: clause.variables,
            origin: clause.origin,
        };
        for place in self.bucket.iter().chain(&self.copies) {
            match place {
                Place::Positive(i) => auxiliary.positive.push(clause.positive[*i].clone()),
                Place::Negative(i) => auxiliary.negative.push(clause.negative[*i].clone()),
                Place::Distinct(i) => auxiliary.distinct.push(clause.distinct[*i].clone()),
            }
        }
        let body = auxiliary.positive.iter().chain(&auxiliary.negative);
        let kind = body.map(|a| relations[a.relation as usize].kind).max().unwrap_or(Kind::Static);
        let RelationInfo { kind: head_kind, stratum, .. } = relations[clause.head.relation as usize];
        relations.push(RelationInfo { arity: head.arguments.len(), kind: kind.min(head_kind), stratum });

        let moved = |place: Place| self.bucket.contains(&place);
        let mut position = 0..;
        clause.positive.retain(|_| !moved(Place::Positive(position.next().unwrap_or(0))));
        let mut position = 0..;
        clause.negative.retain(|_| !moved(Place::Negative(position.next().unwrap_or(0))));
        let mut position = 0..;
        clause.distinct.retain(|_| !moved(Place::Distinct(position.next().unwrap_or(0))));
        clause.positive.push(head);
        auxiliary
    }
}
