//! State variables found by enumeration: facts that differ in their last argument and never hold together are one
//! variable.

use std::collections::{BTreeMap, BTreeSet};

use layer::digits::split;
use solution::manifest::{EncodedVariable, Encoding, LevelOf};

use crate::graph::Graph;

/// The encoding of a game and all its states in it.
pub fn encode(graph: &Graph) -> (Encoding, Vec<Vec<u32>>) {
    let all: BTreeSet<&String> = graph.states.iter().flat_map(|state| &state.facts).collect();
    let in_every = |fact: &&&String| graph.states.iter().all(|state| state.facts.contains(**fact));
    let always: Vec<String> = all.iter().filter(in_every).map(|fact| (*fact).clone()).collect();
    let mut groups: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for fact in all.into_iter().filter(|fact| !always.contains(fact)) {
        groups.entry(fact.rsplit_once(' ').map_or(fact.as_str(), |(stem, _)| stem)).or_default().push(fact);
    }
    let mut variables = Vec::new();
    for (stem, facts) in groups {
        let holding =
            |state: &crate::graph::ReachableState| facts.iter().filter(|fact| state.facts.contains(**fact)).count();
        let counts: BTreeSet<usize> = graph.states.iter().map(holding).collect();
        match counts.last() {
            Some(1) => variables.push(variable(stem, &facts, counts.contains(&0))),
            _ => variables.extend(facts.iter().map(|fact| variable(fact, &[*fact], true))),
        }
    }
    let value = |variable: &EncodedVariable, facts: &BTreeSet<String>| {
        let holds = |fact: &Option<String>| fact.as_ref().is_some_and(|fact| facts.contains(fact));
        variable.values.iter().position(holds).unwrap_or(variable.values.len() - 1) as u32
    };
    let states = graph.states.iter().map(|state| variables.iter().map(|v| value(v, &state.facts)).collect()).collect();
    // The last variable is on top, so that no reader can rely on the order of the variables.
    let levels = (0..variables.len()).rev().flat_map(|variable| {
        let digits = split(variables[variable].values.len());
        digits.into_iter().map(move |(weight, size)| LevelOf { variable, weight, size })
    });
    let levels = levels.collect();
    (Encoding { roles: graph.roles.clone(), always, variables, levels, ..Encoding::default() }, states)
}

fn variable(name: &str, facts: &[&String], none: bool) -> EncodedVariable {
    let values = facts.iter().map(|fact| Some((*fact).clone())).chain(none.then_some(None)).collect();
    EncodedVariable { name: name.to_owned(), values }
}
