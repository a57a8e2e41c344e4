//! Algorithm 1: a rule for every state, then simplification.

use game::Random;

use crate::algorithm2::{induced, optimal_case, ordered};
use crate::list::List;
use crate::options::Options;
use crate::simplify::simplify;

/// Synthesises a list for the arena of an empty list, by Algorithm 1.
pub fn algorithm1<'a>(list: &List<'a>, options: &Options, random: &mut Random) -> List<'a> {
    let mut list = list.clone();
    let nodes = list.arena().own_nodes().filter(|&node| !list.decides(node)).collect();
    let nodes = ordered(list.arena(), nodes, options.pairs, random);
    let rules: Vec<_> = nodes
        .iter()
        .filter_map(|&node| optimal_case(&list, node, random))
        .map(|(table, case)| induced(&list, table, case, options.vocabulary))
        .collect();
    list.extend(&rules);
    simplify(&mut list, options.order, random);
    list
}
