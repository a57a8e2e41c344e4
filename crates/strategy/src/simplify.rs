//! Simplifies a list: fewer literals, fewer rules (Definition 9; lines 12 to 15 of Algorithm 2).

use std::convert::Infallible;

use game::Random;

use crate::follow::Optimality;
use crate::list::List;
use crate::literals::fewer;
use crate::options::{Order, Removal};

/// Removes literals from a rule as long as the list stays as optimal as required; returns whether there were any.
pub fn shorten(list: &mut List<'_>, at: usize, removal: Removal, order: Order, random: &mut Random) -> bool {
    let all = list.literals(at).to_vec();
    let found =
        fewer(&all, removal, order, random, &mut |left| Ok::<_, Infallible>(!list.is_halted() && list.widen(at, left)));
    matches!(found, Ok(Some(_)))
}

/// Simplifies rule by rule until no literal can be removed, and removes dead rules. Returns whether anything was
/// removed.
pub fn simplify(list: &mut List<'_>, order: Order, random: &mut Random) -> bool {
    let mut simpler = false;
    let mut changed = true;
    while changed {
        changed = false;
        let mut at = 0;
        let places = order.numbers(list.entries.len(), random);
        while let Some(&place) = places.get(at) {
            at += 1;
            if shorten(list, place, Removal::Greedy, order, random) {
                (changed, simpler) = (true, true);
                if list.drop_dead() {
                    // Positions have changed: start another round.
                    break;
                }
            }
        }
    }
    simpler
}

/// Simplifies a strongly optimal list and removes rules that it does not need. Removing a literal changes the reachable
/// states, so a needed rule may have nothing to decide in the end: such rules are removed last.
pub fn finish(list: &mut List<'_>, order: Order, random: &mut Random) {
    list.require(Optimality::Strong);
    simplify(list, order, random);
    if thin(list, order, random) {
        simplify(list, order, random);
    }
    list.drop_unused();
}

/// Removes rules and literals until none can be removed: removing a literal changes the reachable states, and then a
/// rule may have nothing to decide. Rules first: a rule that is not needed need not be shortened.
pub fn settle(list: &mut List<'_>, order: Order, random: &mut Random) {
    list.drop_dead();
    while thin(list, order, random) | simplify(list, order, random) {}
}

/// Removes rules that are not needed, each tried once.
pub fn thin(list: &mut List<'_>, order: Order, random: &mut Random) -> bool {
    let mut changed = false;
    let mut places = order.numbers(list.entries.len(), random);
    while let Some(place) = places.pop().filter(|_| !list.is_halted()) {
        let before = list.entries.len();
        if list.drop_rule(place, Optimality::Strong) {
            changed = true;
            match before - list.entries.len() {
                1 => places.iter_mut().filter(|other| **other > place).for_each(|other| *other -= 1),
                // A whole group was removed, and positions have changed: start another round.
                _ => places = order.numbers(list.entries.len(), random),
            }
        }
    }
    changed
}
