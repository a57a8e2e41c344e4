//! Algorithm 2: a rule for a state that needs one, made as general as it can be, and so on; then simplification.

use game::{Random, Variable};

use crate::arena::Arena;
use crate::follow::Optimality;
use crate::list::List;
use crate::options::{Options, Over, PairOrder, Vocabulary, never, shuffle};
use crate::rule::{Literal, Rule};
use crate::simplify::{shorten, simplify, thin};

/// Completes a weakly optimal list to a strongly optimal one, and simplifies it.
pub fn algorithm2<'a>(list: &List<'a>, options: &Options, random: &mut Random) -> List<'a> {
    unless_over(list, options, random, &never).expect("nothing cuts it short")
}

/// The same, unless it is over before the list is complete. If it is over later, the list is simplified as far as it came.
pub fn unless_over<'a>(list: &List<'a>, options: &Options, random: &mut Random, over: Over<'_>) -> Option<List<'a>> {
    let mut list = list.clone();
    list.require(Optimality::Weak);
    fill(&mut list, options, random, &mut |list, _| list.entries.len(), over)?;
    list.require(Optimality::Strong);
    simplify(&mut list, options.order, random, over);
    if thin(&mut list, options.order, random, over) {
        simplify(&mut list, options.order, random, over);
    }
    Some(list)
}

/// Adds rules until play gets nowhere that needs one and has none; none if it is over before. `place` says where the next rule goes.
pub fn fill(
    list: &mut List<'_>,
    options: &Options,
    random: &mut Random,
    place: &mut dyn FnMut(&List<'_>, &mut Random) -> usize,
    over: Over<'_>,
) -> Option<()> {
    let arena = list.arena();
    let nodes = arena.own_nodes().filter(|&node| !arena.is_free(node) && !list.decides(node)).collect();
    let nodes = ordered(arena, nodes, options.pairs, random);
    // A node that play does not reach now may be reached once the rules have changed; so after a round comes another.
    let mut open = true;
    while open {
        open = false;
        for &node in &nodes {
            if list.decides(node) || !options.everywhere && !list.reaches(node) {
                continue;
            }
            let Some((table, case)) = optimal_case(list, node, random) else { continue };
            if over() {
                return None;
            }
            let at = place(list, random);
            let rule = induced(list, table, case, options.vocabulary);
            list.insert(at, &rule);
            shorten(list, at, options.removal, options.order, random);
            open = true;
        }
    }
    Some(())
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

/// The rule of a state and a move (Definition 8).
pub fn induced(list: &List<'_>, table: usize, case: usize, vocabulary: Vocabulary) -> Rule {
    let cases = list.cases();
    let told = literals_of(list.arena(), table, case, list);
    let mut literals: Vec<Literal> = match vocabulary {
        Vocabulary::Values | Vocabulary::Mixed => told,
        Vocabulary::Negations => {
            let literal = |&fluent: &u32| {
                let positive = Literal { fluent, positive: true };
                Literal { fluent, positive: cases.tables[table].holds(positive, case) }
            };
            cases.telling.iter().map(literal).collect()
        }
    };
    literals.sort_unstable();
    Rule { literals, made: cases.tables[table].made }
}

/// Per state variable what tells its value: the fluent that holds, or that none of its fluents does.
fn literals_of(arena: &Arena<'_>, table: usize, case: usize, list: &List<'_>) -> Vec<Literal> {
    let cases = list.cases();
    let telling = |fluent: &u32| cases.telling.binary_search(fluent).is_ok();
    let tells = |variable: &Variable| {
        let literals: Vec<Literal> = variable
            .fluents
            .iter()
            .map(|f| f.0)
            .filter(telling)
            .map(|fluent| {
                let positive = Literal { fluent, positive: true };
                Literal { fluent, positive: cases.tables[table].holds(positive, case) }
            })
            .collect();
        match literals.iter().find(|literal| literal.positive) {
            Some(&holding) => vec![holding],
            None => literals,
        }
    };
    arena.game.variables.iter().flat_map(tells).collect()
}
