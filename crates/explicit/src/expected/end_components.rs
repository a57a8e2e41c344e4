//! Maximal end components: states in which some choice of actions keeps play for ever, each reachable from the others
//! (de Alfaro 1997).

use components::components;

use super::iteration::Action;

/// Of a state in no end component.
const NONE: u32 = u32::MAX;

/// The maximal end components of a game in which only some actions are allowed.
pub fn end_components(actions: &[Vec<Action>], allowed: impl Fn(usize, &Action) -> bool) -> Vec<Vec<u32>> {
    let stays = |action: &Action| !action.inside.is_empty() && !action.leaves();
    let mut kept: Vec<Vec<&Action>> = actions
        .iter()
        .enumerate()
        .map(|(state, actions)| actions.iter().filter(|action| stays(action) && allowed(state, action)).collect())
        .collect();
    let mut group: Vec<u32> = kept.iter().map(|kept| if kept.is_empty() { NONE } else { 0 }).collect();
    loop {
        let mut changed = false;
        for state in 0..kept.len() {
            let own = group[state];
            let before = kept[state].len();
            kept[state].retain(|action| own != NONE && action.inside.iter().all(|&next| group[next as usize] == own));
            changed |= kept[state].len() < before;
            if kept[state].is_empty() {
                changed |= own != NONE;
                group[state] = NONE;
            }
        }
        let edges: Vec<Vec<u32>> =
            kept.iter().map(|kept| kept.iter().flat_map(|action| action.inside.iter().copied()).collect()).collect();
        let left = (0..kept.len() as u32).filter(|&state| group[state as usize] != NONE);
        let found = components(|state, edge| edges[state as usize].get(edge).copied(), kept.len(), left);
        let mut regrouped = vec![NONE; kept.len()];
        for (number, component) in (0..).zip(found.iter()) {
            component.iter().filter(|&&state| group[state as usize] != NONE).for_each(|&state| {
                regrouped[state as usize] = number;
            });
        }
        changed |= splits(&group, &regrouped);
        group = regrouped;
        if !changed {
            break;
        }
    }
    let mut result: std::collections::BTreeMap<u32, Vec<u32>> = std::collections::BTreeMap::new();
    for (state, &number) in (0..).zip(&group).filter(|(_, number)| **number != NONE) {
        result.entry(number).or_default().push(state);
    }
    result.into_values().collect()
}

/// Whether two states of one group are in different ones now.
fn splits(before: &[u32], after: &[u32]) -> bool {
    let mut now: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
    before.iter().zip(after).any(|(&before, &after)| before != NONE && *now.entry(before).or_insert(after) != after)
}
