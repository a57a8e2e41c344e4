//! Simplifying a list: fewer literals, fewer rules (Definition 9; lines 12 to 15 of Algorithm 2).

use game::Random;

use crate::follow::Optimality;
use crate::list::List;
use crate::options::{Order, Over, Removal};
use crate::rule::Literal;

/// Literals beyond which not all subsets are tried: there are 2^16 of 16.
const MOST_LITERALS: usize = 16;

/// Takes literals from a rule, as long as the list stays weakly optimal; says whether it took any.
pub fn shorten(list: &mut List<'_>, at: usize, removal: Removal, order: Order, random: &mut Random) -> bool {
    match removal {
        Removal::AllSubsets if list.literals(at).len() <= MOST_LITERALS => smallest(list, at, random),
        _ => greedy(list, at, order, random),
    }
}

/// Each literal is tried once.
fn greedy(list: &mut List<'_>, at: usize, order: Order, random: &mut Random) -> bool {
    let all = list.literals(at).to_vec();
    let mut kept = vec![true; all.len()];
    for number in order.numbers(all.len(), random) {
        kept[number] = false;
        let fewer: Vec<Literal> =
            all.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(literal, _)| *literal).collect();
        kept[number] = !list.widen(at, &fewer);
    }
    kept.iter().any(|kept| !kept)
}

/// The subsets from the smallest on, those of one size in random order, until one is valid.
fn smallest(list: &mut List<'_>, at: usize, random: &mut Random) -> bool {
    let all = list.literals(at).to_vec();
    for size in 0..all.len() {
        let mut subsets: Vec<u32> = (0..1u32 << all.len()).filter(|s| s.count_ones() as usize == size).collect();
        crate::options::shuffle(&mut subsets, random);
        for subset in subsets {
            let chosen = all.iter().enumerate().filter(|(number, _)| subset >> number & 1 == 1);
            let literals: Vec<Literal> = chosen.map(|(_, literal)| *literal).collect();
            if list.widen(at, &literals) {
                return true;
            }
        }
    }
    false
}

/// Simplifies rule by rule until no literal can go, or it is over; dead rules go on the way.
pub fn simplify(list: &mut List<'_>, order: Order, random: &mut Random, over: Over<'_>) {
    let mut changed = true;
    while changed {
        changed = false;
        let mut at = 0;
        let places = order.numbers(list.entries.len(), random);
        while let Some(&place) = places.get(at) {
            if over() {
                return;
            }
            at += 1;
            if greedy(list, place, order, random) {
                changed = true;
                if list.drop_dead() {
                    // Places have moved: begin another round.
                    break;
                }
            }
        }
    }
}

/// Takes out rules that are not needed, each tried once unless it is over before; says whether it took any.
pub fn thin(list: &mut List<'_>, order: Order, random: &mut Random, over: Over<'_>) -> bool {
    let mut changed = false;
    let mut places = order.numbers(list.entries.len(), random);
    while let Some(place) = places.pop().filter(|_| !over()) {
        let before = list.entries.len();
        if list.drop_rule(place, Optimality::Strong) {
            changed = true;
            if before - list.entries.len() > 1 {
                // A whole group went: begin another round.
                return thin(list, order, random, over) || changed;
            }
            places.iter_mut().filter(|other| **other > place).for_each(|other| *other -= 1);
        }
    }
    changed
}
