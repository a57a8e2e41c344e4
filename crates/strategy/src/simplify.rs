//! Simplifying a list: fewer literals, fewer rules (Definition 9; lines 12 to 15 of Algorithm 2).

use std::convert::Infallible;

use game::Random;

use crate::follow::Optimality;
use crate::list::List;
use crate::literals::fewer;
use crate::options::{Order, Removal};

/// Takes literals from a rule, as long as the list stays as optimal as it has to be; says whether it took any.
pub fn shorten(list: &mut List<'_>, at: usize, removal: Removal, order: Order, random: &mut Random) -> bool {
    let all = list.literals(at).to_vec();
    let found =
        fewer(&all, removal, order, random, &mut |left| Ok::<_, Infallible>(!list.is_halted() && list.widen(at, left)));
    matches!(found, Ok(Some(_)))
}

/// Simplifies rule by rule until no literal can go; dead rules go on the way. Says whether anything went.
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
                    // Places have moved: begin another round.
                    break;
                }
            }
        }
    }
    simpler
}

/// Simplifies a strongly optimal list and takes out the rules that it does not need. A literal less lets play get
/// elsewhere, so that a rule that was needed may have nothing to decide in the end: such rules go last.
pub fn finish(list: &mut List<'_>, order: Order, random: &mut Random) {
    list.require(Optimality::Strong);
    simplify(list, order, random);
    if thin(list, order, random) {
        simplify(list, order, random);
    }
    list.drop_unused();
}

/// Takes out rules and literals until none can go: a literal less lets play get elsewhere, and then a rule may have
/// nothing to decide. Rules first: one that is not needed at all need not be made shorter.
pub fn settle(list: &mut List<'_>, order: Order, random: &mut Random) {
    list.drop_dead();
    while thin(list, order, random) | simplify(list, order, random) {}
}

/// Takes out rules that are not needed, each tried once.
pub fn thin(list: &mut List<'_>, order: Order, random: &mut Random) -> bool {
    let mut changed = false;
    let mut places = order.numbers(list.entries.len(), random);
    while let Some(place) = places.pop().filter(|_| !list.is_halted()) {
        let before = list.entries.len();
        if list.drop_rule(place, Optimality::Strong) {
            changed = true;
            match before - list.entries.len() {
                1 => places.iter_mut().filter(|other| **other > place).for_each(|other| *other -= 1),
                // A whole group went, and places have moved: begin another round.
                _ => places = order.numbers(list.entries.len(), random),
            }
        }
    }
    changed
}
