//! Bounded value iteration on one strongly connected component: lower and upper bounds of an expected reward that move
//! towards each other.
//!
//! Where play can stay for ever, in an end component, averages alone would let the bounds rest on nothing. With one
//! side choosing, an end component is worth the best way out or staying, for both bounds (Brázdil et al. 2014;
//! Haddad & Monmege 2018). With two sides, upper bounds of the end components that the minimiser cannot be made to
//! leave are lowered to the maximiser's best way out, or staying, and lower bounds raised likewise (Eisentraut,
//! Kelmendi, Křetínský & Weininger 2022).
//!
//! Everything is counted in units of fixed-point numbers and rounded outwards, so the bounds are proved in every step.

use matrixgame::Expectation;
use rustc_hash::FxHashMap;

use super::end_components::end_components;

/// A lower and an upper bound, in units.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub lower: i64,
    pub upper: i64,
}

/// The bounds of all states of the component.
pub struct Converged {
    pub lower: Vec<i64>,
    pub upper: Vec<i64>,
}

impl Converged {
    /// The bounds of a state.
    pub fn of(&self, state: usize) -> Bounds {
        Bounds { lower: self.lower[state], upper: self.upper[state] }
    }
}

/// One thing to do in a state: equally likely states behind it.
#[derive(Debug)]
pub struct Action {
    /// Those within the component, as often as they come up.
    pub inside: Vec<u32>,
    /// Sums of the bounds of those outside.
    lower: i128,
    upper: i128,
    /// How far the bounds of those outside are apart at most.
    blur: i64,
    /// How many there are in all.
    count: i128,
}

impl Action {
    /// Whether it may lead out of the component.
    pub fn leaves(&self) -> bool {
        self.count > self.inside.len() as i128
    }

    /// A proved lower bound, from those of the states.
    pub fn lower_of(&self, bounds: &[i64]) -> i64 {
        quotient(self.sum_inside(bounds) + self.lower, self.count)
    }

    /// A proved upper bound, from those of the states.
    pub fn upper_of(&self, bounds: &[i64]) -> i64 {
        -quotient(-(self.sum_inside(bounds) + self.upper), self.count)
    }

    fn sum_inside(&self, bounds: &[i64]) -> i128 {
        self.inside.iter().map(|&state| i128::from(bounds[state as usize])).sum()
    }
}

/// A component as a game of its own.
#[derive(Debug)]
pub struct Arena {
    numbers: FxHashMap<u32, u32>,
    /// Per state what can be done.
    pub actions: Vec<Vec<Action>>,
    /// Per state whether the maximiser chooses.
    maximises: Vec<bool>,
}

/// Steps of work between two looks at end components, where these change.
const LOOK: usize = 1 << 14;

impl Arena {
    /// The states of a component, without actions.
    pub fn new(component: &[u32]) -> Arena {
        Arena { numbers: component.iter().copied().zip(0..).collect(), actions: Vec::new(), maximises: Vec::new() }
    }

    /// Begins the next state.
    pub fn begin(&mut self, maximises: bool) {
        self.maximises.push(maximises);
        self.actions.push(Vec::new());
    }

    /// Adds an action to the last state.
    pub fn add(&mut self, successors: impl Iterator<Item = u32>, outside: impl Fn(u32) -> Expectation) {
        let mut action = Action { inside: Vec::new(), lower: 0, upper: 0, blur: 0, count: 0 };
        for successor in successors {
            action.count += 1;
            match self.numbers.get(&successor) {
                Some(&number) => action.inside.push(number),
                None => {
                    let value = outside(successor);
                    let (lower, upper) = (value.lower().units(), value.upper().units());
                    action.lower += i128::from(lower);
                    action.upper += i128::from(upper);
                    action.blur = action.blur.max(upper - lower);
                }
            }
        }
        if let Some(actions) = self.actions.last_mut() {
            actions.push(action);
        }
    }

    /// Iterates until the bounds are hardly further apart than those of the states outside, or do not move any more.
    pub fn iterate(&self, whole: Bounds, stay: i64, precision: i64) -> Converged {
        let mut bounds =
            Bounded { arena: self, lower: vec![whole.lower; self.len()], upper: vec![whole.upper; self.len()] };
        let blur = self.actions.iter().flatten().map(|action| action.blur).max().unwrap_or(0);
        let target = blur + (precision >> 10).max(1);
        let all = end_components(&self.actions, |_, _| true);
        let one_sided = [true, false]
            .into_iter()
            .find(|&side| (0..self.len()).all(|state| self.actions[state].len() == 1 || self.maximises[state] == side));
        let every = 1 + LOOK / (1 + self.actions.iter().flatten().map(|action| action.inside.len()).sum::<usize>());
        for sweep in 0.. {
            let mut moved = bounds.sweep(sweep % 2 == 1);
            match one_sided {
                _ if all.is_empty() => {}
                Some(side) => moved |= bounds.collapse(&all, side, stay),
                None if sweep % every == 0 || !moved => {
                    moved |= bounds.deflate(stay);
                    moved |= bounds.inflate(stay);
                }
                None => {}
            }
            if !moved || bounds.width() <= target {
                break;
            }
        }
        Converged { lower: bounds.lower, upper: bounds.upper }
    }

    /// Whether the maximiser chooses in a state.
    pub fn maximises(&self, state: usize) -> bool {
        self.maximises[state]
    }

    fn len(&self) -> usize {
        self.actions.len()
    }
}

/// A component with the bounds so far.
struct Bounded<'a> {
    arena: &'a Arena,
    lower: Vec<i64>,
    upper: Vec<i64>,
}

impl Bounded<'_> {
    fn width(&self) -> i64 {
        self.lower.iter().zip(&self.upper).map(|(lower, upper)| upper - lower).max().unwrap_or(0)
    }

    fn lower_of(&self, action: &Action) -> i64 {
        action.lower_of(&self.lower)
    }

    fn upper_of(&self, action: &Action) -> i64 {
        action.upper_of(&self.upper)
    }

    /// Gives each state the best of its actions; says whether a bound moved.
    fn sweep(&mut self, backwards: bool) -> bool {
        let mut moved = false;
        for place in 0..self.arena.len() {
            let state = if backwards { self.arena.len() - 1 - place } else { place };
            let actions = || self.arena.actions[state].iter();
            let (lower, upper) = match self.arena.maximises[state] {
                true => (actions().map(|a| self.lower_of(a)).max(), actions().map(|a| self.upper_of(a)).max()),
                false => (actions().map(|a| self.lower_of(a)).min(), actions().map(|a| self.upper_of(a)).min()),
            };
            moved |= self.raise(state, lower.unwrap_or(i64::MIN));
            moved |= self.drop_to(state, upper.unwrap_or(i64::MAX));
        }
        moved
    }

    fn raise(&mut self, state: usize, to: i64) -> bool {
        let raised = to > self.lower[state];
        self.lower[state] = self.lower[state].max(to);
        raised
    }

    fn drop_to(&mut self, state: usize, to: i64) -> bool {
        let dropped = to < self.upper[state];
        self.upper[state] = self.upper[state].min(to);
        dropped
    }

    /// The actions of one side that lead out of an end component.
    fn exits(&self, component: &[u32], side: bool) -> impl Iterator<Item = &Action> {
        let inside: rustc_hash::FxHashSet<u32> = component.iter().copied().collect();
        let states = component.iter().map(|&state| state as usize);
        let choosing: Vec<usize> = states.filter(|&state| self.arena.maximises[state] == side).collect();
        choosing
            .into_iter()
            .flat_map(|state| &self.arena.actions[state])
            .filter(move |action| action.leaves() || action.inside.iter().any(|state| !inside.contains(state)))
    }

    /// One side chooses everything: each end component is worth its best way out, or staying.
    fn collapse(&mut self, components: &[Vec<u32>], side: bool, stay: i64) -> bool {
        let mut moved = false;
        for component in components {
            let best = |numbers: Vec<i64>| {
                let numbers = numbers.into_iter().chain([stay]);
                if side { numbers.max().unwrap_or(stay) } else { numbers.min().unwrap_or(stay) }
            };
            let lower = best(self.exits(component, side).map(|action| self.lower_of(action)).collect());
            let upper = best(self.exits(component, side).map(|action| self.upper_of(action)).collect());
            for &state in component {
                moved |= self.raise(state as usize, lower) | self.drop_to(state as usize, upper);
            }
        }
        moved
    }

    /// Lowers upper bounds where the minimiser, by what looks best to it, never leaves.
    fn deflate(&mut self, stay: i64) -> bool {
        let keeps = |state: usize, action: &Action| {
            let least = || self.arena.actions[state].iter().map(|action| self.lower_of(action)).min();
            self.arena.maximises[state] || Some(self.lower_of(action)) == least()
        };
        let mut moved = false;
        for component in end_components(&self.arena.actions, keeps) {
            let exits = self.exits(&component, true).map(|action| self.upper_of(action));
            let best = exits.chain([stay]).max().unwrap_or(stay);
            for &state in &component {
                moved |= self.drop_to(state as usize, best);
            }
        }
        moved
    }

    /// Raises lower bounds where the maximiser, by what looks best to it, never leaves.
    fn inflate(&mut self, stay: i64) -> bool {
        let keeps = |state: usize, action: &Action| {
            let most = || self.arena.actions[state].iter().map(|action| self.upper_of(action)).max();
            !self.arena.maximises[state] || Some(self.upper_of(action)) == most()
        };
        let mut moved = false;
        for component in end_components(&self.arena.actions, keeps) {
            let exits = self.exits(&component, false).map(|action| self.lower_of(action));
            let best = exits.chain([stay]).min().unwrap_or(stay);
            for &state in &component {
                moved |= self.raise(state as usize, best);
            }
        }
        moved
    }
}

/// Rounded down; in a word where that suffices, since division is much faster there.
fn quotient(sum: i128, count: i128) -> i64 {
    match (i64::try_from(sum), i64::try_from(count)) {
        (Ok(sum), Ok(count)) => sum.div_euclid(count),
        _ => sum.div_euclid(count) as i64,
    }
}
