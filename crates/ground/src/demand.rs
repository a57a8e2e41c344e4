//! Restricts large relations to the atoms that are used.
//!
//! Evaluated bottom-up, `(threatened ?x ?y ?u ?v)` or a counting loop over a board has an atom for every combination of
//! arguments, although the rules that use it bind most arguments. For such a relation `p` this module introduces a
//! guard relation that holds the combinations of bound arguments that occur (`demand`), adds it to the bodies of `p`'s
//! clauses, and derives it from the bodies that use `p`. These are the magic sets of deductive databases (Beeri &
//! Ramakrishnan 1991). With `p` restricted,
//!
//! ```text
//! (<= (legal ?r (go ?x)) (true (at ?x)) (not (threatened ?r ?x)))
//! (<= (threatened ?r ?x) body)
//! ```
//!
//! becomes, where `demand` is a name that no sheet can contain,
//!
//! ```text
//! (<= (legal ?r (go ?x)) (true (at ?x)) (not (threatened ?r ?x)))
//! (<= (threatened ?r ?x) (demand ?r ?x) body)
//! (<= (demand ?r ?x) (true (at ?x)) (role ?r))
//! ```
//!
//! Guards exist only while atoms are collected and ground rules are written out; no ground rule mentions them.
//! Restriction adds guards and joins, so it is used only for relations that exceed a bound without it (see
//! [`crate::pipeline`]). A restricted static relation becomes dynamic, because the demand for it depends on the state.
//! Its ground atoms turn out to be constant later ([`crate::constants`]).

use std::collections::{BTreeMap, BTreeSet};

use gdl::Rules;
use gdl::rules::Keyword;

use crate::clause::{Atom, Clause, Clauses, Pattern, RelationId, RelationInfo, RelationKind, classify, needed_by};
use crate::limits::{Meter, Stop};

/// For each restricted relation, the argument positions that are bound in all its uses.
type Adornments = BTreeMap<RelationId, Vec<bool>>;

/// Relations that cannot be restricted: keywords, and relations on which the first state depends.
pub fn unrestrictable(rules: &Rules) -> Vec<bool> {
    let mut excluded = needed_by(rules, vec![rules.keyword(Keyword::Init)]);
    rules.relations.iter().zip(&mut excluded).for_each(|(relation, excluded)| *excluded |= relation.keyword.is_some());
    excluded
}

/// Restricts the relations of `restricted`, and others if that is needed to keep the demand small.
pub fn restrict(
    clauses: &mut Clauses,
    mut restricted: BTreeSet<RelationId>,
    excluded: &[bool],
    meter: &mut Meter,
) -> Result<(), Stop> {
    let adornments = loop {
        match adorn(clauses, &restricted, excluded, meter)? {
            Adorned::Complete(adornments) => break adornments,
            Adorned::Needs(relation) => restricted.insert(relation),
        };
    };
    if adornments.is_empty() {
        return Ok(());
    }
    let mut guards: BTreeMap<RelationId, RelationId> = BTreeMap::new();
    for (&relation, bound) in &adornments {
        guards.insert(relation, clauses.relations.len() as RelationId);
        let arity = bound.iter().filter(|&&b| b).count();
        clauses.relations.push(RelationInfo { arity, kind: RelationKind::Guard, stratum: 0 });
        clauses.relations[relation as usize].kind = RelationKind::Dynamic;
    }
    let guard = |atom: &Atom| {
        let relation = *guards.get(&atom.relation)?;
        let bound = atom.arguments.iter().zip(&adornments[&atom.relation]).filter(|(_, b)| **b);
        Some(Atom { relation, arguments: bound.map(|(p, _)| p.clone()).collect() })
    };
    let mut demands = Vec::new();
    for clause in &mut clauses.clauses {
        clause.positive.splice(0..0, guard(&clause.head));
        demand_clauses(clause, &guard, &mut demands);
    }
    classify(&mut clauses.relations, &clauses.clauses);
    clauses.clauses.extend(demands);
    Ok(())
}

/// For each use of a restricted relation, the clause that derives its demand.
fn demand_clauses(clause: &Clause, guard: &impl Fn(&Atom) -> Option<Atom>, demands: &mut Vec<Clause>) {
    let (uses, mut body): (Vec<&Atom>, Vec<&Atom>) = clause.positive.iter().partition(|a| guard(a).is_some());
    let mut add = |body: &[&Atom], used: &Atom| {
        let Some(head) = guard(used) else { return };
        let positive: Vec<Atom> = body.iter().map(|&a| a.clone()).collect();
        if positive.contains(&head) {
            return;
        }
        let mut bound = vec![false; clause.variables as usize];
        positive.iter().for_each(|a| a.for_each_variable(&mut |v| bound[v as usize] = true));
        let is_bound = |p: &Pattern| {
            let mut all = true;
            p.for_each_variable(&mut |v| all &= bound[v as usize]);
            all
        };
        let distinct = clause.distinct.iter().filter(|(a, b)| is_bound(a) && is_bound(b)).cloned().collect();
        let (variables, origin) = (clause.variables, clause.origin);
        demands.push(Clause { head, positive, negative: Vec::new(), distinct, variables, origin });
    };
    for used in uses {
        add(&body, used);
        body.push(used);
    }
    for used in &clause.negative {
        add(&body, used);
    }
}

/// The result of [`adorn`].
enum Adorned {
    Complete(Adornments),
    /// This relation must be restricted as well. More arguments are bound then, so the analysis starts over.
    Needs(RelationId),
}

/// Finds the arguments that are bound at every use.
///
/// Starts with all and removes those that some use does not bind. If a variable is missing only because the head of the
/// clause is not restricted itself, that relation is restricted too.
fn adorn(
    clauses: &Clauses,
    restricted: &BTreeSet<RelationId>,
    excluded: &[bool],
    meter: &mut Meter,
) -> Result<Adorned, Stop> {
    let all = |relation: RelationId| vec![true; clauses.relations[relation as usize].arity];
    let mut adornments: Adornments = restricted.iter().map(|&r| (r, all(r))).collect();
    let mut changed = true;
    while changed {
        meter.check(0)?;
        changed = false;
        for clause in &clauses.clauses {
            let mut bound = vec![false; clause.variables as usize];
            if let Some(positions) = adornments.get(&clause.head.relation) {
                let arguments = clause.head.arguments.iter().zip(positions).filter(|(_, b)| **b);
                arguments.for_each(|(p, _)| p.for_each_variable(&mut |v| bound[v as usize] = true));
            }
            let (uses, others): (Vec<&Atom>, Vec<&Atom>) =
                clause.positive.iter().partition(|a| adornments.contains_key(&a.relation));
            others.iter().for_each(|a| a.for_each_variable(&mut |v| bound[v as usize] = true));
            let negative = clause.negative.iter().filter(|a| adornments.contains_key(&a.relation));
            let negative: Vec<&Atom> = negative.collect();
            for used in uses.iter().chain(&negative) {
                let missing = weaken(used, &bound, &mut adornments);
                changed |= !missing.is_empty();
                let head = clause.head.relation;
                let mut in_head = vec![false; clause.variables as usize];
                clause.head.for_each_variable(&mut |v| in_head[v as usize] = true);
                if missing.iter().any(|&v| in_head[v as usize])
                    && !excluded.get(head as usize).copied().unwrap_or(true)
                    && !adornments.contains_key(&head)
                {
                    return Ok(Adorned::Needs(head));
                }
                used.for_each_variable(&mut |v| bound[v as usize] = true);
            }
        }
    }
    Ok(Adorned::Complete(adornments))
}

/// Removes the unbound positions of one use; returns the missing variables.
fn weaken(used: &Atom, bound: &[bool], adornments: &mut Adornments) -> Vec<u32> {
    let mut missing = Vec::new();
    let Some(positions) = adornments.get_mut(&used.relation) else { return missing };
    for (argument, position) in used.arguments.iter().zip(positions).filter(|(_, p)| **p) {
        let before = missing.len();
        argument.for_each_variable(&mut |v| {
            if !bound[v as usize] {
                missing.push(v)
            }
        });
        *position = missing.len() == before;
    }
    missing
}
