//! The literals of a rule: those that a state gives it (Definition 8), and which of them can go.

use game::{Game, Random, StateVariable};

use crate::options::{Order, Removal, Vocabulary, shuffle};
use crate::rule::Literal;

/// Literals beyond which not all subsets are tried: there are 2^16 of 16.
const MOST_LITERALS: usize = 16;

/// What a state says, in ascending literals. `telling` are the fluents, ascending, that tell states apart.
pub fn induced(game: &Game, telling: &[u32], vocabulary: Vocabulary, holds: &dyn Fn(u32) -> bool) -> Vec<Literal> {
    let literal = |fluent: u32| Literal { fluent, positive: holds(fluent) };
    // Per state variable what tells its value: the fluent that holds, or that none of its fluents does.
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

/// Fewer literals, some of `all`, that are still valid; none if all are needed. What was found valid last is what is
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

/// Each literal is tried once.
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

/// The subsets from the smallest on, those of one size in random order, until one is valid.
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
