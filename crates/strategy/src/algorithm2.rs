//! Algorithm 2: repeatedly adds a rule for a state that needs one, made as general as possible; then simplifies.

use game::Random;

use crate::arena::Arena;
use crate::follow::Optimality;
use crate::list::List;
use crate::literals;
use crate::options::{Options, PairOrder, Vocabulary, shuffle};
use crate::rule::{Literal, Rule};
use crate::simplify::{finish, shorten};

/// Completes a weakly optimal list to a strongly optimal one, and simplifies it. If it is halted before, the list is
/// only weakly optimal.
pub fn algorithm2<'a>(list: &List<'a>, options: &Options, random: &mut Random) -> List<'a> {
    let mut list = list.clone();
    list.require(Optimality::Weak);
    if !fill(&mut list, options, random, &mut |list, _| list.entries.len()) {
        return list;
    }
    finish(&mut list, options.order, random);
    list
}

/// Adds rules until every reachable state that needs one has one; returns whether that was achieved. `place` returns
/// the position of the next rule.
pub fn fill(
    list: &mut List<'_>,
    options: &Options,
    random: &mut Random,
    place: &mut dyn FnMut(&List<'_>, &mut Random) -> usize,
) -> bool {
    let arena = list.arena();
    let nodes = arena.own_nodes().filter(|&node| !arena.is_free(node) && !list.decides(node)).collect();
    let nodes = ordered(arena, nodes, options.pairs, random);
    // A node that is not reachable now may become reachable when the rules change, so rounds are repeated.
    let mut open = true;
    while open {
        open = false;
        for &node in &nodes {
            if list.is_halted() {
                return false;
            }
            if list.decides(node) || !options.everywhere && !list.reaches(node) {
                continue;
            }
            let Some((table, case)) = optimal_case(list, node, random) else { continue };
            let at = place(list, random);
            let rule = induced(list, table, case, options.vocabulary);
            list.insert(at, &rule);
            shorten(list, at, options.removal, options.order, random);
            open = true;
        }
    }
    true
}

/// Nodes in the order in which they get rules.
pub fn ordered(arena: &Arena<'_>, mut nodes: Vec<usize>, order: PairOrder, random: &mut Random) -> Vec<usize> {
    shuffle(&mut nodes, random);
    match order {
        PairOrder::Random => (),
        PairOrder::FromEnd => nodes.sort_by_key(|&node| arena.nodes[node].distance),
        PairOrder::FromStart => nodes.sort_by_key(|&node| arena.ply(node)),
    }
    nodes
}

/// A random optimal case of a node.
pub fn optimal_case(list: &List<'_>, node: usize, random: &mut Random) -> Option<(usize, usize)> {
    let (arena, tables) = (list.arena(), &list.cases().tables);
    let optimal = |table: usize| {
        let cases = tables[table].of_node(node).iter().map(|&case| case as usize);
        cases
            .filter(move |&case| arena.edges[tables[table].edges[case] as usize].optimal)
            .map(move |case| (table, case))
    };
    let all: Vec<(usize, usize)> = (0..tables.len()).flat_map(optimal).collect();
    (!all.is_empty()).then(|| all[random.below(all.len() as u32) as usize])
}

/// The rule induced by a state and a move (Definition 8).
pub fn induced(list: &List<'_>, table: usize, case: usize, vocabulary: Vocabulary) -> Rule {
    let cases = list.cases();
    let holds = |fluent: u32| cases.tables[table].holds(Literal { fluent, positive: true }, case);
    let literals = literals::induced(list.arena().game, &cases.telling, vocabulary, &holds);
    Rule { literals, made: cases.tables[table].made }
}
