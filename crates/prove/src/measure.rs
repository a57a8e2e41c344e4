//! Progress measures: a weight per value of each state variable whose sum grows during the game (Kissmann & Edelkamp
//! 2010, Definition 1).
//!
//! A step counter is already a measure. Otherwise weights are guessed from observed plies, and the solver searches for
//! a ply on which the guess fails. Such a ply becomes a further constraint, until a guess is proved or none is left.
//! The result is proved for every ply between states that satisfy the invariants, so in particular for every ply of the
//! game, and a game with a measure has no cycle.

mod chains;
mod equations;
mod fit;
mod proof;
#[cfg(test)]
mod tests;

use game::{Evaluator, Fluent, State, StateVariable};

use crate::class::clock::{Clock, Reading};
use crate::finding::Finding;
use crate::induction::everywhere::Premises;
use fit::{Fit, Hints, Row};
use proof::{Attempt, attempt};

/// How the measure grows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasureGrowth {
    /// By one with every ply.
    Incremental,
    /// By one with every second ply: the plies of one of two alternating roles.
    TwoPly {
        /// The role whose plies increase it.
        role: usize,
    },
    /// By at least one with every ply.
    Increasing,
}

/// A measure that is proved to grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// How it grows.
    pub growth: MeasureGrowth,
    /// For each variable of the analysis and each of its values, its weight; none is negative, and 0 is the minimum of
    /// each variable.
    pub weights: Vec<Vec<i64>>,
}

impl Measure {
    /// The measure of a state: the sum of the weights of its variables' values.
    pub fn of(&self, variables: &[StateVariable], state: &State) -> i64 {
        variables.iter().zip(&self.weights).map(|(variable, weights)| weights[value(variable, state)]).sum()
    }
}

/// The value of a variable in a state.
fn value(variable: &StateVariable, state: &State) -> usize {
    let holding = variable.fluents.iter().position(|&fluent| state.contains(fluent));
    holding.unwrap_or(variable.domain() - 1)
}

/// The required increase of the measure by a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Demand {
    Exactly(i64),
    AtLeast(i64),
}

impl Demand {
    fn met_by(self, change: i64) -> bool {
        match self {
            Demand::Exactly(wanted) => change == wanted,
            Demand::AtLeast(wanted) => change >= wanted,
        }
    }
}

/// The required increases by the plies from each state, by phase of the dial if phases differ.
pub(crate) struct Demands {
    pub growth: MeasureGrowth,
    /// A reading of the clock with the requirement on plies from states with that reading. No reading: all states.
    pub phases: Vec<(Option<Reading>, Demand)>,
    /// Fluents whose weight must be 0.
    pub still: Vec<u32>,
}

impl Demands {
    fn of(&self, state: &State) -> Demand {
        let fits = |(reading, _): &&(Option<Reading>, Demand)| reading.as_ref().is_none_or(|r| r.matches(state));
        self.phases.iter().find(fits).map_or(Demand::AtLeast(i64::MIN), |&(_, demand)| demand)
    }
}

/// The maximum number of guesses and refutations for one kind of growth.
const ROUNDS: usize = 300;

/// Finds a measure, the most regular kind first. `alternation` gives the roles that move at even and at odd plies, if
/// proved.
pub(crate) fn find(
    premises: &Premises,
    evaluator: &Evaluator,
    variables: &[StateVariable],
    clock: &Clock,
    alternating: &Finding,
) -> Option<Measure> {
    if let Some(measure) = counter(premises, variables, clock) {
        return Some(measure);
    }
    // Weights on the dial turn a two-ply measure into an incremental one, so they come second.
    let dial = clock.dial(2);
    let still: Vec<u32> =
        dial.iter().flatten().flat_map(|reading| &reading.values).map(|&(fluent, _)| fluent).collect();
    let every_ply = || vec![(None, Demand::Exactly(1))];
    let mut kinds = vec![Demands { growth: MeasureGrowth::Incremental, phases: every_ply(), still: still.clone() }];
    if let (true, 2, Some(dial)) = (alternating.is_proved(), premises.game.players().count(), &dial) {
        for moving in [1, 0] {
            let role = mover(premises, &dial[moving]);
            let phases = (0..2).map(|p| (Some(dial[p].clone()), Demand::Exactly(i64::from(p == moving)))).collect();
            kinds.extend(role.map(|role| Demands {
                growth: MeasureGrowth::TwoPly { role },
                phases,
                still: still.clone(),
            }));
        }
    }
    if !still.is_empty() {
        kinds.push(Demands { growth: MeasureGrowth::Incremental, phases: every_ply(), still: Vec::new() });
    }
    kinds.push(Demands {
        growth: MeasureGrowth::Increasing,
        phases: vec![(None, Demand::AtLeast(1))],
        still: Vec::new(),
    });
    kinds.iter().find_map(|demands| search(premises, evaluator, variables, demands, &still))
}

/// The role that has a choice in the states with a reading, according to the samples.
fn mover(premises: &Premises, reading: &Reading) -> Option<usize> {
    let states = premises.samples.states.iter().filter(|visited| reading.matches(&visited.state));
    states.filter_map(|visited| visited.choice.iter().position(|&choice| choice)).next()
}

/// The measure given by a step counter: a variable of the clock with a different value at every ply.
fn counter(premises: &Premises, variables: &[StateVariable], clock: &Clock) -> Option<Measure> {
    clock.bound()?;
    let shown = |variable: &StateVariable, ply: usize| {
        let reading = &clock.readings[ply];
        let holds = |fluent: &Fluent| reading.values.contains(&(fluent.0, true));
        variable.fluents.iter().position(holds).unwrap_or(variable.fluents.len())
    };
    for (index, variable) in variables.iter().enumerate() {
        if !variable.fluents.iter().all(|fluent| clock.fluents.binary_search(&fluent.0).is_ok()) {
            continue;
        }
        let mut weights: Vec<Option<i64>> = vec![None; variable.fluents.len() + 1];
        let distinct = (0..clock.readings.len()).all(|ply| weights[shown(variable, ply)].replace(ply as i64).is_none());
        if distinct {
            let mut all: Vec<Vec<i64>> = variables.iter().map(|variable| vec![0; variable.domain()]).collect();
            for (weight, &ply) in all[index].iter_mut().zip(&weights) {
                *weight = ply.unwrap_or(0);
            }
            let measure = Measure { growth: MeasureGrowth::Incremental, weights: all };
            debug_assert_eq!(measure.of(variables, &State::initial(premises.game)), 0);
            return Some(measure);
        }
    }
    None
}

/// Alternates guesses and refutations.
fn search(
    premises: &Premises,
    evaluator: &Evaluator,
    variables: &[StateVariable],
    demands: &Demands,
    dial: &[u32],
) -> Option<Measure> {
    let states = &premises.samples.states;
    let rows = premises.samples.plies.iter().map(|ply| {
        let (from, to) = (&states[ply.from as usize].state, &states[ply.to as usize].state);
        Row::new(from, to, demands.of(from))
    });
    let hints = Hints { still: &demands.still, dial };
    let mut fit = Fit::new(premises.game.fluents.len(), rows, hints, &premises.quota);
    let mut unrolling = None;
    for _ in 0..ROUNDS {
        let chained = fit.along_chains();
        let is_chained = chained.is_some();
        let weights = chained.or_else(|| fit.solve())?;
        if premises.samples.exhaustive {
            return Some(finish(demands, variables, &weights));
        }
        let unrolling = unrolling.get_or_insert_with(|| premises.unrolling());
        match attempt(unrolling, evaluator, variables, &weights, demands) {
            Attempt::Proved => return Some(finish(demands, variables, &weights)),
            Attempt::Failed(from, to) => fit.add(Row::new(&from, &to, demands.of(&from))),
            Attempt::Unknown if is_chained => fit.leave_chains(),
            Attempt::Unknown => return None,
        }
    }
    None
}

/// Weights per value, shifted so that the minimum of each variable is 0.
fn finish(demands: &Demands, variables: &[StateVariable], fluent_weights: &[i64]) -> Measure {
    let of_variable = |variable: &StateVariable| {
        let mut weights: Vec<i64> = variable.fluents.iter().map(|fluent| fluent_weights[fluent.0 as usize]).collect();
        weights.extend(variable.none.then_some(0));
        let least = weights.iter().copied().min().unwrap_or(0);
        weights.iter().map(|weight| weight - least).collect()
    };
    Measure { growth: demands.growth.clone(), weights: variables.iter().map(of_variable).collect() }
}
