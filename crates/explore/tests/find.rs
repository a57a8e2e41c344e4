//! All conditions of `find` agree with a list of all states.

mod support;

use std::collections::BTreeSet;

use bruteforce::ReachableState;
use explore::{Explorer, FindConditions, FoundPositions, Wanted};
use solution::StoredState;
use support::{Known, known};

const MEMORY: u64 = 1 << 28;

fn find(explorer: &Explorer<'_>, conditions: &FindConditions, wanted: Wanted) -> FoundPositions {
    let criteria = conditions.read(explorer).expect("conditions");
    explorer.find(&criteria, wanted, MEMORY, &|| false).expect("positions")
}

/// The facts of positions.
fn facts(known: &Known, positions: &[StoredState]) -> BTreeSet<Vec<String>> {
    let of =
        |stored: &StoredState| known.database.facts().facts(&stored.values).into_iter().map(str::to_owned).collect();
    positions.iter().map(of).collect()
}

/// The states of the list that satisfy a predicate.
fn listed(known: &Known, holds: impl Fn(usize, &ReachableState) -> bool) -> BTreeSet<Vec<String>> {
    let states = known.graph.states.iter().enumerate().filter(|(number, state)| holds(*number, state));
    states.map(|(_, state)| state.facts.iter().cloned().collect()).collect()
}

/// The counts, the first positions and a sample agree with the list.
fn agrees(known: &Known, explorer: &Explorer<'_>, conditions: &FindConditions, wanted: &BTreeSet<Vec<String>>) {
    let told = format!("{} {conditions:?}", known.name);
    let all = find(explorer, conditions, Wanted::First(usize::MAX));
    assert_eq!(facts(known, &all.positions), *wanted, "{told}");
    assert_eq!(all.counts.states, wanted.len() as u128, "{told}");
    assert_eq!(all.counts.values.values().sum::<u128>(), wanted.len() as u128, "{told}");
    assert_eq!(all.counts.layers.values().sum::<u128>(), wanted.len() as u128, "{told}");
    let some = find(explorer, conditions, Wanted::Sample { positions: 5, seed: 7 });
    assert_eq!(some.counts, all.counts, "{told}");
    assert_eq!(some.positions.len(), wanted.len().min(5), "{told}");
    let drawn = facts(known, &some.positions);
    assert!(drawn.len() == some.positions.len() && drawn.is_subset(wanted), "{told}");
    let again = find(explorer, conditions, Wanted::Sample { positions: 5, seed: 7 });
    assert_eq!(again.positions, some.positions, "{told}: the same seed");
}

#[test]
fn values_distances_and_facts_agree_with_the_list() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        agrees(&known, &explorer, &FindConditions::default(), &listed(&known, |_, _| true));
        for (number, state) in known.graph.states.iter().enumerate().step_by(known.graph.states.len().div_ceil(6)) {
            let outcome = &known.outcomes[number];
            let value: Vec<String> = outcome.rewards.iter().map(i32::to_string).collect();
            let of_value = FindConditions { values: vec![value.join(",")], ..FindConditions::default() };
            let same = |other: usize| known.outcomes[other].rewards == outcome.rewards;
            agrees(&known, &explorer, &of_value, &listed(&known, |other, _| same(other)));
            let role = &known.graph.roles[0];
            let at_least =
                FindConditions { values: vec![format!("{role}>={}", value[0])], ..FindConditions::default() };
            let more = |other: usize| known.outcomes[other].rewards[0] >= outcome.rewards[0];
            agrees(&known, &explorer, &at_least, &listed(&known, |other, _| more(other)));
            let fact = state.facts.iter().nth(number % state.facts.len()).expect("a fact").clone();
            let other = state.facts.iter().next().expect("a fact").clone();
            let with = FindConditions { holds: vec![fact.clone()], fails: vec![other.clone()], ..of_value.clone() };
            let wanted =
                listed(&known, |n, state| same(n) && state.facts.contains(&fact) && !state.facts.contains(&other));
            agrees(&known, &explorer, &with, &wanted);
            let distance = outcome.distance.map_or("endless".to_owned(), |plies| format!("{plies}.."));
            let far = FindConditions { distance: Some(distance), ..FindConditions::default() };
            let wanted = listed(&known, |n, _| match (known.outcomes[n].distance, outcome.distance) {
                (Some(own), Some(least)) => own >= least,
                (own, least) => own.is_none() && least.is_none(),
            });
            agrees(&known, &explorer, &far, &wanted);
        }
    }
}

/// The ply at which each state is first reached.
fn depths(known: &Known) -> Vec<usize> {
    let mut depths = vec![usize::MAX; known.graph.states.len()];
    let mut edge = vec![0];
    for depth in 0.. {
        edge.retain(|&state| {
            let is_new = depths[state] == usize::MAX;
            depths[state] = depths[state].min(depth);
            is_new
        });
        if edge.is_empty() {
            break;
        }
        edge = edge.iter().flat_map(|&state: &usize| known.graph.states[state].successors.clone()).collect();
    }
    depths
}

#[test]
fn layers_and_ranges_agree_with_the_list() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        let layers = known.database.manifest().layers.len();
        let depths = depths(&known);
        for (text, range) in [("0", 0..=0), ("1..2", 1..=2), ("..1", 0..=1), ("2..", 2..=usize::MAX)] {
            let of_layer = FindConditions { layer: Some(text.to_owned()), ..FindConditions::default() };
            // A layer per ply, or one for all.
            let layer = |number: usize| if layers == 1 { 0 } else { depths[number] };
            if *range.start() < layers {
                agrees(&known, &explorer, &of_layer, &listed(&known, |n, _| range.contains(&layer(n))));
            }
            let near = FindConditions { distance: Some(text.to_owned()), ..FindConditions::default() };
            let plies = |number: usize| known.outcomes[number].distance.map(|plies| plies as usize);
            let wanted = listed(&known, |n, _| plies(n).is_some_and(|plies| range.contains(&plies)));
            agrees(&known, &explorer, &near, &wanted);
        }
        let last = known.graph.roles.len() - 1;
        let name = &known.graph.roles[last];
        let reward = |number: usize| known.outcomes[number].rewards[last];
        for bound in [reward(0), 50, 100] {
            let any = "_,".repeat(last);
            let conditions: [(String, &dyn Fn(i32) -> bool); 4] = [
                (format!("{name}={bound}"), &|reward| reward == bound),
                (format!("{name}<{bound}"), &|reward| reward < bound),
                (format!("{name}>={bound}"), &|reward| reward >= bound),
                (format!("{any}{bound}"), &|reward| reward == bound),
            ];
            for (text, holds) in conditions {
                let valued = FindConditions { values: vec![text], ..FindConditions::default() };
                agrees(&known, &explorer, &valued, &listed(&known, |n, _| holds(reward(n))));
            }
        }
    }
}

#[test]
fn turns_ends_and_optimal_moves_agree_with_the_list() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        for over in [true, false] {
            let ended = FindConditions { over: Some(over), ..FindConditions::default() };
            agrees(&known, &explorer, &ended, &listed(&known, |_, state| state.rewards.is_some() == over));
        }
        for (role, name) in known.graph.roles.iter().enumerate() {
            let turn = FindConditions { to_move: Some(name.clone()), over: Some(false), ..FindConditions::default() };
            let found = facts(&known, &find(&explorer, &turn, Wanted::First(usize::MAX)).positions);
            let own = listed(&known, |_, state| state.mover == Some(role));
            let others = listed(&known, |_, state| state.mover.is_some_and(|mover| mover != role));
            assert!(own.is_subset(&found) && others.is_disjoint(&found), "{}: {name}", known.name);
        }
        for moves in [1, 2] {
            let optimal = |number: usize, state: &ReachableState| {
                let keeps = |&&next: &&usize| known.outcomes[next].rewards == known.outcomes[number].rewards;
                state.successors.iter().filter(keeps).count()
            };
            let single = FindConditions { optimal_moves: Some(moves.to_string()), ..FindConditions::default() };
            agrees(&known, &explorer, &single, &listed(&known, |n, state| optimal(n, state) == moves));
        }
    }
}

#[test]
fn wins_for_the_role_to_move_agree_with_the_list() {
    for known in known().into_iter().filter(|known| known.graph.roles.len() == 2) {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        for (text, wanted) in [("win", 1), ("draw", 0), ("loss", -1)] {
            let conditions =
                FindConditions { values: vec![text.to_owned()], over: Some(false), ..FindConditions::default() };
            let found = facts(&known, &find(&explorer, &conditions, Wanted::First(usize::MAX)).positions);
            let own = |number: usize, state: &ReachableState| {
                let lead = known.outcomes[number].rewards[0] - known.outcomes[number].rewards[1];
                Some(if state.mover? == 0 { lead.signum() } else { -lead.signum() })
            };
            let right = listed(&known, |n, state| own(n, state) == Some(wanted));
            let wrong = listed(&known, |n, state| own(n, state).is_some_and(|own| own != wanted));
            assert!(right.is_subset(&found) && wrong.is_disjoint(&found), "{} {text}", known.name);
        }
    }
}

#[test]
fn zugzwang_compares_the_same_position_with_the_other_role_to_move() {
    let mut seen = 0;
    let has_turns = |known: &Known| known.name.starts_with("ring") || known.name.starts_with("nim");
    for known in known().into_iter().filter(has_turns) {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        let controls = [0, 1].map(|role: usize| format!("(control {})", known.graph.roles[role]));
        let turned = |facts: &BTreeSet<String>| -> BTreeSet<String> {
            let turn = |fact: &String| match controls.iter().position(|control| control == fact) {
                Some(role) => controls[1 - role].clone(),
                None => fact.clone(),
            };
            facts.iter().map(turn).collect()
        };
        let wanted = listed(&known, |n, state| {
            let role = usize::from(state.facts.contains(&controls[1]));
            let other = known.graph.states.iter().position(|other| other.facts == turned(&state.facts));
            let more = |other: usize| known.outcomes[other].rewards[role] > known.outcomes[n].rewards[role];
            state.rewards.is_none() && other.is_some_and(more)
        });
        seen += wanted.len();
        let zugzwang = FindConditions { zugzwang: true, ..FindConditions::default() };
        agrees(&known, &explorer, &zugzwang, &wanted);
    }
    assert!(seen > 0, "some positions are zugzwang");
}

#[test]
fn the_longest_have_the_greatest_distances_and_each_distance_has_an_example() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        let plies = |positions: &[StoredState]| -> Vec<u32> {
            positions.iter().filter_map(|stored| known.database.outcome(stored).distance).collect()
        };
        // Also with a test that all states pass, which needs a pass over the states.
        for conditions in [
            FindConditions::default(),
            FindConditions { optimal_moves: Some("0..".into()), over: None, ..FindConditions::default() },
        ] {
            let passes = conditions.optimal_moves.is_none();
            let states = known.outcomes.iter().zip(&known.graph.states);
            let mut all: Vec<u32> = states
                .filter(|(_, state)| passes || state.rewards.is_none())
                .filter_map(|(one, _)| one.distance)
                .collect();
            all.sort_unstable_by_key(|&plies| std::cmp::Reverse(plies));
            let longest = find(&explorer, &conditions, Wanted::Longest(4)).positions;
            assert_eq!(plies(&longest), all[..all.len().min(4)], "{}", known.name);
            let examples = find(&explorer, &conditions, Wanted::PerDistance).positions;
            assert_eq!(
                plies(&examples),
                all.iter().rev().copied().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
            );
        }
    }
}

/// The probability of every position is the same: 2000 draws of one among n stay close to 2000 / n.
#[test]
fn samples_are_uniform() {
    let known = known().into_iter().find(|known| known.name == "chomp:2x3").expect("chomp");
    let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
    let criteria = FindConditions::default().read(&explorer).expect("conditions");
    let mut drawn = std::collections::BTreeMap::<Vec<u32>, u32>::new();
    for seed in 0..2000 {
        let wanted = Wanted::Sample { positions: 1, seed };
        let found = explorer.find(&criteria, wanted, MEMORY, &|| false).expect("a position");
        *drawn.entry(found.positions[0].values.clone()).or_default() += 1;
    }
    let states = known.graph.states.len();
    let expected = 2000.0 / states as f64;
    let chi: f64 = drawn.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert_eq!(drawn.len(), states);
    assert!(chi < 2.0 * states as f64 + 10.0, "chi squared {chi} of {states}");
}
