//! The literals of a rule: those induced by a state (Definition 8), and which of them can be removed.

use game::{Game, Random, StateVariable};

use crate::options::{Order, Removal, Vocabulary, shuffle};
use crate::rule::Literal;

/// With more literals not all subsets are tried: 16 literals have 2^16.
const MOST_LITERALS: usize = 16;

/// The literals of a state, ascending. `telling` are the fluents, ascending, that vary over states.
pub fn induced(game: &Game, telling: &[u32], vocabulary: Vocabulary, holds: &dyn Fn(u32) -> bool) -> Vec<Literal> {
    let literal = |fluent: u32| Literal { fluent, positive: holds(fluent) };
    // For each state variable, the fluents that determine its value: the one that holds, or all if none holds.
    let tells = |variable: &StateVariable| {
        let fluents = variable.fluents.iter().map(|f| f.0).filter(|fluent| telling.binary_search(fluent).is_ok());
        let literals: Vec<Literal> = fluents.map(literal).collect();
        match literals.iter().find(|literal| literal.positive) {
            Some(&holding) => vec![holding],
            None => literals,
        }
    };
    let mut literals: Vec<Literal> = match vocabulary {
        Vocabulary::Values | Vocabulary::Mixed => game.variables.iter().flat_map(tells).collect(),
        Vocabulary::Negations => telling.iter().copied().map(literal).collect(),
    };
    literals.sort_unstable();
    literals
}

/// A smaller set of literals, a subset of `all`, that is still valid; `None` if all are needed. The last valid set is
/// returned.
pub fn fewer<E>(
    all: &[Literal],
    removal: Removal,
    order: Order,
    random: &mut Random,
    valid: &mut dyn FnMut(&[Literal]) -> Result<bool, E>,
) -> Result<Option<Vec<Literal>>, E> {
    match removal {
        Removal::AllSubsets if all.len() <= MOST_LITERALS => smallest(all, random, valid),
        _ => greedy(all, order, random, valid),
    }
}

/// Tries to remove each literal once.
fn greedy<E>(
    all: &[Literal],
    order: Order,
    random: &mut Random,
    valid: &mut dyn FnMut(&[Literal]) -> Result<bool, E>,
) -> Result<Option<Vec<Literal>>, E> {
    let mut kept = vec![true; all.len()];
    let mut found = None;
    for number in order.numbers(all.len(), random) {
        kept[number] = false;
        let left: Vec<Literal> = all.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(l, _)| *l).collect();
        kept[number] = !valid(&left)?;
        if !kept[number] {
            found = Some(left);
        }
    }
    Ok(found)
}

/// Tries the subsets by size, those of one size in random order, until one is valid.
fn smallest<E>(
    all: &[Literal],
    random: &mut Random,
    valid: &mut dyn FnMut(&[Literal]) -> Result<bool, E>,
) -> Result<Option<Vec<Literal>>, E> {
    for size in 0..all.len() {
        let mut subsets: Vec<u32> = (0..1u32 << all.len()).filter(|s| s.count_ones() as usize == size).collect();
        shuffle(&mut subsets, random);
        for subset in subsets {
            let chosen = all.iter().enumerate().filter(|(number, _)| subset >> number & 1 == 1);
            let literals: Vec<Literal> = chosen.map(|(_, literal)| *literal).collect();
            if valid(&literals)? {
                return Ok(Some(literals));
            }
        }
    }
    Ok(None)
}
