//! A condition on several variables as an automaton that reads their values one by one.
//!
//! Its states are remainders of the condition: after `?a = 1`, "nine values, each once" has become "eight values, each
//! once, no 1", independent of the order of the values read. So a condition with 9! solutions may have only 2^9 states,
//! and a body that follows the automaton has as many instances as there are transitions.

use rustc_hash::FxHashMap;

use crate::formula::{FormulaId, Formulas, TooMuch};
use crate::terms::TermId;

/// One transition: state before, value, state after. States are numbered from 0 on each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The state before the level's variable is read.
    pub from: u32,
    /// The value of the variable.
    pub value: TermId,
    /// The state after it.
    pub to: u32,
}

/// With more transitions than this an automaton does not pay off.
const MOST_TRANSITIONS: usize = 50_000;

/// The transitions, one list per variable, restricted to paths from the first state to the last: from state 0 of the
/// first level to state 0 after the last one. `None` if some variable has no evident bound.
pub fn automaton(
    formulas: &mut Formulas,
    condition: FormulaId,
    variables: &[u32],
) -> Result<Option<Vec<Vec<Transition>>>, TooMuch> {
    let mut states = vec![condition];
    let mut levels = Vec::new();
    let mut count = 0;
    for &variable in variables {
        let mut transitions = Vec::new();
        let mut after: Vec<FormulaId> = Vec::new();
        let mut numbers: FxHashMap<FormulaId, u32> = FxHashMap::default();
        for (from, &state) in states.iter().enumerate() {
            let Some(domain) = formulas.domain(state, variable) else { return Ok(None) };
            for value in domain {
                let rest = formulas.substitute(state, variable, value)?;
                if rest == Formulas::FALSE {
                    continue;
                }
                let to = *numbers.entry(rest).or_insert_with(|| {
                    after.push(rest);
                    after.len() as u32 - 1
                });
                transitions.push(Transition { from: from as u32, value, to });
            }
        }
        count += transitions.len();
        if count > MOST_TRANSITIONS {
            return Err(TooMuch);
        }
        levels.push(transitions);
        states = after;
    }
    remove_dead_ends(&mut levels);
    Ok(Some(levels))
}

/// Keeps the transitions from which the last state can be reached.
fn remove_dead_ends(levels: &mut [Vec<Transition>]) {
    let mut alive: Option<Vec<u32>> = None;
    for transitions in levels.iter_mut().rev() {
        if let Some(alive) = &alive {
            transitions.retain(|t| alive.binary_search(&t.to).is_ok());
        }
        let mut sources: Vec<u32> = transitions.iter().map(|t| t.from).collect();
        sources.dedup();
        alive = Some(sources);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Argument;

    #[test]
    fn an_all_different_condition_has_one_state_per_subset() {
        let mut formulas = Formulas::new();
        formulas.define(0, (0..4).map(|value| vec![value]).collect());
        let mut parts = Vec::new();
        for v in 0..4 {
            parts.push(formulas.fact(0, vec![Argument::Variable(v)], false));
            for w in 0..v {
                parts.push(formulas.equal(Argument::Variable(v), Argument::Variable(w), true));
            }
        }
        let all_different = formulas.join(parts, false).unwrap();
        let levels = automaton(&mut formulas, all_different, &[0, 1, 2, 3]).unwrap().unwrap();
        let transitions: Vec<usize> = levels.iter().map(Vec::len).collect();
        assert_eq!(transitions, [4, 12, 12, 4]);
    }

    #[test]
    fn dead_ends_are_removed() {
        let mut formulas = Formulas::new();
        formulas.define(0, [vec![1, 2], vec![2, 2], vec![2, 3]].into_iter().collect());
        formulas.define(1, [vec![3]].into_iter().collect());
        let [x, y] = [Argument::Variable(0), Argument::Variable(1)];
        let parts = vec![formulas.fact(0, vec![x, y], false), formulas.fact(1, vec![y], false)];
        let path = formulas.join(parts, false).unwrap();
        let levels = automaton(&mut formulas, path, &[0, 1]).unwrap().unwrap();
        assert_eq!(levels[0].iter().map(|t| t.value).collect::<Vec<_>>(), [2]);
        assert_eq!(levels[1].iter().map(|t| t.value).collect::<Vec<_>>(), [3]);
    }
}
