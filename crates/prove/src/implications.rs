//! Auxiliary invariants: where one fluent holds, another does.
//!
//! Groups alone admit states that no play reaches, such as marks that float above an empty cell of Connect Four, and a proof fails on
//! them that would succeed on the reachable ones. Pairs of fluents of which the samples show that one implies the other are proved
//! like the groups, by Houdini, on top of these.

use game::{Evaluator, Signal};
use rustc_hash::FxHashMap;

use crate::columns::Columns;
use crate::everywhere::Known;
use crate::houdini::{self, Claim};
use crate::term::Term;

/// Fluents up to which all pairs are looked at; beyond, only those that differ in one argument.
const ALL_PAIRS: usize = 300;
/// Sampled states in which a fluent must have been seen, that what it seems to imply be no accident.
const SUPPORT: u32 = 12;
/// Pairs that are tried at most.
const MOST: usize = 3000;
/// Conflicts that a single query may take.
const CONFLICTS: u64 = 5_000;

/// The implications between fluents that can be proved, as claims.
pub fn find(known: &Known, evaluator: &Evaluator) -> Vec<Claim> {
    let columns = Columns::new(known.samples, known.game.fluents.len());
    let mut pairs = pairs(known);
    pairs.retain(|&(one, other)| columns.implies(one, other, SUPPORT));
    pairs.truncate(MOST);
    let signal = |fluent: u32| Signal::of(1 + fluent);
    let claim = |&(one, other): &(u32, u32)| Claim::AtLeastOne(vec![!signal(one), signal(other)]);
    let claims: Vec<Claim> = pairs.iter().map(claim).collect();
    if claims.is_empty() {
        return claims;
    }
    let kept = houdini::prove(&mut known.unrolling(), evaluator, &claims, CONFLICTS);
    claims.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(claim, _)| claim).collect()
}

/// Pairs of fluents, in both orders: those that differ in a single argument first, the rest only in small games.
fn pairs(known: &Known) -> Vec<(u32, u32)> {
    let mut alike: FxHashMap<String, Vec<u32>> = FxHashMap::default();
    for (fluent, text) in (0..).zip(&known.game.fluents) {
        let term = Term::new(text);
        for at in 0..term.arguments.len() {
            let varying: Vec<bool> = (0..term.arguments.len()).map(|other| other == at).collect();
            alike.entry(term.pattern(&varying)).or_default().push(fluent);
        }
    }
    let mut groups: Vec<Vec<u32>> = alike.into_values().collect();
    groups.sort_unstable();
    if known.game.fluents.len() <= ALL_PAIRS {
        groups.push((0..known.game.fluents.len() as u32).collect());
    }
    let both = |group: &Vec<u32>| {
        let pairs = |&one: &u32| group.iter().filter(move |&&other| other != one).map(move |&other| (one, other));
        group.iter().flat_map(pairs).collect::<Vec<_>>()
    };
    let mut seen = rustc_hash::FxHashSet::default();
    groups.iter().filter(|group| group.len() <= 64 || group.len() <= ALL_PAIRS).flat_map(both).filter(|pair| seen.insert(*pair)).collect()
}
