//! Exact evaluation of static relations, stratum by stratum, so that a negated relation is complete before it is used.

use crate::clause::{Clause, Clauses, RelationKind};
use crate::limits::{Meter, Stop};
use crate::seminaive::Evaluation;
use crate::store::Store;

/// Fills all static relations. `matches` counts matches per clause of the sheet.
pub fn evaluate_statics(
    clauses: &Clauses,
    store: &mut Store,
    meter: &mut Meter,
    matches: &mut [usize],
    watch: &[u32],
) -> Result<(), Stop> {
    let info = |clause: &Clause| &clauses.relations[clause.head.relation as usize];
    let mut strata: Vec<u32> =
        clauses.clauses.iter().filter(|c| info(c).kind == RelationKind::Static).map(|c| info(c).stratum).collect();
    strata.sort_unstable();
    strata.dedup();
    for stratum in strata {
        let members =
            clauses.clauses.iter().filter(|c| info(c).kind == RelationKind::Static && info(c).stratum == stratum);
        let members = members.map(|c| (c.origin as usize, c)).collect();
        let evaluation = Evaluation { relations: &clauses.relations, clauses: members, links: Vec::new(), watch };
        evaluation.run(store, meter, matches)?;
    }
    Ok(())
}
