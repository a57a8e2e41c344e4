//! Strategies that attain the bounds of a component in which play can stay for ever.
//!
//! An action that keeps the bound of its state need not attain it: waiting keeps it as well, but waiting for ever is
//! worth what infinite play is worth. So states are ranked one after the other, as in an attractor. A state is ranked
//! if some action that keeps its bound (or, where the other side chooses, every action) may lead out of the component
//! or to a state ranked before. Then play leaves with probability one, and up to there bounds are a submartingale. If
//! the other side can hold play in the component, ranks start over at the states whose bound promises no more than
//! infinite play: play that stays comes to such states again and again.
//!
//! Every state is ranked. Bounds grow from where they began, so among the states with the best bound of those left the
//! one that got it first got it by an action that leads away from them.

use super::iteration::{Action, Arena, Bounds, Converged};

/// Per state the action by which one side attains its bound; none where it has no choice. `None` if some bound cannot
/// be attained, which does not happen with iterated bounds.
pub fn attaining(arena: &Arena, side: bool, bounds: &Converged, stay: i64) -> Option<Vec<Option<u32>>> {
    let count = arena.actions.len();
    let mut ranking = Ranking { arena, side, bounds, ranked: vec![false; count], pick: vec![None; count] };
    let before = predecessors(arena);
    ranking.attract((0..count as u32).collect(), &before);
    let content: Vec<u32> = (0..count as u32).filter(|&state| ranking.is_content(state as usize, stay)).collect();
    for &state in &content {
        let pick = ranking.keeping(state as usize).next();
        ranking.pick[state as usize] = pick;
        ranking.ranked[state as usize] = true;
    }
    let onward = content.into_iter().flat_map(|state| before_of(&before, state)).collect();
    ranking.attract(onward, &before);
    ranking.ranked.iter().all(|ranked| *ranked).then_some(ranking.pick)
}

/// The states ranked so far, with their actions.
struct Ranking<'a> {
    arena: &'a Arena,
    side: bool,
    bounds: &'a Converged,
    ranked: Vec<bool>,
    pick: Vec<Option<u32>>,
}

impl Ranking<'_> {
    /// Ranks candidates, and then the states from which these can be reached.
    fn attract(&mut self, mut candidates: Vec<u32>, before: &[(u32, u32)]) {
        while !candidates.is_empty() {
            candidates.retain(|&state| !self.ranked[state as usize]);
            let found: Vec<(u32, Option<u32>)> =
                candidates.iter().filter_map(|&state| Some((state, self.leading_on(state as usize)?))).collect();
            for &(state, pick) in &found {
                self.ranked[state as usize] = true;
                self.pick[state as usize] = pick;
            }
            candidates = found.iter().flat_map(|&(state, _)| before_of(before, state)).collect();
        }
    }

    /// Whether a state leads to ranked ones, and by which action if the side chooses.
    fn leading_on(&self, state: usize) -> Option<Option<u32>> {
        let actions = &self.arena.actions[state];
        let leads_on =
            |action: &Action| action.leaves() || action.inside.iter().any(|&next| self.ranked[next as usize]);
        match self.chooses(state) {
            true => self.keeping(state).find(|&number| leads_on(&actions[number as usize])).map(Some),
            false => actions.iter().all(leads_on).then_some(None),
        }
    }

    /// Whether the side has a choice in a state.
    fn chooses(&self, state: usize) -> bool {
        self.arena.maximises(state) == self.side && self.arena.actions[state].len() > 1
    }

    /// The actions of the side that keep the bound of their state.
    fn keeping(&self, state: usize) -> impl Iterator<Item = u32> {
        let Bounds { lower, upper } = self.bounds.of(state);
        let keeps = move |action: &Action| match self.side {
            true => action.lower_of(&self.bounds.lower) >= lower,
            false => action.upper_of(&self.bounds.upper) <= upper,
        };
        let own = if self.chooses(state) { self.arena.actions[state].as_slice() } else { &[] };
        (0..).zip(own).filter(move |(_, action)| keeps(action)).map(|(number, _)| number)
    }

    /// Whether a state without a rank promises no more than infinite play.
    fn is_content(&self, state: usize, stay: i64) -> bool {
        let Bounds { lower, upper } = self.bounds.of(state);
        !self.ranked[state] && if self.side { lower <= stay } else { upper >= stay }
    }
}

/// Ascending pairs of a state and one with an action that may lead there.
fn predecessors(arena: &Arena) -> Vec<(u32, u32)> {
    let from = |(state, actions): (u32, &Vec<Action>)| -> Vec<(u32, u32)> {
        actions.iter().flat_map(|action| &action.inside).map(|&next| (next, state)).collect()
    };
    let mut before: Vec<(u32, u32)> = (0..).zip(&arena.actions).flat_map(from).collect();
    before.sort_unstable();
    before.dedup();
    before
}

fn before_of(before: &[(u32, u32)], state: u32) -> impl Iterator<Item = u32> {
    let first = before.partition_point(|&(to, _)| to < state);
    before[first..].iter().take_while(move |&&(to, _)| to == state).map(|&(_, from)| from)
}
