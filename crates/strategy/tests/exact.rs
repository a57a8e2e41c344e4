//! Exact minimisation: lists that it calls minimal are minimal, by enumeration of everything smaller.

mod support;

use game::Random;
use strategy::algorithm2::algorithm2;
use strategy::bits::Bits;
use strategy::exact::minimise;
use strategy::follow::{Optimality, follow};
use strategy::list::List;
use strategy::options::{Options, never};
use strategy::search::{SearchEffort, search};
use strategy::{Arena, Cases, Content, Literal, Rule};
use support::Bench;

fn ground(list: &List<'_>) -> Vec<Rule> {
    let rule = |item: strategy::Item| match item.content {
        Content::Ground(rule) => rule,
        Content::Lifted(_) => panic!("no lifted rules were asked for"),
    };
    list.strategy().rules.into_iter().map(rule).collect()
}

/// The fewest rules, up to two, by trying all lists of all rules with any literals; `None` if two are not enough.
fn fewest(arena: &Arena<'_>, cases: &Cases) -> Option<usize> {
    let literals: Vec<Literal> =
        cases.telling.iter().flat_map(|&fluent| [true, false].map(|positive| Literal { fluent, positive })).collect();
    let mut distinct: Vec<Bits> = Vec::new();
    for made in cases.tables.iter().map(|table| table.made) {
        for subset in 0..1u32 << literals.len() {
            let chosen = literals.iter().enumerate().filter(|(number, _)| subset >> number & 1 == 1).map(|(_, l)| *l);
            let edges = cases.edges(arena, &Rule { literals: chosen.collect(), made });
            if !distinct.contains(&edges) {
                distinct.push(edges);
            }
        }
    }
    let optimal = |rules: &[&Bits]| follow(arena, rules, Optimality::Strong).flaw.is_none();
    let one = || distinct.iter().any(|rule| optimal(&[rule]));
    let two = || distinct.iter().any(|first| distinct.iter().any(|second| optimal(&[first, second])));
    if optimal(&[]) {
        Some(0)
    } else if one() {
        Some(1)
    } else {
        two().then_some(2)
    }
}

#[test]
fn minimal_lists_are_minimal() {
    let mut compared = 0;
    for name in ["nim:1,1", "nim:2,2", "nim:1,2", "nim-misere:1,2", "nim-take:5", "chomp:2x2"] {
        let bench = Bench::new(name);
        for role in 0..2 {
            let arena = bench.arena(role);
            let cases = Cases::new(&arena, 1 << 30).expect("small enough");
            let list = algorithm2(&List::new(&arena, &cases), &Options::default(), &mut Random::stream(1, 1));
            let exact = minimise(&arena, &cases, ground(&list), &|| false).expect("small enough");
            assert!(exact.minimal, "{name}");
            if cases.telling.len() <= 5 {
                let fewest = fewest(&arena, &cases);
                let found = exact.strategy.rules.len();
                assert!(fewest.map_or(found > 2, |fewest| fewest == found), "{name}, role {role}: {fewest:?}, {found}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 6, "{compared}");
}

/// Compares the cheap bound that ends searches with exact minimisation.
#[test]
fn a_list_that_a_search_calls_minimal_is_minimal() {
    let mut minimal = 0;
    let games =
        ["nim:1,1", "nim:2,2", "nim:1,2,3", "nim-misere:1,2", "nim-take:5", "chomp:2x2", "queens:4", "kalah:2x2"];
    for name in games {
        let bench = Bench::new(name);
        for role in 0..bench.game.roles.len() {
            let arena = bench.arena(role);
            let cases = Cases::new(&arena, 1 << 30).expect("small enough");
            let effort = SearchEffort { restarts: 30, restarts_until: None, until: None, threads: 1, seed: 1 };
            let found = search(&List::new(&arena, &cases), &Options::default(), &effort, &never);
            if found.minimal {
                let exact = minimise(&arena, &cases, ground(&found.list), &|| false).expect("small enough");
                let literals = exact.strategy.literals();
                assert_eq!((exact.strategy.rules.len(), literals), found.list.cost(), "{name}, role {role}");
                minimal += 1;
            }
        }
    }
    assert!(minimal >= 6, "{minimal}");
}

#[test]
fn four_rules_are_not_enough_for_tic_tac_toe() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let text = "(not (cell 1 3 blank)) (not (cell 3 2 o)) => (mark 1 2)\n=> (mark 2 2)\n(not (cell 3 2 o)) => (mark 1 2)\n\
                (cell 3 3 x) => (mark 1 1)\n(cell 2 1 x) => (mark 1 1)";
    let document = strategy::text::read(&gdl::Source::new("five", text), &bench.game, &bench.rules, 0);
    let rules: Vec<Rule> = document
        .expect("well-formed")
        .strategy
        .rules
        .into_iter()
        .filter_map(|item| match item.content {
            Content::Ground(rule) => Some(rule),
            Content::Lifted(_) => None,
        })
        .collect();
    assert_eq!((rules.len(), rules.iter().map(|rule| rule.literals.len()).sum::<usize>()), (5, 5));
    let edges: Vec<Bits> = rules.iter().map(|rule| cases.edges(&arena, rule)).collect();
    assert!(follow(&arena, &edges.iter().collect::<Vec<_>>(), Optimality::Strong).flaw.is_none());
    let refutation = strategy::exact::refutation(&arena, &cases, 4, None, &|| false);
    assert_eq!(refutation.expect("four are not enough").solvers.len(), 2);
}
