//! Large-neighbourhood search: part of a good list is removed and rebuilt. The result is kept if it is not worse, and
//! occasionally if it is slightly worse.

use std::cmp::Ordering;

use game::Random;

use crate::algorithm2::fill;
use crate::follow::Optimality;
use crate::list::List;
use crate::options::{Options, PairOrder, Vocabulary, shuffle};
use crate::simplify::finish;

/// The maximum number of rules removed.
const MOST: u32 = 4;

/// One step from a strongly optimal list to another; `None` if the attempt failed or its result is not accepted.
pub fn step<'a>(list: &List<'a>, options: &Options, random: &mut Random) -> Option<List<'a>> {
    let mut next = list.clone();
    if random.below(3) == 0 {
        move_a_rule(&mut next, random)?
    } else {
        rebuild(&mut next, options, random)?
    }
    finish(&mut next, options.order, random);
    is_welcome(next.cost(), list.cost(), random).then_some(next)
}

/// Whether to accept a list: always if it is not worse, otherwise with a probability that depends on how much worse it
/// is. Without that, the search gets stuck in local optima: 17 rules for Nim 1-2-4-5, where 16 are enough.
fn is_welcome(
    (rules, literals): (usize, usize),
    (old_rules, old_literals): (usize, usize),
    random: &mut Random,
) -> bool {
    match rules.cmp(&old_rules) {
        Ordering::Less => true,
        Ordering::Equal => literals <= old_literals || random.below(4) == 0,
        Ordering::Greater => rules == old_rules + 1 && random.below(60) == 0,
    }
}

/// Moves a rule; `None` if the list is then not optimal.
fn move_a_rule(list: &mut List<'_>, random: &mut Random) -> Option<()> {
    let length = u32::try_from(list.entries.len()).ok().filter(|&length| length > 1)?;
    let (from, to) = (random.below(length) as usize, random.below(length) as usize);
    // A locked rule may belong to a group, which must stay contiguous.
    if list.entries[from].open.is_none() || list.entries[to].open.is_none() {
        return None;
    }
    list.relocate(from, to);
    list.is_advancing(Optimality::Strong).then_some(())
}

/// Removes rules and fills the gaps; new rules go to the position of an old one or anywhere.
fn rebuild(list: &mut List<'_>, options: &Options, random: &mut Random) -> Option<()> {
    let mut open: Vec<usize> = (0..list.entries.len()).filter(|&at| list.entries[at].open.is_some()).collect();
    shuffle(&mut open, random);
    let doomed: Vec<usize> = open.into_iter().take(1 + random.below(MOST) as usize).collect();
    let first = *doomed.first()?;
    list.remove(&|at| doomed.contains(&at));
    // The proposals of other rules may now be reached where they are bad; then the attempt fails.
    if !list.is_advancing(Optimality::Weak) {
        return None;
    }
    list.require(Optimality::Weak);
    let pairs = [PairOrder::Random, PairOrder::FromEnd, PairOrder::FromStart][random.below(3) as usize];
    let vocabulary = match options.vocabulary {
        Vocabulary::Mixed if random.below(2) == 0 => Vocabulary::Negations,
        other => other,
    };
    let anywhere = random.below(2) == 0;
    let filled = fill(list, &Options { pairs, vocabulary, ..*options }, random, &mut |list, random| {
        let length = list.entries.len();
        if anywhere { random.below(length as u32 + 1) as usize } else { first.min(length) }
    });
    filled.then_some(())
}
