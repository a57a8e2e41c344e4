//! Effects that are hard to encode: flips along a line, compulsory captures, sowing around a ring, sliding pieces. On a
//! small game of each kind the symbolic layers hold exactly the states found by a plain search with the interpreter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;

use bruteforce::Graph;
use symbolic::engine::{DiagramEngine, Resources};
use symbolic::race::race;
use symbolic::reach::{Duplicates, End, reach};
use task::Allowance;

type Facts = BTreeSet<String>;

/// The states by the least number of plies to them, found with the interpreter.
fn searched(rules: &str) -> Vec<BTreeSet<Facts>> {
    let graph = Graph::explore(rules, false);
    let mut plies: BTreeMap<usize, usize> = BTreeMap::from([(0, 0)]);
    let mut waiting = VecDeque::from([0]);
    while let Some(state) = waiting.pop_front() {
        let next = plies[&state] + 1;
        for &successor in &graph.states[state].successors {
            plies.entry(successor).or_insert_with(|| {
                waiting.push_back(successor);
                next
            });
        }
    }
    let mut layers = vec![BTreeSet::new(); plies.values().max().map_or(0, |last| last + 1)];
    for (state, ply) in plies {
        layers[ply].insert(graph.states[state].facts.clone());
    }
    layers
}

/// The same from the symbolic engine.
fn reached(rules: &str) -> Vec<BTreeSet<Facts>> {
    let checked = gdl::Rules::from_text(rules).expect("the sheet is well-formed");
    let game = ground::ground(&checked, &ground::GroundingLimits::default()).unwrap();
    let proved = prove::prove(game, &prove::ProofOptions::default()).unwrap();
    let order = race(&proved, Allowance::default()).swap_remove(0).order;
    let mut engine = DiagramEngine::new(&proved, &order, Resources { bytes: 1 << 28, threads: 2 }).unwrap();
    let mut layers = Vec::new();
    let found = reach(&mut engine, Duplicates::Remove, |engine, layer, states| {
        let paths: Vec<Vec<u16>> = engine.store().members(states).unwrap().map(|(path, _)| path).collect();
        assert_eq!(layer.states, paths.len() as u128);
        let facts = |path: &Vec<u16>| {
            let state = engine.encoding().decode(path);
            proved.game.always.iter().map(String::as_str).chain(state.facts(&proved.game)).map(str::to_owned).collect()
        };
        layers.push(paths.iter().map(facts).collect());
        ControlFlow::Continue(())
    });
    assert_eq!(found.unwrap().end, End::Complete);
    layers
}

fn agrees(rules: &str) {
    let (reached, searched) = (reached(rules), searched(rules));
    assert_eq!(reached.len(), searched.len());
    for (ply, (reached, searched)) in reached.iter().zip(&searched).enumerate() {
        assert!(reached == searched, "ply {ply}: {} states, not {}", reached.len(), searched.len());
    }
}

#[test]
fn enclosed_discs_are_flipped() {
    agrees(include_str!("mechanisms/flips.kif"));
}

#[test]
fn captures_are_compulsory() {
    agrees(include_str!("mechanisms/captures.kif"));
}

#[test]
fn seeds_are_sown_around_the_ring() {
    agrees(include_str!("mechanisms/sowing.kif"));
}

#[test]
fn pieces_slide_until_they_are_blocked() {
    agrees(include_str!("mechanisms/sliding.kif"));
}
