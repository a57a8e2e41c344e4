//! Relaxed reachability: the facts, moves and derived atoms that may occur in some state.
//!
//! The least set that contains the first state, is closed under all dynamic clauses without their dynamic negative
//! literals, and treats every `(next f)` as a possible `(true f)` and every `(legal r m)` as a possible `(does r m)`.
//! Facts are never removed, so the set covers every reachable state. It also infers the domains for sheets without
//! `base` and `input`.

use gdl::Rules;
use gdl::rules::Keyword;

use crate::clause::{Clauses, RelationKind};
use crate::limits::{Meter, Stop};
use crate::seminaive::{Evaluation, Link};
use crate::store::Store;
use crate::terms::TermId;

/// Fills all dynamic relations. `init` must be complete; `matches` counts matches per clause of the sheet.
pub fn evaluate_relaxed(
    rules: &Rules,
    roles: &[TermId],
    clauses: &Clauses,
    store: &mut Store,
    meter: &mut Meter,
    matches: &mut [usize],
    watch: &[u32],
) -> Result<(), Stop> {
    let relation = |keyword| rules.keyword(keyword).0;
    let init = relation(Keyword::Init);
    for number in 0..store.relations[init as usize].len() {
        let tuple = store.relations[init as usize].tuple(number).to_vec();
        store.insert(relation(Keyword::True), &tuple);
    }
    let links = vec![
        Link { from: relation(Keyword::Next), to: relation(Keyword::True), first_argument: None },
        Link { from: relation(Keyword::Legal), to: relation(Keyword::Does), first_argument: Some(roles.to_vec()) },
    ];
    let dynamic =
        clauses.clauses.iter().filter(|c| clauses.relations[c.head.relation as usize].kind != RelationKind::Static);
    let members = dynamic.map(|c| (c.origin as usize, c)).collect();
    Evaluation { relations: &clauses.relations, clauses: members, links, watch }.run(store, meter, matches)
}
