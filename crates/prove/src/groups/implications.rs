//! Auxiliary invariants: if a fluent holds, then another one does, or some fluent of a variable that may have none, or
//! a related fluent of another name does not.
//!
//! Groups alone admit unreachable states, such as floating discs in Connect Four, and a proof may fail on these.
//! Implications suggested by the samples are proved like the groups, by Houdini, on top of these.

use game::{Evaluator, Fluent, Signal, State, StateVariable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::term::Term;
use crate::induction::everywhere::Premises;
use crate::induction::houdini::{self, Claim};
use crate::samples::columns::Columns;

/// Up to this many pairs of a fluent and a conclusion all are tried; beyond, only those that differ in one argument.
const ALL_PAIRS: usize = 100_000;
/// The minimum number of sampled states with a fluent before its implications are tried.
const SUPPORT: u32 = 12;
/// The number of conclusions tried per fluent, besides those of similar text.
const COMPANIONS: usize = 3;
/// The maximum number of implications tried.
const MOST: usize = 3000;

/// A possible conclusion: one of these holds.
struct Conclusion {
    /// Its text, with `_` for varying arguments.
    name: String,
    fluents: Vec<Fluent>,
}

/// The implications that can be proved, as claims.
pub fn find(premises: &Premises, evaluator: &Evaluator, variables: &[StateVariable]) -> Vec<Claim> {
    let game = premises.game;
    let columns = Columns::new(premises.samples, game.fluents.len());
    let single = (0..game.fluents.len())
        .map(|fluent| Conclusion { name: game.fluents[fluent].clone(), fluents: vec![Fluent(fluent as u32)] });
    let some = variables
        .iter()
        .filter(|variable| variable.none && variable.fluents.len() > 1)
        .map(|variable| Conclusion { name: variable.name.clone(), fluents: variable.fluents.clone() });
    let conclusions: Vec<Conclusion> = single.chain(some).collect();
    let seen: Vec<Vec<u64>> = conclusions.iter().map(|conclusion| columns.some(&conclusion.fluents)).collect();
    let mut pairs = pairs(premises, variables, &conclusions);
    pairs.retain(|&(fluent, other)| {
        !conclusions[other].fluents.contains(&Fluent(fluent)) && columns.implies(fluent, &seen[other], SUPPORT)
    });
    pairs.truncate(MOST);
    let claim = |&(fluent, other): &(u32, usize)| {
        let holds = conclusions[other].fluents.iter().map(|&fluent| game.fluent_input(fluent));
        Claim::AtLeastOne([!Signal::of(1 + fluent)].into_iter().chain(holds).collect())
    };
    let mut claims: Vec<Claim> = pairs.iter().map(claim).collect();
    let apart = namesakes(premises).into_iter().filter(|&(one, other)| columns.tally(&[one, other]).at_most_one);
    let apart = apart.filter(|&(one, other)| columns.varies(one) && columns.varies(other));
    claims.extend(
        apart.take(MOST).map(|(one, other)| Claim::AtMostOne(vec![Signal::of(1 + one), Signal::of(1 + other)])),
    );
    if claims.is_empty() {
        return claims;
    }
    let mut certain = vec![false; claims.len()];
    let doubt = vec![0; claims.len()];
    houdini::prove(&mut premises.unrolling(), evaluator, &claims, &doubt, premises.invariants, &mut certain);
    claims.into_iter().zip(certain).filter(|(_, certain)| *certain).map(|(claim, _)| claim).collect()
}

/// Pairs of fluents with different names in which one starts with all the arguments of the other: `(free 1 2)` and
/// `(cell 1 2 x)`.
fn namesakes(premises: &Premises) -> Vec<(u32, u32)> {
    let terms: Vec<Term> = premises.game.fluents.iter().map(|text| Term::new(text)).collect();
    let mut by_arguments: FxHashMap<&[&str], Vec<u32>> = FxHashMap::default();
    for (fluent, term) in (0..).zip(&terms).filter(|(_, term)| !term.arguments.is_empty()) {
        by_arguments.entry(&term.arguments).or_default().push(fluent);
    }
    let mut pairs = Vec::new();
    for (fluent, term) in (0..).zip(&terms) {
        for length in 1..=term.arguments.len() {
            let shorter = by_arguments.get(&term.arguments[..length]).into_iter().flatten();
            let named_otherwise = shorter.filter(|&&other| terms[other as usize].frame[0] != term.frame[0]);
            pairs.extend(named_otherwise.map(|&other| (other.min(fluent), other.max(fluent))));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Pairs of a fluent and a conclusion: all in small games, otherwise those whose texts differ in a single argument,
/// apart from varying ones.
fn pairs(premises: &Premises, variables: &[StateVariable], conclusions: &[Conclusion]) -> Vec<(u32, usize)> {
    let fluents = premises.game.fluents.len();
    if fluents * conclusions.len() <= ALL_PAIRS {
        return (0..fluents as u32).flat_map(|f| (0..conclusions.len()).map(move |other| (f, other))).collect();
    }
    let mut pairs = companions(premises);
    let mut alike: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (index, conclusion) in conclusions.iter().enumerate() {
        for pattern in patterns(&conclusion.name) {
            alike.entry(pattern).or_default().push(index);
        }
    }
    for variable in variables {
        for fluent in &variable.fluents {
            let texts = [&premises.game.fluents[fluent.0 as usize], &variable.name];
            for pattern in texts.into_iter().flat_map(|text| patterns(text)) {
                pairs.extend(alike.get(&pattern).into_iter().flatten().map(|&other| (fluent.0, other)));
            }
        }
    }
    let mut seen = FxHashSet::default();
    pairs.retain(|pair| seen.insert(*pair));
    pairs
}

/// For each fluent, the rarest others that were seen whenever it was: a pawn that moved two squares, and the square it
/// is on.
fn companions(premises: &Premises) -> Vec<(u32, usize)> {
    let states = &premises.samples.states;
    let mut seen: Vec<u32> = vec![0; premises.game.fluents.len()];
    let mut always: Vec<Option<Vec<u64>>> = vec![None; premises.game.fluents.len()];
    for visited in states {
        for fluent in visited.state.fluents() {
            seen[fluent.0 as usize] += 1;
            match &mut always[fluent.0 as usize] {
                Some(common) => common.iter_mut().zip(visited.state.words()).for_each(|(c, word)| *c &= word),
                unseen => *unseen = Some(visited.state.words().to_vec()),
            }
        }
    }
    let mut pairs = Vec::new();
    for (fluent, common) in (0..).zip(always) {
        let Some(common) = common.filter(|_| seen[fluent as usize] >= SUPPORT) else { continue };
        let common = State::from_words(&common);
        let mut others: Vec<u32> = common.fluents().map(|other| other.0).filter(|&other| other != fluent).collect();
        others.sort_by_key(|&other| seen[other as usize]);
        pairs.extend(others.into_iter().take(COMPANIONS).map(|other| (fluent, other as usize)));
    }
    pairs
}

/// The patterns that leave out one argument.
fn patterns(text: &str) -> Vec<String> {
    let term = Term::new(text);
    let arity = term.arguments.len();
    (0..arity).map(|at| term.pattern(&(0..arity).map(|other| other == at).collect::<Vec<bool>>())).collect()
}
