//! The outcomes of terminal states.
//!
//! Each role must have exactly one goal there, from 0 to 100. Anything else is a defect, reported with a state, unless
//! the solution is lenient: then no goal counts as 0, of several the lowest counts, and any integer is allowed.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use task::{Defects, Error, GoalDefect, Outcome, Outcomes, Valuation};

use crate::expand::{BATCH, Expander, Mask, is_empty, lanes};
use crate::outcomes::{Class, check_number};
use crate::parallel::lock;

/// The outcomes, shared by threads that find terminal states.
pub struct Ends<'o> {
    outcomes: Mutex<&'o mut Outcomes>,
    valuation: Valuation,
}

impl<'o> Ends<'o> {
    /// Adds outcomes of terminal states to `outcomes`: their rewards, reduced if requested, and distance 0 if distances
    /// are kept.
    pub fn new(outcomes: &'o mut Outcomes, valuation: Valuation) -> Ends<'o> {
        Ends { outcomes: Mutex::new(outcomes), valuation }
    }

    /// The valuation of terminal states.
    pub fn valuation(&self) -> Valuation {
        self.valuation
    }

    fn class(&self, rewards: &[i32]) -> Result<Class, Error> {
        let mut outcomes = lock(&self.outcomes);
        let rewards = self.valuation.reduction.map_or_else(|| rewards.to_vec(), |reduction| reduction.apply(rewards));
        let outcome = Outcome { rewards, distance: self.valuation.distances.then_some(0) };
        let class = outcomes.terminal(outcome)?.number() as Class;
        check_number(&outcomes)?;
        Ok(class)
    }
}

/// Reads the goals of batches of states; one per thread.
#[derive(Default)]
pub struct Goals {
    rewards: Vec<i32>,
    known: FxHashMap<Vec<i32>, Class>,
}

impl Goals {
    /// Sets the outcomes of the states of `ending`, a subset of those loaded.
    pub fn read<const N: usize>(
        &mut self,
        expander: &mut Expander<'_, N>,
        ending: &Mask,
        ends: &Ends<'_>,
        classes: &mut [Class],
    ) -> Result<(), Error> {
        if is_empty(ending) {
            return Ok(());
        }
        let roles = expander.moves().roles.len();
        self.read_rewards(expander, ending, 0..roles, ends.valuation())?;
        for lane in lanes(ending) {
            let rewards = &self.rewards[lane * roles..(lane + 1) * roles];
            classes[lane] = match self.known.get(rewards) {
                Some(&class) => class,
                None => {
                    let class = ends.class(rewards)?;
                    self.known.insert(rewards.to_vec(), class);
                    class
                }
            };
        }
        Ok(())
    }

    /// Reads the rewards of some roles in the states of `ending`. Returns those of all roles, state by state.
    pub fn read_rewards<const N: usize>(
        &mut self,
        expander: &mut Expander<'_, N>,
        ending: &Mask,
        roles: impl IntoIterator<Item = usize>,
        valuation: Valuation,
    ) -> Result<&[i32], Error> {
        expander.evaluate_goals();
        self.rewards.clear();
        self.rewards.resize(BATCH * expander.moves().roles.len(), 0);
        for role in roles {
            self.read_role(expander, ending, role, valuation)?;
        }
        Ok(&self.rewards)
    }

    fn read_role<const N: usize>(
        &mut self,
        expander: &Expander<'_, N>,
        ending: &Mask,
        role: usize,
        valuation: Valuation,
    ) -> Result<(), Error> {
        let moves = expander.moves();
        let refuse = |lanes_with: &Mask, defect| match lanes(lanes_with).next() {
            Some(lane) if valuation.defects == Defects::Refuse => {
                Err(Error::Goal { role: moves.roles[role].clone(), defect, state: expander.state(lane) })
            }
            _ => Ok(()),
        };
        let mut none = *ending;
        for (index, &reward) in moves.rewards[role].iter().enumerate() {
            let holds = expander.goal(role, index);
            refuse(&std::array::from_fn(|word| holds[word] & ending[word] & !none[word]), GoalDefect::Several)?;
            // Goals ascend, so of several the lowest comes first.
            let first: Mask = std::array::from_fn(|word| holds[word] & none[word]);
            valuation.defect(reward).map_or(Ok(()), |defect| refuse(&first, defect))?;
            lanes(&first).for_each(|lane| self.rewards[lane * moves.roles.len() + role] = reward);
            none = std::array::from_fn(|word| none[word] & !first[word]);
        }
        refuse(&none, GoalDefect::Missing)
    }
}
