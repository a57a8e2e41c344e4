//! Fluents that are functions of the ply: step counters, and whose turn it is.
//!
//! The playouts suggest fluents that have the same value at the same ply in every playout. The proof steps from one ply
//! to the next: in any state in which these fluents read as they do at ply `t`, whatever the others are, every ply
//! leads to the same reading. It ends when no ply is possible, or when a reading repeats. Then the values of the
//! fluents are proved for *every* ply, and if no reading repeats, so is a bound on the length of a game.

use game::{Evaluator, Fluent, Game, State, StateVariable};
use rustc_hash::FxHashMap;

use crate::induction::everywhere::{CONFLICTS, Premises};
use crate::induction::houdini::Claim;
use crate::sat::unrolling::{Sense, Unrolling};
use crate::sat::{Answer, Lit};

/// The values of the clock's fluents at some ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Each fluent with its value.
    pub values: Vec<(u32, bool)>,
}

impl Reading {
    /// The reading of a state.
    pub fn of(state: &State, fluents: &[u32]) -> Reading {
        Reading { values: fluents.iter().map(|&fluent| (fluent, state.contains(Fluent(fluent)))).collect() }
    }

    /// Whether a state has this reading.
    pub fn matches(&self, state: &State) -> bool {
        self.values.iter().all(|&(fluent, value)| state.contains(Fluent(fluent)) == value)
    }

    /// Literals whose conjunction says that a frame has this reading.
    pub fn literals(&self, unrolling: &mut Unrolling, frame: usize) -> Vec<Lit> {
        let literal = |&(fluent, value): &(u32, bool)| {
            let input = unrolling.game.fluent_input(Fluent(fluent));
            unrolling.literal(frame, if value { input } else { !input }, Sense::True)
        };
        self.values.iter().map(literal).collect()
    }

    /// A literal that implies that a frame has another reading.
    fn differs(&self, unrolling: &mut Unrolling, frame: usize) -> Lit {
        let mut clause = Vec::with_capacity(self.values.len() + 1);
        for &(fluent, value) in &self.values {
            let input = unrolling.game.fluent_input(Fluent(fluent));
            clause.push(unrolling.literal(frame, if value { !input } else { input }, Sense::True));
        }
        let differs = unrolling.solver.fresh();
        clause.push(!differs);
        unrolling.solver.clause(clause);
        differs
    }
}

/// Fluents whose values at each ply are proved.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    /// The fluents, ascending; empty if nothing was proved.
    pub fluents: Vec<u32>,
    /// Their readings at ply 0, 1, and so on.
    pub readings: Vec<Reading>,
    /// The ply whose reading follows the last one. `None`: no ply leaves a state with the last reading.
    pub back_to: Option<usize>,
}

/// The maximum number of readings.
const READINGS: usize = 4096;
/// The maximum number of clock fluents that are tried as conclusions of implications.
const MOST_CONCLUSIONS: usize = 16;
/// The number of attempts with fewer and fewer fluents.
const ATTEMPTS: usize = 40;

impl Clock {
    /// Finds the fluents that depend on the ply alone.
    pub fn find(premises: &Premises, evaluator: &Evaluator, variables: &[StateVariable]) -> Clock {
        let mut fluents = suggested(premises, variables);
        let mut unrolling = premises.unrolling();
        for _ in 0..ATTEMPTS {
            if fluents.is_empty() {
                break;
            }
            match walk(premises, evaluator, &mut unrolling, &fluents) {
                Ok(clock) => return clock,
                Err(wrong) => fluents.retain(|fluent| !wrong.contains(fluent)),
            }
        }
        Clock::default()
    }

    /// If no reading repeats, an upper bound on the number of plies.
    pub fn bound(&self) -> Option<usize> {
        (self.back_to.is_none() && !self.readings.is_empty()).then(|| self.readings.len() - 1)
    }

    /// Consequences for single states: if a fluent of the clock holds, so do others that hold whenever it does.
    pub fn implications(&self, game: &Game) -> Vec<Claim> {
        let often = |at: usize| self.readings.iter().filter(|reading| reading.values[at].1).count() > 1;
        let conclusions: Vec<usize> = (0..self.fluents.len()).filter(|&at| often(at)).take(MOST_CONCLUSIONS).collect();
        let mut claims = Vec::new();
        for premise in 0..self.fluents.len() {
            for &conclusion in conclusions.iter().filter(|&&conclusion| conclusion != premise) {
                let implied = |reading: &Reading| !reading.values[premise].1 || reading.values[conclusion].1;
                if self.readings.iter().all(implied) {
                    let input = |at: usize| game.fluent_input(Fluent(self.fluents[at]));
                    claims.push(Claim::AtLeastOne(vec![!input(premise), input(conclusion)]));
                }
            }
        }
        claims.extend(self.first_state(game));
        claims
    }

    /// A fluent that holds only at the first ply implies the whole first state.
    fn first_state(&self, game: &Game) -> Vec<Claim> {
        let once =
            |at: &usize| self.readings.iter().enumerate().all(|(ply, reading)| reading.values[*at].1 == (ply == 0));
        let Some(first) = (0..self.fluents.len()).find(once).filter(|_| self.back_to != Some(0)) else {
            return Vec::new();
        };
        let initial = State::initial(game);
        let premise = game.fluent_input(Fluent(self.fluents[first]));
        let claim = |fluent: Fluent| {
            let input = game.fluent_input(fluent);
            Claim::AtLeastOne(vec![!premise, if initial.contains(fluent) { input } else { !input }])
        };
        (0..game.fluents.len() as u32)
            .map(Fluent)
            .filter(|fluent| game.fluent_input(*fluent) != premise)
            .map(claim)
            .collect()
    }

    /// The readings of the fluents with period `period` from the first ply on, if they distinguish the phases.
    pub fn dial(&self, period: usize) -> Option<Vec<Reading>> {
        let last = self.readings.len();
        let reading = |ply: usize| match self.back_to {
            _ if ply < last => self.readings.get(ply),
            Some(back) => self.readings.get(back + (ply - back) % (last - back)),
            None => None,
        };
        // Beyond the last reading everything repeats with the length of the loop.
        let horizon = last + period;
        let periodic: Vec<usize> = (0..self.fluents.len())
            .filter(|&at| {
                (0..horizon).all(|ply| match (reading(ply), reading(ply + period)) {
                    (Some(now), Some(then)) => now.values[at] == then.values[at],
                    _ => true,
                })
            })
            .collect();
        let dial: Vec<Reading> = (0..period)
            .map(|ply| {
                Some(Reading {
                    values: periodic.iter().map(|&at| reading(ply).map(|r| r.values[at])).collect::<Option<_>>()?,
                })
            })
            .collect::<Option<_>>()?;
        let distinct = dial.iter().enumerate().all(|(i, one)| dial[..i].iter().all(|other| one != other));
        distinct.then_some(dial)
    }
}

/// Fluents that change and have the same value at the same ply in all playouts, provided that this holds for their
/// whole variable, except fluents that were never seen, such as steps that no playout reached.
fn suggested(premises: &Premises, variables: &[StateVariable]) -> Vec<u32> {
    let (states, fluents) = (&premises.samples.states, premises.game.fluents.len());
    let mut same = vec![true; fluents];
    let mut plies: Vec<&State> = Vec::new();
    for playout in &premises.samples.playouts {
        for (ply, &state) in playout.iter().enumerate() {
            let state = &states[state as usize].state;
            match plies.get(ply) {
                None => plies.push(state),
                Some(first) => (0..fluents)
                    .filter(|&f| first.contains(Fluent(f as u32)) != state.contains(Fluent(f as u32)))
                    .for_each(|f| same[f] = false),
            }
        }
    }
    let changes = |fluent: Fluent| plies.iter().any(|state| state.contains(fluent) != plies[0].contains(fluent));
    let seen = |fluent: Fluent| plies.iter().any(|state| state.contains(fluent));
    let mut suggested: Vec<u32> = Vec::new();
    for variable in variables {
        let good = |fluent: &Fluent| same[fluent.0 as usize] && changes(*fluent);
        let fits = |fluent: &Fluent| good(fluent) || !seen(*fluent);
        if variable.fluents.iter().any(good) && variable.fluents.iter().all(fits) {
            suggested.extend(variable.fluents.iter().map(|fluent| fluent.0));
        }
    }
    suggested.sort_unstable();
    suggested
}

/// Steps from reading to reading; or returns the fluents that are not functions of the ply, all of them if that is
/// unclear.
fn walk(
    premises: &Premises,
    evaluator: &Evaluator,
    unrolling: &mut Unrolling,
    fluents: &[u32],
) -> Result<Clock, Vec<u32>> {
    let ply = unrolling.ply(0);
    let mut readings = vec![Reading::of(&State::initial(premises.game), fluents)];
    let mut places: FxHashMap<Vec<(u32, bool)>, usize> = FxHashMap::default();
    while readings.len() < READINGS {
        let here = readings.len() - 1;
        places.insert(readings[here].values.clone(), here);
        let mut assumptions = readings[here].literals(unrolling, 0);
        assumptions.push(ply);
        match unrolling.solver.solve(&assumptions, CONFLICTS) {
            Answer::Unsat => return Ok(Clock { fluents: fluents.to_vec(), readings, back_to: None }),
            Answer::Unknown => break,
            Answer::Sat => {}
        }
        let Some(after) = unrolling.model_successor(evaluator) else { break };
        let next = Reading::of(&after, fluents);
        assumptions.push(next.differs(unrolling, 1));
        match unrolling.solver.solve(&assumptions, CONFLICTS) {
            Answer::Unsat => {}
            Answer::Unknown => break,
            Answer::Sat => {
                let Some(other) = unrolling.model_successor(evaluator) else { break };
                let wrong = next.values.iter().filter(|&&(f, value)| other.contains(Fluent(f)) != value);
                return Err(wrong.map(|&(f, _)| f).collect());
            }
        }
        if let Some(&back) = places.get(&next.values) {
            return Ok(Clock { fluents: fluents.to_vec(), readings, back_to: Some(back) });
        }
        readings.push(next);
    }
    Err(fluents.to_vec())
}
