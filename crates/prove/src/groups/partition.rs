//! Turns proved groups into state variables: a partition of the fluents that takes few bits.
//!
//! Families are taken as a whole, the one that saves the most bits first. Its fluents are removed from the others,
//! which are still groups of mutually exclusive fluents. Whole families keep the encoding natural: in chess, where a
//! king is on one square, this gives one variable per square, rather than one for each king and a poorer one per
//! square.

use game::{Fluent, Game, StateVariable};

use super::candidates::Candidates;

/// What is proved about a candidate group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedGroup {
    /// No two of its fluents hold together.
    pub at_most_one: bool,
    /// One of its fluents always holds.
    pub at_least_one: bool,
}

/// The remaining part of a group.
struct Rest {
    group: usize,
    fluents: Vec<u32>,
    whole: bool,
}

/// Partitions the fluents into state variables, in the order of their first fluents. Fluents in no proved group are
/// variables of their own.
pub fn partition(game: &Game, candidates: &Candidates, proved: &[ProvedGroup]) -> Vec<StateVariable> {
    let mut free = vec![true; game.fluents.len()];
    let mut variables = Vec::new();
    let mut open: Vec<usize> = (0..candidates.families.len()).collect();
    loop {
        let mut best: Option<(f64, usize, Vec<Rest>)> = None;
        open.retain(|&family| {
            let rest = remaining(candidates, proved, family, &free);
            let saved: f64 = rest.iter().map(|rest| saved_bits(rest, proved)).sum();
            let better = match &best {
                None => saved > 0.0,
                // Differences below a millionth of a bit are ignored: floating-point sums differ in the last digits.
                Some((most, other, _)) => {
                    let natural = candidates.families[family].varying < candidates.families[*other].varying;
                    saved > most + 1e-6 || (saved > most - 1e-6 && natural)
                }
            };
            if better {
                best = Some((saved, family, rest));
            }
            saved > 0.0
        });
        let Some((_, _, rest)) = best else { break };
        for rest in rest {
            rest.fluents.iter().for_each(|&fluent| free[fluent as usize] = false);
            variables.push(StateVariable {
                name: candidates.groups[rest.group].name.clone(),
                none: !(rest.whole && proved[rest.group].at_least_one),
                fluents: rest.fluents.into_iter().map(Fluent).collect(),
            });
        }
    }
    let lone = (0..game.fluents.len()).filter(|&fluent| free[fluent]).map(|fluent| StateVariable {
        name: game.fluents[fluent].clone(),
        fluents: vec![Fluent(fluent as u32)],
        none: true,
    });
    variables.extend(lone);
    variables.sort_by_key(|variable| variable.fluents[0]);
    variables
}

/// The proved groups of a family without the taken fluents, if at least two remain.
fn remaining(candidates: &Candidates, proved: &[ProvedGroup], family: usize, free: &[bool]) -> Vec<Rest> {
    let groups = candidates.families[family].groups.iter().filter(|&&group| proved[group].at_most_one);
    let rest = groups.map(|&group| {
        let all = &candidates.groups[group].fluents;
        let fluents: Vec<u32> = all.iter().copied().filter(|&fluent| free[fluent as usize]).collect();
        Rest { group, whole: fluents.len() == all.len(), fluents }
    });
    rest.filter(|rest| rest.fluents.len() > 1).collect()
}

/// The bits that a variable saves over separate fluents.
fn saved_bits(rest: &Rest, proved: &[ProvedGroup]) -> f64 {
    let none = usize::from(!(rest.whole && proved[rest.group].at_least_one));
    rest.fluents.len() as f64 - ((rest.fluents.len() + none) as f64).log2()
}
